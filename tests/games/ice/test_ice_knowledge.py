"""Dokitto! Ice: who knows what."""

import itertools
import random

import pytest

from kobako.core.fields import UNKNOWN
from kobako.games.ice import GAME, knowledge
from kobako.games.ice.rules import lowest
from kobako.games.ice.why import broken
from tests.games.ice.table import C, M, S, card, play, positions, table, told


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views(players):
    """ICE-13: all see the cards played, who could not follow, all tiles; not the other hands, nor the cards aside."""
    public = ("played", "void", "trick", "won", "stock", "scoops", "topping", "trophies", "tricks_left", "leader")
    for match, _ in positions(players, games=2):
        s = match.state
        for viewer in (*range(players), None):
            view = match.view(viewer).state
            for name in public:
                assert getattr(view, name) == getattr(s, name)
            for p in range(4):
                assert view.hands[p] == (s.hands[p] if p == viewer else [UNKNOWN] * 4)
            assert view.aside == [UNKNOWN] * 4
            assert set(view.rng) == {0}
            shown = match.view(viewer).show()
            for p in range(players):
                true = match.game.notation.show(s)["seats"][p]["hand"]
                assert shown["seats"][p]["hand"] == (true if p == viewer else ["?"] * len(true))


def test_who_could_not_follow_is_remembered():
    """ICE-13: failing to follow marks the colour led for the rest of the round, and following does not."""
    match = table("S3 S4", "S8 S9", "M2 M4", "V5 V6")
    events = play(match, "S3 S8 M2 V5")
    assert match.state.void == [0, 0, 1 << S, 1 << S]
    assert told(events, "no_follow") == [(2, S), (3, S)]
    match.play("take M")
    assert match.state.void == [0, 0, 1 << S, 1 << S]
    assert match.view(None).show()["seats"][2]["could_not_follow"] == ["S"]


@pytest.mark.parametrize(
    ("players", "options"), [(2, {}), (2, {"hand": 12}), (3, {}), (3, {"colours": "C M V"}), (4, {})]
)
def test_imagining(players, options):
    """ICE-13: imagined states fit the view and the voids, and are sound, in every position of some games."""
    differ = checked = voids = 0
    for match, rng in positions(players, games=4, **options):
        for seat in range(players):
            view = match.view(seat)
            s = view.imagine(rng)
            checked += 1
            voids += any(match.state.void[q] for q in range(players) if q != seat)
            assert broken(s) is None
            assert all(not (s.void[q] >> c & 1 and s.hands[q][c]) for q in range(players) for c in range(4))
            differ += s.hands != match.state.hands
            again = s.copy()
            match.game.plain.hide(again, seat)
            assert again == view.state
    assert checked > 500
    assert voids > 100
    if options.get("hand") == 12:
        assert differ == 0  # no card is aside: each knows the other's hand
    else:
        assert differ > checked / 2


def test_imagining_where_it_could_get_stuck():
    """ICE-13: two seats void in different colours leave one deal, and it is found every time."""
    match = table("S1 S2", "C1 C2", "S3 S4", "C3 M1", leader=0)
    s = match.state
    s.played[:] = [1023 & ~h for h in (0b1111, 0b111, 0b1, 0)]
    s.aside[:] = [0] * 4
    s.void[:] = [0, 1 << S | 1 << M, 1 << C | 1 << M, 0]  # M1 must be seat 3's, then S3 S4 or some C
    found = set()
    for seed in range(300):
        t = match.view(0).imagine(seed)
        assert t.hands[1][S] == t.hands[1][M] == t.hands[2][C] == t.hands[2][M] == 0
        assert t.hands[3][M] == 1
        assert [sum(h.bit_count() for h in t.hands[p]) for p in range(4)] == [2, 2, 2, 2]
        found.add(tuple(map(tuple, t.hands)))
    # Seat 3's other card is an S (then seat 1 lacks one) or a C: only a C fits, any of the three.
    assert len(found) == 3


def test_imagining_is_fair_where_nobody_is_void():
    """ICE-13: with no voids all deals of the unseen cards are equally likely, those aside included."""
    match = table("S1 S2", "S3 S4", "S5 S6")
    s = match.state
    s.played[:] = [1023 & ~0b111111, 1023 & ~0b1, 1023, 0]
    s.aside[:] = [0, 1, 0, 0]
    rng = random.Random(6)
    counts = {}
    view = match.view(1)
    for _ in range(6000):
        t = view.imagine(rng)
        key = (*map(tuple, t.hands), tuple(t.aside))
        counts[key] = counts.get(key, 0) + 1
    assert len(counts) == 30  # 5 cards: 2 of them, 2 of them, 1 aside
    assert all(140 < n < 270 for n in counts.values())


