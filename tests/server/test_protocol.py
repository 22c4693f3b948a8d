"""The protocol, sentence by sentence (docs/protocol.md), against the whole application."""

import contextlib
import hashlib
import json
import re
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

import kobako
from tests.server.sitting_in import Sitter, closed, make_table, server_inside, text


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with server_inside(tmp_path_factory.mktemp("server")) as client:
        yield client


# Hello


@pytest.mark.parametrize(
    "hello",
    ["", "hello", "[]", "{}", '{"type": "act"}', '{"type": "hello"}', '{"type":"hello","table":"t","more":1}', b"\x00"],
)
def test_a_first_message_that_is_no_hello_ends_the_connection(client, hello):
    code, reason = closed(client, hello)
    assert code == 4400
    assert "hello" in reason


def test_hello_to_a_table_that_is_not_there_or_with_a_wrong_secret_or_protocol(client):
    table, _ = make_table(client, "kotori")
    assert closed(client, json.dumps({"type": "hello", "table": "tnowhere"}))[0] == 4404
    assert closed(client, json.dumps({"type": "hello", "table": table, "secret": "x" * 43}))[0] == 4401
    code, reason = closed(client, json.dumps({"type": "hello", "table": table, "protocol": 2}))
    assert (code, "protocol 1" in reason) == (4400, True)


def test_welcome_and_first_frame_have_what_the_protocol_says(client):
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    examples = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.S)]
    shown = {example["type"]: example for example in examples if "type" in example}
    table, secrets = make_table(client, "donburiko", 2, private=True)
    with Sitter(client, table, secrets[0]) as sitter:
        assert sitter.welcome.keys() == shown["welcome"].keys()
        assert sitter.table.keys() == shown["table"].keys()
        assert sitter.table["seats"][0].keys() == shown["table"]["seats"][0].keys()
        assert sitter.table["log"].keys() == shown["table"]["log"].keys()
        assert sitter.welcome["you"] == 0
        assert sitter.welcome["private"] is True
        first = next(
            example for example in examples if "game" in example and "type" not in example and "seats" in example
        )
        assert client.post("/api/tables", json=first).status_code == 201
        replay = next(example for example in examples if "positions" in example)
    told = client.post("/api/replay", json={"kifu": kobako.game("kotori").new(2, seed=1).kifu()}).json()
    assert told.keys() == replay.keys()
    assert told["positions"][0].keys() == replay["positions"][0].keys()


# Moves


def test_a_move_is_acknowledged_shown_to_all_and_played_once_however_often_it_is_sent(client):
    table, secrets = make_table(client, "kotori", 2, options={"first": "0"})
    with Sitter(client, table, secrets[0]) as a, Sitter(client, table, secrets[1]) as b, Sitter(client, table) as eye:
        turn = a.table["turn"]
        first = a.ask("act", action="bid", turn=turn, id="once")
        assert first["type"] == "ack"
        for _ in range(3):
            again = a.ask("act", action="bid", turn=turn, id="once")
            assert (again["type"], again["turn"]) == ("ack", first["turn"])
        for viewer in (b, eye):
            shown = viewer.until("table")
            assert shown["turn"] == first["turn"]
            assert "took" in [item["event"] for item in viewer.log]
        assert a.sync()["turn"] == first["turn"]


def test_every_refusal_has_its_code_its_reason_and_the_present_table(client):
    table, secrets = make_table(client, "ice", 2, options={"first": "0"})
    with Sitter(client, table, secrets[0]) as a, Sitter(client, table, secrets[1]) as b, Sitter(client, table) as eye:
        held = [legal["text"] for legal in a.table["legal"]]
        other = next(f"{c}{r}" for c in "SCMV" for r in range(1, 10) if f"{c}{r}" not in held)
        illegal = a.act(other)
        assert (illegal["code"], illegal["rule"][:3]) == ("illegal", "ICE")
        assert illegal["rule"] in illegal["message"]
        assert illegal["table"]["legal"] == a.table["legal"]
        assert a.act("fly")["code"] == "unknown_action"
        assert a.act(99999)["code"] == "unknown_action"
        assert a.act(held[0], turn=99)["code"] == "stale"
        assert b.act(held[0])["code"] == "not_your_turn"
        assert eye.act(held[0])["code"] == "no_seat"
        assert a.ask("undo", turn=a.table["turn"])["code"] == "no_undo"
        assert a.ask("confirm", turn=a.table["turn"])["code"] == "nothing_held"
        assert a.ask("hint", turn=a.table["turn"])["code"] == "no_hints", "two people play"
        assert a.ask("say", what="you idiot")["code"] == "bad_message"
        assert eye.ask("say", what="hello")["code"] == "no_seat"
        assert a.act(held[0])["type"] == "ack"
    waiting, keys = make_table(client, "ice", 2, seats=[{"by": "person"}])
    with Sitter(client, waiting, keys[0]) as alone:
        assert alone.act("S1")["code"] == "not_playing"


