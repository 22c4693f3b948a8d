"""The arena's figures, against ones worked out by hand."""

import math
from itertools import permutations
from xml.etree import ElementTree

import pytest
from openskill.models import PlackettLuce

import kobako
from kobako.arena import svg
from kobako.arena.duel import Outcome
from kobako.arena.html import page
from kobako.arena.run import run
from kobako.arena.schedule import Plan, Unit, make_plan
from kobako.arena.standings import Seen, paired, rate, standings, student


def plan_for(bots, players, games):
    return Plan("kotori", 1, players, (("first", "drawn"),), tuple(bots), 0, games)


def outcome(*scores):
    return Outcome(scores, tuple(1 + sum(other > mine for other in scores) for mine in scores), 10)


@pytest.fixture
def small():
    """Two deals of a against b b: a on seat 0, 1, 2 in turn."""
    plan = plan_for(["a", "b"], 3, 6)
    done = {
        Unit(0, 0): (outcome(9, 3, 3), outcome(4, 4, 1), outcome(2, 6, 4)),
        Unit(0, 1): (outcome(5, 5, 5), outcome(0, 8, 2), outcome(3, 3, 3)),
    }
    return standings(plan, done)


def test_win_shares(small):
    a, b = small.bots
    assert (a.bot, b.bot, a.games, b.games, small.games, small.deals) == ("a", "b", 6, 6, 6, 2)
    shares = [1, 1 / 2, 0, 1 / 3, 1, 1 / 3]
    p = sum(shares) / 6
    assert a.win_share.mean == pytest.approx(p)
    assert b.win_share.mean == pytest.approx((1 - p) / 2)
    z, n = 1.96, 6
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    assert (a.win_share.low, a.win_share.high) == pytest.approx((centre - half, centre + half))
    assert a.win_share_by_seat == pytest.approx([(1 + 1 / 3) / 2, (1 / 2 + 1) / 2, (0 + 1 / 3) / 2])


def test_scores_are_paired_by_deal(small):
    a, b = small.bots
    # deal 0: 9-3, 4-2.5, 4-4 = 6, 1.5, 0; deal 1: 0, 8-1, 0
    deals = [7.5 / 3, 7 / 3]
    mean = sum(deals) / 2
    half = 12.706 * math.sqrt(sum((d - mean) ** 2 for d in deals)) / math.sqrt(2)
    assert (a.difference.mean, a.difference.low, a.difference.high) == pytest.approx((mean, mean - half, mean + half))
    assert b.difference.mean == pytest.approx(-mean)
    assert a.score.mean == pytest.approx((9 + 4 + 4 + 5 + 8 + 3) / 6)
    assert b.score.mean == pytest.approx((3 + 2.5 + 4 + 5 + 1 + 3) / 6)
    assert a.difference.deals == 2


def test_each_against_each(small):
    ab, ba = small.pairs
    # a's meetings with its two b: 1 1, ½ 1, 1 0, ½ ½, 1 1, ½ ½
    assert ab.ahead.mean == pytest.approx((1 + 0.75 + 0.5 + 0.5 + 1 + 0.5) / 6)
    assert ab.ahead.mean + ba.ahead.mean == pytest.approx(1)
    assert ab.difference.mean == pytest.approx(small.bots[0].difference.mean)
    assert (ab.games, ba.games) == (6, 6)


def test_one_deal_has_no_interval():
    assert (paired([(0, 1.0), (0, 3.0)]).mean, paired([(0, 1.0)]).low, paired([(0, 1.0)]).high) == (2.0, None, None)


@pytest.mark.parametrize("count", [*range(2, 40), 60, 100, 1000])
def test_intervals_of_few_deals_are_wide_enough(count):
    """Below Student's density, from one end of the interval to the other, lies 95 % of it."""
    free, end, parts = count - 1, student(count), 2000
    height = math.exp(math.lgamma((free + 1) / 2) - math.lgamma(free / 2)) / math.sqrt(free * math.pi)
    middles = ((i + 0.5) * end / parts for i in range(parts))
    area = 2 * end / parts * sum(height * (1 + x * x / free) ** (-(free + 1) / 2) for x in middles)
    assert area == pytest.approx(0.95, abs=4e-4)


def test_luck_of_the_cards_drops_out():
    """A seat with good cards wins whoever sits there: paired by deal, there is no difference at all."""
    plan = plan_for(["a", "b"], 2, 6)
    done = {Unit(0, deal): (outcome(deal * 10, 0), outcome(deal * 10, 0)) for deal in range(3)}
    found = standings(plan, done)
    for bot in found.bots:
        assert (bot.difference.mean, bot.difference.low, bot.difference.high) == (0, 0, 0)


def test_several_line_ups_meet_on_the_same_deals():
    plan = plan_for(["a", "b", "c"], 2, 12)
    done = {unit: (outcome(2, 0), outcome(0, 2)) for unit in plan.units}
    found = standings(plan, done)
    assert [(b.bot, b.games, b.win_share.mean) for b in found.bots] == [("a", 8, 1.0), ("b", 8, 0.5), ("c", 8, 0.0)]
    assert [b.difference.deals for b in found.bots] == [2, 2, 2]
    assert {(p.bot, p.other): p.ahead.mean for p in found.pairs} == {
        ("a", "b"): 1,
        ("a", "c"): 1,
        ("b", "a"): 0,
        ("b", "c"): 1,
        ("c", "a"): 0,
        ("c", "b"): 0,
    }


