"""Programs as bots: a good one plays, and each way of failing has a clear end that leaves no process behind."""

import gc
import json
import os
import select
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import kobako
from kobako.bots.bot import BotFailed, Budget
from kobako.bots.program import ProgramBot, program_bot
from kobako.core.errors import BadOption

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"
START = "import json, os, sys, time\nsys.stdout.reconfigure(line_buffering=True)\n"
QUESTIONS = "for line in sys.stdin:\n    q = json.loads(line)\n    if 'legal' not in q: continue\n    "


def command(*words):
    return shlex.join([sys.executable, *map(str, words)])


@pytest.fixture
def script(tmp_path):
    """A bot that runs a Python text."""
    made = []

    def make(text, seconds=5.0, game="kotori", starting=10.0, seed=None):
        path = tmp_path / "a 'bot' of mine.py"
        path.write_text(START + text, encoding="utf-8")
        made.append(ProgramBot(kobako.game(game), command("-S", path), seconds, starting, seed))
        return made[-1]

    yield make
    for bot in made:
        bot.close()
        if bot._talk:
            assert bot._talk.process.returncode is not None


def question(game="kotori", players=2, seed=1, plies=0):
    """A view and its legal actions, of a real decision if the game begins with a forced one."""
    match = kobako.game(game).new(players=players, seed=seed)
    while len(match.actions) < plies or len(match.legal()) < 2:
        match.play(match.legal()[0])
    view = match.view(match.seat)
    return view, view.legal()


def failure(bot, **kind):
    with pytest.raises(BotFailed) as failed:
        bot.choose(*question(**kind))
    assert len(str(failed.value).splitlines()) == 1
    assert "seat" in str(failed.value)
    assert "legal: " in str(failed.value)
    return failed.value


@pytest.mark.parametrize("name", kobako.game_names())
def test_the_example_plays_every_game(name):
    match = kobako.game(name).new(players=2, seed=3)
    bots = [ProgramBot(match.game, command("-S", EXAMPLE)) for _ in range(2)]
    told = [0, 0]
    while not match.over:
        seat = match.seat
        for event in match.events[told[seat] :]:
            bots[seat].watch(event.seen_by(seat))
        told[seat] = len(match.events)
        view = match.view(seat)
        match.play(bots[seat].choose(view, view.legal()))
    for bot in bots:
        bot.close()
        assert bot._talk.process.returncode == 0


def test_what_a_program_is_told(script, tmp_path):
    heard = tmp_path / "heard"
    bot = script(
        "for line in sys.stdin:\n    q = json.loads(line)\n"
        f"    with open({str(heard)!r}, 'a', encoding='utf-8') as f: f.write(line)\n"
        "    if 'legal' in q: print(json.dumps(q['legal'][-1]))",
        game="donburiko",
        seed=7 << 60 | 5,
    )
    match = kobako.game("donburiko").new(players=3, seed=5)
    seat = match.seat
    for event in match.events:
        bot.watch(event)  # not hidden by whoever hands it over: the bot does it
    view = match.view(seat)
    assert bot.choose(view, view.legal(), Budget(seconds=0.5)) == view.legal()[-1]
    bot.close()
    hello, *events, asked = [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]
    about = {"game": "donburiko", "players": 3, "options": match.setup.option_texts(), "seat": seat}
    assert hello == {"kobako": 1, "rules": 1, **about, "seconds": 5.0, "seed": 5}
    assert [event["event"] for event in events] == [
        json.loads(json.dumps(event.seen_by(seat).show())) for event in match.events
    ]
    legal = [str(action) for action in view.legal()]
    shown = json.loads(json.dumps(view.show()))
    assert asked == {"id": 1, **about, "view": shown, "legal": legal, "seconds": 0.5}


def test_a_program_that_ends_at_once(script):
    failed = failure(script("print('no such file: brain.bin', file=sys.stderr); sys.exit(7)"))
    assert failed.exit_code == 7
    assert failed.stderr == ("no such file: brain.bin",)
    assert "ended with exit code 7; it wrote to stderr: no such file: brain.bin" in str(failed)


def test_a_program_that_crashes_in_the_middle(script):
    bot = script(QUESTIONS + "assert q['id'] < 3, 'three is too many'; print(json.dumps(q['legal'][0]))")
    view, legal = question()
    for _ in range(2):
        assert bot.choose(view, legal) == legal[0]
    failed = failure(bot)
    assert failed.exit_code == 1
    assert failed.stderr[-1] == "AssertionError: three is too many"
    assert f"asked for action 3 of seat {view.seat} (legal: bid, pass)" in str(failed)
    assert "has been ended before" in str(failure(bot))


