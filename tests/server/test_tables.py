"""Tables over HTTP: what is asked for twice at once, or by others, or is damaged; the lobby, rematches, reviews."""

import asyncio
import contextlib
import json
import socket
import sqlite3
import threading
import zlib

import pytest

import kobako
from kobako.core.errors import KobakoError
from kobako.house.desk import rematch
from kobako.house.lobby import LOBBY
from kobako.server.api import kifu, seat_bots
from kobako.server.models import BotWish
from kobako.table import Act
from kobako.terminal.sitting.client import Address, NoServer
from tests.server.sitting_in import closed, make_table, server_inside
from tests.server.wire import house_inside


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with server_inside(tmp_path_factory.mktemp("server")) as client:
        yield client


def test_bots_asked_for_twice_at_once_are_seated_once(client):
    table, secrets = make_table(client, "ice", 3, seats=[{"by": "person"}])
    house = client.app_state["house"]

    async def ask():
        wish = BotWish(level="random")
        return await asyncio.gather(
            *(seat_bots(table, wish, house, ["random"], f"bearer {secrets[0]}") for _ in range(3))
        )

    for shown in client.portal.call(ask):
        assert [seat["by"] for seat in shown["seats"]] == ["person", "bot", "bot"]


def test_house_rules_are_for_who_names_them(client):
    """No form lists them; a table that has one says so, and what the rulebook has in its place."""
    shown = {game["name"]: game for game in client.get("/api/games").json()}
    assert [option["name"] for option in shown["donburiko"]["options"]] == ["first"]
    usual, _ = make_table(client, "donburiko", 3, seats=[{"by": "person"}])
    told = client.get(f"/api/tables/{usual}").json()
    assert (told["options"], told["house_rules"]) == ({"first": "drawn"}, {})
    table, _ = make_table(client, "donburiko", 3, seats=[{"by": "person"}], options={"goal": "25"})
    told = client.get(f"/api/tables/{table}").json()
    assert (told["options"], told["house_rules"]) == ({"first": "drawn", "goal": "25"}, {"goal": "20"})
    wish = {"game": "donburiko", "players": 3, "options": {"goal": "4"}}
    refused = client.post("/api/tables", json=wish).json()["error"]
    assert refused["code"] == "bad_house_rule"
    assert refused["values"]["rule"] == "DON-17"
    wish["options"] = {"start_chips": "20", "chips": "30"}
    assert client.post("/api/tables", json=wish).json()["error"]["code"] == "misfit"


def finished(client, players=2, **wish):
    """A game that is over, with the house it was played in."""
    house = client.app_state["house"]
    table, secrets = make_table(client, "ice", players, **wish)
    room = client.portal.call(house.room, table)
    while room.table.status == "playing":
        seat = room.table.owing[0]
        act = Act(seat, int(room.table.legal(seat)[0]), room.table.turn)
        client.portal.call(house.submit, room, act)
    return house, table, secrets


def test_a_rematch_asked_for_many_times_at_once_gives_one_seat(client):
    house, table, secrets = finished(client)

    async def ask():
        return await asyncio.gather(*(rematch(house, table, f"Bearer {secret}") for secret in [*secrets] * 4))

    given = {(made["table"], made["seat"], made["secret"]) for made in client.portal.call(ask)}
    assert sorted(seat for _, seat, _ in given) == [0, 1]
    assert len({name for name, _, _ in given}) == 1


def test_a_seat_of_a_rematch_is_kept_for_who_played(client):
    house, table, secrets = finished(client, seats=[{"by": "person", "name": "Aya"}, {"by": "person"}])
    again = lambda secret: client.post(f"/api/tables/{table}/rematch", headers={"Authorization": f"Bearer {secret}"})  # noqa: E731
    made = again(secrets[1]).json()
    house.rooms.pop(made["table"])  # it is in the store that the seat is kept
    for wish in ({}, {"seat": 0}):
        refused = client.post(f"/api/tables/{made['table']}/seats", json=wish)
        assert refused.status_code == 409
        assert "kept for Aya" in refused.json()["error"]["message"]
    assert client.get(f"/api/tables/{made['table']}").json()["free"] == []
    assert (made["seat"], again(secrets[0]).json()["seat"]) == (1, 0)
    assert client.get(f"/api/tables/{made['table']}").json()["status"] == "playing"


def test_a_seat_that_was_given_up_is_anyones_in_the_rematch(client):
    _, table, secrets = finished(client)
    bearers = [{"Authorization": f"Bearer {secret}"} for secret in secrets]
    assert client.delete(f"/api/tables/{table}/seats/0", headers=bearers[0]).status_code == 200
    made = client.post(f"/api/tables/{table}/rematch", headers=bearers[1]).json()
    assert client.post(f"/api/tables/{made['table']}/seats", json={}).json()["seat"] == 0


def test_a_busy_thinker_holds_up_neither_a_kifu_nor_the_end(tmp_path, monkeypatch):
    """The replay is told by a thinker. What was not told when the server stopped is told when it is next asked for."""
    monkeypatch.setattr("kobako.house.house.LAST_ERRANDS", 0.1)
    with house_inside(tmp_path) as (client, house):
        client.portal.call(house.thinkers._free.clear)  # all of them are busy, for ever
        _, table, _ = finished(client)
        told = client.portal.call(asyncio.wait_for, kifu(table, house), 20)
        assert kobako.replay(told.body.decode()).over
        client.portal.call(asyncio.wait_for, house.close(), 20)
        assert client.portal.call(house.store.row, table)["status"] == "over"  # which needs no replay to be known
    with house_inside(tmp_path) as (client, _):
        assert client.get(f"/api/tables/{table}/kifu").content == told.body
        assert client.get(f"/api/tables/{table}/replay").json()["winners"]


