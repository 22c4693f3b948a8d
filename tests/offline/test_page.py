"""The house of a page, in CPython: it plays, keeps and remembers as the server does, and thinks as everyone does."""

from __future__ import annotations

import asyncio
import json

import pytest

import kobako
from kobako.bots.characters import CHARACTERS, bot_of
from kobako.bots.company import bot_seed
from kobako.bots.registry import make_bot
from kobako.bots.report import shown
from kobako.bots.review import hint_bot, judge
from kobako.core.kifu import replay as read_kifu
from kobako.house import driver
from kobako.house.openings import usual_wish
from kobako.offline.laying import laid_for
from kobako.offline.page import Page
from kobako.offline.thinking import Thinkers
from tests.offline.outside import Kept, TestPage


class Person:
    """Someone before the screen."""

    def __init__(self, kept: Kept | None = None) -> None:
        self.outside = TestPage(kept)
        self.page = Page(self.outside, rest=0.0, bot_delay=0.0)
        self.lines, self.sent = 0, 0

    async def ask(self, method, path, body=None, secret=None):
        said = json.loads(await self.page.ask(method, path, body and json.dumps(body), secret))
        return said["status"], json.loads(said["text"]) if said["json"] else said["text"]

    async def make(self, **wish):
        status, made = await self.ask("POST", "tables", wish)
        assert status == 201, made
        return made

    async def sit(self, table, secret=None):
        self.lines += 1
        self.page.open(self.lines)
        hello = {"type": "hello", "protocol": 1, "table": table, **({"secret": secret} if secret else {})}
        self.page.hear(self.lines, json.dumps(hello))
        assert (await self.hear(self.lines, "welcome", "shut"))["type"] == "welcome"
        return self.lines

    async def hear(self, line, *types):
        while True:
            queue = self.outside.heard.setdefault(line, asyncio.Queue())
            message = await asyncio.wait_for(queue.get(), 60)
            if message["type"] in types:
                return message

    def say(self, line, type, **fields):
        self.sent += 1
        self.page.hear(line, json.dumps({"type": type, "id": f"m{id(self)}-{self.sent}", **fields}))

    async def play(self, line, moves=10_000):
        """Play the first legal action each time it is our turn; gives the last frame."""
        self.say(line, "resync")
        assert (await self.hear(line, "ack"))["turn"] >= 0
        frame = await self.hear(line, "table")
        while moves and frame["status"] != "over":
            if frame["legal"]:
                self.say(line, "act", turn=frame["turn"], action=frame["legal"][0]["id"])
                assert (await self.hear(line, "ack", "refused"))["type"] == "ack"
                moves -= 1
            frame = await self.hear(line, "table")
        return frame


def bots(level="novice", others=1):
    return [{"by": "person", "name": "Aya"}, *[{"by": "bot", "level": level}] * others]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", kobako.game_names())
def test_a_whole_game_is_played_kept_and_told_again(name):
    async def run():
        aya = Person()
        made = await aya.make(game=name, players=2, seats=bots())
        [seat] = made["seats"]
        frame = await aya.play(await aya.sit(made["table"], seat["secret"]))
        assert frame["winners"] is not None
        for _ in range(100):
            if aya.outside.kept[made["table"]][0].get("kifu"):
                break
            await asyncio.sleep(0.01)
        later = Person(aya.outside.kept)  # another visit, with what was kept
        status, kifu = await later.ask("GET", f"tables/{made['table']}/kifu")
        match = read_kifu(kifu)
        assert status == 200
        assert match.scores == frame["scores"]
        _, told = await later.ask("GET", f"tables/{made['table']}/replay")
        assert len(told["positions"]) == len(match.actions) + 1
        assert told["names"][0] == "Aya"
        # Whatever the bot played is what a bot of its level plays with its seed.
        again, decided = match.beginning(), 0
        for ply, (by, action) in enumerate(zip(match.seats, match.actions, strict=True)):
            view, legal = again.deciding_view(by), again.deciding_view(by).legal()
            if by == 1 and len(legal) > 1 and not again.together:
                bot = make_bot(told["names"][1], match.game, bot_seed(int(match.seed, 16), 1, ply), wait=True)
                assert bot.choose(view, legal) == action
                decided += 1
            again.play(action)
        assert decided

    asyncio.run(run())


