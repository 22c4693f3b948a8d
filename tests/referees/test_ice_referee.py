"""Dokitto! Ice as played, against a referee who knows only the rules."""

from collections import Counter

import pytest

from tests.referees.ice import Referee, check, winning
from tests.referees.playing import fresh, game_lines, kinds, missed

THREE = ["strawberry chocolate matcha", "strawberry chocolate vanilla", "S M V", "C M V"]
TABLES = [(2, {"hand": 10}), (2, {"hand": 12}), (4, {}), *((3, {"colours": colours}) for colours in THREE)]


def would_win(state, card):
    """Whether the card wins the trick as it lies."""
    played = [one["card"] for one in state["trick"]]
    return winning([*played, card]) == len(played)


def cone_size(state, action):
    """How many tiles are on the cone that the action names."""
    cones = state["seats"][state["to_move"]]["cones"]
    return len(cones[action.split()[2] if len(action.split()) > 2 else next(iter(cones))])


def gives_tile(state, action):
    return bool(state["stock"][action.split()[1]])


def glutton(state, action):
    """Win, take a tile if there is one, and pile them up: the fourth comes soon."""
    if action.startswith("take"):
        return gives_tile(state, action) * (1 + cone_size(state, action))
    return would_win(state, action)


def one_glutton(state, action):
    """All work to have seat 0 win the tricks, and be thrown out soon: the others tie with nothing."""
    if action.startswith("take"):
        return glutton(state, action)
    played = {one["seat"]: one["card"] for one in state["trick"]}
    tricks = endings(state, {**played, state["to_move"]: action})
    return sum(list(trick)[winning(list(trick.values()))] == 0 for trick in tricks) / len(tricks)


def endings(state, trick):
    """Some ways the trick can go on: the next seats play the lowest or the highest card they may."""
    seat = (list(trick)[-1] + 1) % len(state["seats"])
    if seat in trick:
        return [trick]
    hand = state["seats"][seat]["hand"]
    led = next(iter(trick.values()))[0]
    may = sorted([card for card in hand if card[0] == led] or hand, key=lambda card: int(card[1:]))
    return [ending for card in {may[0], may[-1]} for ending in endings(state, {**trick, seat: card})]


def careful(state, action):
    """Use up one colour after the other, spread over the cones, and dodge the fourth tile."""
    if not action.startswith("take"):
        return would_win(state, action)
    if not gives_tile(state, action):
        return 0.5
    size = cone_size(state, action)
    return -1 if size == 3 else 4 - size - len(state["stock"][action.split()[1]]) / 10


def modest(state, action):
    """Whoever has least wins; no more than a tile or two: few points, many ties."""
    if action.startswith("take"):
        return not gives_tile(state, action)
    points = [seat["round_points"] for seat in state["seats"]]
    return would_win(state, action) == (points[state["to_move"]] == min(points))


GAMES = {glutton: 3, one_glutton: 5, careful: 8, modest: 3}


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_random_games(players, options):
    for seed in range({2: 35, 3: 10, 4: 30}[players]):
        first = "drawn" if seed % 2 else seed // 2 % players
        check(game_lines("ice", players, seed, first=first, **options))


ALWAYS = [
    "all tiles of the one colour gone",
    "all who can win have 0 points",
    "equal lowest, the later wins",
    "fourth tile",
    "fourth tile dodged",
    "fourth tile in the last trick",
    "several colours, all gone",
    "shared game",
    "tie broken by 1-point tiles",
    "tie broken by tiles",
    "trophies shared by 2",
]
RARE = {
    2: [
        *ALWAYS,
        "all tiles taken",
        "gone and other colours, two cones",
        "the other cone scores",
        "the round won in spite of a lost cone",
    ],
    3: [*ALWAYS, "all tiles taken"],
    4: [*ALWAYS, "trophies shared by 3"],  # 12 tiles, but only 10 tricks: never all of them
}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_by_players_with_a_leaning(players):
    seen = Counter()
    tables = [{"hand": 10}, {"hand": 12}] if players == 2 else [{}]
    for leaning, games in GAMES.items():
        for options in tables:
            for seed in range(games):
                seen += check(game_lines("ice", players, seed, leaning, **options))
    assert [situation for situation in RARE[players] if not seen[situation]] == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_referee_objects_to_any_slip(players):
    lines = fresh(game_lines("ice", players, 1))
    found = kinds(lines)
    wanted = {"round", "played", "no_follow", "won_highest", "won_lowest", "trophy", "ended"}
    assert list(missed(Referee, lines, {found[kind] for kind in wanted})) == []
