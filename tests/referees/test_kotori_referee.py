"""Kotori Atsume as played, against a referee who knows only the rules."""

import re
from collections import Counter

import pytest

from tests.referees.kotori import Referee, best, check, into_cage
from tests.referees.playing import fresh, game_lines, kinds, missed

TABLES = [(n, first) for n in (2, 3, 4) for first in ("drawn", 0, n - 1)]
SHUFFLED = re.compile(r"line \d+\.state\.deck_from_the_top\[\d+\] before its neighbour")  # no slip after a shuffle


def sums(state):
    """The sums of the others."""
    return [seat["sum_face_up"] for p, seat in enumerate(state["seats"]) if p != state["to_move"]]


def bold(state, action):
    return action == "bid"


def shy(state, action):
    """Bid no more than one must; the game drags on."""
    return action == "pass"


def careful(state, action):
    """Never bid what would soon burst; rows grow long."""
    row = state["seats"][state["to_move"]]["bid_row"]
    following = state["deck_from_the_top"][:1]
    return (action == "bid") == (following != [] and following[0] not in [*row, state["treetop"]])


def level(state, action):
    """Stop at the sum of another."""
    return (action == "pass") == (state["seats"][state["to_move"]]["sum_face_up"] in sums(state))


def fair(state, action):
    """Who has the fewest birds wins: the cages stay level."""
    cages = [len(seat["cage"]) for seat in state["seats"]]
    mine, me = cages[state["to_move"]], state["seats"][state["to_move"]]
    return (action == "bid") == (mine == min(cages) and me["sum_face_up"] <= max(sums(state)))


def harsh(state, action):
    """Pass where the treetop makes the next player burst."""
    left = state["seats"][(state["to_move"] + 1) % len(state["seats"])]
    return (action == "pass") == (state["treetop"] in left["bid_row"])


@pytest.mark.parametrize(("players", "first"), TABLES)
def test_random_games(players, first):
    for seed in range(15):
        check(game_lines("kotori", players, seed, first=first))


RARE = [
    "1 doubles",
    "2 doubles",
    "2 pairs",
    "3 pairs",
    "all burst",
    "burst after a bid",
    "burst at the start",
    "burst by the first card of the new deck",
    "burst in the last round",
    "deck out on a bid, time 1",
    "deck out on a bid, time 2",
    "deck out on field card 1, time 1",
    "deck out on field card 1, time 2",
    "deck out on field card 2, time 1",
    "deck out on field card 2, time 2",
    "deck out on field card 3, time 1",
    "deck out on field card 3, time 2",
    "nothing face up",
    "shared win",
    "tie broken by the highest number",
    "tie, the dealer wins",
    "won after a burst",
]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_by_players_with_a_leaning(players):
    seen = Counter()
    for leaning in (bold, shy, careful, level, fair, harsh):
        for seed in range(8):
            seen += check(game_lines("kotori", players, seed, leaning))
    wanted = [*RARE, "won with nothing face up" if players == 2 else "tie, not the dealer's"]
    assert [situation for situation in wanted if not seen[situation]] == []


def test_the_cases_of_the_rules():
    cage = ["6", "8", "9", "10"]
    for card in ("6", "9"):
        cage = into_cage(cage, card)
    assert cage == ["8", "10"]
    assert best(
        [["2", "4", "5", "6", "9"], ["1", "3", "4", "10"], ["5", "6", "7", "8", "10"], ["2", "5", "7", "8"]]
    ) == [2]
    assert best([["2", "9"], ["3", "9"], []]) == [0, 1]


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 1), (4, 1)])
def test_the_referee_objects_to_any_slip(players, seed):
    lines = fresh(game_lines("kotori", players, seed))
    found = kinds(lines)
    wanted = {"round", "double", "took", "passed", "burst", "won", "dropped", "quarrelled", "reshuffled", "ended"}
    shuffles = [0, found["reshuffled"]]
    slips = missed(Referee, lines, {found[kind] for kind in wanted})
    chance = [f"line {number}.state.deck_from_the_top[" for number in shuffles]
    assert [slip for slip in slips if not (SHUFFLED.fullmatch(slip) and slip.startswith(tuple(chance)))] == []
