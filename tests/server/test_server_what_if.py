"""What if, over the wire: a side table from what one knows, while the real one waits and is then played on."""

import random
import secrets
import time

import pytest

import kobako
from kobako.core.seeds import parse_seed
from tests.server.sitting_in import Sitter, make_table, server_inside, text

SEATS = [{"by": "person", "name": "Aya", "face": "kitsune"}, {"by": "bot", "level": "random"}]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with server_inside(tmp_path_factory.mktemp("server")) as client:
        yield client


def practice(client, game, **wish):
    table, (secret,) = make_table(client, game, 2, seats=SEATS, practice=True, private=True, **wish)
    return table, secret


def ask(client, table, secret):
    return client.post(f"/api/tables/{table}/what-if", headers={"Authorization": f"Bearer {secret}"})


def play(sitter, rng, moves):
    """So many own moves, or to the end; then until it is one's turn again."""
    while sitter.table["status"] == "playing":
        if not sitter.table["legal"]:
            sitter.until("table")
        elif moves == 0:
            return
        else:
            chosen, id = rng.choice(sitter.table["legal"])["id"], secrets.token_hex(4)  # an id is never used again
            assert sitter.act(chosen, id=id)["type"] == "ack"
            moves -= 1


def stored(client, table):
    return client.portal.call(client.app_state["house"].store.load, table)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", kobako.game_names())
def test_one_tries_it_out_and_goes_back(client, game):
    rng = random.Random(game)
    table, secret = practice(client, game)
    with Sitter(client, table, secret) as sitter:
        play(sitter, rng, 3)
        assert "what_if" in sitter.table["can"]
        before, known = sitter.sync(), sitter.welcome
        made = ask(client, table, secret)
        assert made.status_code == 201
    side, fresh = made.json()["table"], made.json()["secret"]
    assert fresh != secret
    with Sitter(client, side, fresh) as aside:
        assert aside.welcome["what_if"] == table
        assert aside.welcome["seed_hash"] != known["seed_hash"]
        assert aside.table["view"] == before["view"]
        assert aside.table["legal"] == before["legal"]
        assert [{**seat} for seat in aside.table["seats"]] == before["seats"]
        assert "what_if" not in aside.table["can"]
        play(aside, rng, 1000)
        over = aside.table
        assert over["seed"] is not None
        assert "rematch" not in over["can"]
    with Sitter(client, table, secret) as sitter:
        # The real table is where it was: a pause that has ended is all that happened there.
        left_out = ("seq", "time", "n", "log")
        assert {k: v for k, v in sitter.table.items() if k not in left_out} == {
            k: v for k, v in before.items() if k not in left_out
        }
        play(sitter, rng, 1000)
        assert sitter.table["winners"]
        assert sitter.table["seed"] != over["seed"]
    check_what_is_left_of_it(client, side, over)


def check_what_is_left_of_it(client, side, over):
    """Its kifu, replay and review begin at its position; it can be played on; to strangers' texts that is closed."""
    kifu = client.get(f"/api/tables/{side}/kifu").text
    match = kobako.replay(kifu)
    assert match.position is not None
    assert (match.scores, match.seed) == (over["scores"], over["seed"])
    told = client.get(f"/api/tables/{side}/replay").json()
    assert told["positions"][0]["views"]["0"] == match.beginning().view(0).show()
    assert client.get(f"/api/tables/{side}/review").json()["of"] == len(match.actions)
    on = client.post("/api/tables", json={"table": side, "ply": 1, "seats": SEATS})
    assert on.status_code == 201
    row, _ = stored(client, on.json()["table"])
    assert row["position"]
    for path, wish in (("replay", {}), ("review", {}), ("tables", {"seats": SEATS})):
        refused = client.post(f"/api/{path}", json={"kifu": f"{kifu}# sent from elsewhere", **wish})
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "kifu_position")


def test_what_is_stored_of_it_comes_from_the_view_alone(client):
    table, secret = practice(client, "kotori")
    with Sitter(client, table, secret) as sitter:
        play(sitter, random.Random(1), 2)
        sides = [ask(client, table, secret).json()["table"] for _ in range(3)]
    real, _ = stored(client, table)
    rows = [stored(client, side)[0] for side in sides]
    assert len({row["position"] for row in rows}) == 3  # another deal each time
    assert len({row["seed"] for row in [real, *rows]}) == 4
    for row in rows:
        assert real["seed"] not in text({k: str(v) for k, v in row.items()})
        key = parse_seed(real["seed"]).to_bytes(16, "little").hex()
        assert key not in bytes(row["position"], "ascii").hex()
        assert row["private"]
        assert row["what_if"] == table


def test_bots_wait_until_one_is_back(tmp_path):
    with server_inside(tmp_path, bot_delay=0.3) as client:
        table, secret = practice(client, "kotori", options={"first": "1"})
        with Sitter(client, table, secret) as sitter:
            assert sitter.table["acting"] == [1]
            assert ask(client, table, secret).status_code == 201
            entries = len(stored(client, table)[1])
            time.sleep(0.8)
            assert len(stored(client, table)[1]) == entries
    with server_inside(tmp_path) as client:  # the server was started anew meanwhile
        with Sitter(client, table, secret) as sitter:
            play(sitter, random.Random(3), 2)
        assert sitter.table["status"] in ("playing", "over")


def test_it_is_refused_where_moves_are_not_taken_back(client):
    table, (secret,) = make_table(client, "ice", 2, seats=SEATS, private=True)
    assert ask(client, table, secret).json()["error"]["code"] == "no_what_if"
    table, _ = practice(client, "ice")
    assert ask(client, table, "somebody's").status_code == 401
    table, (secret, _) = make_table(client, "ice", 2, practice=True)
    assert ask(client, table, secret).status_code == 409