def test_a_bot_alone_meets_no_other():
    plan = plan_for(["a"], 2, 2)
    found = standings(plan, {Unit(0, 0): (outcome(3, 1), outcome(0, 2))})
    (bot,) = found.bots
    assert bot.difference is None
    assert found.pairs == []
    assert bot.win_share.mean == 0.5
    assert (bot.rating.mu, bot.rating.sigma) == pytest.approx((25, 25 / 3))
    ElementTree.fromstring(page(found))


# --- ratings


def game(bots, *scores):
    return Seen(0, tuple(bots), outcome(*scores))


def test_ranks_have_ties():
    assert outcome(5, 7, 5, 1).ranks == (2, 1, 2, 4)
    assert outcome(4, 4, 4, 1).shares == pytest.approx((1 / 3, 1 / 3, 1 / 3, 0))


@pytest.mark.parametrize("scores", [(1, 1), (2, 2, 2), (0, 0, 0, 0)])
def test_equals_that_tie_stay_equal(scores):
    names = "abcd"[: len(scores)]
    for rating in rate([game(names, *scores)], names).values():
        assert rating.mu == pytest.approx(25)
        assert rating.sigma < 25 / 3


@pytest.mark.parametrize("scores", [(9, 5, 5, 1), (9, 9, 5, 5), (9, 5, 5, 5), (9, 9, 9, 5)])
def test_ties_in_a_free_for_all(scores):
    ratings = rate([game("abcd", *scores)], "abcd")
    for a, b in permutations(range(4), 2):
        mine, theirs = ratings["abcd"[a]].mu, ratings["abcd"[b]].mu
        if scores[a] == scores[b]:
            assert mine == pytest.approx(theirs)
        else:
            assert (mine > theirs) == (scores[a] > scores[b])


def test_a_tie_brings_unequals_nearer():
    start = rate([game("ab", 5, 1)] * 5, "ab")
    after = rate([*[game("ab", 5, 1)] * 5, game("ab", 3, 3)], "ab")
    assert start["a"].mu > after["a"].mu > after["b"].mu > start["b"].mu


def test_the_order_of_seats_does_not_matter():
    scores = dict(zip("abcd", (9, 5, 5, 1), strict=True))
    first = [game("abcd", 3, 8, 1, 2)]
    expected = rate([*first, game("abcd", *scores.values())], "abcd")
    for order in permutations("abcd"):
        found = rate([*first, game(order, *(scores[bot] for bot in order))], "abcd")
        for bot in "abcd":
            assert (found[bot].mu, found[bot].sigma) == pytest.approx((expected[bot].mu, expected[bot].sigma))


def test_ratings_are_openskills():
    model = PlackettLuce(tau=0.0)
    rated = model.rate([[model.rating()] for _ in range(3)], ranks=[1.0, 2.0, 2.0])
    found = rate([game("abc", 7, 4, 4)], "abc")
    assert [(r.mu, r.sigma) for r in found.values()] == [(team[0].mu, team[0].sigma) for team in rated]
    # b on two seats: the mean of what the two earn
    found = rate([game("abb", 7, 9, 4)], "ab")
    rated = model.rate([[model.rating()] for _ in range(3)], ranks=[2.0, 1.0, 3.0])
    assert found["b"].mu == pytest.approx((rated[1][0].mu + rated[2][0].mu) / 2)


# --- the page


def test_the_page_needs_nothing_else(tmp_path):
    plan = make_plan(kobako.game("kotori").setup(3), "greedy,random", 1, 30)
    run(plan, tmp_path, workers=1)
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    tree = ElementTree.fromstring(text)
    assert len(list(tree.iter("svg"))) == 4
    assert not [e.tag for e in tree.iter() if e.tag in ("script", "link", "img", "iframe", "object")]
    assert not [name for e in tree.iter() for name in e.attrib if name in ("src", "href", "style", "onload")]
    for outside in ("http:", "https:", "url(", "@import", "//"):
        assert outside not in text
    tables = ["".join(table.itertext()) for table in tree.iter("table")]
    assert len(tables) == 3
    assert all("greedy" in table for table in tables)


def test_names_are_only_text_on_the_page():
    bot = 'program:./x --say "<b>&\'"'
    found = standings(plan_for([bot, "b"], 2, 4), {Unit(0, d): (outcome(1, 0), outcome(0, 1)) for d in range(2)})
    tree = ElementTree.fromstring(page(found))
    assert bot in [cell.text for cell in tree.iter("td")]
    assert not list(tree.iter("b"))


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0.25, 0.25), (-3.2, 7), (0, 0), (24.9, 25.1), (1, 100000)])
def test_scales_hold_their_values_on_round_numbers(low, high):
    scale = svg.Scale(low, high, 0, 100)
    ticks = list(scale.ticks)
    assert 2 <= len(ticks) <= 9
    assert 0 <= scale.at(low) <= scale.at(high) <= 100
    assert scale.at(ticks[0]) == pytest.approx(0)
    assert scale.at(ticks[-1]) == pytest.approx(100)


@pytest.mark.parametrize(("low", "high"), [(1 / 3 - 1e-16, 1 / 3), (-1e-17, 0), (0, 1e-17)])
def test_what_rounding_makes_is_not_drawn(low, high):
    scale = svg.Scale(low, high, 0, 100)
    assert scale.step > 0.01
    assert scale.at(low) == pytest.approx(scale.at(high))


def test_long_runs_are_thinned():
    places = svg.thinned(100_000)
    assert (places[0], places[-1], len(places)) == (0, 99_999, svg.MOST_POINTS)
    assert svg.thinned(3) == [0, 1, 2]
