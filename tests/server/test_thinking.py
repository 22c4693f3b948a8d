"""Thinkers are processes of their own: what goes wrong in them is told to the server, and what they keep has bounds."""

import asyncio
import importlib
import sys
from itertools import combinations_with_replacement, islice

import pytest

import kobako
from kobako.core import workshop
from kobako.core.errors import BadKifu
from kobako.house.faults import fault_of
from kobako.house.rows import setup_of
from kobako.house.turns import Asker, Busy
from kobako.server.metrics import METRICS
from kobako.server.thinking import MOST_TOLD, Question, Telling, Thinker, Thinkers, answer
from tests.janken import lay_down


@pytest.fixture
def uncompilable(tmp_path, monkeypatch):
    """The tiny game from elsewhere, with a rule that only plain Python understands."""
    home = lay_down(tmp_path / "elsewhere")
    rules = home / "janken" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    assert "    drawn = True\n" in text
    rules.write_text(text.replace("    drawn = True\n", "    drawn = eval('True')\n"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(home))
    monkeypatch.setenv("KOBAKO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(workshop, "_news", {})
    yield importlib.import_module("janken").GAME
    for name in [n for n in sys.modules if n.split(".")[0] == "janken"]:
        del sys.modules[name]


def test_a_kernel_that_fails_in_a_thinker_is_logged_once_and_counted(uncompilable, caplog):
    view = uncompilable.new(3, seed=5).view(0)
    question = Question.of(view, view.legal(), None, 100)
    for _ in range(2):
        thinker = Thinker()
        try:
            assert len(thinker.ask(question)) == len(view.legal())
        finally:
            thinker.close()
    said = [record.getMessage() for record in caplog.records if record.name == "kobako.compiling"]
    assert len(said) == 1
    assert "janken: 'search' does not compile, and is played by the plain rules, slower" in said[0]
    shown = METRICS.text().decode()
    assert 'kobako_kernels_failed{game="janken",kernel="search"} 1.0' in shown
    assert 'kobako_kernels_ready{game="janken",kernel="search"} 0.0' in shown


def test_what_is_compiled_is_counted_too(monkeypatch):
    monkeypatch.setattr(workshop, "_news", {})
    workshop.remember(workshop.Made("sugoroku", "step-float32"))
    shown = METRICS.text().decode()
    assert 'kobako_kernels_ready{game="sugoroku",kernel="step-float32"} 1.0' in shown
    assert 'kobako_kernels_failed{game="sugoroku",kernel="step-float32"} 0.0' in shown


def test_of_decks_that_people_bring_only_some_are_kept():
    """Every list of cards is another setup; who sends thousands must not fill a thinker's memory."""
    most = setup_of.cache_info().maxsize
    cards = kobako.game("tokkuri").setup(2).options["deck"]
    for numbers in islice(combinations_with_replacement("123456789", 4), most + 20):
        match = kobako.game("tokkuri").new(2, seed=1, deck=["+".join(numbers), *cards[1:]])
        view = match.view(match.seat)
        assert answer(Question.of(view, view.legal(), "random")) in view.legal()
    assert setup_of.cache_info().currsize == most


def test_who_brings_many_games_along_is_told_to_come_back():
    """Each is told by a thinker, and of one guest only so many wait; others are not turned away for it."""
    kifu = kobako.game("ice").new(2, seed=1).kifu()

    async def ask():
        thinkers = Thinkers(1)
        thinkers._free.clear()  # all are busy
        asked = [asyncio.create_task(thinkers.tell_to(kifu, Asker("a guest"))) for _ in range(MOST_TOLD)]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as busy:
            await thinkers.tell_to(kifu, Asker("a guest"))
        other = asyncio.create_task(thinkers.tell_to(kifu, Asker("another")))
        await asyncio.sleep(0)
        assert not other.done()
        for task in (*asked, other):
            task.cancel()
        thinkers.close()
        return fault_of(busy.value)

    fault = asyncio.run(ask())
    assert (fault.status, fault.code) == (503, "crowded")
    assert fault.values["seconds"] >= 1


def test_what_is_wrong_with_a_kifu_is_the_answer():
    told = answer(Telling("", "kobako kifu 1\nnonsense", from_elsewhere=True))
    assert isinstance(told, BadKifu)
    assert told.line == 2
