"""A value is held to its type: what a law says of a view is true."""

import pytest

import kobako
from kobako.core.shown import PlainView, ShownAction
from kobako.games.donburiko.view import View
from kobako.testing.fitting import Misfit, check_fit

SHOWN = kobako.game("donburiko").new(players=2, seed=1).view(0).show()


def test_a_view_fits_its_type():
    check_fit(SHOWN, View)


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"phase": "count wild acorns"}, "it.phase: 'count wild acorns' is none of 'playing', 'counting', 'over'"),
        ({"round": True}, "it.round: True is not of type int"),
        ({"seats": [{}]}, r"it.seats\[0\] lacks chips, credit, hand, has_taken"),
        ({"rows": {"E": []}}, "it.rows, a key: 'E' is none of"),
        ({"rows": {"A": [{"card": "9"}]}}, r"it.rows\['A'\]\[0\].card: '9' is none of"),
        ({"secret": 1}, "it: View has no secret"),
        ({"to_move": "0"}, "it.to_move: '0' is not of type int; it.to_move: '0' is not of type None"),
    ],
)
def test_what_does_not_fit_is_told_by_its_place(wrong, where):
    with pytest.raises(Misfit, match=where):
        check_fit({**SHOWN, **wrong}, View)


def test_what_names_pieces_has_them_under_names_of_its_own():
    check_fit({"id": 1, "text": "4>B", "kind": "add_up", "card": "4", "row": "B"}, ShownAction)
    with pytest.raises(Misfit, match=r"it.card: None is not of type"):
        check_fit({"id": 1, "text": "4>B", "kind": "add_up", "card": None}, ShownAction)
    check_fit({"round": 1, "to_move": 0, "goal": 3, "seats": [{"points": 0}]}, PlainView)
