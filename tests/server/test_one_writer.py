"""One server to one file, by whatever name; clocks do not jump."""

import contextlib
import json

import pytest

from kobako.core.errors import BadOption
from kobako.server.one_writer import one_writer
from kobako.server.steady import FOLLOW, Steady
from tests.server.running import Node, command_line, wait_until
from tests.server.sitting_in import make_table
from tests.server.wire import Line, house_inside


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


def test_thinking_time_counts_after_a_start_with_the_clock_set_back(tmp_path):
    now = [10_000.0]
    with house_inside(tmp_path, lambda: now[0]) as (client, house):
        table, secrets = make_table(client, "donburiko", clock={"bank": 60, "per_move": 8})
        [seat] = house.rooms[table].table.acting
    now[0] -= 3600
    again = house_inside(tmp_path, lambda: now[0])
    with again as (client, house), contextlib.closing(Line(client, house, table, secrets[seat])) as line:
        assert line.frame["clocks"][seat] == {"left": 68, "running": True}
        now[0] += 30
        act = {"type": "act", "id": "a", "turn": 0, "action": line.frame["legal"][0]["id"]}
        assert [said["type"] for said in line.say(json.dumps(act))] == ["ack"]
        assert line.frame["time"] == 10_030.0
        assert [clock["left"] for clock in line.frame["clocks"]][:: 1 if seat == 0 else -1] == [38 + 8, 68]
        now[0] += 100
        with contextlib.closing(Line(client, house, table, secrets[1 - seat])):  # who comes wakes whoever drives
            wait_until(lambda: line.room.table.turn > 1, "a bot's move for who is late")
