"""Facts that are planted are found, and where nothing is planted, nothing is."""

import json
import re

import numpy as np
import pytest

from kobako.lab import findings as findings_module
from kobako.lab.findings import findings
from kobako.lab.metrics import METRICS, measure
from kobako.lab.report.telling import catalogue
from kobako.lab.stats import Finding, Metric, Value
from tests.lab.draws import ACTIONS, EVENTS, Plant, games
from tests.lab.test_metrics_luck import duel
from tests.lab.tiny import Move, Played, tables
from tests.lab.tiny import found as got

FAIR = Plant()


def study(*lists):
    played = [game for games in lists for game in games]
    return findings(measure(tables(played, EVENTS, ACTIONS)))


def codes(found, *certainties):
    return {finding.code for finding in found if finding.certainty in (certainties or ("certain", "likely"))}


def one(found, code):
    [finding] = [finding for finding in found if finding.code == code]
    return finding


def test_a_bonus_for_a_seat_is_found():
    finding = one(study(games(Plant(bonus=3), 1000)), "seat_advantage")
    assert finding.certainty == "certain"
    assert finding.values["seat"] == 3
    assert finding.values["low"] > 1 / 3 + 0.1


def test_a_small_bonus_is_found_in_many_games_only():
    few, many = (study(games(Plant(bonus=1), n)) for n in (60, 2500))
    assert not codes(few) & {"seat_advantage", "seat_handicap"}
    assert one(many, "seat_advantage").values["seat"] == 3


def test_a_card_that_never_scores_is_found():
    finding = one(study(games(Plant(dead=4), 200)), "piece_never_counts")
    said = {"event": "scored", "number": "points", "arg": "card", "piece": "4"}
    assert said.items() <= finding.values.items()
    assert finding.certainty == "certain"


def test_strong_and_weak_cards_are_found_by_the_chances():
    found = study(games(FAIR, 600))
    strong = [f.values["piece"] for f in found if f.code == "piece_strong"]
    weak = [f.values["piece"] for f in found if f.code == "piece_weak"]
    assert (strong[0], weak[0]) == ("6", "1")


def test_a_rule_that_never_fires_is_found():
    finding = one(study(games(Plant(ruled=False), 120)), "event_never")
    assert (finding.values["kind"], finding.certainty) == ("ruled", "certain")
    assert 0.05 < finding.values["most"] < 0.1


def test_a_rule_that_fires_once_is_told_as_rare():
    found = study([*games(Plant(ruled=False), 299), games(FAIR, 1)[0]])
    assert one(found, "event_rare").values["share"] == pytest.approx(1 / 300)
    assert "event_never" not in codes(found, "certain", "likely", "open")


def test_it_is_told_that_it_fires_elsewhere():
    found = study(games(Plant(ruled=False), 150), games(FAIR, 150, table="random"))
    assert one(found, "event_never").values["elsewhere"] > 0.9


def test_a_number_that_is_always_0_is_found():
    finding = one(study(games(FAIR, 120)), "number_never_counts")
    assert (finding.values["number"], finding.certainty) == ("bonus", "certain")


def test_an_action_that_is_never_right_is_found():
    found = study(games(Plant(skip=True), 600))
    never = [f.values["kind"] for f in found if f.code == "action_never_right" and f.certainty == "certain"]
    always = [f.values["kind"] for f in found if f.code == "action_always_right" and f.certainty == "certain"]
    assert (sorted(never), always) == (["right", "skip"], ["left"])


def test_an_action_that_is_never_played_is_found():
    finding = one(study(games(FAIR, 120)), "action_never_played")
    assert (finding.values["kind"], finding.certainty) == ("skip", "certain")


def test_pure_chance_is_told_from_pure_skill():
    """Dealt cards settle the draws; where every replay is a new throw of a coin, the deal does not."""
    rng = np.random.default_rng(2)
    coins = [
        Played([1.0, 0.0] if rng.random() < 0.5 else [0.0, 1.0], deal=deal, replay=replay)
        for deal in range(500)
        for replay in range(3)
    ]
    assert one(study(games(FAIR, 300, replays=2)), "deal_decides").certainty == "certain"
    assert "deal_decides" not in codes(study(coins), "certain", "likely", "open")
    assert one(study(coins), "play_decides").certainty == "certain"


