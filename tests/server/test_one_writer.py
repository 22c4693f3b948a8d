"""One server to one file; a file that is damaged is named, and what can be read of it is saved; clocks do not jump."""

import json
import shutil
import sqlite3

import httpx2 as httpx
import pytest

from kobako.cli import main
from kobako.core.errors import BadOption
from kobako.server.one_writer import one_writer
from kobako.server.steady import FOLLOW, Steady
from tests.server.playing import Player, check_kifu, make_table, together
from tests.server.running import Node, ask, command_line


def test_a_second_server_on_the_same_file_is_told_who_has_it(tmp_path):
    with Node(tmp_path) as node:
        second = command_line("serve", "--port", "0", "--database", node.settings.database)
        out, err = second.communicate(timeout=60)
        assert second.returncode == 2
        assert not out, "it never listened"
        assert f"{node.http}/" in err
        assert f"process {node.process.pid}" in err
        node.kill()
        node.start().wait()  # whoever was killed holds nothing


@pytest.mark.parametrize("way", ["a link", "a link to its folder", "another file of the same", "SQLite's own address"])
def test_a_second_server_by_another_name_of_the_file_is_told_so_too(tmp_path, way):
    file, other = tmp_path / "tables.sqlite", tmp_path / "other.sqlite"
    with Node(tmp_path) as node:
        if way == "a link":
            other.symlink_to(file)
        elif way == "a link to its folder":
            (tmp_path / "folder").symlink_to(tmp_path)
            other = tmp_path / "folder" / file.name
        elif way == "another file of the same":
            other.hardlink_to(file)
        else:
            other = f"sqlite:///file:{file}?uri=true"
        with command_line("serve", "--port", "0", "--database", str(other)) as second:
            try:
                out, err = second.communicate(timeout=10)
            finally:
                second.kill()  # it serves
        assert second.returncode == 2, err
        assert not out
        if way == "SQLite's own address":
            assert "sqlite:///FILE" in err
        else:
            assert f"{node.http}/" in err
            assert f"process {node.process.pid}" in err
    assert not list(tmp_path.glob("other.sqlite-*")), "no second journal"


def test_a_file_of_two_names_is_not_served_by_either(tmp_path):
    """SQLite keeps a journal for each name: who was killed by one has left moves that the other does not see."""
    file = tmp_path / "tables.sqlite"
    with Node(tmp_path) as node:
        node.stop()
    (tmp_path / "backup").mkdir()
    (tmp_path / "backup" / file.name).hardlink_to(file)
    with pytest.raises(BadOption, match="another name"), one_writer(f"sqlite:///{file}"):
        pass
    (tmp_path / "backup" / file.name).unlink()
    with one_writer(f"sqlite:///{file}"):
        pass


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


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A file with two finished games and some tables that wait, and their names."""
    folder = tmp_path_factory.mktemp("kept")
    with Node(folder) as node:
        games = [make_table(node.http, game, 2) for game in ("ice", "kotori")]
        for game in games:
            together(*(Player([node.ws], game.name, secret, seat).play() for seat, secret in game.secrets.items()))
            check_kifu(node.http, game.name, node.settings)
        with httpx.Client(base_url=node.http, verify=False) as client:
            wish = {"game": "ice", "players": 2, "seats": [{"by": "person"}]}
            names = {client.post("/api/tables", json=wish).json()["table"] for _ in range(80)}
        node.stop()
    return folder / "tables.sqlite", {game.name for game in games} | names


@pytest.fixture
def filled(kept, tmp_path):
    """A copy of it, that may be spoilt."""
    file, names = kept
    return shutil.copy(file, tmp_path / file.name), names


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


def test_a_file_that_is_whole_is_rescued_whole(filled, tmp_path, capsys):
    file, names = filled
    assert main(["rescue", str(file), "--to", str(tmp_path / "copy.sqlite")]) == 0
    assert capsys.readouterr().out.startswith(f"{len(names)} tables saved")
    assert main(["rescue", str(tmp_path / "nothing.sqlite")]) == 2


def test_the_clock_does_not_jump_and_follows_slowly():
    wall, counted = [1000.0], [5.0]
    clock = Steady(lambda: wall[0], lambda: counted[0])
    assert clock() == 1000.0
    wall[0] += 3600.0  # set an hour ahead
    counted[0] += 10.0
    assert 1010.0 <= clock() <= 1010.0 + 10 * FOLLOW
    wall[0] = 990.0  # and back
    counted[0] += 10.0
    assert 1019.9 < clock() < 1020.1
    wall[0], counted[0] = clock() + 60.5, counted[0] + 60.0  # half a second off
    before = clock()
    for _ in range(600):
        wall[0] += 1.0
        counted[0] += 1.0
        now = clock()
        assert now > before
        before = now
    assert abs(clock() - wall[0]) < 0.01
