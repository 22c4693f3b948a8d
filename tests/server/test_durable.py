"""What was acknowledged is kept, however often the server is killed with -9; nothing is kept twice."""

import asyncio
import random

import httpx2 as httpx
import pytest

import kobako
from tests.server.playing import Player, check_kifu, check_promises, make_table
from tests.server.running import Node
from tests.soaking import long

TABLES = 5


class Killings:
    """Games that go on at a node while it is killed at random moments and started again."""

    def __init__(self, node: Node, seed: int) -> None:
        self.node, self.rng = node, random.Random(seed)
        self.over = False
        self.finished: list[tuple[str, dict[int, Player]]] = []
        self.promises = self.resent = 0

    async def run(self, times: int) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(TABLES):
                group.create_task(self.games(number))
            for _ in range(times):
                await self.kill()
            self.over = True

    async def kill(self) -> None:
        await asyncio.sleep(self.rng.uniform(0.01, 0.4))
        self.node.kill()
        self.node.start()
        await asyncio.to_thread(self.node.wait)

    async def games(self, number: int) -> None:
        """One game after the other; the last is played to its end after the killings."""
        names = kobako.game_names()
        for count in range(10_000):
            game = names[(number + count) % len(names)]
            table = await self.made(game)
            players = {
                seat: Player([self.node.ws], table.name, secret, (number, count, seat), pause=0.01)
                for seat, secret in table.secrets.items()
            }
            async with asyncio.TaskGroup() as group:
                for player in players.values():
                    group.create_task(player.play())
            self.finished.append((table.name, players))
            if self.over:
                return

    async def made(self, game: str):
        while True:
            try:
                return await asyncio.to_thread(make_table, self.node.http, game, self.rng.choice([2, 3, 4]))
            except httpx.TransportError:
                await asyncio.sleep(0.02)

    def check(self) -> None:
        for table, players in self.finished:
            self.promises += check_promises(self.node.settings, table, players)
            self.resent += sum(player.resent for player in players.values())
            check_kifu(self.node.http, table, self.node.settings)


def killed(folder, times, seed=1) -> Killings:
    with Node(folder) as node:
        killings = Killings(node, seed)
        asyncio.run(killings.run(times))
        killings.check()
        print(f"{len(killings.finished)} games, {killings.promises} promises, {killings.resent} sent again")
        log = node.logged()
    assert '"trace"' not in log, log
    return killings


@pytest.mark.parametrize("times", [12, pytest.param(100, marks=pytest.mark.soak)])
def test_kills_lose_nothing_and_play_nothing_twice(tmp_path, times):
    killings = killed(tmp_path, times)
    assert len(killings.finished) >= TABLES
    assert killings.promises > 300
    assert killings.resent > 0, "some kills came between a message and its answer"


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 2 + long(2)))
def test_hundreds_of_kills(tmp_path, seed):
    assert killed(tmp_path, 100, seed).promises > 300