def test_the_stronger_wins_where_skill_counts():
    """A thinker against one who plays anything: nine games of ten, or five."""

    def duels(wins):
        for number in range(1000):
            shares, bots = ([1.0, 0.0] if number % 10 < wins else [0.0, 1.0]), ["regular", "random"]
            turn = -1 if number % 2 else 1
            yield Played(shares[::turn], bots=bots[::turn], deal=number, table="regular,random")

    skill, chance = (findings(measure(tables(list(duels(wins))))) for wins in (9, 5))
    assert one(skill, "stronger_wins").values["stronger"] == "regular"
    assert one(skill, "stronger_wins").certainty == "certain"
    assert one(chance, "skill_does_nothing").certainty in ("likely", "certain")
    assert "stronger_wins" not in codes(chance, "certain", "likely", "open")


def restricted(wins, fixed):
    """Six hundred deals of two regulars, and of a regular against one that never lays: that one wins so many of six."""
    bots = ["regular", "regular without lay"]
    for deal in range(600):
        yield Played([1.0, 0.0] if deal % 2 else [0.0, 1.0], deal=deal)
        for rotation in (0,) if fixed else (0, 1):
            turn = -1 if rotation else 1
            shares = [0.0, 1.0] if deal % 6 < wins else [1.0, 0.0]
            yield Played(shares[::turn], bots=bots[::turn], deal=deal, replay=rotation, table="one without lay")


@pytest.mark.parametrize("fixed", [False, True])
def test_what_it_costs_never_to_play_a_kind(fixed):
    """Two wins of six for an even share of three (and, on a fixed seat, for the three that the seat has anyway)."""
    finding = one(findings(measure(tables(list(restricted(2, fixed))))), "kind_needed")
    assert (finding.values["kind"], finding.certainty) == ("lay", "certain")
    assert finding.values["difference"] == pytest.approx(-1 / 6)
    assert finding.values.get("seat") == (2 if fixed else None)


def test_a_kind_that_one_can_do_without():
    found = findings(measure(tables(list(restricted(3, fixed=False)))))
    assert one(found, "kind_idle").certainty in ("likely", "certain")
    assert not codes(found, "certain", "likely", "open") & {"kind_needed", "kind_harmful"}


def lots(deals, seats=3):
    """Pure chance, each deal in every seating: whoever sits on the seat that is drawn wins."""
    rng = np.random.default_rng(4)
    for deal in range(deals):
        winner = int(rng.integers(seats))
        for turned in range(seats):
            bots = ["deep" if seat == turned else "shallow" for seat in range(seats)]
            yield Played(
                [float(seat == winner) for seat in range(seats)], bots=bots, deal=deal, replay=turned, table="a"
            )


def test_in_a_game_of_lots_skill_does_nothing():
    told = {finding.code for finding in findings(measure(tables(list(lots(400)))))}
    assert "skill_does_nothing" in told
    assert "stronger_wins" not in told


def test_what_chance_settles_after_the_deal_is_not_told_as_the_plays():
    """A coin is thrown whatever is played: the deal says nothing, and yet the play has no say either."""
    rng = np.random.default_rng(2)

    def thrown(deals, table):
        for deal in range(deals):
            for replay in range(2):
                shares = [1.0, 0.0] if rng.random() < 0.5 else [0.0, 1.0]
                bots = ["regular"] * 2 if table == "regular" else ["search:100", "random"][:: 1 if replay else -1]
                yield Played(shares, bots=bots, deal=deal, replay=replay, table=table)

    equals, lots = list(thrown(500, "regular")), list(thrown(1500, "search:100 v random"))
    assert "play_decides" in codes(findings(measure(tables(equals))), "certain", "likely")
    both = findings(measure(tables([*equals, *lots])))
    assert one(both, "skill_does_nothing").certainty == "certain"
    assert not codes(both, "certain", "likely", "open") & {"play_decides", "deal_decides", "stronger_wins"}


def test_pure_skill_is_told():
    """Who thinks ends ahead in 98 of 100 games; in nine of ten it would be the stronger who wins, and no more."""
    found = {wins: findings(measure(tables(list(thinker(wins))))) for wins in (98, 90)}
    assert one(found[98], "skill_decides").certainty == "certain"
    assert one(found[98], "skill_decides").values["luck"] == pytest.approx(0.03, abs=0.005)
    assert "stronger_wins" not in codes(found[98], "certain", "likely", "open")
    assert one(found[90], "stronger_wins").certainty == "certain"
    assert "skill_decides" not in codes(found[90], "certain", "likely", "open")


