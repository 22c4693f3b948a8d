"""For those who run a server: how it starts, what it says, how it stops, and what it makes of an old database."""

import asyncio
import hashlib
import json
import os
import signal
import socket
import sqlite3
import threading
import time

import httpx2 as httpx
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event, insert, select, text, update
from websockets.sync.client import connect

from kobako.core.errors import BadOption
from kobako.house.parts import StoreFailed
from kobako.house.rows import row_of
from kobako.server import migrate
from kobako.server.schema import ENTRIES, METADATA, TABLES
from kobako.server.settings import Settings, read_settings
from kobako.server.store import Store, open_engine
from kobako.table import Sit, Table, Terms
from tests.server.playing import PATIENCE, Player, check_kifu, check_promises, make_table, together, until
from tests.server.running import Node, ask, command_line, free_port

import kobako  # isort: skip


@pytest.fixture
def node(tmp_path):
    with Node(tmp_path, level="DEBUG") as node:
        yield node


def players_of(node, table, pause=0.0):
    return {seat: Player([node.ws], table.name, secret, seat, pause) for seat, secret in table.secrets.items()}


def play_to_the_end(node, game="ice", players=2, **more):
    table = make_table(node.http, game, players, **more)
    playing = players_of(node, table)
    together(*(player.play() for player in playing.values()))
    return table, playing


# --- health, metrics, logs


def test_health_readiness_and_metrics(node):
    assert ask(f"{node.http}/healthz").text == "ok"
    assert ask(f"{node.http}/readyz").json() == {"database": True, "bus": True}
    _, playing = play_to_the_end(node)
    acts = sum(sent["type"] == "act" for player in playing.values() for sent in player.acked.values())
    lines = ask(f"{node.http}/metrics").text.splitlines()
    assert f'kobako_entries_total{{kind="act"}} {acts:.1f}' in lines
    assert node.metric("kobako_tables_made_total") == 1
    assert node.metric("kobako_rooms") == 1
    assert node.metric("kobako_accept_seconds_count") >= acts
    deadline = time.monotonic() + 20
    while node.metric("kobako_viewers"):
        assert time.monotonic() < deadline, "those who left are still counted"


def test_logs_are_lines_of_json_without_secrets(node):
    """At the most talkative level, with secrets in headers, in first messages, and where they do not belong."""
    table, _ = play_to_the_end(node)
    secrets = list(table.secrets.values())
    bearer = {"Authorization": f"Bearer {secrets[0]}"}
    again = httpx.post(f"{node.http}/api/tables/{table.name}/rematch", headers=bearer).json()
    secrets.append(again["secret"])
    bare = {"Authorization": again["secret"]}
    httpx.delete(f"{node.http}/api/tables/{again['table']}/seats/{again['seat']}", headers=bare)
    httpx.post(f"{node.http}/api/tables/{table.name}/bots", headers=bearer, json={"level": secrets[0]})
    with connect(node.ws) as line:
        line.send(json.dumps({"type": "hello", "table": table.name, "secret": secrets[1] + "x"}))
        with pytest.raises(Exception, match="4401"):
            line.recv()
    node.stop()
    log = node.logged()
    lines = [json.loads(line) for line in log.splitlines() if not line.startswith("Kobako is at")]
    assert {"at", "level", "from", "what"} <= set.intersection(*(set(line) for line in lines))
    assert any(line["what"] == "request" and line["path"] == "/api/tables" for line in lines)
    for secret in secrets:
        assert secret not in log
        assert hashlib.sha256(secret.encode()).hexdigest() not in log
    [seed] = rows_of(node.settings.database_url, select(TABLES.c.seed).where(TABLES.c.id == again["table"]))
    assert seed[0] not in log


def rows_of(url, wanted):
    engine = create_engine(url)
    with engine.connect() as connection:
        found = list(connection.execute(wanted))
    engine.dispose()
    return found


# --- stopping


