"""Anything over HTTP: what the OpenAPI description allows, what it forbids, and what it never thought of.

Every answer is one that the description knows, in its shape; no answer is a fault of the server; none tells a secret.
"""

import itertools
import json
import time

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

import kobako
from kobako.core.words import LANGUAGES
from kobako.kit.words import refusal_words
from kobako.server.app import make_app
from kobako.server.settings import Settings
from tests.server.sitting_in import Sitter, make_table, server_inside
from tests.soaking import long

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
OPENAPI = TestClient(make_app(Settings()), base_url="http://localhost").get("/api/openapi.json").json()
SCHEMA = schemathesis.openapi.from_dict(OPENAPI)
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations()}
MODES = {mode.value: mode for mode in schemathesis.GenerationMode}
KIFU = kobako.game("kotori").new(2, seed=1).run(lambda match: match.legal()[-1]).kifu()
BASE = "http://kobako.test"


class House:
    """A server with tables that wait, are played and are over, and the secrets of their seats."""

    def __init__(self, client):
        self.client = client
        self.tables, self.secrets = [], {}
        for wish in (
            {"seats": [{"by": "person"}]},
            {},
            {"seats": [{"by": "person"}, {"by": "bot", "level": "random"}]},
        ):
            table, secrets = make_table(client, "kotori", 2, **wish)
            self.tables.append(table)
            self.secrets[table] = secrets
        self.finish(table, secrets[0])

    def finish(self, table, secret):
        with Sitter(self.client, table, secret) as sitter:
            while sitter.table["status"] == "playing":
                if sitter.table["legal"]:
                    sitter.act(sitter.table["legal"][0]["id"])
                else:
                    sitter.until("table")

    def send(self, method, path, **more):
        """A request, whose answer is held to what every answer must be."""
        answered = self.client.request(method, path, **more)
        while answered.status_code == 503 and answered.json()["error"]["code"] == "crowded":  # on a busy machine
            time.sleep(answered.json()["error"]["values"]["seconds"])
            answered = self.client.request(method, path, **more)
        assert answered.status_code < 500, answered.text
        assert answered.headers["x-content-type-options"] == "nosniff"
        if answered.status_code >= 400 and path.startswith(("/api", BASE + "/api")):
            refusal = answered.json()["error"]
            assert refusal.keys() == {"code", "message", "values"}
            assert refusal["message"]
            for lang in LANGUAGES:  # a player is told in their own words
                told = refusal_words({**refusal, "message": "no words"}, lang)
                assert told != "no words", refusal
        for secret in itertools.chain(*self.secrets.values()):
            assert secret not in answered.text
        assert "Traceback" not in answered.text
        return answered


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with server_inside(tmp_path_factory.mktemp("server")) as client:
        client._transport.raise_server_exceptions = False  # an answer is wanted, as a client gets it
        yield House(client)