def thinker(wins):
    """Who thinks against who draws lots, in either seat, with so many wins of a hundred."""
    for number in range(1000):
        shares, turn = ([1.0, 0.0] if number % 100 < wins else [0.0, 1.0]), -1 if number % 2 else 1
        yield Played(shares[::turn], bots=["search:100", "random"][::turn], deal=number, table="search:100 v random")


def test_a_ladder_without_a_step_is_told_as_flat():
    games = [*duel(100, 50, 500, 1000, "one"), *duel(200, 100, 500, 1000, "two")]
    assert "ladder_flat" in {finding.code for finding in findings(measure(tables(games)))}


def test_where_only_all_steps_together_tell_that_thinking_helps_it_is_not_told_as_flat():
    games = [*duel(100, 50, 505, 1000, "one"), *duel(200, 100, 560, 1000, "two"), *duel(400, 200, 560, 1000, "three")]
    found = findings(measure(tables(games)))
    assert 0.52 < one(found, "ladder_slow").values["share"] < 0.56
    assert "ladder_flat" not in {finding.code for finding in found}


def test_the_ladder_is_told():
    stops = [*duel(100, 50, 600, 1000, "one"), *duel(200, 100, 500, 1000, "two")]
    goes_on = [*duel(100, 50, 600, 1000, "one"), *duel(200, 100, 600, 1000, "two")]
    assert one(findings(measure(tables(stops))), "ladder_stops").values["thought"] == 100
    assert one(findings(measure(tables(goes_on))), "ladder_climbs").values["thought"] == 200


def test_a_longer_game_is_told_in_a_sweep_and_by_how_much():
    """Nine draws for six: three decisions more, in every game."""
    found = study(games(FAIR, 300), games(Plant(draws=9), 300, cell=1))
    [longer] = [f for f in found if f.code == "option_changes" and f.values["metric"] == "length.decisions"]
    assert (longer.certainty, longer.values["difference"], longer.values["now"]) == ("certain", 3, 9)
    assert "option_idle" not in codes(found, "open")


def test_common_deals_make_small_changes_plain():
    """A bonus of one point for seat 2: with the same deals the interval is less than half of what it is with others."""
    same, other = games(Plant(bonus=1), 400, cell=1), games(Plant(bonus=1), 400, seed=9, cell=1)
    widths = []
    for changed in (same, other):
        metrics = measure(tables([*games(FAIR, 400), *changed], EVENTS, ACTIONS))
        value = got(metrics, "change.fairness.seat_share", cell=1).value("2")
        widths.append(value.high - value.low)
    assert widths[0] < widths[1] / 2


def test_an_option_that_changes_nothing_beyond_chance_is_told_as_open():
    found = study(games(FAIR, 200), games(FAIR, 200, seed=3, cell=1))
    assert one(found, "option_idle").certainty == "open"
    assert not codes(found, "certain", "likely", "open") & {"option_changes", "option_dead"}


def test_an_option_that_never_comes_into_play_is_found():
    """The same deals and the same heads: every game is the same, action by action."""
    found = study(games(FAIR, 150), games(FAIR, 150, cell=1))
    assert one(found, "option_dead").certainty == "certain"
    assert not codes(found, "certain", "likely", "open") & {"option_changes", "option_idle"}
    [differs] = got(measure(tables([*games(FAIR, 150), *games(Plant(bonus=1), 150, cell=1)], EVENTS, ACTIONS)),
                    "otherwise", cell=1).values  # fmt: skip
    assert differs.mean == 1.0


def test_what_skill_changes_is_told():
    found = study(games(FAIR, 300), games(Plant(draws=9), 300, table="random"))
    told = [f for f in found if f.code == "skill_changes" and f.values["metric"] == "length.decisions"]
    assert told[0].values["others"] == "random"
    assert told[0].values["difference"] == 3


# Of a fair game these would be false alarms.
ALARMS = {
    "seat_advantage",
    "seat_handicap",
    "turn_advantage",
    "turn_handicap",
    "action_never_right",
    "action_always_right",
    "event_never",
    "event_rare",
    "piece_never_counts",
    "option_changes",
    "option_dead",
    "skill_changes",
    "matters_most",
    "aimed_at",
    "aimed_by_all",
}


