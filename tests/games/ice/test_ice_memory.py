"""Dokitto! Ice: what is remembered of a round (ICE-13), and what is believed by it."""

import random

import pytest

from kobako.bots.minds import learned_of
from kobako.bots.search.thinking import plain_guided
from kobako.core.fields import ruled_bytes
from kobako.core.position import position_of
from kobako.games.ice import GAME
from kobako.games.ice.memory import recall, rewind, stir
from kobako.games.ice.rules import apply, hand_size
from kobako.games.ice.why import broken
from tests.games.ice.table import card, play, positions, table


def cards(s, seat):
    return sum(held.bit_count() for held in s.hands[seat])


@pytest.mark.parametrize(("players", "options"), [(2, {}), (2, {"hand": 12}), (3, {}), (4, {})])
def test_a_round_is_remembered_from_its_first_lead(players, options):
    """ICE-13: all could remember it. Back at the first lead the hands are full, and the same decisions lead here."""
    for match, _ in positions(players, games=3, **options):
        if match.over:
            continue
        s = match.state.copy()
        n = rewind(s)
        assert n == match.state.decided
        assert (s.in_trick, s.tricks_left, s.played) == (0, hand_size(s), [0] * 4)
        assert [cards(s, p) for p in range(players)] == [hand_size(s)] * players
        for i in range(n):
            apply(s, recall(s, i))
        s.deck, s.standings = match.state.deck, match.state.standings  # room to work in
        assert s == match.state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scoops_are_shown_in_the_order_they_were_taken(players):
    """Whoever looks, and from whatever was kept: a cone grows at its top."""
    rng = random.Random(players)
    for seed in range(5):
        match, before = GAME.new(players=players, seed=seed), {}
        while not match.over:
            shown = [match.view(seat).show() for seat in range(players)]
            cones = [
                {(p, name): pile for p, seat in enumerate(one["seats"]) for name, pile in seat["piled"].items()}
                for one in shown
            ]
            assert all(one == cones[0] for one in cones)
            for cone, pile in cones[0].items():
                was = before.get((shown[0]["round"], *cone), [])
                assert pile[: len(was)] == was
            before = {(shown[0]["round"], *cone): pile for cone, pile in cones[0].items()}
            match.play(rng.choice(match.legal()))


def test_what_is_remembered_is_what_was_played():
    match = table("S1 S5", "S2 C5", "S3 C6", "S4 V9", leader=1)
    play(match, "S2 S3 S4 S1")
    assert match.state.opener - 1 == 1
    assert match.state.decision[: match.state.decided] == [card(text) for text in ("S2", "S3", "S4", "S1")]


def test_a_state_kept_from_before_is_played_on_without():
    """Of a round that was not seen whole nothing is recalled; the next one is."""
    match = GAME.new(players=3, seed=4)
    rng = random.Random(4)
    for _ in range(5):
        match.play(rng.choice(match.legal()))
    kept = position_of(match.setup, ruled_bytes(match.state, GAME.fields))
    s = kept.state
    assert (s.decided, s.opener) == (0, 0)
    assert kept.legal() == match.legal()
    for _ in range(6):
        assert rewind(s.copy()) == 0
        assert broken(s) is None
        apply(s, int(rng.choice(kept.legal())))
    while s.round_no == 1:
        apply(s, int(rng.choice(kept.legal())))
    apply(s, int(rng.choice(kept.legal())))
    assert rewind(s.copy()) == 1


def test_who_led_is_not_guessed():
    """A state kept from before, nothing played yet: the lead may have been anyone's."""
    match = GAME.new(players=3, seed=4, first=2)
    kept = position_of(match.setup, ruled_bytes(match.state, GAME.fields))
    apply(kept.state, int(kept.legal()[0]))
    assert rewind(kept.state.copy()) == 0
    assert broken(kept.state) is None


@pytest.mark.parametrize("spoilt", [{"opener": 4}, {"decided": -1}, {"decided": 40}, {"opener": 1}])
def test_a_history_that_cannot_be_is_noticed(spoilt):
    match = GAME.new(players=3, seed=8, first=1)
    for _ in range(7):
        match.play(match.legal()[0])
    assert broken(match.state) is None
    for name, value in spoilt.items():
        setattr(match.state, name, value)
    assert broken(match.state)


def test_an_action_that_there_is_not_is_noticed_in_it():
    match = GAME.new(players=3, seed=8)
    match.play(match.legal()[0])
    match.state.decision[0] = 99
    assert "there is not" in broken(match.state)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stirring_changes_nothing_that_is_seen(players):
    changed = 0
    for match, _ in positions(players, games=2):
        if match.over:
            continue
        view = match.view(match.seat)
        s = view.imagine(len(match.actions))
        before, r = s.copy(), [1, 2, 3, len(match.actions)]
        for _ in range(5):
            stir(s, view.seat, r)
            assert broken(s) is None
        assert s.seen_by(view.seat).hands[view.seat] == before.hands[view.seat]
        changed += s.hands != before.hands
    assert changed > 10


def held(weights, steps=1600):
    """How often seat 2 believes that seat 1, which played an S2 to an S5, has something higher of that colour."""
    match = GAME.new(players=4, seed=3, first=0)
    s = match.state
    hands = [[0b0000011100, 0b0000011100, 0b0000011100, 0b1], [0b0000000010, 0b1110000000, 0b1110000000, 0b1110000000]]
    left = [c * 10 + rank for c in range(4) for rank in range(10) if not (hands[0][c] | hands[1][c]) >> rank & 1]
    for p in (2, 3):
        hands.append([sum(1 << one % 10 for one in left[p - 2 :: 2] if one // 10 == c) for c in range(4)])
    s.hands[:] = hands
    play(match, "S5 S2")
    view, rng = match.view(2), random.Random(1)
    walk, belief, r, found = [view.state] * 3, [0.0, 0.0], [rng.getrandbits(32) for _ in range(4)], 0
    w, believe = [weights.get(name, 0) for name in learned_of(GAME).shape.traits], plain_guided(GAME, "believe")
    for _ in range(steps):
        believe([view.state], 2, walk, belief, w, [0] * len(w), r, [0] * 12, [0.0] * 12)
        found += walk[0].hands[1][0] >> 5 != 0
    return found / steps


def test_what_is_believed_follows_from_what_was_played():
    """Who is known to win where it can has hardly kept back what would have won."""
    even, sure = held({}), held({"wins": 4096})
    assert even > 0.4
    assert sure < even / 4
