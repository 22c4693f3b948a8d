"""Bots, absence and clocks at a running server: three different things, none of which slows another table."""

import asyncio
import contextlib
import json
import os
import signal
import time
from pathlib import Path
from statistics import median
from types import SimpleNamespace

import pytest

import kobako
from kobako.house import driver
from kobako.server.settings import Settings
from tests.server.playing import Player, check_kifu, check_promises, make_table, stored, together, until
from tests.server.running import Node, wait_until
from tests.server.sitting_in import make_table as seats_at
from tests.server.wire import Line, house_inside


def player(node, table, seat, pause=0.0):
    return Player([node.ws], table.name, table.secrets[seat], (table.name, seat), pause)


def rows(node, table, kind):
    return [row for row in stored(node.settings, table.name) if row.kind == kind]


def children(pid):
    """The processes that a process has started, and those they have."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found += [child, *children(child)]
    return found


def thinkers(node):
    """The processes in which bots of a node think."""
    return [pid for pid in children(node.process.pid) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.fixture
def node(tmp_path):
    with Node(tmp_path, grace=1.0) as node:
        yield node
        assert '"trace"' not in node.logged()


# --- bots


@pytest.mark.parametrize("game", kobako.game_names())
def test_bots_of_every_kind_play_to_the_end(node, game):
    table = make_table(node.http, game, 4, seats=[{"by": "person"}, *bots("novice", "greedy", "random")])
    one = player(node, table, 0)
    together(one.play())
    assert check_promises(node.settings, table.name, {0: one}) > 0
    check_kifu(node.http, table.name, node.settings)


def bots(*levels):
    return [{"by": "bot", "level": level} for level in levels]


def test_a_thinker_that_is_killed_is_replaced_and_the_game_goes_on(node):
    table = make_table(node.http, "tokkuri", 3, bots=2, level="novice")
    one = player(node, table, 0, pause=0.02)
    killed = []

    async def kill():
        for count in range(3):
            await until(lambda enough=10 * count: len(rows(node, table, "act")) > enough, "moves")
            await until(lambda: len(thinkers(node)) > 0, "a thinker")
            for pid in thinkers(node):
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    together(kill(), one.play())
    assert len(set(killed)) == 3, "each time it was another"
    assert not set(killed) & set(thinkers(node))
    check_promises(node.settings, table.name, {0: one})
    check_kifu(node.http, table.name, node.settings)


def test_thinkers_end_with_a_server_that_is_killed(node):
    table = make_table(node.http, "ice", 2, bots=1, level="novice")
    one = player(node, table, 0)
    together(one.play())
    left = thinkers(node)
    assert left
    node.kill()
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left), "the end of those whom nobody asks")
    node.start()
    node.wait()


def test_bots_that_think_hard_do_not_slow_other_tables(node):
    """A master at one table thinks for long; the moves of two people at another are answered meanwhile."""
    busy = make_table(node.http, "tokkuri", 4, seats=[{"by": "person"}, *bots("master", "master", "master")])
    quick = make_table(node.http, "donburiko", 2)
    thinking = player(node, busy, 0)
    people = [player(node, quick, seat) for seat in (0, 1)]
    took = []

    async def measure():
        await until(lambda: len(rows(node, busy, "act")) > 2, "masters at work")
        began = time.perf_counter()
        await asyncio.gather(*(one.play() for one in people))
        took.append((time.perf_counter() - began) / sum(len(one.acked) for one in people))
        thinking.leave()

    together(measure(), thinking.play())
    check_promises(node.settings, quick.name, dict(enumerate(people)))
    assert median(took) < 5, "seconds per move: as long as all the masters' thoughts together"


# --- absence


def test_a_bot_plays_for_the_absent_after_a_while_and_they_get_their_seat_back(node):
    table = make_table(node.http, "kotori", 2)
    stays, goes = player(node, table, 0, 0.05), player(node, table, 1, 0.05)

    async def go_and_return():
        await until(lambda: len(goes.acked) >= 2, "some moves")
        goes.leave()
        left = time.time()
        await until(lambda: stays.frame["seats"][1]["away"], "away")
        assert rows(node, table, "away")[0].at - left > 0.5, "not before the others have waited for a while"
        await until(lambda: any(row.data["bot"] for row in rows(node, table, "act")), "play goes on")
        await goes.come_back()

    together(go_and_return(), stays.play(), goes.play())
    assert [row.data["seat"] for row in rows(node, table, "away")] == [1] * len(rows(node, table, "back"))
    assert {row.data["seat"] for row in rows(node, table, "act") if row.data["bot"]} == {1}
    back = rows(node, table, "back")[0].seq
    assert any(not row.data["bot"] and row.data["seat"] == 1 for row in rows(node, table, "act") if row.seq > back)
    check_kifu(node.http, table.name, node.settings)


def driven(client, room):
    """Let whoever drives a table look at it, and wait until that is done: it looks again only after that."""
    for _ in range(2):
        client.portal.call(room.changed.set)
        wait_until(lambda: not room.changed.is_set(), "a look at the table")


def play_on(lines, moves):
    """People play what is legal, the first of it, for so many moves or to the end."""
    table = lines[0].room.table
    for _ in range(moves):
        wait_until(lambda: table.status == "over" or set(table.owing) & {0, 1}, "a person's turn")
        if table.status == "over":
            return
        line = lines[min(table.owing)]
        line.drain()
        act = {"type": "act", "turn": line.frame["turn"], "action": line.frame["legal"][0]["id"]}
        line.say(json.dumps({**act, "id": f"{line.viewer.seat}-{line.frame['turn']}"}))


def test_nothing_moves_while_nobody_is_there(tmp_path, monkeypatch):
    passed = [0.0]
    watch = SimpleNamespace(**{**vars(time), "monotonic": lambda: time.monotonic() + passed[0]})
    monkeypatch.setattr(driver, "time", watch)
    seats = [{"by": "person"}, {"by": "person"}, *bots("random")]
    with house_inside(tmp_path, grace=10.0) as (client, house):
        table, secrets = seats_at(client, "kotori", 3, seats=seats)
        lines = [Line(client, house, table, secret) for secret in secrets[:2]]
        room = lines[0].room
        play_on(lines, 4)
        for line in lines:
            line.close()
        wait_until(lambda: not room.viewers, "nobody there")
        driven(client, room)
        settings = Settings(database=str(tmp_path / "tables.sqlite"))
        before = len(stored(settings, table))
        passed[0] += 30  # three times the grace period
        driven(client, room)
        assert len(stored(settings, table)) == before
        lines = [Line(client, house, table, secret) for secret in secrets[:2]]
        play_on(lines, 1000)
        assert room.table.status == "over"
        kinds = {row.kind for row in stored(settings, table)}
    assert "away" not in kinds, "who plays alone against bots is waited for"


def test_a_short_loss_of_the_line_changes_nothing(node):
    table = make_table(node.http, "ice", 2)
    stays, goes = player(node, table, 0, 0.02), player(node, table, 1, 0.02)

    async def blink():
        for count in range(1, 5):
            await until(lambda enough=2 * count: len(goes.acked) >= enough, "some moves")
            goes.cut()

    together(blink(), stays.play(), goes.play())
    assert not rows(node, table, "away")
    check_promises(node.settings, table.name, {0: stays, 1: goes})


# --- clocks


def test_when_time_runs_out_a_bot_decides(node):
    table = make_table(node.http, "donburiko", 2, clock={"bank": 0, "per_move": 1})
    quick, slow = player(node, table, 0), player(node, table, 1, pause=1000)

    async def sit():
        doing = [asyncio.create_task(one.play()) for one in (quick, slow)]
        await until(lambda: len(rows(node, table, "time")) >= 3, "three times late")
        away = rows(node, table, "away")  # while they sit there: who has left is away soon after
        for task in doing:
            task.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
        return away

    (away,) = together(sit())
    late = rows(node, table, "time")
    assert {row.data["seat"] for row in late} == {1}
    for row in late[:2]:
        following = stored(node.settings, table.name)[row.seq + 1]
        assert (following.kind, following.data["seat"], following.data["bot"]) == ("act", 1, True)
    assert not away, "someone who is there and slow is not absent"


def test_nobody_is_late_because_the_server_was_away(tmp_path):
    """When it is back there are some seconds to come back and move; then the clock decides as ever."""
    now = [1000.0]
    with house_inside(tmp_path, lambda: now[0]) as (client, _):
        table, secrets = seats_at(client, "donburiko", clock={"bank": 0, "per_move": 8})
    now[0] += 9
    again = house_inside(tmp_path, lambda: now[0])
    with again as (client, house), contextlib.closing(Line(client, house, table, secrets[0])) as first:
        driven(client, first.room)
        first.drain()
        assert (first.room.table.turn, [seat.late for seat in first.room.table.seats]) == (0, [False, False])
        now[0] += 10
        with contextlib.closing(Line(client, house, table, secrets[1])):  # who comes wakes whoever drives
            wait_until(lambda: first.room.table.turn > 0, "a bot's move for who is late")


class Idler(Player):
    """Someone who sits there and does nothing."""

    def _wish(self):
        return None


def test_clocks_survive_a_kill(node):
    """Time goes on while the server is down: it is the world's, not the process's."""
    table = make_table(node.http, "donburiko", 2, clock={"bank": 600, "per_move": 1})
    one = Idler([node.ws], table.name, table.secrets[0], 0)

    async def look():
        doing = asyncio.create_task(one.play())
        await until(lambda: bool(one.frame), "a frame")
        first = one.frame
        node.kill()
        node.ahead = 90.0
        node.start()
        await until(lambda: one.frame["time"] > first["time"] + 1, "a frame after the kill")
        doing.cancel()
        return first, one.frame

    [(first, then)] = together(look())
    assert (first["turn"], first["acting"]) == (then["turn"], then["acting"])
    [seat] = first["acting"]
    assert then["time"] - first["time"] > 90
    went = first["clocks"][seat]["left"] - then["clocks"][seat]["left"]
    assert went == pytest.approx(then["time"] - first["time"], abs=0.2)
    assert first["clocks"][1 - seat] == then["clocks"][1 - seat]


# --- rest


def at_a_rounds_end(client, house, people, now):
    """Lines at a table of Ice whose first round has just ended by a person's move, a bot being awaited next."""
    for _ in range(60):
        seats = [{"by": "person"}] * people + bots(*["random"] * (3 - people))
        table, secrets = seats_at(client, "ice", 3, seats=seats)
        lines = [Line(client, house, table, secret) for secret in secrets[:people]]
        room = lines[0].room
        while room.table.match.state.round_no == 1:
            wait_until(lambda room=room: room.table.acting[0] < people or room.table.rest_until > now(), "the bots")
            if room.table.rest_until <= now():
                play_on(lines, 1)
        if room.table.acting[0] >= people:
            return lines, room
        for line in lines:
            line.close()
    raise AssertionError("a bot never led the second round")