def test_sigterm_under_load_tells_everyone_to_come_back_and_loses_nothing(node):
    tables = [make_table(node.http, game, 4) for game in kobako.game_names()]
    playing = {table.name: players_of(node, table, pause=0.01) for table in tables}
    everyone = [player for players in playing.values() for player in players.values()]
    codes = []

    async def restart():
        for times in (1, 2, 3):
            await until(lambda enough=60 * times: sum(len(player.acked) for player in everyone) > enough, "some moves")
            connected = sum(player.line is not None for player in everyone)
            codes.append(await asyncio.to_thread(node.stop))
            node.start()
            assert connected == len(everyone)

    together(restart(), *(player.play() for player in everyone))
    assert codes == [-signal.SIGTERM] * 3
    assert {code for player in everyone for code in player.closed} == {1001}
    for table, players in playing.items():
        check_promises(node.settings, table, players)
        check_kifu(node.http, table, node.settings)
    assert '"trace"' not in node.logged()


def test_sigterm_while_bots_think(node):
    table = make_table(node.http, "tokkuri", 4, bots=3, level="master")
    one = players_of(node, table)[0]

    async def stop():
        await until(lambda: len(one.acked) > 0, "a move")
        assert await asyncio.to_thread(node.stop) == -signal.SIGTERM
        one.leave()

    together(stop(), one.play())
    assert '"trace"' not in node.logged()
    assert '"what": "stopped"' in node.logged()
    assert "thinker replaced" not in node.logged()


# --- a database that is busy


def test_a_locked_database_refuses_with_unavailable_and_keeps_the_connection(node, tmp_path):
    table = make_table(node.http, "donburiko", 2)
    playing = players_of(node, table, pause=0.01)
    everyone = list(playing.values())

    async def lock():
        await until(lambda: sum(len(player.acked) for player in everyone) > 4, "some moves")
        other = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None, timeout=30)
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(0.5)  # what was stored before is still on its way to its players
        before = [set(player.acked) for player in everyone]
        await until(lambda: any(player.refused for player in everyone), "a refusal")
        assert [set(player.acked) for player in everyone] == before, "nothing is promised that is not stored"
        assert ask(f"{node.http}/healthz").text == "ok"
        other.execute("ROLLBACK")
        other.close()

    together(lock(), *(player.play() for player in everyone))
    refusals = [said for player in everyone for said in player.refused]
    assert refusals[0]["code"] == "unavailable"
    assert refusals[0]["table"]["type"] == "table"
    assert [player.closed for player in everyone] == [[], []]
    check_promises(node.settings, table.name, playing)
    check_kifu(node.http, table.name, node.settings)


# --- settings


def test_settings_of_the_command_line_go_before_those_of_the_environment(tmp_path):
    environment = {"KOBAKO_PORT": "1", "KOBAKO_DATABASE": str(tmp_path / "a" / "games.sqlite"), "KOBAKO_GRACE": "7.5"}
    serving = command_line("serve", "--port", str(port := free_port()), environment=environment)
    try:
        assert f"http://127.0.0.1:{port}/" in serving.stdout.readline()
        deadline = time.monotonic() + PATIENCE
        while serving.poll() is None and time.monotonic() < deadline:
            try:
                assert ask(f"http://127.0.0.1:{port}/healthz").text == "ok"
                break
            except httpx.TransportError:
                time.sleep(0.05)
        assert (tmp_path / "a" / "games.sqlite").exists()
    finally:
        serving.send_signal(signal.SIGINT)
        serving.communicate(timeout=PATIENCE)


