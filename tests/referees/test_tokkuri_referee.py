"""Tokkuri Taking as played, against a referee who knows only the rules."""

import re
from collections import Counter

import pytest

from tests.referees.playing import fresh, game_lines, kinds, missed
from tests.referees.tokkuri import Referee, check
from tests.referees.tokkuri_cards import effect_of, flasks_for, numbers_of

END = "dummy x3, troublesome"
MIXED = f"""1~3 draw x2, 1, 1 pass, 1 steal, 1 draw, 1*, 2, 3, 3 draw, 9 steal, 5+5, 5+5 pass, 5+5 steal, 5+5 draw, 5+5*
9+1, 2+2+2 pass, 2+2+2 steal, 2+2+2*, 1+1+1+1 pass x2, 1+2+2+1 steal, 2+2+2+2 draw x2, 5+5+5+5* x2, 9+5+5+1*, {END}"""
FIVES = f"5 x4, 5+5 x4, 5+5* x10, 5+5+5* x5, 5+5+5+5* x5, {END}"
FOURS = f"5 x12, 5+5* x6, 5+5+5+5* x10, {END}"
NINES = f"9 x6, 8 x6, 1 x2, 1~3 draw x10, 9 pass, 9 steal x3, {END}"
DRAWS = f"1 draw x10, 2 draw x4, 1~3 draw x10, 1 steal x4, {END}"
PASSES = f"1 pass x6, 1 steal x6, 1 draw x4, 2 pass x4, 2 steal x4, 3 pass x4, {END}"
SHUFFLED = re.compile(r"line \d+\.state\.deck\[\d+\] before its neighbour")  # no slip, where cards are dealt
DECKS = {"reconstruction": "reconstruction", "mixed": MIXED, "fives": FIVES, "fours": FOURS, "nines": NINES}
DECKS |= {"passes": PASSES, "draws": DRAWS}


def levels(state):
    return {f["flask"]: f["level"] for f in state["flasks"] if f["on_the_table"]}


def emptied(state, card):
    """How many flasks the card could empty."""
    left = list(levels(state).values())
    return sum(min(numbers_of(card).count(number), left.count(number)) for number in set(numbers_of(card)))


def drinks_now(state):
    return next(drink["number"] for drink in state["playing"]["drinks"] if not drink["from"])


def greedy(state, action):
    """Empty what can be emptied, the Troublesome above all; else lay, and keep the cards that do most."""
    kind, what = action.split(" ", 1)
    if kind == "from":
        flask = state["flasks"][int(what[1:]) - 1]
        left = flask["level"] - drinks_now(state)
        return 10 * (flask["card"] == "troublesome") + 5 * (left == 0) + (left in (5, 7, 8))
    if kind == "play":
        return 10 * emptied(state, what) - 1 + (effect_of(what) == "draw")
    return what == "dummy"


def stars(state, action):
    """Bring flasks to 5, 7 or 8, and then use a star card."""
    kind, what = action.split(" ", 1)
    if kind == "from":
        left = levels(state)[what] - drinks_now(state)
        return 5 * (left == 0 and state["playing"]["card"][-1] == "*") + (left in (5, 7, 8)) - (left < 5)
    if effect_of(what) == "*":
        wanted = min(3, len(numbers_of(what)))
        return 10 * emptied(state, what) if kind == "play" and emptied(state, what) >= wanted else -10
    return what == "dummy" or (kind == "play" and what in ("2", "3", "5", "5+5"))


def late(state, action):
    """Keep passing and stealing for the end."""
    kind, what = action.split(" ", 1)
    if effect_of(what) not in ("pass", "steal"):
        return 1
    others = [s for p, s in enumerate(state["seats"]) if s["hand"] and p != state["to_move"]]
    return 2 * (kind == "play") if not others or len(state["seats"][state["to_move"]]["hand"]) < 3 else 0


def lonely(state, action):
    """Seat 0 draws cards and keeps some, the others lay all of theirs."""
    kind, what = action.split(" ", 1)
    if state["to_move"]:
        return kind == "lay"
    if effect_of(what) == "draw":
        return 3 * (kind == "play")
    alone = not any(seat["hand"] for seat in state["seats"][1:])
    return (1 + alone) * (kind == "play") if effect_of(what) in ("pass", "steal") else 1


def drain(state, action):
    """Leave 1 or 2 in every flask; lay nothing if there is another way."""
    kind, what = action.split(" ", 1)
    if kind == "from":
        return -abs(levels(state)[what] - drinks_now(state) - 1)
    return (kind == "play") * (1 if what != "1~3 draw" else 2 if max(levels(state).values(), default=9) < 3 else 0)