def fair_coins(seed, n=200, cell=0, table="regular"):
    """Nothing but chance: three seats, as likely each, with chances that say so until the end."""
    rng = np.random.default_rng([seed, cell, len(table)])
    for deal in range(n):
        winner, marks = int(rng.integers(3)), rng.integers(0, 6, 3)
        moves = [
            Move(
                seat,
                2,
                (1 / 3, 1 / 3, 1 / 3),
                ACTIONS[int(rng.integers(2))],
                0,
                tuple(rng.uniform(0.2, 0.4, 2)),
                kinds="left,right",
                events=[("scored", seat, int(marks[seat]), 1, 1), ("ruled", seat)],
            )
            for seat in range(3)
        ]
        yield Played([float(seat == winner) for seat in range(3)], moves, deal=deal, cell=cell, table=table)


def test_false_alarms_are_rare():
    """Twelve studies of nothing, each with a variant and a second table: alarms in one at most, none certain."""
    alarms, certain = 0, 0
    for seed in range(12):
        found = study(fair_coins(seed), fair_coins(seed, cell=1), fair_coins(seed, table="random"))
        alarms += bool(codes(found) & ALARMS)
        certain += bool(codes(found, "certain") & ALARMS)
    assert alarms <= 1
    assert certain == 0


def test_findings_and_metrics_can_be_written_and_read():
    metrics = measure(tables(games(FAIR, 30), EVENTS, ACTIONS))
    found = findings(metrics)
    text = json.dumps([[m.to_json() for m in metrics], [f.to_json() for f in found]], allow_nan=False)
    measured, told = json.loads(text)
    again = [Metric.from_json(m) for m in measured]
    assert [m.to_json() for m in again] == measured
    assert [m.name for m in again] == [m.name for m in metrics]
    assert [Finding.from_json(f) for f in told] == found


@pytest.mark.parametrize("n", [1, 2, 3])
def test_very_few_games_are_no_error_and_prove_nothing(n):
    found = study(games(FAIR, n))
    assert not codes(found) & ALARMS


def test_the_heaviest_comes_first():
    weights = [finding.weight for finding in study(games(Plant(bonus=3), 300))]
    assert weights == sorted(weights, reverse=True)


def test_only_deals_in_common_are_compared():
    """Twice as many deals at the second table, and the further ones all otherwise: no difference is seen in them."""
    base = [Played([1.0, 0.0], deal=deal) for deal in range(40)]
    more = [Played([1.0, 0.0] if deal < 40 else [0.0, 1.0], deal=deal, table="random") for deal in range(80)]
    contrast = got(measure(tables([*base, *more])), "contrast.fairness.seat_share", "random")
    assert [value.mean for value in contrast.values] == pytest.approx([0.0, 0.0])
    assert contrast.each == (1.0, 1.0)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_finding_and_metric_has_its_words(lang):
    words = catalogue(lang)
    rows = re.findall(r"^\| (`.+?) \|", findings_module.__doc__, re.M)
    listed = {code for row in rows for code in re.findall(r"`(\w+)`", row)}
    assert listed == set(words["finding"])
    assert set(METRICS) == set(words["metric"])


def aimed(*shares):
    """What is told of seats (a list of shares by distance each) that have such targets."""
    keys = tuple(f"{seat}>{at + 1}" for seat, by in enumerate(shares) for at in range(len(by)))
    values = tuple(Value(share, share - 0.02, share + 0.02, 500) for by in shares for share in by)
    even = tuple(Value(1 / 3, 0.3, 0.36, 500) for _ in shares)
    seats = Metric("fairness.seat_share", "regular", 0, "share", ("0", "1", "2"), even)
    targets = Metric("interaction.targets", "regular", 0, "share", keys, values)
    return [
        (f.code, f.values.get("seat"), f.values["distance"]) for f in findings([seats, targets]) if "aimed" in f.code
    ]


def test_what_all_do_is_not_told_of_one_seat():
    assert aimed([0.4, 0.6], [0.3, 0.7], [0.35, 0.65]) == [("aimed_by_all", None, 2)]
    assert aimed([0.5, 0.5], [0.3, 0.7], [0.6, 0.4]) == [("aimed_at", 2, 2)]
    assert aimed([0.4, 0.6], [0.3, 0.7], [0.49, 0.51]) == []  # not certain of every one: nothing is said of all
