"""What the lab plays: the very games of its bots, judged; variants, restrictions and seats as they were asked for."""

from dataclasses import replace

import pyarrow.compute as pc
import pytest

import kobako
from kobako.bots.characters import CHARACTERS
from kobako.bots.company import Company
from kobako.bots.minds import weights_of
from kobako.bots.registry import make_bot
from kobako.bots.search.thinking import classic_thinking, thinking_of
from kobako.core.errors import BadOption, KobakoError
from kobako.core.match import Match
from kobako.lab import Study, study
from kobako.lab.design import make_plan
from kobako.lab.judge import Judge
from kobako.lab.plan import Plan, Player, Table, Unit
from kobako.lab.play import method_of, play_unit, setup_of, thinker_of
from kobako.lab.rows import SCHEMAS, pack, unpack
from tests import janken


def plan_of(name="kotori", players=3, n=4, seed=11, bots="search:60", **more):
    return make_plan(kobako.game(name).setup(players), n, seed, bots, **more)


@pytest.mark.parametrize("name", kobako.game_names())
def test_a_judged_search_plays_what_the_bot_plays(name):
    """The lab asks the search in a call of its own, and stops it early: the games are the bots' all the same."""
    plan = make_plan(kobako.game(name).setup(4), 2, 3, "search:120", curves=False)
    rows = play_unit(plan, Unit(0, 0, 0))
    setup = setup_of(plan, 0)
    for replay in range(2):
        match = Match(setup, plan.deal_seed(0))
        seated = dict.fromkeys(range(4), "search:120")
        with Company(setup.game, seated, lambda seat, k=replay: plan.player_seed(0, k, seat), wait=True) as company:
            company.play(match)
        mine = rows["decisions"].filter(pc.equal(rows["decisions"]["game"], replay))
        assert mine["action"].to_pylist() == [int(a) for a in match.actions]
        game = rows["games"].to_pylist()[replay]
        assert [game[f"score_{s}"] for s in range(4)] == match.scores
        assert [game[f"rank_{s}"] for s in range(4)] == match.ranks
        assert (game["decisions"], game["rounds"], game["seed"]) == (
            len(match.actions),
            match.state.round_no,
            match.seed,
        )


def learned_game():
    return next(game for game in map(kobako.game, kobako.game_names()) if weights_of(game) is not None)


def of_table(setup, *names):
    return [thinker_of(make_bot(name, setup.game, 1), setup) for name in names]


def test_who_thinks_and_how():
    """What was learned is thought by, with as many simulations as a table has them; house rules are met without."""
    game = learned_game()
    by_book, house = game.setup(3), game.setup_from("3", other_rule(game))
    [regular, classic, given] = of_table(by_book, "regular", "classic:1500", "search:80")
    assert [regular.sims, classic.sims, given.sims] == [1100, 1500, 80]
    assert classic.method.weights is None
    assert given.method == regular.method != classic.method
    [at_home] = of_table(house, "regular")
    assert (at_home.sims, at_home.method.weights) == (1500, None)
    assert of_table(by_book, "regular:" + next(iter(CHARACTERS["regular"])), "novice", "greedy") == [None] * 3
    assert method_of(by_book, [regular, given, None]) == regular.method
    assert method_of(by_book, [classic]) == classic.method
    assert method_of(by_book, [classic, regular]) == method_of(by_book, [None]) == regular.method


def other_rule(game):
    """A house rule for three that is not the rulebook's."""
    option = next(option for option in game.house if 3 in option.players)
    [value, *_] = option.house_samples(3)
    return {option.name: option.text(value)}


@pytest.mark.parametrize("by_weights", [False, True])
def test_the_judge_thinks_the_same_uncompiled(by_weights, monkeypatch):
    setup = learned_game().setup(2)
    method = thinking_of(setup.game) if by_weights else classic_thinking(setup.game)
    match, found = setup.new(5), []
    for _ in range(2):
        judge = Judge(setup, 40, method)
        judge.begin(match)
        thought = judge.think([int(a) for a in match.legal()], 40, seed=9, glance=10)
        found.append((thought.visits, thought.values, thought.sight, judge.chances()))
        monkeypatch.setattr(judge.compiled, "kernel_or_none", lambda name: None)
    assert judge.plain
    assert found[0][:3] == found[1][:3]
    assert found[0][3] == pytest.approx(found[1][3])


def test_who_thinks_otherwise_than_the_judge_is_asked_as_a_bot():
    """Of two who think in two ways, both play what they would in the arena."""
    name = learned_game().name
    plan = make_plan(kobako.game(name).setup(2), 2, 3, "search:30,classic:30", curves=False)
    rows = play_unit(plan, Unit(0, 0, 0))
    match = Match(setup_of(plan, 0), plan.deal_seed(0))
    seated = {0: "search:30", 1: "classic:30"}
    with Company(match.game, seated, lambda seat: plan.player_seed(0, 0, seat), wait=True) as company:
        company.play(match)
    mine = rows["decisions"].filter(pc.equal(rows["decisions"]["game"], 0))
    assert mine["action"].to_pylist() == [int(a) for a in match.actions]


