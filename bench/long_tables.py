"""`python -m bench.long_tables`: the longest table each game allows, loaded: how long in all, how long at a stretch?

A long game is played on against a bot, and a move made and taken back until the table is tired of it.
"""

from __future__ import annotations

import asyncio
import random
import time

import kobako
from kobako.core.game import Setup
from kobako.house.house import in_slices
from kobako.table import Act, Entry, Refused, Request, Sit, SitBot, Table, Terms, Undo

GAMES = 40  # of which the longest is played on


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
    await in_slices(table.prepare())
    await in_slices(table.take_all(entries))
    took = time.thread_time() - began
    beside.cancel()
    return took, longest


def main() -> None:
    print("| game | opening | entries | loaded in, ms | at a stretch, ms |\n|---|---|---|---|---|")
    for name in kobako.game_names():
        terms, entries = tired_table(kobako.game(name).setup(2))
        took, longest = asyncio.run(load(terms, entries))
        print(f"| {name} | {len(terms.opening or ())} | {len(entries)} | {took * 1000:.0f} | {longest * 1000:.1f} |")


if __name__ == "__main__":
    main()
