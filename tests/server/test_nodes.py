"""Several nodes on one PostgreSQL, woken over Redis: any of them can be killed, and so can Redis and PostgreSQL."""

import asyncio
import os
import signal
import time

import pytest

from tests.server.playing import Player, check_kifu, check_promises, make_table, stored, together, until
from tests.server.running import Node, ask


@pytest.fixture
def nodes(tmp_path, postgres, redis):
    database = postgres.new_database()
    both = [Node(tmp_path, database=database, redis=redis.address, grace=2.0) for _ in range(2)]
    with both[0], both[1]:
        yield both


def seated(nodes, table, pause=0.02, **more):
    """A player on every seat, at one node and the other in turn; each knows both nodes."""
    players = {}
    for seat, secret in table.secrets.items():
        here, other = nodes[seat % 2], nodes[1 - seat % 2]
        players[seat] = Player([here.ws, other.ws], table.name, secret, (table.name, seat), pause, **more)
    return players


def games(nodes, *names, players=4, **more):
    tables = [make_table(nodes[0].http, name, players, **more) for name in names]
    return {table.name: seated(nodes, table) for table in tables}


def checked(nodes, games, node):
    for table, players in games.items():
        assert check_promises(nodes[0].settings, table, players) > 0
        check_kifu(node.http, table, nodes[0].settings)


async def moves(players, number):
    """Until so many moves have been acknowledged."""
    await until(lambda: sum(len(player.acked) for player in players) >= number, f"{number} moves")


def everyone(games):
    return [player for players in games.values() for player in players.values()]


def test_a_node_is_killed_in_mid_game_and_play_goes_on_at_the_other(nodes):
    playing = games(nodes, "donburiko", "tokkuri", "ice")

    async def kill():
        await moves(everyone(playing), 40)
        nodes[0].kill()

    together(kill(), *(player.play() for player in everyone(playing)))
    checked(nodes, playing, nodes[1])


def test_both_nodes_are_killed_in_turn_again_and_again(nodes):
    playing = games(nodes, "kotori", "tokkuri")

    async def kill():
        for turn in range(6):
            await moves(everyone(playing), 15 * (turn + 1))
            nodes[turn % 2].kill()
            nodes[turn % 2].start()
            await asyncio.to_thread(nodes[turn % 2].wait)

    together(kill(), *(player.play() for player in everyone(playing)))
    checked(nodes, playing, nodes[1])


def test_a_move_at_one_node_is_seen_at_the_other(nodes):
    """Woken over Redis: much sooner than by looking now and then."""
    playing = games(nodes, "ice", players=2)
    together(*(player.play() for player in everyone(playing)))
    checked(nodes, playing, nodes[0])


def test_bots_play_once_though_both_nodes_could_let_them(nodes):
    table = make_table(nodes[0].http, "tokkuri", 4, bots=2)
    players = seated(nodes, table)
    together(*(player.play() for player in players.values()))
    check_promises(nodes[0].settings, table.name, players)
    check_kifu(nodes[1].http, table.name, nodes[0].settings)
    assert {row.data["seat"] for row in stored(nodes[0].settings, table.name) if row.data.get("bot")} == {2, 3}


def test_the_driving_node_is_killed_and_the_other_lets_the_bots_play_on(nodes):
    table = make_table(nodes[0].http, "umbradeco", 3, bots=1)
    players = seated(nodes, table)

    async def kill():
        await moves(players.values(), 4)
        nodes[0].kill()

    together(kill(), *(player.play() for player in players.values()))
    check_promises(nodes[0].settings, table.name, players)
    check_kifu(nodes[1].http, table.name, nodes[0].settings)


def test_redis_dies_and_comes_back_and_play_goes_on(nodes, redis):
    playing = games(nodes, "donburiko", players=4)
    players = everyone(playing)

    async def without_redis():
        await moves(players, 4)
        redis.kill()
        before = sum(len(player.acked) for player in players)
        await moves(players, before + 4)
        await until(lambda: ready(nodes[0]) == (503, {"database": True, "bus": False}), "not ready")
        redis.start()
        await until(lambda: ready(nodes[0])[0] == 200, "ready again")

    together(without_redis(), *(player.play() for player in players))
    checked(nodes, playing, nodes[1])
    kinds = {row.kind for table in playing for row in stored(nodes[0].settings, table)}
    assert "away" not in kinds, "nobody is taken for absent because Redis is gone"


def ready(node):
    answered = ask(f"{node.http}/readyz")
    return answered.status_code, answered.json()