def test_every_setting_is_an_option_and_a_variable(monkeypatch, tmp_path):
    given = {"KOBAKO_HOST": "0.0.0.0", "KOBAKO_PORT": "81", "KOBAKO_LIMITS": "off", "KOBAKO_BOT_DELAY": "0.1"}
    settings = read_settings({"port": 80, "limits": None}, given)
    assert (settings.host, settings.port, settings.limits, settings.bot_delay) == ("0.0.0.0", 80, False, 0.1)
    assert read_settings({}, {}) == Settings()
    assert Settings().offered == ("novice", "regular", "master", "champion", "greedy", "random")
    assert read_settings({}, {"KOBAKO_LEVELS": " random, search"}).offered == ("random", "search")
    monkeypatch.setenv("KOBAKO_DATA", str(tmp_path))
    assert Settings().database_url == f"sqlite:///{tmp_path}/tables.sqlite"
    assert Settings(database="games.sqlite").database_url == f"sqlite:///{os.getcwd()}/games.sqlite"
    for address in ("postgres://a@b/c", "postgresql://a@b/c"):
        assert Settings(database=address).database_url == "postgresql+psycopg://a@b/c"


@pytest.mark.parametrize(
    ("variables", "word"),
    [
        ({"KOBAKO_PORT": "eighty"}, "KOBAKO_PORT is a number"),
        ({"KOBAKO_PORT": "70000"}, "0 to 65535"),
        ({"KOBAKO_LIMITS": "perhaps"}, "on or off"),
        ({"KOBAKO_GRACE": "-1"}, "0 or more"),
        ({"KOBAKO_LEVELS": "novice,grandmaster"}, "no bot 'grandmaster': there are "),
        ({"KOBAKO_LEVELS": "novice,search:100"}, "a bot's name alone, without an argument, not 'search:100'"),
        ({"KOBAKO_LEVELS": "program"}, "program:COMMAND needs a command"),
        ({"KOBAKO_LEVELS": ","}, "no bot ''"),
        ({"KOBAKO_GRACE": "nan"}, "0 or more"),
        ({"KOBAKO_REDIS": "localhost"}, "redis://"),
        ({"KOBAKO_ORIGINS": "https://a.example, b.example"}, "not 'b.example'"),
        ({"KOBAKO_REDIS": "redis://localhost"}, "postgresql://"),
        ({"KOBAKO_DATABASE": "mysql://me:hunter2@host/kobako"}, "sqlite:///FILE or postgresql://"),
    ],
)
def test_bad_settings_are_answered_clearly(variables, word):
    with pytest.raises(BadOption, match=word) as refused:
        _ = read_settings({}, variables).database_url
    assert "hunter2" not in str(refused.value)


def refusal(*words):
    serving = command_line("serve", "--port", "0", *words)
    try:
        out, err = serving.communicate(timeout=PATIENCE)
    finally:
        serving.kill()
    assert serving.returncode == 2, out + err
    assert "Traceback" not in err
    return err


def test_a_server_that_cannot_start_says_why_in_a_sentence(tmp_path, postgres):
    (tmp_path / "text").write_text("no database at all, but long enough to be taken for one " * 99)
    assert "file is not a database" in refusal("--database", str(tmp_path / "text"))
    assert "cannot be opened" in refusal("--database", str(tmp_path / "text" / "below"))
    gone = refusal("--database", f"postgresql://me:hunter2@127.0.0.1:{free_port()}/kobako")
    assert "cannot be opened" in gone
    assert "hunter2" not in gone
    assert "does not exist" in refusal("--database", postgres.address("nowhere"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"port {port}" in refusal("--port", port, "--database", str(tmp_path / "x.sqlite"))


def test_an_address_that_cannot_be_is_not_blamed_on_another(tmp_path):
    assert "cannot be opened" in refusal("--database", "sqlite://relative.db")
    err = refusal("--host", "8.8.8.8", "--database", str(tmp_path / "x.sqlite"))
    assert "an address of this machine" in err
    assert "another program" not in err


# --- migrations


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request, tmp_path):
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'old.sqlite'}"
    return Settings(database=request.getfixturevalue("postgres").new_database()).database_url


def test_the_migrations_make_the_schema_that_the_code_has(empty):
    engine = open_engine(empty)
    with engine.connect() as connection:
        assert migrate.revision(connection) == migrate.HEAD
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()
    assert ScriptDirectory.from_config(migrate.config()).get_heads() == [migrate.HEAD]


