"""What a view says of the rows, whoever's turn it is: what they add up to, as far as who looks can know."""

from kobako.games.donburiko import GAME
from tests.games.donburiko.table import random_games, table, told


def span(least, most=None):
    return {"least": least, "most": least if most is None else most}


def sums(match, seat):
    return match.view(seat).show()["sums"]


def all_open(match):
    return GAME.notation.show(match.state)


def test_what_lies_open_and_what_is_face_down():
    """DON-9, DON-10: a card of one's own is known, another's can be any that one does not see."""
    match = table(rows=["3 (2)0", "-1 L", "W 2"], hands=["1", "5 -2"], chips=(2, 3, 4), to_move=1)
    assert sums(match, 0) == {"A": span(5), "B": span(1), "C": span(3, 7)}
    assert sums(match, 1)["A"] == span(4, 5), "the 1 or the 2: its own 5 and -2 it holds, all else lies open or is gone"
    assert sums(match, None)["A"] == span(1, 8), "who looks on sees no hand"
    assert all_open(match)["sums"]["A"] == span(5), "with all laid open it is what it is"


def test_a_full_row_counts_nothing():
    """DON-13."""
    match = table(rows=["3 1 2 2 4 4 5", "L L", "3"], hands=["W", ""], chips=(2, 3, 4))
    assert sums(match, 0)["A"] == span(0)


def test_a_row_comes_to_what_was_said():
    """For who takes it, for the others and for who looks on."""
    for match in random_games(20):
        if match.over:
            continue
        views = [sums(match, seat) for seat in (None, *range(match.setup.players))]
        for action in match.legal():
            for _, _, row, points in told(match.copy().play(action), "summed"):
                counts = 0 if len(all_open(match)["rows"][row]) == 7 else points
                assert all(view[row]["least"] <= counts <= view[row]["most"] for view in views)


def test_the_goal_is_said():
    """DON-17: also where the house plays to another."""
    assert table().view(1).show()["goal"] == 20
    assert GAME.new(players=2, seed=1, goal=15).view(0).show()["goal"] == 15