def test_a_program_that_kills_itself(script):
    assert "ended by SIGKILL" in str(failure(script(QUESTIONS + "os.kill(os.getpid(), 9)")))


def test_a_program_that_hangs(script):
    answers = "print('thinking', file=sys.stderr); print(json.dumps(q['legal'][0]))\n    "
    waits = "import signal; signal.pause()"  # for ever: that there is an end is the bot's doing
    bot = script(QUESTIONS + answers + waits, seconds=0.5)
    bot.choose(*question())
    failed = failure(bot)
    assert "did not answer within 0.5 seconds" in str(failed)
    assert failed.stderr == ("thinking",)
    assert failed.exit_code is None


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("'bid, please'", "answered bid, please, which is not JSON"),
        ("''", "which is not JSON"),
        ("'[' * 50000", "which is not JSON"),
        ("'1' * 50000", "which is not JSON"),
        ("'[1]'", "which is not of the form"),
        ("'{}'", "which is not of the form"),
        ("'{\"action\": null}'", "which is not of the form"),
        ("json.dumps({'action': 'bid', 'id': 9})", "but the question's id was 1"),
        ("'\"castle\"'", 'answered "castle", which is not an action of kotori'),
        ("'x' * 70000", "a line of more than 65536 bytes"),
    ],
)
def test_nonsense(script, answer, why):
    assert why in str(failure(script(QUESTIONS + f"print({answer})")))


def test_bytes_that_are_no_text(script):
    assert "not JSON" in str(failure(script(QUESTIONS + "os.write(1, bytes([255, 254, 10]))")))


def test_an_endless_line(script):
    assert "a line of more than" in str(failure(script(QUESTIONS + "while True: os.write(1, b'x' * 4096)")))


def test_an_illegal_action_is_answered_with_its_rule(script):
    view, _ = question()
    bot = script(QUESTIONS + "print(json.dumps({'action': 'PASS', 'id': q['id']}))")
    assert str(bot.choose(view, view.legal())) == "pass"
    match = kobako.game("kotori").new(players=2, seed=1)
    with pytest.raises(BotFailed, match=r"which is not allowed \(KOT-4\)"):
        bot.choose(match.view(match.seat), match.legal())


def test_more_than_one_answer(script):
    bot = script(QUESTIONS + 'os.write(1, b\'"bid"\\n"bid"\\n\')')
    view, legal = question()
    bot.choose(view, legal)
    assert 'wrote what it was not asked for, before a question or after an answer: "bid"' in str(failure(bot))


def wait_for_output(bot):
    assert select.select([bot._talk._out], [], [], 60)[0]


def test_an_answer_before_the_question_is_none(script):
    bot = script(QUESTIONS + "print('\"bid\"'); sys.stdin.readline(); print('\"pass\"'); print('\"bid\"')")
    view, legal = question()
    bot.choose(view, legal)
    os.write(bot._talk._in, b"\n")
    wait_for_output(bot)
    failed = failure(bot)
    assert 'wrote what it was not asked for, before a question or after an answer: "pass"' in str(failed)


def test_one_line_too_many_after_the_last_answer(script):
    bot = script(QUESTIONS + "print('\"bid\"'); sys.stdin.readline(); print('\"pass\"')")
    bot.choose(*question())
    os.write(bot._talk._in, b"\n")
    wait_for_output(bot)
    with pytest.raises(BotFailed, match="asked 1 times, wrote what it was not asked for"):
        bot.close()
    assert bot._talk.process.returncode is not None
    bot.close()


def test_a_budget_of_seconds_is_waited_for_and_no_longer(script):
    bot = script(QUESTIONS + "q['id'] > 1 and time.sleep(60); print(json.dumps(q['legal'][0]))", seconds=50.0)
    view, legal = question()
    bot.choose(view, legal)
    with pytest.raises(BotFailed, match=r"did not answer within 0\.25 seconds"):
        bot.choose(view, legal, Budget(seconds=0.25))


def test_what_it_writes_cannot_reach_the_terminal(script):
    said = str(failure(script(QUESTIONS + "os.write(1, bytes([0, 255, 27]) + b'[31mred' + bytes([7, 10]))")))
    assert "answered \\xff [31mred, which is not JSON" in said
    assert said.isprintable()