def test_postgresql_dies_and_comes_back(nodes, postgres):
    """What cannot be stored is refused with `unavailable`; sent again, it is taken. The connection is kept.

    All sit at one node: at another, who is to move may not have read the last move when there is nothing left to read
    it from, and nobody would ask for anything.
    """
    table = make_table(nodes[0].http, "kotori", 3)
    playing = {table.name: seated([nodes[0], nodes[0]], table)}
    players = everyone(playing)

    def codes():
        return {said["code"] for player in players for said in player.refused}

    async def without_postgres():
        await moves(players, 5)
        await asyncio.to_thread(postgres.stop)
        try:
            await until(lambda: "unavailable" in codes(), "a refusal")
            assert ready(nodes[0]) == (503, {"database": False, "bus": True})
        finally:
            await asyncio.to_thread(postgres.start)

    together(without_postgres(), *(player.play() for player in players))
    assert [player.closed for player in players] == [[]] * 3
    checked(nodes, playing, nodes[1])


def test_who_lost_the_line_at_one_node_is_awaited_then_played_for_and_welcomed_back_at_the_other(nodes):
    table = make_table(nodes[0].http, "ice", 2)
    stays, goes = seated(nodes, table, pause=0.05).values()

    async def go_and_return():
        await moves([goes], 2)
        goes.leave()
        await until(lambda: any(seat["away"] for seat in stays.frame["seats"]), "away")
        goes.addresses.reverse()
        await goes.come_back()

    together(go_and_return(), stays.play(), goes.play())
    kinds = [row.kind for row in stored(nodes[0].settings, table.name)]
    assert 1 <= kinds.count("back") <= kinds.count("away")
    check_promises(nodes[0].settings, table.name, {0: stays, 1: goes})


@pytest.fixture
def skewed(tmp_path, postgres, redis):
    """Two nodes, of which the second has its clock an hour ahead."""
    database = postgres.new_database()
    both = [Node(tmp_path, database=database, redis=redis.address, grace=1.0) for _ in range(2)]
    both[1].ahead = 3600.0
    with both[0], both[1]:
        yield both


@pytest.mark.parametrize("first", [0, 1], ids=["right", "ahead"])
def test_by_a_node_an_hour_ahead_nobody_is_late_or_absent(skewed, first):
    """Whichever node comes first drives the table; the others' players are at the other."""
    began = time.time()
    table = make_table(skewed[0].http, "donburiko", 2, clock={"bank": 600, "per_move": 60})
    players = seated(skewed[first:] + skewed[:first], table, pause=6.0)

    async def hurry():
        await until(lambda: all(player.frame for player in players.values()), "both")
        await asyncio.sleep(1.0)
        for player in players.values():
            player.pause = 0.02  # from the second decision on

    together(hurry(), *(player.play() for player in players.values()))
    rows = stored(skewed[0].settings, table.name)
    assert not {row.kind for row in rows} & {"away", "time"}
    assert all(began - 5 < row.at < time.time() + 5 for row in rows)
    check_promises(skewed[0].settings, table.name, players)


def test_a_driving_node_an_hour_ahead_is_killed_and_the_other_lets_the_bots_play_on(skewed):
    right, ahead = skewed
    table = make_table(ahead.http, "umbradeco", 3, bots=1)
    players = {
        seat: Player([ahead.ws, right.ws], table.name, secret, seat, 0.02) for seat, secret in table.secrets.items()
    }

    async def kill():
        await moves(players.values(), 4)
        ahead.kill()

    together(kill(), *(player.play() for player in players.values()))
    check_promises(right.settings, table.name, players)
    check_kifu(right.http, table.name, right.settings)


def test_both_nodes_make_the_database_at_once(tmp_path, postgres, redis):
    database = postgres.new_database()
    both = [Node(tmp_path, database=database, redis=redis.address) for _ in range(2)]
    for node in both:
        node.start()
    for node in both:
        node.wait()
        assert ready(node) == (200, {"database": True, "bus": True})
    for node in both:
        node.kill()


def test_a_redis_that_takes_everything_and_answers_nothing_slows_no_move(nodes, redis):
    """Its process is stopped, not ended: connections stay open and nothing comes back."""
    table = make_table(nodes[0].http, "kotori", 2)
    players = [Player([nodes[0].ws], table.name, secret, seat) for seat, secret in table.secrets.items()]
    took = []

    async def stop():
        await moves(players, 3)
        os.kill(redis.process.pid, signal.SIGSTOP)
        began = time.monotonic()
        await moves(players, 23)
        took.append(time.monotonic() - began)
        os.kill(redis.process.pid, signal.SIGCONT)

    together(stop(), *(player.play() for player in players))
    check_promises(nodes[0].settings, table.name, dict(enumerate(players)))
    assert took[0] < 30, "twenty moves, none of which waits for Redis"
