"""The arena: the same games whoever plays them, none lost, none twice, and a clear word when something is wrong."""

import csv
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import kobako
from kobako.arena import duel, on_ray
from kobako.arena.results import rows
from kobako.arena.run import run
from kobako.arena.schedule import Unit, make_plan
from kobako.bots import registry
from kobako.cli import main
from kobako.core.errors import BadOption, KobakoError
from tests.arena import strange_bots
from tests.needs import PS, needed

WRITTEN = ("results.parquet", "summary.json", "report.html")


def plan_of(bots="greedy,random", players=3, games=30, seed=11, name="kotori", **options):
    return make_plan(kobako.game(name).setup(players, **options), bots, seed, games)


def written(folder):
    return {name: (folder / name).read_bytes() for name in WRITTEN}


def logged(folder):
    """The units in a log, as often as they stand there."""
    lines = (folder / "log.jsonl").read_bytes().split(b"\n")[1:-1]
    return Counter((unit["line_up"], unit["deal"]) for unit in map(json.loads, lines))


@pytest.fixture
def strange(tmp_path, monkeypatch):
    strange_bots.install(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._known.cache_clear()
    strange_bots.CLOSED.clear()
    yield
    registry._known.cache_clear()


# --- what is played


def test_line_ups():
    assert plan_of("greedy,random", 4).line_ups == (("greedy", "random", "random", "random"),)
    assert plan_of("greedy,random", 2).line_ups == (("greedy", "random"),)
    assert plan_of("random", 3).line_ups == (("random",) * 3,)
    three = plan_of("search:30,greedy,random", 2)
    assert three.line_ups == (("search:30", "greedy"), ("search:30", "random"), ("greedy", "random"))
    assert plan_of("random,random,greedy", 2).line_ups == (("random", "random"), ("random", "greedy"))


@pytest.mark.parametrize(("games", "deals"), [(1, 1), (12, 2), (13, 3), (18, 3)])
def test_games_are_rounded_up_to_whole_deals(games, deals):
    plan = plan_of("search:30,greedy,random", 2, games)
    assert (plan.deals, plan.total, len(list(plan.units))) == (deals, deals * 6, deals * 3)


def test_every_bot_has_every_seat_of_every_deal():
    plan = plan_of("search:30,greedy,random", 4, 40)
    for deal in range(plan.deals):
        seats = Counter((seat, bot) for r in range(4) for seat, bot in enumerate(plan.seated(0, r)))
        assert seats == {(seat, bot): plan.line_ups[0].count(bot) for seat in range(4) for bot in plan.bots}
        assert len({plan.bot_seed(deal, r, seat) for r in range(4) for seat in range(4)}) == 16


def test_rotations_play_the_same_cards_and_seeds_wrap_around():
    plan = plan_of(seed=(1 << 128) - 1, games=6)
    assert [plan.deal_seed(deal) for deal in range(2)] == [(1 << 128) - 1, 0]
    played = {unit: duel.play_unit(plan, unit) for unit in plan.units}
    table = list(rows(plan, played))
    assert [row["seed"] for row in table] == ["f" * 32] * 3 + ["0" * 32] * 3
    assert [row["bot_0"] for row in table[:3]] == ["greedy", "random", "random"]
    assert [row["bot_1"] for row in table[:3]] == ["random", "greedy", "random"]


@pytest.mark.parametrize("name", kobako.game_names())
def test_a_game_is_what_its_seeds_make_it(name):
    plan = plan_of("greedy,random", 2, 2, name=name)
    outcomes = duel.play_unit(plan, Unit(0, 0))
    for rotation, outcome in enumerate(outcomes):
        match = kobako.game(name).new(players=2, seed=11)
        seated = plan.seated(0, rotation)
        bots = [registry.make_bot(b, match.game, plan.bot_seed(0, rotation, s)) for s, b in enumerate(seated)]
        match.run(lambda m, bots=bots: bots[m.seat].choose(m.view(m.seat), m.legal()))
        assert outcome == duel.Outcome(tuple(match.scores), tuple(match.ranks), len(match.actions))
        assert sum(outcome.shares) == 1
        assert [seat for seat, share in enumerate(outcome.shares) if share] == match.winners


def test_options_are_played():
    plan = plan_of("random", 2, 2, name="ice", hand=12)
    assert dict(plan.options) == {"first": "drawn", "hand": "12"}
    assert duel._setup(plan).option_texts() == dict(plan.options)


# --- who plays it makes no difference


def test_any_number_of_workers_writes_the_same_bytes(tmp_path):
    plan = plan_of("search:30,greedy,random", 2, 36)
    told = []
    for workers in (1, 2):
        run(plan, tmp_path / str(workers), workers=workers, report=told.append)
    assert written(tmp_path / "1") == written(tmp_path / "2")
    assert told == [2 * i for i in range(19)] * 2
    assert logged(tmp_path / "2") == Counter(list(plan.units))


def test_levels_do_not_depend_on_the_clock(tmp_path):
    plan = plan_of("regular,novice", 2, 4)
    for workers in (1, 2):
        run(plan, tmp_path / str(workers), workers=workers)
    assert written(tmp_path / "1") == written(tmp_path / "2")


def test_a_killed_worker_loses_nothing(tmp_path):
    plan = plan_of(games=120)
    killed = []

    def kill_one(done):
        if done in (12, 60):
            worker = multiprocessing.active_children()[0]
            os.kill(worker.pid, signal.SIGKILL)
            killed.append(worker.pid)

    run(plan, tmp_path / "a", workers=2, report=kill_one)
    run(plan, tmp_path / "b", workers=1)
    assert len(killed) == 2
    assert logged(tmp_path / "a") == Counter(list(plan.units))
    assert written(tmp_path / "a") == written(tmp_path / "b")
    assert not multiprocessing.active_children()


def arena(*argv, command="arena", limit=None, **more):
    """`kobako arena …` (or another command) as a process, which hears Ctrl-C even if this one has it ignored."""

    def prepare():
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        if limit:
            limit()

    return subprocess.Popen(
        [sys.executable, "-m", "kobako", command, *map(str, argv)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=prepare,
        **more,
    )


def wait_for(true, seconds=300):
    start = time.monotonic()
    while not (found := true()):
        assert time.monotonic() - start < seconds
        time.sleep(0.01)
    return found


def lines_in(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def children(pid):
    listed = subprocess.run([needed(PS), "-A", "-o", "pid=,ppid="], capture_output=True, text=True).stdout
    return [int(child) for child, parent in map(str.split, listed.splitlines()) if int(parent) == pid]


def alive(pid):
    listed = subprocess.run([needed(PS), "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return bool(listed) and not listed.startswith("Z")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """What an arena writes that nobody stopped."""
    folder = tmp_path_factory.mktemp("whole")
    run(plan_of(games=450), folder, workers=1)
    return written(folder)


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.soak), signal.SIGKILL]
)
def test_stopped_in_the_middle_and_taken_up_again(tmp_path, number, whole):
    argv = ["kotori", "--bots", "greedy,random", "-p", "3", "-n", "450", "--seed", "11", "--workers", "2"]
    cut, log = tmp_path / "cut", tmp_path / "cut" / "log.jsonl"
    with arena(*argv, "--out", cut) as process:
        wait_for(lambda: lines_in(log) > 10)
        workers = children(process.pid)
        process.send_signal(number)
    assert len(workers) >= 2
    wait_for(lambda: not any(map(alive, workers)))  # they notice, and go
    before = lines_in(log)
    assert before < 151
    assert not (cut / "report.html").exists()
    with log.open("ab") as file:  # as if the power had gone while a unit was being written
        file.write(b'{"line_up":0,"deal":149,"games":[{"sco')
    with arena(*argv[:-2], "--out", cut) as process:  # any number of workers may go on
        assert process.wait(60) == 0, process.stderr.read()
    assert lines_in(log) == 151
    assert logged(cut) == Counter(list(plan_of(games=450).units))
    assert written(cut) == whole


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", [1, 2])
def test_stopped_it_says_how_to_go_on(tmp_path, workers, number):
    log = tmp_path / "out" / "log.jsonl"
    argv = ["kotori", "--bots", "greedy,random", "-n", "100000", "--workers", workers, "--out", tmp_path / "out"]
    with arena(*argv, start_new_session=True) as process:
        wait_for(lambda: lines_in(log) > 3)
        os.killpg(process.pid, number)
        assert process.wait(20) == 1
        said = process.stderr.read()
    assert f"the same command with --out {tmp_path / 'out'}" in said
    assert "Traceback" not in said
    assert log.read_bytes().endswith(b"\n")
    assert set(logged(tmp_path / "out").values()) == {1}


# --- the table of games


def test_parquet_and_csv_hold_the_same_rows(tmp_path):
    import pyarrow.parquet as pq

    plan = plan_of()
    run(plan, tmp_path, workers=1)
    run(plan, tmp_path, workers=1, as_csv=True)
    table = pq.read_table(tmp_path / "results.parquet").to_pylist()
    with (tmp_path / "results.csv").open(newline="") as file:
        plain = list(csv.DictReader(file))
    assert [{k: str(v) for k, v in row.items()} for row in table] == plain
    assert len(table) == 30
    columns = ["line_up", "deal", "seed", "rotation", "bot_0", "bot_1", "bot_2", "score_0", "score_1", "score_2"]
    columns += ["rank_0", "rank_1", "rank_2", "win_share_0", "win_share_1", "win_share_2", "decisions"]
    assert list(table[0]) == columns


def test_without_pyarrow_there_is_csv(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    run(plan_of(), tmp_path, workers=1)
    assert (tmp_path / "results.csv").exists()
    assert not (tmp_path / "results.parquet").exists()


# --- bots that go wrong


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("crash", "crashed: ZeroDivisionError: on purpose (strange_bots.py, line "),
        ("illegal", "played what is not allowed: "),
        ("sorry", "crashed: I would rather not\n"),
        ("none", "answered None, which is not an action"),
        ("watch", "crashed as it watched: KeyError: 'watching' (strange_bots.py, line "),
    ],
)
def test_a_bot_that_goes_wrong_ends_the_arena(capsys, tmp_path, strange, argument, said, workers):
    argv = ["arena", "kotori", "--bots", f"random,strange:{argument}", "-n", "40", "--seed", "5", "-p", "3"]
    code = main([*argv, "--workers", str(workers), "--out", str(tmp_path / "out")])
    err = capsys.readouterr().err
    assert code == 2
    assert len(err.splitlines()) == 1
    assert f"the bot 'strange:{argument}' on seat " in err
    assert "played kotori (3 players, first=drawn, seed 000000000000000000000000000" in err
    assert said in err
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["log.jsonl", "log.lock"]
    assert set(logged(tmp_path / "out").values()) <= {1}
    assert not multiprocessing.active_children()
    if workers == 1:
        assert argument in strange_bots.CLOSED


def test_a_bot_that_kills_its_worker_ends_the_arena(tmp_path, strange):
    with pytest.raises(KobakoError, match=r"deal \d of strange:die, random killed 3 workers \(.* code 3\)"):
        run(plan_of("strange:die,random", 2, 8), tmp_path, workers=2)
    assert not multiprocessing.active_children()


def test_other_rules_on_a_worker_are_noticed():
    from dataclasses import replace

    assert "this worker has rules 1 of kotori, and the arena plays rules 9" in duel.Duels(
        replace(plan_of(), rules=9)
    ).attempt(Unit(0, 0))


# --- the command


def test_the_command(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    argv = ["arena", "kotori", "--bots", "greedy,random", "-p", "2", "-n", "9", "--workers", "1"]
    assert main([*argv, "--seed", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 10
    assert {bot["bot"] for bot in found["standings"]} == {"greedy", "random"}
    (out,) = Path().iterdir()
    assert out.name.startswith("arena-kotori-")
    assert json.loads((out / "summary.json").read_text()) == found
    assert main([*argv, "--seed", "3", "--csv"]) == 0  # the same command is the same arena
    told = capsys.readouterr().out
    assert "kotori, 2 players: 10 games, 5 deals" in told
    assert f"{out}/report.html" in told
    assert [path.name for path in Path().iterdir()] == [out.name]
    assert (out / "results.csv").exists()


def test_a_drawn_seed_is_taken_up_again(capsys, tmp_path):
    argv = ["arena", "kotori", "--bots", "random", "-p", "2", "-n", "4", "--workers", "1", "--out", str(tmp_path / "x")]
    assert main([*argv, "--json"]) == 0
    first = capsys.readouterr().out
    assert main([*argv, "--json"]) == 0
    assert capsys.readouterr().out == first
    assert main([*argv, "--seed", "1"]) == 2
    assert "holds another arena, with seed" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--bots", "nosuch"], "no bot 'nosuch': there are "),
        (["--bots", "greedy,,random"], "with commas between them"),
        (["--bots", ""], "with commas between them"),
        (["--bots", "greedy:3"], "takes no argument"),
        (["--bots", "search:0"], "search:N"),
        (["--bots", "unmade"], "the bot 'unmade' cannot be made: TypeError: not today"),
        (["--bots", "random\n,greedy"], "each in double quotes from end to end or not at all, not 'random\\n,greedy'"),
        (["--bots", 'greedy,"random'], "in double quotes from end to end or not at all"),
        (["--bots", "random\udcff"], "--bots takes names in UTF-8 with commas between them"),
        (["--bots", "random," * 999 + "random"], "1000 bots make 41417124750 line-ups: an arena has at most 1000000 "),
        (["-n", "0"], "an arena has 1 to 1000000 games, not 0"),
        (["-n", "1000001"], "an arena has 1 to 1000000 games, not 1000001"),
        (["--workers", "0"], "an arena has 1 worker or more, not 0"),
        (["-p", "7"], "is for 2, 3, 4 players"),
        (["--seed", "x"], "is not a seed"),
        (["--on", "moon"], "an arena runs on ray, ray:HOST:PORT or ray://HOST:PORT, not 'moon'"),
        (["--on", "ray://127.0.0.1:1"], "no Ray cluster at ray://127.0.0.1:1: "),
        (["--out", "file"], "--out names a folder, and file cannot be one: File exists"),
        (["--out", "file/below"], "--out names a folder, and file/below cannot be one: Not a directory"),
    ],
)
def test_wrong_requests_get_one_clear_line(capsys, tmp_path, monkeypatch, strange, argv, said):
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    before = sorted(Path().iterdir())
    assert main(["arena", "kotori", "--bots", "random", *argv]) == 2
    err = capsys.readouterr().err
    assert err.startswith("kobako: ")
    assert said in err
    assert len(err.splitlines()) == 1
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize(
    ("on", "address"),
    [("ray", None), ("ray://head:10001", "ray://head:10001"), ("ray:127.0.0.1:6379", "127.0.0.1:6379")],
)
def test_addresses_of_ray(on, address):
    assert on_ray.read_address(on) == address


@pytest.mark.parametrize("on", ["", "ray:", "ray:/x", "ray://", "rays", "ray://a b"])
def test_what_is_no_address_of_ray(on):
    with pytest.raises(BadOption, match="an arena runs on ray"):
        on_ray.read_address(on)


@pytest.mark.parametrize("on", ["ray:127.0.0.1:1", "ray://127.0.0.1:1", "ray:nowhere", "ray:127.0.0.1:99999"])
def test_a_cluster_that_is_not_there(tmp_path, on):
    with pytest.raises(KobakoError, match=r"no Ray cluster at .*: "):
        run(plan_of(), tmp_path / "out", on=on)
    assert not (tmp_path / "out").exists()


def test_what_is_all_played_needs_no_cluster(tmp_path):
    played = run(plan_of(), tmp_path, workers=1)
    assert run(plan_of(), tmp_path, on="ray:127.0.0.1:1") == played


def test_without_ray_it_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(KobakoError, match="pip install 'kobako\\[ray\\]'"):
        run(plan_of(), tmp_path / "out", on="ray")
    assert not (tmp_path / "out").exists()
