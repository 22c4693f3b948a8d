"""A game of one's own, with facts planted in it: the lab plays it, and finds them among few games."""

import pytest

from kobako.lab import study
from kobako.lab.report.telling import Telling
from tests.lab import planted

FEW, MANY = 120, 1500
QUICK = "search:60"
THINKER = "search:100,random"


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    with planted.installed(tmp_path_factory.mktemp("planted")) as found:
        yield found


def told(game, n=FEW, bots=QUICK, vary=(), **plants):
    """What is certain or likely, by code."""
    made = study(game.setup(3, **plants), n, bots, seed=5, workers=1, curves=False, vary=vary)
    return {finding.code: finding for finding in made.findings() if finding.certainty != "open"}


def test_a_rule_that_never_fires_and_its_number(game):
    found = told(game, vary=["upset=1,5"])
    assert (found["event_never"].values["kind"], found["event_never"].certainty) == ("upset", "certain")
    assert found["option_dead"].certainty == "certain"
    assert "option_changes" not in found


def test_a_bonus_for_a_seat(game):
    found = told(game, bonus=2)["seat_advantage"]
    assert (found.values["seat"], found.certainty) == (1, "certain")


def test_a_card_that_never_scores(game):
    """It wins tricks as before, and its player gets nothing for them; no other card is told of."""
    found = told(game, n=200, dead=12)["piece_never_counts"]
    assert (found.values["piece"], found.values["number"], found.certainty) == ("12", "points", "certain")
    assert "piece_never_counts" not in told(game)


def test_pure_chance_that_is_dealt(game):
    found = told(game, luck=1)["deal_decides"]
    assert (found.values["share"], found.values["rest"], found.certainty) == (1.0, 0.0, "certain")
    assert found.values["low"] > 0.99
    says = Telling(game, 3, "en").sentence(found.code, found.values)
    assert says == "The luck of the deal settles 100 % of who wins; what equal players make of it, 0 %."


@pytest.mark.sampled(1)
@pytest.mark.parametrize("luck", [1, 2])
def test_in_pure_chance_thinking_does_nothing(game, luck):
    """Whether the lots are dealt, or stirred by what is played so that the same deal ends otherwise."""
    found = told(game, MANY, THINKER, luck=luck)
    assert found["skill_does_nothing"].certainty == "certain"
    assert found["skill_does_nothing"].values["most"] < 0.05
    assert not found.keys() & {"stronger_wins", "skill_decides", "play_decides"}
    assert (
        Telling(game, 3, "en")
        .sentence("skill_does_nothing", found["skill_does_nothing"].values)
        .startswith("Who wins is chance, not play: ")
    )


def test_in_pure_skill_luck_does_nothing(game):
    """Who thinks always has every point there is; who draws lots has that now and then, and shares the win."""
    found = told(game, 300, THINKER, luck=3)
    assert found["skill_decides"].certainty == "certain"
    assert found["skill_decides"].values["stronger"] == "search:100"
    assert found["skill_decides"].values["luck"] < 0.05
    assert not found.keys() & {"stronger_wins", "skill_does_nothing", "deal_decides"}


def test_where_both_count_neither_is_told_of(game):
    found = told(game, 300, THINKER)
    assert found["stronger_wins"].values["stronger"] == "search:100"
    assert not found.keys() & {"skill_decides", "skill_does_nothing"}