@pytest.mark.parametrize("people", [1, 2])
def test_bots_wait_at_a_rounds_end_until_all_have_seen_it(tmp_path, people):
    now = [1000.0]
    with house_inside(tmp_path, lambda: now[0], rest=60.0) as (client, house):
        lines, room = at_a_rounds_end(client, house, people, lambda: now[0])
        turn = room.table.turn
        for line in lines[:-1]:
            assert line.say('{"type": "ready", "id": "seen"}')[0]["type"] == "ack"
        driven(client, room)
        assert (room.table.turn, room.table.resting(now[0])) == (turn, now[0] + 60)
        lines[-1].say('{"type": "ready", "id": "seen"}')
        wait_until(lambda: room.table.turn > turn, "the bot's move")


def test_bots_go_on_by_themselves_when_the_rest_is_over(tmp_path):
    now = [1000.0]
    with house_inside(tmp_path, lambda: now[0], rest=60.0) as (client, house):
        (line,), room = at_a_rounds_end(client, house, 1, lambda: now[0])
        turn = room.table.turn
        now[0] += 61
        assert Line(client, house, room.name).say('{"type": "ready", "id": "w"}')[0]["code"] == "no_seat"
        wait_until(lambda: room.table.turn > turn, "the bot's move")
        assert line.drain()[-1]["rest_until"] is None
