"""A file that is damaged is named, and of it is saved what is whole, wherever it is spoilt."""

import json
import random
import re
import shutil
import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import httpx2 as httpx
import pytest
from alembic import command
from sqlalchemy import create_engine

from kobako.cli import main
from kobako.core.errors import BadOption
from kobako.server.migrate import config
from kobako.server.rescue import Rescued, rescue
from tests.server.playing import Player, check_kifu, make_table, together
from tests.server.running import Node, ask
from tests.server.sitting_in import server_inside
from tests.soaking import long

PAGE = 4096


def spoil(file, *pages):
    """Write nonsense over some pages of a file."""
    with file.open("r+b") as opened:
        for page in pages:
            opened.seek(page * 4096)
            opened.write(b"\xa5" * 4096)


def page_of(file, table):
    """A leaf page, far from the first, that holds rows of a table."""
    with sqlite3.connect(file) as asking:
        asking.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        found = asking.execute(
            "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno DESC", (table,)
        ).fetchall()
    return found[len(found) // 2][0] - 1


@dataclass
class Kept:
    """A file with some finished games and many tables that wait, and what is in it; and the same of who was killed."""

    file: Path
    killed: Path
    rows: dict[str, list[tuple]]  # by table: its row, and its entries

    @property
    def names(self):
        return set(self.rows)


def rows_of(file):
    """All that a file holds of every table."""
    with closing(sqlite3.connect(file)) as asking:
        columns = [row[1] for row in asking.execute("PRAGMA table_info(tables)")]
        texts = [name for name in columns if name in ("options", "clock", "opening")]
        found = {}
        for row in asking.execute("SELECT * FROM tables"):
            told = dict(zip(columns, row, strict=True))
            found[told["id"]] = [told | {name: json.loads(told[name] or "null") for name in texts}]
        for table, *rest, data in asking.execute("SELECT * FROM entries ORDER BY table_id, seq"):
            found[table].append((*rest, json.loads(data)))
    return found


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kept")
    file, killed = folder / "tables.sqlite", folder / "killed.sqlite"
    with Node(folder) as node:
        for game in (make_table(node.http, game, 2) for game in ("ice", "kotori", "donburiko")):
            together(*(Player([node.ws], game.name, secret, seat).play() for seat, secret in game.secrets.items()))
            check_kifu(node.http, game.name, node.settings)
        with httpx.Client(base_url=node.http, verify=False) as client:
            for number in range(80):
                wish = {"game": "ice", "players": 2, "seats": [{"by": "person"}] if number % 8 else []}
                client.post("/api/tables", json=wish)
        node.kill()
    for end in ("", "-wal"):
        shutil.copy(f"{file}{end}", f"{killed}{end}")
    with closing(sqlite3.connect(file)) as asking:
        asking.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Kept(file, killed, rows_of(file))


@pytest.fixture
def filled(kept, tmp_path):
    """A copy of it, that may be spoilt, and the names of its tables."""
    return shutil.copy(kept.file, tmp_path / kept.file.name), kept.names


@pytest.mark.parametrize("what", ["entries", "tables"])
def test_a_damaged_file_is_named_and_what_reads_is_saved(filled, tmp_path, capsys, what):
    file, names = filled
    spoil(file, page_of(file, what))
    node = Node(tmp_path).start().wait()
    ready = ask(f"{node.http}/readyz")
    assert ready.status_code == 503
    assert ready.json()["database"] is False
    assert ready.json()["damage"]
    assert "kobako rescue" in node.logged()
    node.kill()

    assert main(["doctor", "--json", "--database", str(file)]) == 1
    [finding] = [one for one in json.loads(capsys.readouterr().out)["findings"] if one["check"] == "database"]
    assert finding["status"] == "wrong"
    assert "kobako rescue" in finding["mend"]

    assert main(["rescue", str(file)]) == 1
    fresh = tmp_path / "tables-rescued.sqlite"
    with sqlite3.connect(fresh) as asking:
        saved = {row[0] for row in asking.execute("SELECT id FROM tables")}
        assert asking.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    told = capsys.readouterr().out
    assert told.startswith(f"{len(saved)} tables saved")
    assert saved < names
    assert len(saved) > len(names) / 2
    assert all(f"  {name}: " in told for name in names - saved if what == "entries"), "and the others are named"
    assert main(["rescue", str(file)]) == 2, "nothing is written over"
    with Node(tmp_path, database=str(fresh)) as again, httpx.Client(base_url=again.http, verify=False) as client:
        assert client.get("/readyz").status_code == 200
        assert all(client.get(f"/api/tables/{name}").is_success for name in saved)


def test_who_asks_is_told_that_a_long_check_is_still_going_on(tmp_path, monkeypatch):
    done = threading.Event()
    monkeypatch.setattr("kobako.server.app.CHECKING", 0.0)
    monkeypatch.setattr("kobako.server.store.Store.check", lambda self: done.wait(60))
    with server_inside(tmp_path) as client:
        assert client.get("/readyz").json() == {"database": True, "bus": True, "checking": True}
        done.set()
        until = time.monotonic() + 10
        while "checking" in client.get("/readyz").json():
            assert time.monotonic() < until
        assert client.get("/readyz").json() == {"database": True, "bus": True}


@pytest.mark.parametrize("what", ["a spoilt page", "cut off", "the schema", "its complaint"])
def test_a_file_that_does_not_open_is_to_be_rescued(filled, capsys, what):
    """Who is told to take another file loses the games in this one."""
    file, _ = filled
    if what == "a spoilt page":
        spoil(file, 0)
    elif what == "cut off":
        with file.open("r+b") as opened:
            opened.truncate(6 * PAGE)
    else:
        other = b"CREATE TABLE ent,ies" if what == "the schema" else b"CREATE TABLE ent,\xff\xfes"
        file.write_bytes(file.read_bytes().replace(b"CREATE TABLE entries", other))
    assert main(["serve", "--port", "0", "--database", str(file)]) == 2
    assert f"kobako rescue {file}" in capsys.readouterr().err
    assert main(["doctor", "--json", "--database", str(file)]) == 1
    [finding] = [one for one in json.loads(capsys.readouterr().out)["findings"] if one["check"] == "database"]
    assert "kobako rescue" in finding["mend"]


def test_a_file_that_is_whole_is_rescued_whole(filled, tmp_path, capsys):
    file, names = filled
    assert main(["rescue", str(file), "--to", str(tmp_path / "copy.sqlite")]) == 0
    assert capsys.readouterr().out.startswith(f"{len(names)} tables saved")
    assert main(["rescue", str(tmp_path / "nothing.sqlite")]) == 2


# Wherever it is spoilt: every table whose pages are whole is saved as it was, and none is saved that is another.


def saved_from(file):
    """What is saved of a file, by table; and what was said to be lost."""
    fresh = file.with_name("saved.sqlite")
    try:
        rescued = rescue(file, fresh)
    except BadOption:
        assert not fresh.exists()
        return {}, {}
    if not rescued.saved:
        assert not fresh.exists()
        return {}, rescued.lost
    with closing(sqlite3.connect(fresh)) as asking:
        assert asking.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert asking.execute("PRAGMA foreign_key_check").fetchone() is None
    found = rows_of(fresh)
    fresh.unlink()
    assert found.keys() == set(rescued.saved)
    assert not found.keys() & rescued.lost.keys()
    assert not [left for left in file.parent.iterdir() if left.name.startswith("saved")]
    return found, rescued.lost


def touched_by(kept, number):
    """The tables that have something on a page: rows, or what goes on from rows (then it is one that is finished)."""
    with closing(sqlite3.connect(kept.file)) as asking:
        [(of, kind)] = asking.execute("SELECT name, pagetype FROM dbstat WHERE pageno = ?", (number,)).fetchall() or [
            ("", "")
        ]
    with kept.file.open("rb") as opened:
        opened.seek((number - 1) * PAGE)
        named = set(re.findall(rb"t[a-z0-9]{10}", opened.read(PAGE)))
    if of not in ("tables", "entries") or kind == "internal":
        return set()
    if kind == "overflow":
        return {name for name, (row, *_) in kept.rows.items() if row["status"] == "over"}
    return {name.decode() for name in named} & kept.names


def pages_of(file):
    return range(1, file.stat().st_size // PAGE + 1)


@pytest.mark.parametrize("nonsense", [b"\xa5", None], ids=["one byte", "chance"])
def test_every_page_may_be_spoilt_and_only_what_is_on_it_is_lost(kept, filled, nonsense):
    file, names = filled
    rng = random.Random(str(nonsense))
    for number in pages_of(kept.file):
        shutil.copy(kept.file, file)
        with file.open("r+b") as opened:
            opened.seek((number - 1) * PAGE)
            opened.write(nonsense * PAGE if nonsense else b"\x0d" + rng.randbytes(PAGE - 1))
        found, lost = saved_from(file)
        touched = touched_by(kept, number)
        assert names - touched <= found.keys(), f"page {number}"
        assert all(found[name] == kept.rows[name] for name in found), f"page {number}"
        assert lost.keys() <= touched


@pytest.mark.parametrize("seed", range(1 + long(1)))
def test_a_byte_may_be_another_and_no_other_table_changes(kept, filled, seed):
    """SQLite keeps no sums: a byte that still makes sense where it stands is not found, but changes one value alone."""
    file, names = filled
    rng = random.Random(seed)
    for _ in range(20):
        shutil.copy(kept.file, file)
        place, flip = rng.randrange(file.stat().st_size), 1 << rng.randrange(8)
        with file.open("r+b") as opened:
            opened.seek(place)
            was = opened.read(1)[0]
            opened.seek(place)
            opened.write(bytes([was ^ flip]))
        found, _ = saved_from(file)
        touched = touched_by(kept, place // PAGE + 1)
        assert names - touched <= found.keys(), place
        assert found.keys() <= names, place
        changed = [name for name in found if found[name] != kept.rows[name]]
        assert set(changed) <= touched, place
        for name in changed:
            [(one, other)] = [pair for pair in zip(found[name], kept.rows[name], strict=True) if pair[0] != pair[1]]
            if isinstance(one, dict):
                one, other = tuple(one.values()), tuple(other.values())
            assert sum(a != b for a, b in zip(one, other, strict=True)) == 1, place


@pytest.mark.parametrize("part", [0.9, 0.5, 0.1])
def test_what_is_left_of_a_file_is_saved(kept, filled, part):
    file, names = filled
    length = int(file.stat().st_size * part) - 100
    with file.open("r+b") as opened:
        opened.truncate(length)
    found, _ = saved_from(file)
    gone = set().union(*(touched_by(kept, number) for number in pages_of(kept.file) if number > length // PAGE))
    assert names - gone <= found.keys()
    assert all(found[name] == kept.rows[name] for name in found)
    assert found or part < 0.9


@pytest.mark.parametrize("spoilt", ["nothing", "the first page", "the file", "the journal's end"])
def test_what_stands_in_the_journal_is_saved(kept, tmp_path, spoilt):
    file = Path(shutil.copy(kept.killed, tmp_path / "tables.sqlite"))
    wal = Path(shutil.copy(f"{kept.killed}-wal", f"{file}-wal"))
    if spoilt == "the first page":
        spoil(file, 0)
    elif spoilt == "the file":
        file.write_bytes(b"")
    elif spoilt == "the journal's end":
        with wal.open("r+b") as opened:
            opened.truncate(wal.stat().st_size - 2 * PAGE)
    before = {one.name: one.read_bytes() for one in (file, wal)}
    found, lost = saved_from(file)
    assert {one.name: one.read_bytes() for one in (file, wal)} == before, "it was only read"
    if spoilt == "the journal's end":
        assert len(found) >= len(kept.names) - 1
        assert not lost
    else:
        assert found == kept.rows


@pytest.mark.parametrize("where", ["tables", "entries"])
def test_a_row_under_another_name_spoils_no_other_table(kept, filled, where):
    file, _ = filled
    page = page_of(file, where)
    told = bytearray(file.read_bytes())
    [name, *_] = re.findall(rb"t[a-z0-9]{10}", told[page * PAGE : (page + 1) * PAGE])
    place = told.index(name, page * PAGE)
    told[place : place + 11] = b"tzzzzzzzzzz"
    file.write_bytes(told)
    found, lost = saved_from(file)
    assert found == {one: rows for one, rows in kept.rows.items() if one != name.decode()}
    assert {name.decode(), "tzzzzzzzzzz"} <= lost.keys()


def test_a_file_of_the_first_version_is_saved(tmp_path):
    """Its rows have fewer values than today's."""
    old, fresh = tmp_path / "old.sqlite", tmp_path / "fresh.sqlite"
    engine = create_engine(f"sqlite:///{old}")
    with engine.begin() as connection:
        command.upgrade(config(connection), "0001")
        told = "id, made, updated, status, game, rules, players, options, seed, private, "
        told += "clock, hints, opening, driver_until"
        row = ("told", 1.0, 1.0, "waiting", "ice", 1, 2, "{}", "00" * 16, True, "null", None, "null", 0.0)
        connection.exec_driver_sql(f"INSERT INTO tables ({told}) VALUES ({', '.join('?' * len(row))})", row)
    engine.dispose()
    assert rescue(old, fresh) == Rescued(["told"])
    assert rows_of(fresh)["told"][0]["maker"] is None