def test_rows_say_what_happened():
    plan = plan_of()
    rows = play_unit(plan, Unit(0, 0, 0))
    assert {name: rows[name].schema for name in SCHEMAS} == SCHEMAS
    games, decisions, events = (rows[name].to_pylist() for name in SCHEMAS)
    match = kobako.game("kotori").new(players=3, seed=11)
    mine = [row for row in decisions if row["game"] == 0]
    assert games[0]["first"] == match.seat
    assert [row["move"] for row in mine] == list(range(games[0]["decisions"]))
    told = [row for row in events if row["game"] == 0]
    assert len([row for row in told if row["move"] == -1]) == len(match.events)
    for row in mine:
        legal = match.legal()
        assert (row["seat"], row["round"], row["legal"]) == (match.seat, match.state.round_no, len(legal))
        assert row["phase"] == "bidding"
        assert sum(row[f"chance_{s}"] for s in range(3)) == pytest.approx(1, abs=1e-5)
        assert row["chance_3"] is None
        assert (row["best"] is None) == (len(legal) == 1)
        if len(legal) > 1:
            assert {row["best"], row["sight"], row["action"]} <= set(map(int, legal))
            assert 1 <= row["reasonable"] <= len(legal)
        assert row["text"] == match.setup.action(row["action"]).text
        assert len(match.play(row["action"])) == row["events"] == sum(e["move"] == row["move"] for e in told)
    assert games[0]["forced"] == sum(row["legal"] == 1 for row in mine)
    assert [games[0][f"share_{s}"] for s in range(4)] == [
        *((s in match.winners) / len(match.winners) for s in range(3)),
        None,
    ]


def test_packed_rows_come_back():
    rows = play_unit(plan_of(bots="random", n=2), Unit(0, 0, 0))
    assert unpack(pack(rows)) == rows


def test_deals_are_the_same_in_every_variant_and_at_every_table():
    plan = make_plan(kobako.game("ice").setup(2), 4, 5, "random", vary=["hand=10,12"], forbid=["play@1"], curves=False)
    assert [dict(cell.varied) for cell in plan.cells] == [{"hand": "10"}, {"hand": "12"}]
    seeds = {unit[:2]: play_unit(plan, unit)["games"]["seed"].to_pylist() for unit in plan.units}
    assert len(seeds) == 4
    assert len({tuple(line) for line in seeds.values()}) == 1


def test_a_plan_comes_back_from_json():
    plan = plan_of(vary=["players=2,3", "first=drawn,0"], forbid=["bid@0"], ladder=3)
    assert Plan.from_json(plan.to_json()) == plan
    assert [cell.players for cell in plan.cells] == [2, 2, 3, 3]


def test_the_usual_tables():
    plan = make_plan(kobako.game("kotori").setup(4), 100, 1)
    assert [table.name for table in plan.tables[:4]] == ["regular", "greedy", "random", "search:100 v random"]
    assert [table.name for table in plan.tables[4:]] == [
        f"search:{2 * k} v search:{k}" for k in (25, 50, 100, 200, 400, 800)
    ]
    assert [plan.games_per_deal(0, t) * table.deals for t, table in enumerate(plan.tables)] == [100] * 4 + [20] * 6
    assert plan.total == 520 == sum(map(plan.games, plan.units))
    assert all(map(plan.has, plan.units))


def test_variants_by_house_rules_are_all_played_without_what_was_learned():
    """By weights one plays the rulebook's game only: half of the variants would have other players."""
    game = learned_game()
    [(name, value)] = other_rule(game).items()
    [default] = [option.text(option.default_for(3)) for option in game.house if option.name == name]
    plan = make_plan(game.setup(3), 10, 1, vary=[f"{name}={default},{value}"])
    assert [table.name for table in plan.tables] == ["classic:1500", "greedy", "random", "classic:100 v random"]
    assert make_plan(game.setup(3), 10, 1, vary=[f"{name}={value}"]).tables[0].name == "regular"
    assert make_plan(game.setup(3), 10, 1, vary=["players=2,3"]).tables[0].name == "regular"


def test_other_weights_are_not_played_into_a_study():
    plan = make_plan(learned_game().setup(2), 2, 1, "random", curves=False)
    assert plan.learned
    with pytest.raises(KobakoError, match=r"go by weights \w+ here, and those of the study by 12345678: play it where"):
        play_unit(replace(plan, learned="12345678"), Unit(0, 0, 0))