def numbered(kept):
    """JSON has no numbers for keys; a browser's store does."""
    return {int(key) if key.isdigit() else key: value for key, value in kept.items()}


def test_what_was_acknowledged_outlasts_a_crash():
    async def run():
        aya = Person()
        made = await aya.make(game="kotori", players=2, seats=bots(), practice=True)
        line = await aya.sit(made["table"], made["seats"][0]["secret"])
        before = await aya.play(line, moves=3)
        kept = Kept(json.loads(json.dumps(aya.outside.kept), object_hook=numbered))
        later = Person(kept)
        line = await later.sit(made["table"], made["seats"][0]["secret"])
        after = await later.hear(line, "table")
        while after["status"] == "playing" and not after["legal"]:  # the bot is still to move
            after = await later.hear(line, "table")
        assert after["turn"] >= before["turn"]
        later.say(line, "undo", turn=after["turn"])
        assert (await later.hear(line, "ack", "refused"))["type"] == "ack"
        assert (await later.play(line))["status"] == "over"

    asyncio.run(run())


@pytest.mark.parametrize("over", [True, False])
def test_of_rules_that_are_gone_the_kifu_stays(over):
    """An update may bring other rules: nobody plays on, and what was written of a finished game is given out."""

    async def run():
        aya = Person()
        made = await aya.make(game="kotori", players=2, seats=bots("random"))
        table = made["table"]
        await aya.play(await aya.sit(table, made["seats"][0]["secret"]), moves=10_000 if over else 2)
        while over and not aya.outside.kept[table][0].get("kifu"):
            await asyncio.sleep(0.01)
        row, entries = aya.outside.kept[table]
        later = Person(Kept({table: ({**row, "rules": 0}, entries)}))
        for path in ("", "/replay", "/kifu"):
            status, said = await later.ask("GET", f"tables/{table}{path}")
            if over and path == "/kifu":
                assert (status, said) == (200, row["kifu"])
            elif not over or not path:
                assert (status, said["error"]["code"]) == (409, "old_rules")
        later.page.open(1)
        later.page.hear(1, json.dumps({"type": "hello", "protocol": 1, "table": table}))
        assert (await later.hear(1, "shut"))["code"] == 4409

    asyncio.run(run())


def test_what_cannot_be_kept_is_refused_and_has_not_happened():
    async def run():
        aya = Person()
        made = await aya.make(game="kotori", players=2, seats=bots())
        line = await aya.sit(made["table"], made["seats"][0]["secret"])
        frame = await aya.hear(line, "table")
        while not frame["legal"]:
            frame = await aya.hear(line, "table")
        aya.outside.full = True
        aya.say(line, "act", turn=frame["turn"], action=frame["legal"][0]["id"])
        refused = await aya.hear(line, "refused", "ack")
        assert refused["code"] == "unavailable"
        assert refused["table"]["turn"] == frame["turn"]
        aya.outside.full = False
        aya.say(line, "act", turn=frame["turn"], action=frame["legal"][0]["id"])
        assert (await aya.hear(line, "refused", "ack"))["type"] == "ack"

    asyncio.run(run())