@pytest.mark.parametrize(
    "garbage", ["", "{", "[1]", '"x"', '{"type":"act"}', '{"type":"nothing","id":"x"}', "\x00", "9" * 400]
)
def test_what_cannot_be_read_is_answered_and_changes_nothing(client, garbage):
    table, secrets = make_table(client, "kotori", 2)
    with Sitter(client, table, secrets[0]) as sitter:
        before = text({**sitter.table, "n": 0, "time": 0})
        sitter.say_raw(garbage)
        assert sitter.until("error")["code"] == "bad_message"
        assert text({**sitter.sync(), "n": 0, "time": 0}) == before


def test_who_sends_only_garbage_is_hung_up_on(client):
    table, secrets = make_table(client, "kotori", 2)
    with Sitter(client, table, secrets[0]) as sitter:
        with pytest.raises(WebSocketDisconnect) as end:  # noqa: PT012
            for _ in range(30):
                sitter.say_raw("garbage")
                sitter.until("error")
        assert end.value.code == 4429


def test_a_held_move_waits_for_its_confirmation_and_can_be_taken_back(client):
    table, secrets = make_table(client, "donburiko", 2, options={"first": "0"})
    with Sitter(client, table, secrets[0]) as a, Sitter(client, table, secrets[1]) as b:
        start = a.table
        move = next(legal for legal in start["legal"] if legal["kind"] == "add_up")
        assert a.act(move["id"], hold=True)["type"] == "ack"
        held = a.sync()
        assert (held["held"], held["can"], held["acting"]) == (True, ["undo", "confirm"], [0])
        b.sync()
        assert b.act(0)["code"] == "not_your_turn"
        assert a.ask("undo", turn=held["turn"])["type"] == "ack"
        back = a.sync()
        assert {**back, "n": 0, "seq": 0, "turn": 0, "time": 0} == {**start, "n": 0, "seq": 0, "turn": 0, "time": 0}
        assert a.act(move["id"], hold=True)["type"] == "ack"
        assert a.ask("confirm", turn=a.sync()["turn"])["type"] == "ack"
        assert b.sync()["acting"] == [1]


def test_all_choose_at_once_and_nobody_learns_who_has(client):
    table, secrets = make_table(client, "tokkuri", 3)
    with contextlib.ExitStack() as stack:
        sitters = [stack.enter_context(Sitter(client, table, secret)) for secret in secrets]
        eye = stack.enter_context(Sitter(client, table))
        for sitter in (*sitters, eye):
            sitter.settle()
        for chooser in (2, 0):
            assert sitters[chooser].act(sitters[chooser].table["legal"][0]["id"])["type"] == "ack"
            assert sitters[chooser].table["chosen"] is not None
            for other in (*sitters, eye):
                if other is not sitters[chooser]:
                    assert other.settle() == ["pong"], "nothing was told to anyone else"
        assert sitters[0].ask("undo", turn=sitters[0].table["turn"])["type"] == "ack"
        assert sitters[0].sync()["chosen"] is None
        for chooser in (0, 1):
            assert sitters[chooser].act(sitters[chooser].table["legal"][0]["id"])["type"] == "ack"
        assert [item["event"] for item in sitters[2].until("table")["log"]["items"]] == ["laid", "laid", "laid"]


