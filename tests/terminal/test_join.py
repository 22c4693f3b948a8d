"""A terminal at a table of a real server: the same screen, over the WebSocket."""

import json
import re
import urllib.request

import pytest

import kobako
from kobako.core import registry
from kobako.core.errors import KobakoError
from kobako.terminal.app.pages import Menu
from kobako.terminal.app.table import TableScreen
from kobako.terminal.launch import join, sit_down
from kobako.terminal.saving import Keeper, known_seats, remember_seat
from kobako.terminal.sitting.client import Address
from kobako.terminal.sitting.remote import RemoteTable
from tests.server.running import Node
from tests.terminal.helpers import opened, play_by_keys, run


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    with Node(tmp_path_factory.mktemp("node")) as running:
        yield running


def make_table(node, game="kotori", seats=({"by": "open"}, {"by": "bot", "level": "random"}), **terms):
    """A table as a browser would make it; gives its address, as it would show it."""
    wish = {"game": game, "players": len(seats), "seats": list(seats), **terms}
    request = urllib.request.Request(f"{node.http}/api/tables", json.dumps(wish).encode())
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return Address.read(f"{node.http}/t/{json.load(answer)['table']}")


def joined(address, tmp_path, lang="en"):
    """The screen of `kobako join`, for a `with`."""
    return opened(
        lambda: TableScreen(RemoteTable(address, first_wait=0.05), Keeper("game", tmp_path / "game.kifu")), lang
    )


def test_a_whole_game_over_the_line(node, tmp_path):
    address = sit_down(make_table(node), "Aya", watch=False)

    async def play():
        async with joined(address, tmp_path) as hand:
            assert await play_by_keys(hand) > 0
            await hand.until(lambda: isinstance(hand.screen, Menu))

    run(play())
    text = (tmp_path / "game.kifu").read_text(encoding="utf-8")
    match = kobako.replay(text)
    assert match.over
    assert match.names[0] == "Aya"
    assert text == address.call("GET", "/kifu")


def test_a_refused_move_names_the_rule(node, tmp_path):
    address = sit_down(make_table(node, options={"first": "0"}), "", watch=False)

    async def play():
        async with joined(address, tmp_path, "ja") as hand:
            await hand.my_turn()
            await hand.type("pass")
            await hand.until(lambda: hand.table.message)
            assert "KOT-4" in hand.text
            await hand.press("1", "enter")
            await hand.until(lambda: any(item["event"] == "took" for item in hand.table.sitting.log))

    run(play())


def test_the_line_breaks_and_comes_back(node, tmp_path):
    """What was asked while the server was gone is asked again, and done once."""
    address = sit_down(make_table(node, options={"first": "0"}), "", watch=False)

    async def play():
        async with joined(address, tmp_path) as hand:
            await hand.my_turn()
            assert "reconnecting" not in hand.text
            node.kill()
            await hand.until(lambda: hand.table.sitting.line == "lost")
            assert "Connection lost" in hand.text
            await hand.press("1", "enter")
            node.start().wait()
            await hand.until(lambda: hand.table.sitting.line == "good")
            await hand.until(lambda: any(item["event"] == "took" for item in hand.table.sitting.log))
            await hand.my_turn()
            return [item for item in hand.table.sitting.log if item["event"] == "took" and item["ply"] == 1]

    assert len(run(play())) == 1


def test_watching(node, tmp_path):
    address = make_table(node, "donburiko", [{"by": "open"}, {"by": "open"}])

    async def watch():
        async with joined(sit_down(address, "", watch=True), tmp_path) as hand:
            await hand.until(lambda: hand.frame)
            assert "Waiting for players" in hand.text
            sit_down(address, "Aya", watch=False)
            await hand.until(lambda: "Aya" in hand.text)
            address.sit("Ben")
            await hand.until(lambda: hand.frame["status"] == "playing")
            assert "watching" in hand.text
            assert all(card == "?" for seat in hand.frame["view"]["seats"] for card in seat["hand"])
            await hand.press("q")
            await hand.until(lambda: hand.app.return_value is not None)
            return hand.app.return_value

    assert not run(watch()).link


def test_two_terminals_at_one_table(node, tmp_path):
    address = make_table(node, "kotori", [{"by": "open"}, {"by": "open"}])
    seats = [address.sit("Aya"), address.sit("Ben")]

    async def play():
        async with joined(seats[0], tmp_path) as aya, joined(seats[1], tmp_path) as ben:
            for _ in range(6):
                await aya.until(lambda: aya.frame and ben.frame and (aya.frame["legal"] or ben.frame["legal"]))
                hand = aya if aya.frame["legal"] else ben
                turn = hand.frame["turn"]
                await hand.press("1", "enter")
                await hand.until(lambda turn=turn: aya.frame["turn"] == ben.frame["turn"] > turn)
            await aya.press("s", "enter")
            await ben.until(lambda: "Aya: “Hello!”" in ben.text)
            return aya.frame["view"]["treetop"], ben.frame["view"]["treetop"]

    first, second = run(play())
    assert first == second