def test_where_the_search_cannot_be_had_a_bot_waits_for_it_and_plays_nothing_else(monkeypatch):
    """And nothing is laid for the next visit. When the search is there the bot plays on as its level does."""
    monkeypatch.setattr(driver, "AGAIN", 0.05)

    async def run():
        aya = Person()
        aya.outside.lost = True
        made = await aya.make(game="kotori", players=2, seats=bots("regular"))
        line = await aya.sit(made["table"], made["seats"][0]["secret"])
        room = await aya.page.house.room(made["table"])
        while 1 not in room.table.owing:
            [action, *_] = room.table.legal(0)
            aya.say(line, "act", turn=room.table.turn, action=int(action))
            await aya.hear(line, "ack")
        await asyncio.sleep(0.3)
        assert room.table.owing == [1]
        wish = {**usual_wish("kotori", 2, "regular"), "options": {"first": "1"}}
        assert await laid_for(json.dumps(wish), Thinkers(aya.outside)) is None
        aya.outside.lost = False
        view, ply = room.table.deciding_view(1), len(room.table.match.actions)
        while len(room.table.match.actions) == ply:
            await asyncio.sleep(0.02)
        level = bot_of("regular", room.table.seats[1].face)
        bot = make_bot(level, view.setup.game, bot_seed(room.table.terms.seed, 1, ply), wait=True)
        assert room.table.match.actions[ply] == bot.choose(view, view.legal())

    asyncio.run(run())


def views_of(name, number=12, players=3):
    match = kobako.game(name).new(players=players, seed=5)
    found = []
    while len(found) < number and not match.over:
        if len(match.legal()) > 1:
            found.append((match.view(match.seat), match.legal()))
        match.play(match.legal()[len(found) % len(match.legal())])
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", kobako.game_names())
def test_every_level_and_character_chooses_as_everywhere(name):
    async def run():
        thinkers = Thinkers(TestPage())
        for seed, (view, legal) in enumerate(views_of(name)):
            for level in ("novice", "regular", "master")[: 3 if seed < 2 else 2]:  # a master's thought takes longer
                for bot in (level, *(f"{level}:{face}" for face in CHARACTERS[level])):
                    expected = make_bot(bot, view.setup.game, seed, wait=True).choose(view, legal)
                    assert await thinkers.choose(view, legal, bot, seed) == expected

    asyncio.run(run())


def test_hints_and_reviews_are_those_of_the_terminal():
    async def run():
        thinkers = Thinkers(TestPage())
        view, legal = views_of("kotori", 4)[-1]
        assert await thinkers.hint(view, legal) == hint_bot(view).explain(view, legal)
        judged = await thinkers.judge(view, 7, legal[-1])
        assert shown(judged) == shown(judge(view, 7, legal[-1]))

    asyncio.run(run())


def test_who_no_longer_waits_cancels_the_thought():
    async def run():
        outside = TestPage()
        outside.never = True
        view, legal = views_of("ice", 1)[0]
        choosing = asyncio.ensure_future(Thinkers(outside).choose(view, legal, "master"))
        await asyncio.sleep(0.01)
        choosing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await choosing
        assert outside.cancelled == [0]

    asyncio.run(run())


def test_requests_are_refused_in_the_shape_of_the_protocol():
    async def run():
        aya = Person()
        assert (await aya.ask("GET", "tables/t0123456789"))[0] == 404
        assert (await aya.ask("POST", "tables", {"game": "chess"}))[1]["error"]["code"] == "no_game"
        status, said = await aya.ask("POST", "tables", {"gmae": "ice"})
        assert status == 422
        assert "gmae" in said["error"]["message"]
        assert (await aya.ask("GET", "nothing"))[1]["error"]["code"] == "not_found"
        assert (await aya.ask("POST", "replay", {"kifu": "no kifu"}))[1]["error"]["code"] == "bad_kifu"
        aya.page.open(9)
        aya.page.hear(9, "what?")
        assert (await aya.hear(9, "shut"))["code"] == 4400

    asyncio.run(run())


def test_it_imports_nothing_that_a_browser_has_not():
    """The house of a page is plain Python: what it is made of stays light."""
    import subprocess
    import sys

    lines = [
        "import sys",
        "heavy = ('numpy', 'numba', 'fastapi', 'pydantic', 'sqlalchemy', 'starlette', 'rich', 'textual')",
        "for name in heavy: sys.modules[name] = None",
        "import kobako.offline.page, kobako",
        "for name in kobako.game_names(): kobako.game(name).new(players=2, seed=1)",
        "kobako.game('ice')",
    ]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
