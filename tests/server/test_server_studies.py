"""A game's study over HTTP: told as its folder has it; and none, where there is none."""

import pytest

import kobako
from kobako.core.published import StudyShown, published_study
from kobako.house import shelf
from tests.server.sitting_in import server_inside

STUDY: StudyShown = {
    "rules": 1,
    "players": 2,
    "games": 4,
    "bots": "regular",
    "numbers": {"length.minutes": {"mean": 7.5, "low": None, "high": None}},
    "turns": [{"mean": 0.25, "low": 0.1, "high": 0.5}, {"mean": 0.75, "low": 0.5, "high": 0.9}],
    "lengths": {"start": 30, "step": 2, "shares": [0.5, 0.5]},
    "curve": [],
}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with server_inside(tmp_path_factory.mktemp("server")) as client:
        yield client


def test_a_study_is_told_and_the_shelf_says_that_there_is_one(client, monkeypatch):
    monkeypatch.setattr(shelf, "published_study", lambda game: STUDY if game.name == "ice" else None)
    assert {game["name"]: game["study"] for game in client.get("/api/games").json()}["ice"] is True
    assert client.get("/api/games/ice/study").json() == STUDY
    assert {game["name"]: game["study"] for game in client.get("/api/games").json()}["kotori"] is False
    refused = client.get("/api/games/kotori/study")
    assert refused.status_code == 404
    assert refused.json()["error"]["message"] == "kotori has no study to show"
    assert client.get("/api/games/chess/study").status_code == 404


def test_what_our_games_bring_along_is_what_is_told(client):
    for name in kobako.game_names():
        found = published_study(kobako.game(name))
        if found:
            assert client.get(f"/api/games/{name}/study").json() == found
