"""Thought is shared: who is asked for next, for how long one waits, and that everyone is answered."""

import asyncio
import time

import pytest

import kobako
from kobako.house.turns import Asker, Busy, Rank, Turns
from kobako.server import thinking
from kobako.server.thinking import Thinkers
from tests.server.sitting_in import Sitter, server_inside


def test_every_guest_has_a_turn_and_the_urgent_come_first():
    turns = Turns()
    for n in range(60):
        turns.add(Rank.HINT, Asker("crowd", f"t{n}"), f"crowd {n}")
    turns.add(Rank.HINT, Asker("guest", "t"), "guest")
    turns.add(Rank.PAST, Asker("guest", "t"), "review")
    turns.add(Rank.PLAY, Asker("crowd", "t0"), "bot")
    assert turns.ahead(Rank.HINT, Asker("third")) == 3
    assert [turns.next(tuple(Rank)) for _ in range(4)] == ["bot", "crowd 0", "guest", "crowd 1"]
    rest = [turns.next(tuple(Rank)) for _ in range(60)]
    assert rest[-2:] == ["review", None]
    assert turns.next((Rank.PLAY,)) is None


class Slow:
    """Stands for a thinker: it answers when it is told to, and notes what it was asked."""

    def __init__(self, gate, asked):
        self.gate, self.asked = gate, asked

    def ask(self, question):
        self.asked.append(question.level)
        self.gate.wait(20)
        return question.legal[0] if question.level else []

    def close(self):
        pass


@pytest.fixture
def held(monkeypatch):
    """Thinkers that are held up, what they were asked, and the gate that lets them go."""
    import threading

    gate, asked = threading.Event(), []
    monkeypatch.setattr(thinking, "Thinker", lambda: Slow(gate, asked))
    monkeypatch.setattr(thinking, "LONGEST_FOR_BOT", 0.3)
    monkeypatch.setattr(thinking, "LONGEST_FOR_HINT", 0.5)
    return Thinkers(1), asked, gate


def test_bots_do_not_wait_behind_hints_and_hints_are_all_answered(held):
    thinkers, asked, gate = held
    match = kobako.game("ice").setup(2).new(1)
    view, legal = match.view(match.seat), match.legal()

    async def crowd():
        hints = [
            asyncio.create_task(thinkers.hint(view, legal, asker=Asker(f"10.0.0.{n}", f"t{n}"))) for n in range(60)
        ]
        await asyncio.sleep(0.05)
        assert asked == [None], "one thinker is kept for bots"
        bot = asyncio.create_task(thinkers.choose(view, legal, "master", asker=Asker("guest", "t")))
        await asyncio.sleep(0.05)
        assert asked == [None, "master"]
        late = asyncio.create_task(thinkers.choose(view, legal, "master", asker=Asker("guest", "u")))
        await asyncio.sleep(0.5)
        gate.set()
        assert await bot == await late == legal[0]
        assert "greedy" in asked, "who has waited too long is answered at first sight"
        return await asyncio.gather(*hints, return_exceptions=True)

    answers = asyncio.run(crowd())
    busy = [answer for answer in answers if isinstance(answer, Busy)]
    assert all(isinstance(answer, list | Busy) for answer in answers)
    assert len(busy) > 50
    assert all(one.seconds >= 1 for one in busy)


def test_a_bot_does_not_wait_behind_those_at_anothers_sixty_tables(held, monkeypatch):
    thinkers, asked, gate = held
    monkeypatch.setattr(thinking, "LONGEST_FOR_BOT", 20.0)
    match = kobako.game("ice").setup(2).new(1)
    view, legal = match.view(match.seat), match.legal()

    async def crowd():
        theirs = [
            asyncio.create_task(thinkers.choose(view, legal, "regular", asker=Asker("crowd", f"t{n}")))
            for n in range(60)
        ]
        await asyncio.sleep(0.05)
        mine = asyncio.create_task(thinkers.choose(view, legal, "master", asker=Asker("guest", "t")))
        await asyncio.sleep(0.05)
        gate.set()
        await asyncio.gather(mine, *theirs)

    asyncio.run(crowd())
    assert asked.index("master") <= 4, "two were asked before, and two more may be while it is"
    assert asked.count("regular") == 60


def test_one_guest_does_not_fill_the_queue(held):
    thinkers, _, gate = held
    match = kobako.game("ice").setup(2).new(1)

    async def crowd():
        mine = [
            asyncio.create_task(thinkers.hint(match.view(match.seat), match.legal(), asker=Asker("crowd", f"t{n}")))
            for n in range(40)
        ]
        await asyncio.sleep(0.1)
        gate.set()
        return await asyncio.gather(*mine, return_exceptions=True)

    answers = asyncio.run(crowd())
    assert sum(isinstance(answer, list) for answer in answers) <= thinking.MOST_HINTS + 1


def test_who_is_not_answered_is_told_when_to_ask_again(tmp_path, monkeypatch):
    monkeypatch.setattr(thinking, "LONGEST_FOR_HINT", 0.2)
    with server_inside(tmp_path) as client:
        wish = {"game": "ice", "players": 2, "seats": [{"by": "person"}, {"by": "person"}], "hints": True}
        made = client.post("/api/tables", json=wish).json()
        client.portal.call(client.app_state["house"].thinkers._free.clear)  # all of them are busy, for ever
        [first, second] = made["seats"]
        with (
            Sitter(client, made["table"], first["secret"]) as one,
            Sitter(client, made["table"], second["secret"]) as two,
        ):
            asking = one if one.table["legal"] else two
            began = time.monotonic()
            answered = asking.ask("hint", turn=asking.table["turn"])
            assert (answered["type"], answered["code"]) == ("refused", "crowded")
            assert answered["values"]["seconds"] >= 1
            assert time.monotonic() - began < 15