def test_a_hint_names_every_legal_action_the_best_first(client):
    table, secrets = make_table(client, "kotori", 2, seats=[{"by": "person"}, {"by": "bot", "level": "random"}])
    with Sitter(client, table, secrets[0]) as sitter:
        while len(sitter.table["legal"]) < 2:
            if sitter.table["legal"]:
                sitter.act(sitter.table["legal"][0]["id"])
            else:
                sitter.until("table")
        hint = sitter.ask("hint", turn=sitter.table["turn"])
        assert {candidate["action"] for candidate in hint["candidates"]} == {a["id"] for a in sitter.table["legal"]}
        visits = [candidate["visits"] for candidate in hint["candidates"]]
        assert visits == sorted(visits, reverse=True)


def test_a_hint_that_cannot_be_told_is_answered_all_the_same(client, monkeypatch):
    def broken(*told):
        raise KeyError("a game's own part")

    monkeypatch.setattr("kobako.house.viewer.shown_hint", broken)
    table, secrets = make_table(client, "kotori", 2, seats=[{"by": "person"}, {"by": "bot", "level": "random"}])
    with Sitter(client, table, secrets[0]) as sitter:
        while not sitter.table["legal"]:
            sitter.until("table")
        answer = sitter.ask("hint", turn=sitter.table["turn"])
        assert (answer["type"], answer["code"]) == ("refused", "unavailable")


def test_sayings_are_in_everyones_log(client):
    table, secrets = make_table(client, "ice", 2)
    with Sitter(client, table, secrets[0]) as a, Sitter(client, table) as eye:
        assert a.ask("say", what="good_luck")["type"] == "ack"
        eye.until("table")
        assert eye.log[-1] == {"ply": 0, "event": "said", "seat": 0, "what": "good_luck"}


# Seats


def test_a_seat_given_up_has_a_dead_secret_and_a_new_holder_a_new_one(client):
    table, secrets = make_table(client, "ice", 2)
    bearer = {"Authorization": f"Bearer {secrets[0]}"}
    with Sitter(client, table, secrets[0]) as sitter:
        assert client.delete(f"/api/tables/{table}/seats/1", headers=bearer).status_code == 401
        shown = client.delete(f"/api/tables/{table}/seats/0", headers=bearer)
        assert shown.status_code == 200
        assert (shown.json()["seats"][0]["by"], shown.json()["free"]) == ("bot", [0])
        with pytest.raises(WebSocketDisconnect) as end:
            sitter.until("nothing")
        assert end.value.code == 4401
    assert closed(client, json.dumps({"type": "hello", "table": table, "secret": secrets[0]}))[0] == 4401
    assert client.delete(f"/api/tables/{table}/seats/0", headers=bearer).status_code == 401
    taken = client.post(f"/api/tables/{table}/seats", json={"name": "Ken"})
    assert taken.status_code == 201
    assert taken.json()["seat"] == 0
    assert taken.json()["secret"] != secrets[0]
    full = client.post(f"/api/tables/{table}/seats", json={})
    assert (full.status_code, full.json()["error"]["code"]) == (409, "full")


def test_a_table_waits_fills_and_starts_by_itself(client):
    table, secrets = make_table(client, "umbradeco", 3, seats=[{"by": "person", "name": " Aya\n\x07 "}])
    with Sitter(client, table, secrets[0]) as sitter:
        assert (sitter.table["status"], sitter.table["view"]) == ("waiting", None)
        assert sitter.table["seats"][0]["name"] == "Aya"
        assert table in [shown["table"] for shown in client.get("/api/tables").json()]
        assert client.post(f"/api/tables/{table}/bots", json={"level": "random"}).status_code == 401
        bearer = {"Authorization": f"Bearer {secrets[0]}"}
        assert client.post(f"/api/tables/{table}/bots", json={"level": "random"}, headers=bearer).status_code == 200
        while sitter.table["status"] == "waiting":
            sitter.until("table")
        assert [seat["by"] for seat in sitter.table["seats"]] == ["person", "bot", "bot"]
    private, _ = make_table(client, "ice", 2, private=True, seats=[{"by": "person"}])
    assert private not in [shown["table"] for shown in client.get("/api/tables").json()]


