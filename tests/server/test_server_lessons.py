"""Lessons over the wire: made by the ordinary request, answered by the others, stored and read back like any table."""

import time

import pytest

import kobako
from kobako.core.lessons import find_lesson, lessons
from kobako.testing.lessons import outcomes
from tests.server.sitting_in import server_inside


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with server_inside(tmp_path_factory.mktemp("server")) as client:
        yield client


def begin(client, game, lesson):
    made = client.post("/api/tables", json={"game": game, "lesson": lesson, "seats": [{"by": "person", "name": "Aya"}]})
    assert made.status_code == 201
    table, (seat,) = made.json()["table"], made.json()["seats"]
    return table, seat


class Learner:
    """One learner at the table of a lesson."""

    def __init__(self, socket, table, secret):
        self.socket, self.frame, self.sent = socket, None, 0
        socket.send_json({"type": "hello", "table": table, "secret": secret})
        self.until(lambda: self.frame)

    def until(self, reached):
        until = time.monotonic() + 20
        while not reached():
            assert time.monotonic() < until
            message = self.socket.receive_json()
            if message["type"] == "table":
                self.frame = message

    def play(self, text):
        self.until(lambda: self.frame["legal"])
        self.sent += 1
        turn = self.frame["turn"]
        self.socket.send_json({"type": "act", "id": str(self.sent), "turn": turn, "action": text})
        self.until(lambda: self.frame["turn"] > turn)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("game", "name"),
    [("ice", "lowest"), ("donburiko", "six"), ("kotori", "leave"), ("tokkuri", "pass"), ("umbradeco", "sum")],
)
def test_a_lesson_is_done_or_failed_at_a_server_as_in_the_search(client, game, name):
    for state, line in outcomes(find_lesson(kobako.game(game), name)):
        table, seat = begin(client, game, name)
        with client.websocket_connect("/ws") as socket:
            learner = Learner(socket, table, seat["secret"])
            assert learner.frame["lesson"]["state"] == "open"
            for text in line:
                learner.play(text)
            learner.until(lambda: learner.frame["lesson"]["state"] != "open")  # noqa: B023
            assert learner.frame["lesson"]["state"] == state


def test_who_learns_has_their_own_face(client):
    learner = {"by": "person", "name": "Aya", "face": "kitsune"}
    made = client.post("/api/tables", json={"game": "ice", "lesson": "highest", "seats": [learner]}).json()
    with client.websocket_connect("/ws") as socket:
        held = Learner(socket, made["table"], made["seats"][0]["secret"]).frame["seats"]
    assert [seat["face"] for seat in held if seat["by"] == "person"] == ["kitsune"]
    unknown = {**learner, "face": "nobody"}
    assert client.post("/api/tables", json={"game": "ice", "lesson": "highest", "seats": [unknown]}).status_code == 400


def test_the_lessons_of_a_game_are_told_in_its_words(client):
    for lang in ("en", "ja"):
        told = client.get(f"/api/games/kotori/lessons?lang={lang}").json()
        assert [lesson["name"] for lesson in told] == [lesson.name for lesson in lessons(kobako.game("kotori"))]
        assert all(lesson["title"] and lesson["task"] and lesson["done"] and lesson["missed"] for lesson in told)
    shown = {game["name"]: game["lessons"] for game in client.get("/api/games").json()}
    assert shown["kotori"] == len(told)


def test_the_positions_of_a_game_are_shown_as_their_seats_see_them(client):
    shown = client.get("/api/games/ice/positions").json()
    assert shown["lowest"]["you"] == 0
    assert shown["lowest"]["last"][-1]["event"] in ("played", "no_follow")
    assert "?" in shown["lowest"]["view"]["seats"][1]["hand"]


def test_a_lesson_that_is_not_there_is_refused(client):
    refused = client.post("/api/tables", json={"game": "ice", "lesson": "bid"})
    assert refused.status_code == 404
    assert refused.json()["error"]["code"] == "no_lesson"
    assert client.post("/api/tables", json={"lesson": "bid"}).status_code == 400


def test_a_lesson_is_read_back_from_the_store(client):
    table, _ = begin(client, "donburiko", "take")
    house = client.app_state["house"]
    house.rooms.pop(table)
    room = client.portal.call(house.room, table)
    assert room.table.lesson == "open"
    assert room.table.terms.lesson.name == "take"
    assert client.get(f"/api/tables/{table}").json()["lesson"] == "take"
    assert table not in [shown["table"] for shown in client.get("/api/tables").json()]
