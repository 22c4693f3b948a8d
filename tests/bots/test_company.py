"""Bots that anyone may have written: whatever they do, the game ends with their name and what was wrong."""

import shlex
import sys

import pytest

import kobako
from kobako.bots import registry
from kobako.bots.bot import Bot, BotFailed
from kobako.bots.company import Company, ask
from kobako.bots.registry import make_bot
from kobako.cli import main
from kobako.core.errors import BadOption
from kobako.server.settings import Settings
from kobako.server.thinking import Question, answer
from kobako.terminal.sitting.local import LocalTable
from tests.terminal.helpers import run

PACKAGE = """
import sys

class Bot:
    def __init__(self, game, seed, argument):
        self.argument = argument
        if argument == "unmade":
            raise TypeError("not today")
        if argument == "leaves":
            sys.exit(5)

    def choose(self, view, legal, budget=None):
        if self.argument == "crash":
            raise ZeroDivisionError("on purpose")
        if self.argument == "exit":
            sys.exit(5)
        if self.argument == "illegal":
            return next(a for a in view.setup.actions if a not in legal)
        if self.argument == "greedy":
            legal.append("castle")
        return {"none": None, "castle": "castle", "text": str(legal[0]).upper(), "number": int(legal[0])}.get(
            self.argument, legal[-1]
        )

    def watch(self, event):
        if self.argument == "watch":
            raise KeyError("watching")

CLOSED = []

class Owl:
    for_people = True

    def __init__(self, game, seed, argument):
        assert argument is None

    def choose(self, view, legal, budget=None):
        return legal[0]

    def watch(self, event):
        pass

class Closing(Bot):
    def close(self):
        CLOSED.append(self.argument)
        if self.argument == "clings":
            raise OSError("the line is dead")
"""
WRONG = [
    ("crash", "crashed: ZeroDivisionError: on purpose (outsider.py, line "),
    ("exit", "crashed: SystemExit: 5 (outsider.py, line "),
    ("illegal", "played what is not allowed: 'pass' is not allowed (KOT-4)"),
    ("none", "answered None, which is not an action"),
    ("castle", "answered 'castle', which is not an action"),
    ("watch", "crashed as it watched: KeyError: 'watching' (outsider.py, line "),
]


@pytest.fixture(autouse=True)
def outsider(tmp_path, monkeypatch):
    """A package from elsewhere that brings bots."""
    (tmp_path / "outsider.py").write_text(PACKAGE, encoding="utf-8")
    info = tmp_path / "outsider-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outsider\nVersion: 1\n")
    bots = {"outsider": "Bot", "absent": "Nobody", "night_owl": "Owl", "closing": "Closing"}
    points = "".join(f"{name} = outsider:{kind}\n" for name, kind in bots.items())
    (info / "entry_points.txt").write_text(f"[kobako.bots]\n{points}")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "outsider", raising=False)
    monkeypatch.setenv("KOBAKO_DATA", str(tmp_path / "data"))
    registry._known.cache_clear()
    yield
    registry._known.cache_clear()


@pytest.mark.parametrize(("argument", "said"), WRONG)
def test_line_by_line(argument, said, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("builtins.input", lambda prompt: "1")
    save = tmp_path / "game.kifu"
    argv = ["play", "kotori", "-p", "2", "--plain", "--seed", "1", "-o", "first=1", "--save", str(save)]
    assert main([*argv, "--bots", f"outsider:{argument}"]) == 2
    err = capsys.readouterr().err
    assert f"kobako: the bot 'outsider:{argument}', on seat 1, {said}" in err
    assert save.exists()


@pytest.mark.parametrize(("argument", "said"), WRONG)
def test_on_the_screen(argument, said):
    async def game():
        kind = f"outsider:{argument}"
        table = LocalTable(kobako.game("kotori").setup(2), {}, {0: kind, 1: kind}, seed="1", pace=0.0)
        await table.run()
        return table

    table = run(game())
    assert table.gone == "bot_failed"
    assert said in table.fault
    assert f"the bot 'outsider:{argument}', on seat " in table.fault


@pytest.mark.parametrize("argument", ["text", "number", "any"])
def test_an_action_may_be_given_as_its_text_or_number(argument):
    async def game():
        kind = f"outsider:{argument}"
        table = LocalTable(kobako.game("kotori").setup(2), {}, {0: kind, 1: kind}, seed="1", pace=0.0)
        await table.run()
        return table

    assert run(game()).table.status == "over"


@pytest.mark.parametrize("command", [("play", "--plain"), ("arena", "-n", "2")])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("outsider:unmade", "cannot be made: TypeError: not today"),
        ("outsider:leaves", "cannot be made: SystemExit: 5"),
        ("absent", "cannot be made: AttributeError: "),
    ],
)
def test_a_bot_that_cannot_be_made(name, said, command, capsys):
    assert main([command[0], "kotori", *command[1:], "-p", "2", "--bots", name]) == 2
    assert f"kobako: the bot {name!r} {said}" in capsys.readouterr().err
    with pytest.raises(BadOption):
        make_bot(name, kobako.game("kotori"))


@pytest.mark.parametrize(("argument", "said"), WRONG[:5])
def test_in_the_arena(argument, said, capsys, tmp_path):
    argv = ["arena", "kotori", "--bots", f"outsider:{argument}", "-p", "2", "-n", "2", "--workers", "1", "--seed", "1"]
    assert main([*argv, "--out", str(tmp_path / "out")]) == 2
    err = capsys.readouterr().err
    assert f"the bot 'outsider:{argument}' on seat " in err
    assert f"), {said}" in err


