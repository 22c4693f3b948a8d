"""Who is let in, by which name, and how much of the lobby is theirs."""

import httpx2 as httpx
import pytest
from starlette.websockets import WebSocketDisconnect

import kobako
from kobako.bots.registry import bot_title
from kobako.core.errors import BadOption
from kobako.core.lessons import lessons
from kobako.house.limits import Limits, guest_at
from kobako.house.lobby import SHOWN, Listed, fair, maker_of
from kobako.server.hosts import Hosts
from kobako.server.settings import Settings
from kobako.table import Act, Terms
from tests.server.running import Node
from tests.server.sitting_in import Sitter, server_inside

WISH = {"game": "ice", "players": 2}
BOT = {"by": "bot", "level": "random"}


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8000", "localhost", "LocalHost:9", "[::1]:8000", "192.168.1.20:8000", "a.localhost", "localhost."],
)
def test_a_local_server_answers_to_its_addresses(host):
    assert Hosts([]).allow(host)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil", "", ":80", "a@localhost"]
)
def test_a_name_that_anyone_could_point_here_is_not_ours(host):
    assert not Hosts([]).allow(host)


def test_names_are_named():
    hosts = Hosts(["play.example.com", "*.kobako.example"])
    assert hosts.allow("play.example.com")
    assert hosts.allow("PLAY.example.com:443")
    assert hosts.allow("a.kobako.example")
    assert not hosts.allow("kobako.example.evil")
    assert not hosts.allow("example.com")
    assert Hosts(["*"]).allow("anything.example")
    with pytest.raises(BadOption, match="a host is a name"):
        Settings(hosts="http://play.example.com/")


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example", "Origin": "http://evil.example"},
        {"Host": "evil.example"},
        {"Host": "", "Origin": "null"},
        {"Host": "kobako.test", "Origin": "null"},
        {"Host": "kobako.test", "Origin": "http://evil.example"},
        {"Host": "kobako.test", "Origin": "file://kobako.test"},
    ],
    ids=str,
)
def test_a_page_that_is_not_ours_is_let_in_nowhere(tmp_path, headers):
    with server_inside(tmp_path) as client:
        assert client.post("/api/tables", json=WISH, headers=headers).status_code in (403, 421)
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws", headers=headers) as line:
            line.receive_text()
        assert client.get("/healthz", headers={"Host": "whatever"}).status_code == 200


def test_a_page_under_another_name_cannot_even_read(tmp_path):
    with Node(tmp_path) as node:
        refused = httpx.get(f"{node.http}/api/games", headers={"Host": "evil.example"})
        assert refused.status_code == 421
        assert refused.json()["error"]["code"] == "bad_host"
        assert "--hosts evil.example" in refused.json()["error"]["message"]
        assert httpx.get(f"{node.http}/api/games", headers={"Host": f"localhost:{node.port}"}).is_success


def test_one_home_of_ipv6_is_one_guest():
    assert guest_at("2001:db8:1:2::1") == guest_at("2001:db8:1:2:ffff:ffff:ffff:ffff")
    assert guest_at("2001:db8:1:2::1") != guest_at("2001:db8:1:3::1")
    assert guest_at("::ffff:10.0.0.1") == guest_at("10.0.0.1")
    assert guest_at("10.0.0.1") != guest_at("10.0.0.2")
    assert guest_at("testclient") == "testclient"
    limits = Limits(on=True)
    got = sum(limits.of("make", f"2001:db8::{n:x}").take() for n in range(300))
    assert got <= 21


def test_who_makes_a_thousand_tables_stands_first_with_one():
    flood = [Listed(f"f{n:04}", "waiting", 1000.0 + n, "flooder") for n in range(1000)]
    honest = [Listed(f"h{n}", "waiting", 10.0 + n, f"guest {n}") for n in range(5)]
    shown = fair([*flood, *honest])
    assert len(shown) == SHOWN
    assert {table.name for table in honest} < set(shown)
    here = Listed("here", "waiting", 1.0, "flooder", present=True)
    assert fair([*flood, here])[0] == "here", "somebody waits there"


def test_who_has_somebody_at_sixty_tables_stands_first_with_one():
    flood = [Listed(f"f{n:02}", "waiting", 1000.0 + n, "flooder", present=True) for n in range(60)]
    honest = [Listed(f"h{n}", "waiting", 10.0 + n, f"guest {n}") for n in range(5)]
    shown = fair([*flood, *honest])
    assert len(shown) == SHOWN
    assert shown[:6] == ["f59", "h4", "h3", "h2", "h1", "h0"], "the others' come before the second one"


