"""What is written down of a table's opening is what the house itself says there, word for word."""

from __future__ import annotations

import asyncio
import json

import pytest

import kobako
from kobako.bots.characters import bot_of
from kobako.bots.registry import level_names, make_bot
from kobako.house.openings import DEALS, deals_of, usual_wish, written_down
from kobako.house.rows import row_of, terms_of
from kobako.offline.keeping import read_entries
from kobako.offline.laying import laid_for
from kobako.offline.page import seed_at
from kobako.offline.thinking import Thinkers
from kobako.table import Act, Table
from tests.offline.outside import TestPage
from tests.offline.test_page import Person

TIMES = {"time", "rest_until"}


def opened(deals: dict, level: str, which: int) -> dict:
    """The opening of a deal at a level, as web/src/here/openings.ts puts it together."""
    [company] = [
        company[which] for wish, company in deals["company"].items() if json.loads(wish)["seats"][1]["level"] == level
    ]
    deal = deals["deals"][which]
    return {**deal, **company, "frame": {**deal["frame"], "seats": company["seats"]}}


def laid(wish: dict) -> dict | None:
    """The next deal of what is wished for, as a browser lays it."""
    text = asyncio.run(laid_for(json.dumps(wish), Thinkers(TestPage())))
    return json.loads(text) if text else None


def untimed(frame: dict) -> dict:
    return {name: value for name, value in frame.items() if name not in TIMES and name != "n"}


async def told(opening: dict) -> None:
    """Lay the table in a house of its own, as a browser has kept it, and compare all that is said there."""
    secret = opening["given"][0]["secret"]
    actions: list[dict] = [opening]
    persons: list[Person] = []
    kept = {"t": ({**opening["row"], "id": "t"}, {entry["seq"]: entry for entry in opening["entries"]})}
    frame = opening["frame"]
    while True:
        person = Person(kept)
        persons.append(person)
        person.page.driver.bot_delay = 1e9  # bots are not what is looked at
        person.outside.never = True
        line = await person.sit("t", secret)
        shown = await person.hear(line, "table")
        whole = untimed(shown)
        assert whole.pop("log")["items"] == log_of(actions)
        assert {name: value for name, value in untimed(frame).items() if name not in ("log", "stills")} == {
            name: value for name, value in whole.items() if name != "stills"
        }
        assert (await person.hear(line, "presence"))["here"] == opening["here"]
        answers = actions[-1]["next"]
        if not answers:
            return
        assert sorted(answers) == sorted(str(action["id"]) for action in shown["legal"])
        action = max(answers, key=int)
        person.say(line, "act", action=int(action), turn=shown["turn"])
        ack, after = await person.hear(line, "ack"), await person.hear(line, "table")
        written = answers[action]
        frame = {**frame, **written["frame"]}
        assert untimed(after) == untimed(frame)
        assert ack["turn"] == frame["turn"]
        entry = person.outside.kept["t"][1][written["entry"]["seq"]]
        assert {**entry, "at": 0} == {
            **written["entry"],
            "at": 0,
            "data": {**written["entry"]["data"], "id": ack["id"]},
        }
        assert len(person.outside.kept["t"][1]) == written["entry"]["seq"] + 1
        actions.append(written)


def log_of(actions: list[dict]) -> list:
    log: list = []
    for written in actions:
        news = written["frame"]["log"]
        log = [*log[: news["from"]], *news["items"]]
    return log


@pytest.mark.parametrize("game", kobako.game_names())
def test_what_is_written_down_is_what_the_house_says(game: str) -> None:
    deals = deals_of(game, 3)
    assert len(deals["deals"]) == DEALS
    for which, level in enumerate(level_names()[:DEALS]):
        opening = opened(deals, level, which)
        assert opening["frame"]["legal"], "the person begins"
        asyncio.run(told(opening))


@pytest.mark.parametrize("game", kobako.game_names())
def test_the_next_deal_is_laid_for_who_plays(game: str) -> None:
    """Whatever they wish for: their own name and face, other seats, bots of several levels."""
    seats = [{"by": "bot", "level": "novice"}, {"by": "person", "name": "Aya", "face": "risu"}]
    wish = {**usual_wish(game, 2, "master"), "seats": seats, "practice": False, "options": {"first": "1"}}
    first, second = laid(wish), laid(wish)
    assert first
    assert second
    assert first["row"]["seed"] != second["row"]["seed"]
    assert first["given"][0]["secret"] != second["given"][0]["secret"]
    assert first["seats"][1] == {"by": "person", "name": "Aya", "level": None, "away": False, "face": "risu"}
    asyncio.run(told(first))


@pytest.mark.parametrize("level", ["novice", "regular"])
@pytest.mark.parametrize("game", kobako.game_names())
def test_bots_that_begin_have_moved_as_they_do_anywhere(game: str, level: str) -> None:
    opening = laid({**usual_wish(game, 3, level), "options": {"first": "1"}})
    assert opening
    assert opening["frame"]["legal"], "the person is asked"
    asyncio.run(told(opening))
    table, moved = Table(terms_of(opening["row"])), 0
    for entry in read_entries(opening):
        if isinstance(entry.request, Act):
            seat, view = entry.request.seat, table.deciding_view(entry.request.seat)
            name = bot_of(table.seats[seat].level or "", table.seats[seat].face)
            bot = make_bot(name, view.setup.game, seed_at(table, seat), wait=True)
            assert bot.choose(view, view.legal()) == entry.request.action
            moved += 1
        table.take(entry)
    assert moved >= 2 or table.together, "where all choose at once, the person is among the first"


def test_a_table_is_what_its_row_says() -> None:
    row = deals_of("kotori", 2)["deals"][0]["row"]
    terms = terms_of(row)
    assert row_of("", terms, Table(terms), 0.0) == {**row, "status": "waiting"}


@pytest.mark.parametrize(
    "other",
    [
        {"clock": {"bank": 60, "per_move": 5}},
        {"seats": [{"by": "person"}, {"by": "person"}]},
        {"seats": [{"by": "person"}]},
        {"seats": [{"by": "bot", "level": "novice"}] * 2},
        {"lesson": "bid"},
        {"kifu": "anything"},
        {"seats": [{"by": "person", "name": "аb"}, {"by": "bot"}]},
        {"nonsense": 1},
        {"game": "chess"},
    ],
)
def test_other_tables_are_not_foreseen(other: dict) -> None:
    assert laid({**usual_wish("kotori", 2, "novice"), **other}) is None


def test_the_same_is_written_each_time() -> None:
    assert deals_of("ice", 2) == deals_of("ice", 2)
    name, content = next(written_down())
    game = kobako.game(kobako.game_names()[0])
    assert name == f"{game.name}-{game.players[0]}.json"
    assert json.loads(content) == deals_of(game.name, game.players[0])
