"""A game of one's own, with facts planted in it: the lab plays it, and finds them among few games."""

import pytest

from kobako.lab import study
from tests.lab import planted

FEW = 120
QUICK = "search:60"


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    with planted.installed(tmp_path_factory.mktemp("planted")) as found:
        yield found


def told(game, bonus=0, vary=()):
    """What is certain or likely, by code."""
    made = study(game.setup(3, bonus=bonus), FEW, QUICK, seed=5, workers=1, curves=False, vary=vary)
    return {finding.code: finding for finding in made.findings() if finding.certainty != "open"}


def test_a_rule_that_never_fires_and_its_number(game):
    found = told(game, vary=["upset=1,5"])
    assert (found["event_never"].values["kind"], found["event_never"].certainty) == ("upset", "certain")
    assert found["option_dead"].certainty == "certain"
    assert "option_changes" not in found


def test_a_bonus_for_a_seat(game):
    found = told(game, bonus=2)["seat_advantage"]
    assert (found.values["seat"], found.certainty) == (1, "certain")