def test_whoever_asks_for_a_table_is_its_maker(tmp_path):
    """Whose bots they are at a rematch, in a lesson and where something is tried out: thought is shared by maker."""
    with server_inside(tmp_path) as client:
        me, people = {"by": "person"}, [{"by": "person"}] * 2
        aside = client.post("/api/tables", json={**WISH, "practice": True, "seats": [me, BOT]}).json()
        name = lessons(kobako.game("ice"))[0].name
        lesson = client.post("/api/tables", json={"game": "ice", "lesson": name, "seats": [me]}).json()
        over = client.post("/api/tables", json={**WISH, "seats": people}).json()
        client.portal.call(play_out, client.app_state["house"], over["table"])
        answers = [
            client.post(f"/api/tables/{made['table']}/{what}", headers={"Authorization": made["seats"][0]["secret"]})
            for made, what in ((aside, "what-if"), (over, "rematch"))
        ]
        rooms = client.app_state["house"].rooms
        makers = {rooms[made["table"]].maker for made in (aside, lesson, *(answer.json() for answer in answers))}
        assert makers == {maker_of("testclient")}


def test_one_guest_does_not_fill_the_lobby(tmp_path):
    with server_inside(tmp_path) as client:
        mine = client.post("/api/tables", json=WISH).json()["table"]
        from_elsewhere = client.portal.call(make_many, client.app_state["house"], 120)
        listed = [table["table"] for table in client.get("/api/tables").json()]
        assert mine in listed, "made first, by another"
        assert len(listed) == SHOWN
        waiting = client.post("/api/tables", json={**WISH, "seats": [{"by": "person"}]}).json()
        client.portal.call(make_many, client.app_state["house"], 60)
        with Sitter(client, waiting["table"], waiting["seats"][0]["secret"]):
            assert client.get("/api/tables").json()[0]["table"] == waiting["table"]
        assert len(set(listed) & from_elsewhere) == SHOWN - 1


async def play_out(house, name):
    """Play a game to its end."""
    room = await house.room(name)
    while room.table.status == "playing":
        seat = room.table.owing[0]
        await house.submit(room, Act(seat, int(room.table.legal(seat)[0]), room.table.turn))


async def make_many(house, number):
    """Public tables, all made from one address that is not the client's."""
    terms = Terms(kobako.game("ice").setup(2), 1)
    return {(await house.make(terms, [], maker_of("10.9.8.7"))).name for _ in range(number)}


def test_nobody_takes_the_name_of_a_bot_or_of_a_guest(tmp_path):
    with server_inside(tmp_path) as client:
        seats = [{"by": "bot", "level": "regular"}, {"by": "person"}, {"by": "open"}, {"by": "open"}]
        made = client.post("/api/tables", json={"game": "ice", "players": 4, "seats": seats}).json()
        face = client.get(f"/api/tables/{made['table']}").json()["seats"][0]["face"]
        for name in (bot_title("regular", lang, face) for lang in ("en", "ja")):
            sat = client.post(f"/api/tables/{made['table']}/seats", json={"name": name}).json()
            assert client.get(f"/api/tables/{made['table']}").json()["seats"][sat["seat"]]["name"] == f"{name} 2"
            secret = {"Authorization": sat["secret"]}
            client.delete(f"/api/tables/{made['table']}/seats/{sat['seat']}", headers=secret)
        sat = client.post(f"/api/tables/{made['table']}/seats", json={"name": "guest 1"}).json()
        assert client.get(f"/api/tables/{made['table']}").json()["seats"][sat["seat"]]["name"] == ""


def test_names_at_a_table_are_told_apart(tmp_path):
    with server_inside(tmp_path) as client:
        seats = [{"by": "person", "name": "Ai\u202eko"}, {"by": "open"}]
        made = client.post("/api/tables", json={**WISH, "seats": seats}).json()
        client.post(f"/api/tables/{made['table']}/seats", json={"name": "аіко"})
        shown = client.get(f"/api/tables/{made['table']}").json()
        assert [seat["name"] for seat in shown["seats"]] == ["Aiko", "аіко 2"]
        refused = client.post("/api/tables", json={**WISH, "seats": [{"by": "person", "name": "Аlice"}]})
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad_name")