def test_leaving_keeps_the_seat_and_says_how_to_come_back(node, tmp_path):
    page = make_table(node)
    address = sit_down(page, "Aya", watch=False)

    async def leave(keys):
        async with joined(sit_down(page, "Aya", watch=False), tmp_path) as hand:
            await hand.my_turn()
            await hand.press("q", *keys)
            await hand.until(lambda: hand.app.return_value is not None)
            return hand.app.return_value

    ending = run(leave(["enter"]))
    assert ending.link == address.link
    assert Address.read(ending.link).secret == address.secret == known_seats()[page.page]
    ending = run(leave(["down", "enter"]))  # given up
    assert not ending.link
    assert known_seats() == {}
    seats = page.call("GET", "")["seats"]
    assert seats[0]["by"] == "bot"


def test_a_seat_that_is_not_ours_and_a_table_that_is_not_there(node, tmp_path):
    address = make_table(node)

    async def ending(table):
        async with joined(table, tmp_path) as hand:
            await hand.until(lambda: hand.app.return_value is not None)
            return hand.app.return_value.fault

    remember_seat(address.page, "x" * 43)
    assert "not yours, or no longer is" in run(ending(sit_down(address, "", watch=False)))
    assert known_seats() == {}
    assert "does not exist" in run(ending(Address(node.http, "tnowhere000")))
    with pytest.raises(KobakoError, match="tnowhere"):
        sit_down(Address(node.http, "tnowhere000"), "", watch=False)
    sit_down(address, "", watch=False)
    with pytest.raises(KobakoError, match="--watch"):
        sit_down(Address(f"{node.http}/", address.table), "Ben", watch=False)  # as from another machine


@pytest.mark.parametrize("text", ["http://host/x/t0123456789", "ftp://host/t/t0123456789", "http://host/t/", "nothing"])
def test_what_is_no_address(text):
    with pytest.raises(KobakoError, match="one looks like"):
        Address.read(text)


def test_an_address_as_a_browser_shows_it():
    address = Address.read("https://games.example/kobako/t/t0123456789#s=abc")
    assert (address.base, address.table, address.secret) == ("https://games.example/kobako", "t0123456789", "abc")
    assert address.socket == "wss://games.example/kobako/ws"
    assert address.page == "https://games.example/kobako/t/t0123456789"
    assert Address.read(address.link) == address


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "This table plays Kotori Atsume by rules 1; this program knows rules 2."),
        ("ja", "このテーブルのことりあつめはルール第1版ですが、このプログラムにあるのは第2版です。"),
    ],
)
def test_other_rules_are_told_before_a_seat_is_taken(node, tmp_path, monkeypatch, lang, told):
    page = make_table(node)
    monkeypatch.setattr(kobako.game("kotori"), "version", 2)
    with pytest.raises(KobakoError, match=re.escape(told)) as refused:
        join(page, "Aya", watch=False, lang=lang, save=tmp_path / "game.kifu")
    assert page.page in str(refused.value)
    assert page.call("GET", "")["free"] == [0]
    assert known_seats() == {}


def test_a_game_that_is_not_here(node, tmp_path, monkeypatch):
    page = make_table(node)
    monkeypatch.setattr(registry, "game_names", lambda: ["ice"])
    with pytest.raises(KobakoError, match="This table plays kotori, a game that this program does not have"):
        join(page, "Aya", watch=True, lang="en", save=None)


def test_a_server_that_comes_back_with_other_rules(node, tmp_path, monkeypatch):
    """The rules are compared at every welcome; the seat stays kept, for the right version to come back to."""
    address = sit_down(make_table(node), "Aya", watch=False)

    async def play():
        async with joined(address, tmp_path, "en") as hand:
            await hand.my_turn()
            monkeypatch.setattr(kobako.game("kotori"), "version", 2)
            node.kill()
            node.start().wait()
            await hand.until(lambda: hand.app.return_value is not None)
            return hand.app.return_value

    assert "by rules 1; this program knows rules 2" in run(play()).fault
    assert known_seats()[address.page] == address.secret


def test_nobody_there():
    with pytest.raises(KobakoError, match="no answer from"):
        sit_down(Address("http://127.0.0.1:9", "t0123456789"), "", watch=False)


def test_a_damaged_memory_of_seats_is_no_trouble(tmp_path, monkeypatch):
    monkeypatch.setenv("KOBAKO_DATA", str(tmp_path))
    for text in ("", "[1]", "{", json.dumps({"http://x": "a b"})):
        (tmp_path / "seats.json").write_text(text)
        assert known_seats() == {}


def test_something_is_tried_out_on_the_server_too(node, tmp_path):
    address = sit_down(make_table(node, practice=True, options={"first": "0"}), "Aya", watch=False)

    async def play():
        async with joined(address, tmp_path) as hand:
            await hand.my_turn()
            real = hand.screen
            await hand.press("w")
            await hand.until(lambda: hand.screen is not real and hand.screen.sitting.seen)
            side = hand.screen.sitting
            assert side.welcome["what_if"] == address.table
            assert not side.may_try_out
            await hand.press("q")
            await hand.until(lambda: hand.screen is real)
            assert real.sitting.frame["status"] == "playing"

    run(play())