@pytest.mark.parametrize(
    "level", ["program", "program:true", "search", "search:5", "random:1", "Random", "", "hint", "__class__", "x" * 65]
)
def test_no_other_bot_than_a_level_can_be_had_from_outside(client, level):
    seats = [{"by": "person"}, {"by": "bot", "level": level}]
    refused = client.post("/api/tables", json={"game": "kotori", "players": 2, "seats": seats})
    assert refused.status_code in (400, 422)
    assert refused.json()["error"]["code"] == "bad_request"
    table, secrets = make_table(client, "kotori", 3, seats=[{"by": "person"}])
    bearer = {"Authorization": f"Bearer {secrets[0]}"}
    refused = client.post(f"/api/tables/{table}/bots", json={"level": level}, headers=bearer)
    assert refused.status_code in (400, 422)
    assert client.get(f"/api/tables/{table}").json()["free"] == [1, 2]


def test_the_levels_are_those_that_the_server_offers(client, tmp_path):
    assert client.get("/api/bots").json() == ["novice", "regular", "master", "champion", "greedy", "random"]
    table, _ = make_table(client, "kotori", 2, seats=[{"by": "person"}, {"by": "bot"}])
    assert client.get(f"/api/tables/{table}").json()["seats"][1]["level"] == "regular"
    with server_inside(tmp_path, levels="random,greedy") as few:
        assert few.get("/api/bots").json() == ["random", "greedy"]
        table, _ = make_table(few, "kotori", 2, seats=[{"by": "person"}, {"by": "bot"}])
        assert few.get(f"/api/tables/{table}").json()["seats"][1]["level"] == "random"
        seats = [{"by": "person"}, {"by": "bot", "level": "master"}]
        refused = few.post("/api/tables", json={"game": "kotori", "players": 2, "seats": seats}).json()["error"]
        assert refused["message"] == "no level 'master': there are random, greedy"


# To the end, and after it


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", kobako.game_names())
def test_a_whole_game_its_promise_kifu_replay_review_and_rematch(client, game):
    seats = [{"by": "person", "name": "Aya"}, {"by": "bot", "level": "random"}]
    table, secrets = make_table(client, game, 2, seats=seats)
    bearer = {"Authorization": f"Bearer {secrets[0]}"}
    assert client.get(f"/api/tables/{table}/kifu").status_code == 404
    assert client.post(f"/api/tables/{table}/rematch", headers=bearer).status_code == 409
    with Sitter(client, table, secrets[0]) as sitter:
        while sitter.table["status"] == "playing":
            assert sitter.table["seed"] is None
            if sitter.table["legal"]:
                assert sitter.act(sitter.table["legal"][-1]["id"])["type"] == "ack"
            else:
                sitter.until("table")
        over = sitter.table
        assert over["winners"]
        assert hashlib.sha256(over["seed"].encode()).hexdigest() == sitter.welcome["seed_hash"]
        kifu = client.get(f"/api/tables/{table}/kifu")
        match = kobako.replay(kifu.text)
        assert (match.scores, match.names) == (over["scores"], ["Aya", "random"])
        told = client.get(f"/api/tables/{table}/replay").json()
        assert len(told["positions"]) == len(match.actions) + 1
        assert told["positions"][-1]["views"]["0"] == over["view"]
        for coding in ("gzip, deflate", "gzip", "identity"):
            again = client.post("/api/replay", json={"kifu": kifu.text}, headers={"Accept-Encoding": coding})
            assert again.json() == told
            assert again.headers.get("content-encoding", "identity") in coding
        if game == "kotori":  # what a review says of each game: tests/bots/test_review.py
            review = client.get(f"/api/tables/{table}/review").json()
            assert review["of"] == len(match.actions)
        made = client.post(f"/api/tables/{table}/rematch", headers=bearer)
        assert made.status_code == 201
        sitter.until("table")
        assert sitter.table["next"] == made.json()["table"]
    on = client.post("/api/tables", json={"kifu": kifu.text, "ply": 3, "seats": seats})
    assert on.status_code == 201
    with Sitter(client, on.json()["table"], on.json()["seats"][0]["secret"]) as sitter:
        assert sitter.welcome["practice"] is True
    late = client.post("/api/tables", json={"kifu": kifu.text, "ply": len(match.actions), "seats": seats})
    assert (late.status_code, "played on from ply 0 to" in late.json()["error"]["message"]) == (400, True)