def test_imagining_is_fair_where_one_seat_is_void():
    """ICE-13: with voids of one seat all fitting deals are equally likely."""
    match = table("S1 S2", "S3 S4", "M1 C3", "C1 C2", leader=0)
    s = match.state
    s.played[:] = [1023 & ~h for h in (0b1111, 0b111, 0b1, 0)]
    s.aside[:] = [0] * 4
    s.void[:] = [0, 0, 1 << S, 0]
    rng = random.Random(4)
    counts = {}
    view = match.view(0)
    for _ in range(6000):
        t = view.imagine(rng)
        key = tuple(map(tuple, t.hands))
        counts[key] = counts.get(key, 0) + 1
    # Seat 2 gets two of the four cards that are no S: 6 ways; the other four cards fall on seats 1 and 3: 6 ways.
    assert len(counts) == 36
    assert all(110 < n < 230 for n in counts.values())


def test_imagining_is_nearly_fair_where_voids_cross():
    """ICE-13: one seat without strawberry, another without chocolate: all fitting deals come up, nearly as often."""
    match = table("S1 S2", "C1 M1", "S3 M2", "S4 C2", leader=0)
    s = match.state
    s.played[:] = [1023 & ~h for h in (0b1111, 0b11, 0b11, 0)]
    s.aside[:] = [0] * 4
    s.void[:] = [0, 1 << S, 1 << C, 0]
    rng = random.Random(4)
    counts = {}
    view = match.view(0)
    for _ in range(4000):
        key = tuple(map(tuple, view.imagine(rng).hands))
        counts[key] = counts.get(key, 0) + 1
    fitting = 0
    for first in itertools.combinations(["C1", "C2", "M1", "M2"], 2):
        for second in itertools.combinations(["S3", "S4", "M1", "M2"], 2):
            fitting += not set(first) & set(second)
    assert len(counts) == fitting == 19
    assert all(0.7 < n * fitting / 4000 < 1.4 for n in counts.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_observation(players):
    """ICE-13: an observation is made of what the seat sees, and shows its hand and the cards played."""
    for match, _ in positions(players, games=2):
        for seat in range(players):
            x, y = ([0] * GAME.knowledge.OBSERVATION for _ in range(2))
            GAME.knowledge.observe(match.state, seat, x)
            GAME.knowledge.observe(match.view(seat).state, seat, y)
            assert x == y
            assert all(0 <= value <= 255 for value in x)
            hand = match.view(seat).show()["seats"][seat]["hand"]
            assert [i for i in range(40) if x[i]] == sorted(map(card, hand))
            played = match.view(seat).show()["played_in_round"]
            assert [i for i in range(40) if x[40 + i]] == sorted(map(card, played))


def test_observation_counts_seats_from_the_observer():
    """ICE-13: the same table, seen from another seat, is turned."""
    match = table("S3 S4", "S8 S9", "M2 M4", "V5 V6", leader=1)
    play(match, "S8 M2 V5")
    k = knowledge  # the module: the game's part has only what all games have
    for seat in range(4):
        x = [0] * k.OBSERVATION
        k.observe(match.state, seat, x)
        for p, text in ((1, "S8"), (2, "M2"), (3, "V5")):
            at = k.SEAT_AT + (p - seat) % 4 * k.SEAT_SIZE
            assert [i for i in range(40) if x[at + i]] == [card(text)]
            assert x[at + k.VOID_AT + S] == (p != 1)
            assert x[at + k.MORE_AT] == 1
            assert x[at + k.MORE_AT + 2] == (p == 1)
        at = k.SEAT_AT + (0 - seat) % 4 * k.SEAT_SIZE
        assert sum(x[at : at + 40]) == 0
        assert x[at + k.MORE_AT] == 2
        assert x[at + k.MORE_AT + 3] == 1


def test_events_are_for_all():
    """ICE-13: nothing is played in secret: everyone reads the same events, and the deal alone shows something new."""
    for match, _ in positions(3, games=2):
        last = match
    for event in last.events:
        assert all(event.seen_by(seat) == event for seat in (0, 1, 2, None))
    assert [kind.name for kind in GAME.events.values() if kind.reveals] == ["round"]


def test_the_lowest_of_some_ranks():
    for bits in range(1, 1 << 10):
        assert lowest(bits) == (bits & -bits).bit_length() - 1