def test_players_who_differ_change_seats_unless_fixed():
    table = Table("x", (Player("master"), Player("regular")), 1)
    assert [[p.bot for p in table.seated(3, r)].index("master") for r in range(table.rotations(3))] == [0, 1, 2]
    assert Table("x", table.seats, 1, fixed=True).rotations(3) == 1


def test_what_is_forbidden_is_not_played_where_there_is_another():
    name, kind = "donburiko", "take"
    plan = make_plan(kobako.game(name).setup(3), 6, 2, "search:30", forbid=[f"{kind}@2"], curves=False)
    assert [table.name for table in plan.tables] == ["search:30", "search:30, seat 2 without take"]
    rows = [play_unit(plan, unit) for unit in plan.units if unit.table == 1]
    decisions = [row for part in rows for row in part["decisions"].to_pylist()]
    took = [row for row in decisions if row["kind"] == kind]
    assert {row["seat"] for row in took if row["kinds"] != kind} == {0, 1}
    assert rows[0]["games"]["bot_2"].to_pylist() == ["search:30 without take"] * 2


def test_it_moves_to_every_seat_where_none_is_named():
    plan = make_plan(kobako.game("donburiko").setup(3), 3, 2, "random", forbid=["take"], curves=False)
    games = play_unit(plan, Unit(0, 1, 0))["games"].to_pylist()
    assert [[row[f"bot_{s}"] for s in range(3)].index("random without take") for row in games] == [0, 1, 2]


def test_a_seat_is_forbidden_it_with_any_number_of_players():
    plan = plan_of("kotori", 2, vary=["players=2,4"], forbid=["bid@1"])
    assert [player.never for player in plan.tables[1].seated(4, 0)] == [(), ("bid",), (), ()]
    assert [player.never for player in plan.tables[1].seated(2, 0)] == [(), ("bid",)]
    with pytest.raises(BadOption, match="a seat from 0 to 1, not '2'"):
        plan_of("kotori", 3, vary=["players=2,3"], forbid=["bid@2"])


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"n": 0}, "a study has 1 to 100000 games at a table, not 0"),
        ({"bots": "regular,,random"}, "bots are named with commas between them"),
        ({"bots": "nobody"}, "no bot 'nobody': there are .*greedy"),
        ({"bots": "random,random,random,random"}, "4 bots cannot sit on 3 seats"),
        ({"vary": ["hand"]}, "--vary is written NAME=A,B,C or NAME=LOW..HIGH:STEP, not 'hand'"),
        ({"vary": ["wings=1,2"]}, "kotori has no option 'wings' to vary: there are players, first"),
        ({"vary": ["players=5"]}, "kotori is for 2, 3, 4 players, not '5'"),
        ({"vary": ["players=4..2"]}, "goes up from LOW to HIGH, by 1 or more, not '4..2'"),
        ({"vary": ["players=2,2"]}, "takes different values with commas between them, not '2,2'"),
        ({"vary": ["players=2", "players=3"]}, "an option is varied twice"),
        ({"vary": ["first=0..900"]}, "at most 200 variants"),
        ({"forbid": ["fly"]}, "kotori has no kind of action 'fly' to forbid: there are bid"),
        ({"forbid": ["bid@3"]}, "--forbid bid@SEAT names a seat from 0 to 2, not '3'"),
        ({"forbid": ["bid", "bid"]}, "the same is forbidden twice"),
        ({"ladder": -1}, "a step of the ladder has 0 to 100000 games, not -1"),
    ],
)
def test_bad_input_is_told_what_is_allowed(asked, told):
    with pytest.raises(BadOption, match=told):
        plan_of(**asked)


def test_a_third_partys_game_without_a_mind(tmp_path):
    with janken.installed(tmp_path) as game:
        made = study(game.setup(2), 4, "search:40,random", seed=1, workers=1)
        assert made.games.num_rows == 4
        assert made.decisions["sight"].null_count == made.decisions["best"].null_count
        assert made.metrics()
        made.save(tmp_path / "out")
        again = Study.load(tmp_path / "out")
        assert (again.plan, again.games, again.decisions, again.events) == (
            made.plan, made.games, made.decisions, made.events,
        )  # fmt: skip


def test_what_belongs_to_another_number_of_players_is_not_missed():
    """With two players one takes scoops onto a cone, with four nobody can: that is no rule that never fires."""
    made = study(kobako.game("ice").setup(4), 2, "random", seed=1, workers=1, curves=False)
    [fired] = [metric for metric in made.metrics() if metric.name == "pieces.event_games"]
    assert "took" in fired.keys
    assert not {"took_onto", "cone_lost"} & set(fired.keys)


def test_csv_comes_back_the_same(tmp_path):
    made = study(kobako.game("kotori").setup(2), 2, "search:40", seed=1, workers=1)
    made.save(tmp_path, as_csv=True)
    again = Study.load(tmp_path)
    assert (again.games, again.decisions, again.events) == (made.games, made.decisions, made.events)