def quiet(state, action):
    """Lay everything: all flasks are left, and many are highest."""
    return action.startswith("lay")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("deck", DECKS)
def test_random_games(players, deck):
    for seed in range(4):
        first = "drawn" if seed % 2 else seed // 2 % players
        check(game_lines("tokkuri", players, seed, first=first, rounds=1 + seed % 3, deck=DECKS[deck]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_of_usual_length(players):
    for seed in range(3):
        check(game_lines("tokkuri", players, seed))
    check(game_lines("tokkuri", players, 3, rounds=50))


RARE = {
    2: [
        "1~3 can be 1 only",
        "1~3 can be 1 or 2 only",
        "2 dummies among 2 emptied",
        "2 highest",
        "all highest",
        "all rounds played",
        "asked to pass though all are equal",
        "bankrupt before the last round",
        "bankrupt below 0",
        "bankrupt with exactly 0",
        "card cannot drink",
        "deck empty",
        "dummy left",
        "flask left at 2",
        "flask left at 3",
        "more than ten flasks",
        "one answer for four numbers",
        "pass empties a hand",
        "pass fills an empty hand",
        "pass, nobody has cards",
        "pass, nobody is asked",
        "pass, only another has cards",
        "pass, only the player has cards",
        "pass, some have a single card",
        "pass, some have no cards",
        "several turns on end",
        "shared win",
        "star empties 1, 0 dummies",
        "star empties 1, 1 dummies",
        "star empties 2, 0 dummies",
        "star empties 2, 1 dummies",
        "star empties 2, 2 dummies",
        "star empties 3, 0 dummies",
        "steal, nobody has cards",
        "steal, only the thief has cards",
        "steal, thief without cards",
        "the last card of the deck",
        "the passed card is shown",
        "troublesome cannot be a first flask",
        "troublesome laid",
        "troublesome left",
        "troublesome passed",
        "troublesome stolen",
        "two stars kept by one",
    ],
}
MORE = [
    "star empties 3, 1 dummies",
    "star empties 4, 0 dummies",
    "steal, one victim",
    "troublesome taken",
    "two bankrupt",
]
RARE[3] = [*RARE[2], *MORE, "3 highest"]
RARE[4] = [*RARE[2], *MORE, "4 highest", "star empties 3, 2 dummies"]
TABLES = [
    (greedy, "reconstruction", 6),
    (greedy, "fives", 3),
    (greedy, "mixed", 3),
    (stars, "reconstruction", 5),
    (stars, "fives", 3),
    (stars, "fours", 6),
    (late, "reconstruction", 5),
    (late, "passes", 4),
    (lonely, "passes", 4),
    (lonely, "mixed", 3),
    (drain, "nines", 6),
    (drain, "draws", 2),
    (quiet, "reconstruction", 2),
]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_by_players_with_a_leaning(players):
    seen = Counter()
    for leaning, deck, games in TABLES:
        for seed in range(games):
            seen += check(game_lines("tokkuri", players, seed, leaning, rounds=2, deck=DECKS[deck]))
    assert [situation for situation in RARE[players] if not seen[situation]] == []


@pytest.mark.parametrize(
    ("numbers", "left", "picks", "fit"),
    [
        ([9, 4], {1: 10, 2: 4}, [], [1]),
        ([9, 4], {1: 10, 2: 3}, [], []),
        ([5], {1: 4}, [], []),
        ([7, 7, 7], {1: 7, 2: 7, 3: 10}, [], [1]),
        ([7, 7], {1: 7, 2: 7, 3: 10}, [], [1, 2]),
        ([7, 7], {1: 7, 2: 7, 3: 10}, [2], [3]),
        ([6, 4], {1: 6, 2: 6, 3: 4}, [2], [1, 3]),
    ],
)
def test_the_cases_of_the_rules(numbers, left, picks, fit):
    assert flasks_for(numbers, left, picks) == fit


@pytest.mark.parametrize(("players", "deck", "seed"), [(2, "mixed", 0), (3, "mixed", 0)])
def test_the_referee_objects_to_any_slip(players, deck, seed):
    lines = fresh(game_lines("tokkuri", players, seed, greedy, rounds=2, deck=DECKS[deck]))
    found = kinds(lines)
    assert {"round", "laid", "drank", "drew", "scored", "ended"} <= set(found)
    assert [slip for slip in missed(Referee, lines, set(found.values())) if not SHUFFLED.fullmatch(slip)] == []