def test_a_program_that_plays_illegally_has_not_crashed(capsys, tmp_path):
    bot = tmp_path / "castle.py"
    bot.write_text("import sys\nfor line in sys.stdin:\n    if 'legal' in line: print('\"castle\"', flush=True)\n")
    program = "program:" + shlex.join([sys.executable, "-S", str(bot)])
    argv = ["arena", "kotori", "--bots", program, "-p", "2", "-n", "2", "--workers", "1", "--seed", "1"]
    assert main([*argv, "--out", str(tmp_path / "out")]) == 2
    assert '), answered "castle", which is not an action of kotori' in capsys.readouterr().err


def test_what_a_bot_does_to_its_list_is_its_own_affair():
    match = kobako.game("kotori").new(players=2, seed=1)
    legal = match.legal()
    with pytest.raises(BotFailed, match="'castle', which is not an action"):
        ask(make_bot("outsider:greedy", match.game), "outsider", match.view(match.seat), legal)
    assert legal == match.legal()


def test_a_level_on_a_server_is_asked_the_same_way():
    match = kobako.game("kotori").new(players=2, seed=1)
    view = match.view(match.seat)
    question = Question.of(view, view.legal(), "outsider:illegal")
    with pytest.raises(BotFailed, match=r"'outsider:illegal', on seat .* not allowed"):
        answer(question)
    assert answer(Question.of(view, view.legal(), "random")) == int(view.legal()[0])


@pytest.mark.parametrize("argument", [argument for argument, _ in WRONG])
def test_in_an_environment(argument):
    from kobako.adapters.gymnasium import KobakoEnv

    said = dict(WRONG)[argument]
    env = KobakoEnv("kotori", players=2, opponents=f"outsider:{argument}", seat=0, first=1)
    with pytest.raises(BotFailed) as failed:
        env.reset(seed=1)
    assert str(failed.value).startswith(f"the bot 'outsider:{argument}', on seat 1, {said}")
    assert (failed.value.bot, failed.value.seat) == (f"outsider:{argument}", 1)
    env.close()


def test_an_environment_whose_opponent_is_a_function():
    from kobako.adapters.gymnasium import KobakoEnv

    def unlucky(game, seed):
        raise ValueError("no luck")

    with pytest.raises(BotFailed, match="'unlucky', on seat 2, crashed as it was made: ValueError: no luck"):
        KobakoEnv("kotori", players=3, opponents=["random", unlucky], seat=0).reset(seed=1)


def test_in_openspiel():
    import pyspiel

    from kobako.adapters.openspiel import SeatBot

    state = pyspiel.load_game("kobako_kotori(players=2)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(1)
    with pytest.raises(BotFailed, match=r"the bot 'Bot', on seat \d, played what is not allowed"):
        SeatBot(make_bot("outsider:illegal", kobako.game("kotori"))).step(state)


def test_all_are_let_go_whatever_one_of_them_does():
    import outsider

    game, kinds = kobako.game("kotori"), {0: "closing:one", 1: "closing:clings", 2: "closing:three"}
    with pytest.raises(BotFailed, match="'closing:clings', on seat 1, crashed as it was let go: OSError: the line"):
        Company(game, kinds).close()
    assert outsider.CLOSED == ["one", "clings", "three"]
    outsider.CLOSED.clear()
    with pytest.raises(ZeroDivisionError), Company(game, kinds):
        raise ZeroDivisionError
    assert outsider.CLOSED == ["one", "clings", "three"]
    outsider.CLOSED.clear()
    with pytest.raises(BadOption, match="cannot be made"):
        Company(game, {0: "closing:one", 1: "outsider:unmade"})
    assert outsider.CLOSED == ["one"]
    with Company(game, {0: "night_owl", 1: "random"}):  # one that has no close is let go too
        pass


def test_a_company_plays_its_seats_and_stops_at_the_others():
    match = kobako.game("kotori").new(players=3, seed=1)
    heard = {seat: [] for seat in range(3)}

    class Listener(Bot):
        def __init__(self, seat):
            self.seat = seat

        def choose(self, view, legal, budget=None):
            assert view.seat == self.seat
            return legal[-1]

        def watch(self, event):
            heard[self.seat].append(event)

    makers = {seat: lambda game, seed, seat=seat: Listener(seat) for seat in (0, 2)}
    with Company(match.game, makers) as company:
        company.tell(match.events)
        while not match.over:
            company.play(match)
            if match.seat is not None:
                assert match.seat == 1
                company.tell(match.play(match.legal()[0]))
        with pytest.raises(KeyError, match="no bot sits on seat 1: they are on 0, 2"):
            company.ask(match.view(1), [])
    for seat in (0, 2):
        assert heard[seat] == [event.seen_by(seat) for event in match.events]
    assert set(match.seats) == {0, 1, 2}


def test_a_level_of_another_package_is_offered_by_its_own_name(caplog):
    assert registry.level_names() == ("novice", "regular", "master", "champion", "greedy", "night_owl", "random")
    assert "absent" in [record.bot for record in caplog.records]
    assert registry.bot_title("night_owl", "ja") == "Night owl"
    with pytest.raises(BadOption, match="the bot 'night_owl' takes no argument, not 'x'"):
        make_bot("night_owl:x", kobako.game("kotori"))
    assert Settings().offered == registry.level_names()
    match = kobako.game("kotori").new(players=2, seed=1)
    view = match.view(match.seat)
    assert answer(Question.of(view, view.legal(), "night_owl")) == int(view.legal()[0])


def test_a_bot_may_leave_out_all_but_how_it_chooses():
    class Owl:
        def choose(self, view, legal, budget=None):
            return legal[0]

    match = kobako.game("kotori").new(players=2, seed=1)
    with Company(match.game, {0: lambda game, seed: Owl(), 1: "random"}, lambda seat: 1) as company:
        company.play(match)
    assert match.over