def fuzz(house, label, mode, examples):
    operation = OPERATIONS[label]
    places = st.sampled_from([None, *house.tables])
    kifus = st.sampled_from([None, KIFU, KIFU.replace("bid", "bit"), KIFU[: len(KIFU) // 2]])

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(MODES[mode]), place=places, key=st.integers(0, 2), kifu=kifus)
    def ask(case, place, key, kifu):
        if place and "{table}" in case.path:
            case.path_parameters["table"] = place
            if key < len(house.secrets[place]):
                case.headers = {**(case.headers or {}), "Authorization": f"Bearer {house.secrets[place][key]}"}
        if kifu and isinstance(case.body, dict) and "kifu" in case.body:
            case.body["kifu"] = kifu
        made = requests.Request(**case.as_transport_kwargs(base_url=BASE)).prepare()
        headers = {name: value for name, value in made.headers.items() if name.lower() != "content-length"}
        answered = house.send(made.method, made.url, content=made.body, headers=headers)
        case.validate_response(answered, checks=CHECKS)

    ask()


def can_be_wrong(label):
    """Whether there is anything that the description forbids."""
    method, path = label.split()
    operation = OPENAPI["paths"][path][method.lower()]
    return "requestBody" in operation or any(
        parameter["schema"].keys() - {"type", "title"} for parameter in operation.get("parameters", [])
    )


# Seats are given up last: with them go the secrets that the other requests need.
LAST = sorted(OPERATIONS, key=lambda label: label.startswith("DELETE"))
EACH = pytest.mark.parametrize(
    ("label", "mode"), [(label, mode) for label in LAST for mode in MODES if mode == "positive" or can_be_wrong(label)]
)


@EACH
def test_every_answer_is_one_that_the_description_knows(house, label, mode):
    fuzz(house, label, mode, 12)


@pytest.mark.soak
@EACH
def test_every_answer_is_one_that_the_description_knows_for_long(house, label, mode):
    fuzz(house, label, mode, long(80))


BODIES = {
    "nothing": b"",
    "half a character": b'{"\\ud800": 1}',
    "half a character as a name": b'{"game": "ice", "seats": [{"by": "person", "name": "\\udfff"}]}',
    "half a character as an option": b'{"game": "ice", "options": {"\\ud800": "1"}}',
    "no UTF-8": b'{"game": "\xff\xfe"}',
    "no number": b'{"game": "ice", "clock": {"bank": NaN, "per_move": Infinity}}',
    "a huge number": b'{"game": "ice", "players": ' + b"9" * 5000 + b"}",
    "a huge exponent": b'{"game": "ice", "players": 1e999}',
    "deep": b"[" * 100_000,
    "deep and closed": b'{"options":' * 20_000 + b"1" + b"}" * 20_000,
    "twice the same": b'{"game": "ice", "game": "chess"}',
    "a zero byte": b'{"game": "ice\\u0000"}',
    "an option of zero bytes": b'{"game": "tokkuri", "options": {"deck": "\\u0000"}}',
    "a list": b"[1, 2, 3]",
    "a form": b"game=ice&players=4",
}


@pytest.mark.parametrize(
    "kind", ["application/json", "text/plain", "multipart/form-data", "application/json;charset=latin1"]
)
@pytest.mark.parametrize("body", BODIES)
def test_no_body_is_too_strange_to_be_answered(house, body, kind):
    for path in ("/api/tables", "/api/replay", "/api/review", f"/api/tables/{house.tables[0]}/seats"):
        answered = house.send("POST", path, content=BODIES[body], headers={"Content-Type": kind})
        assert 400 <= answered.status_code < 500


@pytest.mark.parametrize(
    "line",
    ["0 " + "9" * 5000, "9" * 5000 + " bid", "0 \x00", "0 " + "（" * 3000, "-1 bid", "² bid", "0"],
    ids=lambda line: line[:8],
)
def test_no_kifu_is_too_strange_to_be_answered(house, line):
    rows = KIFU.splitlines()
    first = next(i for i, row in enumerate(rows) if row.startswith("seat 1")) + 1
    bad = "\n".join([*rows[:first], line, *rows[first:]])
    for path in ("/api/replay", "/api/review", "/api/tables"):
        answered = house.send("POST", path, json={"kifu": bad})
        assert answered.status_code == 400
        assert "kifu line" in answered.json()["error"]["message"]


@pytest.mark.parametrize(
    "origin", ["http://[", "null", "", "//", "http://kobako.test:99999999", "\xff", "http://[::1]:x"]
)
def test_no_origin_is_too_strange_to_be_turned_away(house, origin):
    headers = {"Origin": origin.encode("latin-1")}
    assert house.send("POST", "/api/tables", json={"game": "ice"}, headers=headers).status_code == 403


def test_a_body_that_does_not_say_how_long_it_is_has_an_end_too(house):
    endless = (b"x" * 4096 for _ in range(1000))
    answered = house.send("POST", "/api/replay", content=endless, headers={"Content-Type": "application/json"})
    assert (answered.status_code, answered.json()["error"]["code"]) == (413, "too_large")
    for length in ("-1", "\xb2", "1e3", "99999999999999999999"):
        headers = {"Content-Length": length.encode("latin-1"), "Content-Type": "application/json"}
        answered = house.send("POST", "/api/replay", content=b"{}", headers=headers)
        assert (answered.status_code, answered.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    "path",
    ["%00", "a" * 5000, "assets/%00", "assets/" + "b/" * 3000, "..%2f..%2f..%2fetc%2fpasswd", "%ff%fe", "~", "./"],
)
def test_no_address_is_too_strange_to_be_answered(tmp_path, monkeypatch, path):
    screen = tmp_path / "screen"
    screen.mkdir()
    (screen / "index.html").write_text("the one page", encoding="utf-8")
    monkeypatch.setattr("kobako.server.app.screen_folder", lambda: screen)
    with server_inside(tmp_path) as client:
        answered = client.get(f"/{path}")
        assert answered.status_code in (200, 404)
        assert "root:" not in answered.text
        for place in (path, f"{path}/seats", f"{path}/kifu"):
            assert client.get(f"/api/tables/{place}").status_code in (404, 405)


def test_who_asks_twice_for_a_rematch_gets_one_seat(house):
    over = house.tables[2]
    table, secrets = make_table(house.client, "kotori", 2)
    with Sitter(house.client, table, secrets[0]) as a, Sitter(house.client, table, secrets[1]) as b:
        while a.table["status"] == "playing":
            mover = a if a.sync()["legal"] else b
            if mover.sync()["legal"]:
                mover.act(mover.table["legal"][0]["id"])
    first, again, other = (ask_rematch(house, table, secret) for secret in (secrets[0], secrets[0], secrets[1]))
    assert first == again
    assert (first["seat"], other["seat"]) == (0, 1)
    assert first["table"] == other["table"] != over
    with Sitter(house.client, first["table"], again["secret"]) as sitter:
        assert sitter.welcome["you"] == 0


def ask_rematch(house, table, secret):
    answered = house.client.post(f"/api/tables/{table}/rematch", headers={"Authorization": f"Bearer {secret}"})
    assert answered.status_code == 201, answered.text
    return answered.json()


def test_a_table_shown_to_anyone_does_not_tell_that_somebody_has_chosen(house):
    table, secrets = make_table(house.client, "tokkuri", 3)

    def shown():
        return house.send("GET", f"/api/tables/{table}").content

    before = shown()
    with Sitter(house.client, table, secrets[1]) as sitter:
        assert sitter.act(sitter.table["legal"][0]["id"])["type"] == "ack"
        assert shown() == before
        assert sitter.ask("undo", turn=sitter.table["turn"])["type"] == "ack"
        assert shown() == before


def test_the_description_holds_no_secret_and_every_refusal(house):
    told = house.send("GET", "/api/openapi.json").json()
    for path, operations in told["paths"].items():
        for operation in operations.values():
            refusals = {code for code in operation["responses"] if code >= "400"}
            assert {"404", "409", "422", "429"} <= refusals, path
            names = [parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] != "header"]
            assert not any("secret" in name.lower() for name in names), "a secret never stands in an address"
    assert json.dumps(told)