# The door


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({}, "a table is for a game"),
        ({"game": "chess"}, "no game"),
        ({"game": "ice", "players": 9}, "players"),
        ({"game": "ice", "options": {"hand": "999"}}, "hand"),
        ({"game": "ice", "options": {"colour": "1"}}, "its options are"),
        ({"game": "ice", "seats": [{"by": "cat"}]}, "person"),
        ({"game": "ice", "players": 2, "seats": [{}, {}, {}]}, "no 3 seats"),
        ({"game": "ice", "clock": {"bank": 0, "per_move": 0}}, "clock"),
        ({"kifu": "nonsense"}, "kifu"),
        ({"game": "ice", "wager": 5}, "wager"),
    ],
)
def test_a_wish_that_cannot_be_granted_is_told_why(client, wish, says):
    answered = client.post("/api/tables", json=wish)
    assert answered.status_code in (400, 404, 422)
    assert says in answered.json()["error"]["message"]


def test_an_option_from_elsewhere_opens_no_file(client, tmp_path):
    path = tmp_path / "deck.txt"
    path.write_text("secret", encoding="utf-8")
    answered = client.post("/api/tables", json={"game": "tokkuri", "options": {"deck": str(path)}})
    assert answered.status_code == 400
    assert "secret" not in answered.text


def test_pages_of_other_origins_are_turned_away_and_programs_are_welcome(client):
    elsewhere = {"Origin": "https://evil.example"}
    assert client.post("/api/tables", json={"game": "ice"}, headers=elsewhere).status_code == 403
    assert client.post("/api/tables", json={"game": "ice"}, headers={"Origin": "http://kobako.test"}).status_code == 201
    with pytest.raises(WebSocketDisconnect) as end, client.websocket_connect("/ws", headers=elsewhere):
        pass
    assert end.value.code == 4403


def test_headers_sizes_and_unknown_addresses(client):
    answered = client.get("/api/games")
    assert "default-src 'none'" in answered.headers["content-security-policy"]
    assert answered.headers["x-content-type-options"] == "nosniff"
    assert answered.headers["referrer-policy"] == "no-referrer"
    big = client.post("/api/replay", content=b"x" * 300_000, headers={"Content-Type": "application/json"})
    assert (big.status_code, big.json()["error"]["code"]) == (413, "too_large")
    missing = client.get("/api/nothing")
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "not_found")
    missing = client.get("/api/tables/tnowhere")
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "no_table")
    assert client.put("/api/tables").status_code == 405
    assert (client.head("/healthz").status_code, client.get("/metrics").status_code) == (200, 403)
    assert client.head("/").status_code == client.get("/").status_code


def test_no_stack_trace_reaches_a_client(tmp_path, monkeypatch):
    with server_inside(tmp_path) as client:
        monkeypatch.setattr("kobako.house.house.shown_table", lambda table, name: 1 / 0)
        table, _ = make_table(client, "ice")
        # The test's client raises what the server has answered already, unless told not to.
        client._transport.raise_server_exceptions = False
        answered = client.get(f"/api/tables/{table}")
        assert answered.status_code == 500
        assert answered.json()["error"]["code"] == "internal"
        assert "ZeroDivision" not in answered.text


def test_who_asks_too_much_is_told_to_wait(tmp_path):
    with server_inside(tmp_path, limits=True) as client:
        answers = [client.post("/api/tables", json={"game": "ice"}).status_code for _ in range(30)]
        assert 429 in answers
        assert answers[0] == 201
        table = client.get("/api/tables").json()[0]["table"]
        with Sitter(client, table) as eye:
            with pytest.raises(WebSocketDisconnect) as end:  # noqa: PT012
                for _ in range(200):
                    eye.ask("ping")
            assert end.value.code == 4429
        hello = json.dumps({"type": "hello", "table": "tnowhere"})
        codes = {closed(client, hello)[0] for _ in range(60)}
        assert codes == {4404, 1013}, "so many connections are too many for now, which passes"