def test_a_database_of_the_first_version_is_brought_up_to_date_with_its_games(empty):
    engine = create_engine(empty)
    with engine.begin() as connection:
        command.upgrade(migrate.config(connection), "0001")
    terms = Terms(kobako.game("ice").setup(2), seed=7)
    table = Table(terms)
    entry = table.propose(Sit(0, "key", "Aya"), 5.0)
    with engine.begin() as connection:
        since = ("lesson", "position", "what_if", "maker")
        first = {name: value for name, value in row_of("told", terms, table, 5.0).items() if name not in since}
        connection.execute(insert(TABLES), [first])
        kept = {"table_id": "told", "seq": 0, "at": 5.0, "kind": "sit", "data": entry.data()}
        connection.execute(insert(ENTRIES), [kept])
    engine.dispose()

    async def load(store):
        return await store.load("told")

    for _ in range(2):
        store = Store(empty)
        row, entries = asyncio.run(load(store))
        store.close()
        assert row["seed"] == terms.proof
        assert entries == [entry]


def test_a_migration_that_is_cut_short_leaves_nothing_behind(empty):
    engine = create_engine(empty)

    def cut(connection, cursor, statement, parameters, context, executemany):
        if "CREATE TABLE entries" in statement:
            raise KeyboardInterrupt

    event.listen(engine, "before_cursor_execute", cut)
    with pytest.raises(KeyboardInterrupt):
        migrate.upgrade(engine)
    engine.dispose()
    Store(empty).close()


def test_two_that_start_at_once_migrate_once(empty):
    failed = []

    def start():
        try:
            open_engine(empty).dispose()
        except Exception as wrong:
            failed.append(wrong)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_the_database_of_a_newer_kobako_is_not_touched(empty):
    open_engine(empty).dispose()
    engine = create_engine(empty)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreFailed, match="9999 and this Kobako knows up to"):
        Store(empty)


# --- old rules


@pytest.mark.parametrize("change", [{"rules": 0}, {"game": "gone"}])
def test_finished_games_of_old_rules_stay_readable(node, change):
    table, _ = play_to_the_end(node, private=False)
    running = make_table(node.http, "ice", 2, private=False)
    present = make_table(node.http, "kotori", 2, private=False)
    get = lambda path: ask(f"{node.http}/api/tables{path}")  # noqa: E731
    deadline = time.monotonic() + PATIENCE
    while rows_of(node.settings.database_url, select(TABLES.c.kifu).where(TABLES.c.id == table.name)) == [(None,)]:
        assert time.monotonic() < deadline
    node.stop()
    engine = create_engine(node.settings.database_url)
    with engine.begin() as connection:
        connection.execute(update(TABLES).where(TABLES.c.id != present.name).values(change))
    engine.dispose()
    node.start().wait()
    kifu, replay = get(f"/{table.name}/kifu"), get(f"/{table.name}/replay")
    assert (kifu.status_code, replay.status_code) == (200, 200)
    assert kifu.text.startswith("kobako")
    assert replay.json()["winners"] is not None
    refused = get(f"/{running.name}")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "old_rules")
    assert [shown["table"] for shown in get("").json()] == [present.name]
    with connect(node.ws) as line:
        line.send(json.dumps({"type": "hello", "table": running.name, "secret": running.secrets[0]}))
        with pytest.raises(Exception, match="4409"):
            line.recv()
    assert '"trace"' not in node.logged()


def test_a_game_whose_end_was_not_noted_is_noted_when_it_is_next_looked_at(node):
    """A server may be killed after the last move and before the kifu is written."""
    table, _ = play_to_the_end(node)
    node.stop()
    engine = create_engine(node.settings.database_url)
    with engine.begin() as connection:
        connection.execute(update(TABLES).values(status="playing", kifu=None, replay=None))
    engine.dispose()
    node.start().wait()
    check_kifu(node.http, table.name, node.settings)
    assert rows_of(node.settings.database_url, select(TABLES.c.status)) == [("over",)]