def test_a_flood_on_standard_error_blocks_nobody(script):
    flood = "[sys.stderr.write('noise ' * 200 + chr(10)) for _ in range(2000)]; print(json.dumps(q['legal'][0]))"
    bot = script(QUESTIONS + flood)
    view, legal = question()
    for _ in range(3):
        assert bot.choose(view, legal) == legal[0]
    assert len(bot._talk._stderr) <= 4096


def test_a_program_that_does_not_read(script):
    view, legal = question("donburiko", players=4)
    match = kobako.game("donburiko").new(players=4, seed=1)
    bot = script("time.sleep(60)", seconds=0.3, starting=0.2, game="donburiko")
    for _ in range(5000):
        bot.watch(match.events[0])
    with pytest.raises(BotFailed, match=r"did not read its input within 0\.5 seconds"):
        bot.choose(view, legal)


def test_all_that_it_started_ends_with_it(script, tmp_path):
    alive = tmp_path / "alive"
    os.mkfifo(alive)
    reading = os.open(alive, os.O_RDONLY | os.O_NONBLOCK)
    child = f"[sys.executable, '-S', '-c', 'import time; time.sleep(60)'], stdout=open({str(alive)!r}, 'w')"
    failure(script(f"import subprocess\nsubprocess.Popen({child})\n{QUESTIONS}print('castle')"))
    # A pipe can be read to its end once all who could write are gone.
    assert select.select([reading], [], [], 10)[0]
    assert os.read(reading, 1) == b""
    os.close(reading)


def test_a_forgotten_bot_ends_its_program():
    bot = ProgramBot(kobako.game("kotori"), command("-S", EXAMPLE))
    view, legal = question()
    bot.choose(view, legal)
    process = bot._talk.process
    del bot
    gc.collect()
    assert process.returncode == 0
    with pytest.raises(ChildProcessError):
        os.waitpid(process.pid, 0)


def test_a_program_that_will_not_end_is_killed_when_python_ends(tmp_path):
    text = "import json, os, signal, sys, time\nfor line in sys.stdin:\n    if 'legal' in json.loads(line):\n"
    text += "        print('\"bid\"', flush=True)\ntime.sleep(60)\n"
    (tmp_path / "deaf.py").write_text(text)
    user = (
        "import sys, kobako\nfrom kobako.bots.program import ProgramBot\n"
        "m = kobako.game('kotori').new(players=2, seed=1)\nm.play('bid')\n"
        "bot = ProgramBot(m.game, sys.argv[1])\nv = m.view(m.seat)\nprint(bot.choose(v, v.legal()))\n"
        "print(bot._talk.process.pid)\n"
    )
    argv = [sys.executable, "-c", user, command("-S", tmp_path / "deaf.py")]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=30)
    assert done.stderr == ""
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout.split()[1]), 0)


def test_commands_and_limits():
    game = kobako.game("ice")
    quick = program_bot(game, None, "seconds=2.5 " + command(EXAMPLE))
    assert quick.seconds == 2.5
    assert quick.seed is None
    assert quick._words == [sys.executable, str(EXAMPLE)]
    assert program_bot(game, 1, command("a b", 'c"d')).seconds == 10
    assert program_bot(game, 1, command("a b", 'c"d')).seed == program_bot(game, 1, "seconds=1 ls").seed == 1
    assert program_bot(game, 1, command("a b", 'c"d'))._words[1:] == ["a b", 'c"d']
    for wrong, said in (
        (None, "needs a command"),
        ("  ", "needs a command"),
        ("seconds=1", "needs a command"),
        ("seconds=0 ls", "more than 0"),
        ("seconds=nan ls", "more than 0"),
        ("seconds=soon ls", "more than 0"),
        ("ls 'a", "No closing quotation"),
        ("/no/such/bot --x", "no program '/no/such/bot'"),
    ):
        with pytest.raises(BadOption, match=said):
            program_bot(game, None, wrong)


def test_a_file_that_cannot_be_run(tmp_path):
    path = tmp_path / "broken"
    path.write_bytes(b"\x7fELF nothing")
    path.chmod(0o755)
    with pytest.raises(BotFailed, match="cannot be started"):
        ProgramBot(kobako.game("kotori"), str(path)).choose(*question())