def test_reviews_are_begun_now_and_then_and_thought_about_one_by_one(tmp_path):
    setup = kobako.game("ice").setup(2)
    matches = [setup.new(seed) for seed in range(30)]
    for match in matches[:2]:
        for _ in range(4):
            match.play(match.legal()[0])
    thinking, most = [], []
    with server_inside(tmp_path, limits=True, thinkers=2) as client:
        thinkers = client.app_state["house"].thinkers

        def counted(asked):
            async def ask(*about):
                thinking.append(about)
                most.append(len(thinking))
                try:
                    return await asked(*about)
                finally:
                    thinking.remove(about)

            return ask

        thinkers.judge, thinkers.outlook = counted(thinkers.judge), counted(thinkers.outlook)
        texts = [match.kifu() for match in matches]
        answers = [client.post("/api/review", json={"kifu": text}) for text in texts]
        assert [answer.status_code for answer in answers[:2]] == [200, 200]
        assert 429 in {answer.status_code for answer in answers}
        for text in texts[:2]:
            review = {"done": 0, "of": 4}
            while review["done"] < review["of"]:
                answered = client.post("/api/review", json={"kifu": text})
                assert answered.status_code in (200, 429)  # to ask again is limited as any request is
                review = answered.json() if answered.status_code == 200 else review
            assert len(review["curve"]) == 5
            assert [grade["seat"] for grade in review["grades"]] == [0, 1]
            assert all(sum(shares) == pytest.approx(1, abs=0.01) for shares in review["curve"])
        assert max(most) == 1


# The lobby


def test_a_table_stays_in_the_lobby_while_it_is_played_and_no_secret_choice_shows_there(tmp_path):
    clock = [1000.0]
    with house_inside(tmp_path, lambda: clock[0]) as (client, house):
        names = {game: make_table(client, game, 2)[0] for game in ("donburiko", "tokkuri")}
        rooms = {game: client.portal.call(house.room, name) for game, name in names.items()}
        assert rooms["tokkuri"].table.together
        clock[0] += LOBBY - 60
        for room in rooms.values():
            seat = room.table.owing[0]
            client.portal.call(house.submit, room, Act(seat, int(room.table.legal(seat)[0]), room.table.turn))
        client.portal.call(house.close)
        assert len(client.get("/api/tables").json()) == 2
        clock[0] += 120
        assert [shown["table"] for shown in client.get("/api/tables").json()] == [names["donburiko"]]


def test_a_table_that_is_damaged_harms_no_other(tmp_path):
    with house_inside(tmp_path) as (client, house):
        whole, _ = make_table(client, "kotori")
        broken = {"options": make_table(client, "ice")[0], "data": make_table(client, "ice")[0]}
        _, over, _ = finished(client)
        client.portal.call(house.close)
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database:
            database.execute("UPDATE tables SET options = '{' WHERE id = ?", [broken["options"]])
            database.execute("UPDATE entries SET data = '{}' WHERE table_id = ?", [broken["data"]])
            database.execute("UPDATE tables SET replay = x'00' WHERE id = ?", [over])
            database.commit()
        house.rooms.clear()
        assert [shown["table"] for shown in client.get("/api/tables").json()] == [whole]
        for table in (*broken.values(), f"{over}/replay"):
            refused = client.get(f"/api/tables/{table}")
            assert (refused.status_code, refused.json()["error"]["code"]) == (409, "damaged")
        for table in broken.values():
            assert closed(client, json.dumps({"type": "hello", "table": table}))[0] == 4404


def test_a_replay_stored_before_phases_had_names_is_told_anew(tmp_path):
    with house_inside(tmp_path) as (client, _):
        _, table, _ = finished(client)
        told = client.get(f"/api/tables/{table}/replay").json()
        assert told["format"] == 2
        old = {**{key: value for key, value in told.items() if key != "format"}, "positions": []}

        def stored(kifu):
            with contextlib.closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database:
                packed = zlib.compress(json.dumps(old).encode())
                database.execute("UPDATE tables SET replay = ?, kifu = ? WHERE id = ?", [packed, kifu, table])
                database.commit()

        kifu = client.get(f"/api/tables/{table}/kifu").text
        stored(kifu)
        assert client.get(f"/api/tables/{table}/replay").json() == told
        stored(kifu.replace("rules: 1", "rules: 99"))  # its rules are not here: as it was
        assert client.get(f"/api/tables/{table}/replay").json() == {**old, "format": 1}


# Addresses


def test_what_is_no_tables_address_or_no_server_is_said_in_a_sentence():
    for address in ("http://127.0.0.1:abc/t/abc", "http://[::1/t/abc", "nowhere"):
        with pytest.raises(KobakoError, match="is no table's address"):
            Address.read(address)
    with socket.create_server(("127.0.0.1", 0)) as other:

        def speak():
            line, _ = other.accept()
            line.recv(4096)
            line.sendall(b"220 mail.example ready\r\n")
            line.close()

        speaking = threading.Thread(target=speak)
        speaking.start()
        with pytest.raises(NoServer, match="no answer from"):
            Address.read(f"http://127.0.0.1:{other.getsockname()[1]}/t/abc").sit("Aya")
        speaking.join()
