"""`python -m bench.long_tables`: the longest table each game allows, loaded: how long in all, how long at a stretch?

A long game is played on against a bot, and a move made and taken back until the table is tired of it. With
`--at-once 12,20,60`: what people who play at a server feel while so many such tables are asked for at the same time.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import httpx2 as httpx
from sqlalchemy import insert

import kobako
from bench.attackers import HOST
from bench.attacks import PATIENCE, Felt, Honest, server
from kobako.core.game import Setup
from kobako.house.rows import row_of, stored
from kobako.house.slices import Haste, Slices
from kobako.server.schema import ENTRIES, TABLES
from kobako.server.store import open_engine
from kobako.table import Act, Entry, Refused, Request, Sit, SitBot, Table, Terms, Undo

GAMES = 40  # of which the longest is played on
DEAREST = ("kotori", "tokkuri")  # to load
CALM, LOADING = 6.0, 6.0  # seconds


def longest_opening(setup: Setup) -> tuple[int, tuple[int, ...]]:
    """The seed and the moves of a long game, shortly before its end."""
    rng = random.Random(1)
    games = [(seed, setup.new(seed).run(lambda match: rng.choice(match.legal()))) for seed in range(GAMES)]
    seed, match = max(games, key=lambda game: len(game[1].actions))
    return seed, tuple(int(action) for action in match.actions[:-4])


def tired_table(setup: Setup) -> tuple[Terms, list[Entry]]:
    """The terms of such a table, and all its entries."""
    seed, opening = longest_opening(setup)
    table, entries = Table(Terms(setup, seed, opening=opening)), list[Entry]()

    def do(request: Request) -> None:
        entries.append(table.propose(request, 0.0))
        table.take(entries[-1])

    for seat in range(setup.players):
        do(SitBot(seat, "novice") if seat else Sit(0, "key", "Aya"))
    while table.entries < table.most_entries and table.status == "playing":
        seat = table.owing[0]
        try:
            do(Undo(0, table.turn))
        except Refused:
            do(Act(seat, int(table.legal(seat)[0]), table.turn, bot=seat > 0))
    return table.terms, entries


async def load(terms: Terms, entries: list[Entry]) -> tuple[float, float]:
    """Seconds of the processor until it is loaded, and the longest stretch of them between two turns of others."""
    table, longest = Table(terms), 0.0

    async def others() -> None:
        nonlocal longest
        last = time.thread_time()
        while True:
            await asyncio.sleep(0)
            longest, last = max(longest, time.thread_time() - last), time.thread_time()

    beside = asyncio.create_task(others())
    began = time.thread_time()
    await Slices().work(table.prepare(), Haste.TO_OPEN)
    await Slices().work(table.take_all(entries), Haste.TO_OPEN)
    took = time.thread_time() - began
    beside.cancel()
    return took, longest


def lay_down(database: Path, number: int) -> list[str]:
    """So many such tables in a database; gives their names."""
    tired = [tired_table(kobako.game(name).setup(2)) for name in DEAREST]
    names = [f"tlong{n:05}" for n in range(number)]
    engine = open_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        for n, name in enumerate(names):
            terms, entries = tired[n % len(tired)]
            row = {**row_of(name, terms, Table(terms), time.time()), "status": "playing", "private": True}
            connection.execute(insert(TABLES), [row])
            connection.execute(insert(ENTRIES), [{"table_id": name, **stored(entry)} for entry in entries])
    engine.dispose()
    return names


async def feel(port: int, pid: int, names: Sequence[str]) -> tuple[Felt, Felt]:
    """How moves go in calm, and while these tables are loaded."""
    honest = Honest(port)
    await honest.open()
    await honest.play(CALM / 3, pid)  # to warm up
    calm = await honest.play(CALM, pid)
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=PATIENCE * 4, verify=False) as asking:
        loading = [asyncio.create_task(asking.get(f"/api/tables/{name}")) for name in names]
        felt = await honest.play(LOADING, pid)
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)
    await honest.close()
    return calm, felt


def at_once(numbers: Sequence[int], source: Path | None = None) -> None:
    print("| tables at once | calm, ms: median, 99th | while they load |\n|---|---|---|")
    for number in numbers:
        with tempfile.TemporaryDirectory(prefix="kobako-long-") as folder:
            database = Path(folder) / "long.sqlite"
            names = lay_down(database, number)
            with server(source, "--database", str(database)) as (port, pid):
                calm, felt = (one.summary() for one in asyncio.run(feel(port, pid, names)))
        print(f"| {number} | {calm['p50_ms']}, {calm['p99_ms']} | {felt['p50_ms']}, {felt['p99_ms']} |", flush=True)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="bench.long_tables", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--at-once", default="", help="numbers of tables, by commas: what others feel of loading them")
    parser.add_argument("--server", type=Path, help="with --at-once: the `src` of another checkout, whose server it is")
    args = parser.parse_args(argv)
    if args.at_once:
        return at_once([int(number) for number in args.at_once.split(",")], args.server)
    print("| game | opening | entries | loaded in, ms | at a stretch, ms |\n|---|---|---|---|---|")
    for name in kobako.game_names():
        terms, entries = tired_table(kobako.game(name).setup(2))
        took, longest = asyncio.run(load(terms, entries))
        print(f"| {name} | {len(terms.opening or ())} | {len(entries)} | {took * 1000:.0f} | {longest * 1000:.1f} |")


if __name__ == "__main__":
    main()
