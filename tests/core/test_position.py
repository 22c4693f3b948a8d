"""A position by itself: what it tells is what the match it came from tells."""

import pickle
import random

import pytest

import kobako
from kobako.core.errors import GameOver, IllegalAction, UnknownAction
from kobako.core.position import Position, position_of

GAMES = kobako.game_names()


def played(name, plies=9, players=3, seed=5):
    """A match after so many random actions."""
    match, rng = kobako.game(name).new(players=players, seed=seed), random.Random(1)
    while not match.over and len(match.actions) < plies:
        match.play(rng.choice(match.legal()))
    return match


def told(position):
    """All that a position tells of itself."""
    views = [position.view(seat).show() for seat in (*range(position.players), None)]
    standing = (position.scores, position.ranks, position.winners, position.rewards)
    return position.seat, position.over, position.together, position.legal(), standing, views


@pytest.mark.parametrize("plies", [0, 9, 10_000])
@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_a_position_with_a_history(name, plies):
    match = played(name, plies)
    assert isinstance(match, Position)
    position = Position(match.setup, match.state)
    assert told(position) == told(match)
    for again in (position_of(match.setup, match.to_bytes()), pickle.loads(pickle.dumps(position)), position.copy()):
        assert type(again) is Position
        assert again.to_bytes() == match.to_bytes()
        assert told(again) == told(match)


def test_a_copy_is_apart():
    position = Position(*dealt("ice"))
    before, twin = position.to_bytes(), position.copy()
    twin.game.rules.apply(twin.state, int(twin.legal()[0]))
    assert position.to_bytes() == before != twin.to_bytes()


def test_it_says_where_it_stands():
    assert repr(Position(*dealt("kotori"))) == "<position of kotori, 2 players, seat 1 to move>"
    over = played("kotori", 10_000)
    assert repr(Position(over.setup, over.state)) == "<position of kotori, 3 players, over>"


def dealt(name, players=2, seed=1):
    setup = kobako.game(name).setup(players)
    return setup, setup.deal(seed)


def test_what_may_not_be_played():
    position = Position(*dealt("kotori"))
    assert str(position.allowed("BID")) == "bid"
    with pytest.raises(IllegalAction) as refused:
        position.allowed("pass")
    assert refused.value.rule == "KOT-4"
    assert refused.value.words() in str(refused.value).replace("'pass'", "pass")
    with pytest.raises(UnknownAction):
        position.allowed("castle")
    over = played("kotori", 10_000)
    with pytest.raises(GameOver, match="has been won by seat"):
        Position(over.setup, over.state).allowed("bid")


def test_rewards_sum_to_nothing_and_come_at_the_end():
    assert played("umbradeco").rewards == [0.0] * 3
    match = played("umbradeco", 10_000)
    assert sum(match.rewards) == pytest.approx(0)
    assert [worth == max(match.rewards) for worth in match.rewards] == [rank == 1 for rank in match.ranks]


def test_who_choose_together_decide_each_as_if_it_were_its_turn():
    match = kobako.game("tokkuri").new(players=3, seed=1)
    assert match.together == {0, 1, 2}
    for seat in range(3):
        view = match.deciding_view(seat)
        assert view.legal()
        card = next(action for action in match.setup.actions if action is not None and action not in view.legal())
        assert view.refusal(card).legal == tuple(map(str, view.legal()))
        if seat != match.seat:
            assert match.view(seat).legal() == []
            assert match.view(seat).state.to_move == match.seat
    alone = kobako.game("kotori").new(players=2, seed=1)
    assert alone.together == frozenset()
    assert alone.deciding_view(0).legal() == []
