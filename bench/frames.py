"""`python -m bench.frames`: a move and its four frames at a table, without network and store: microseconds of each."""

from __future__ import annotations

import random
import time
from collections import Counter

import kobako
from kobako.house.text import as_json
from kobako.table import Act, Sit, Table, Terms
from kobako.table.frame import frame

PLAYERS, MOVES, WARM = 4, 300, 30


def parts(game: str, moves: int) -> Counter[str]:
    """Seconds of the processor that some moves took, by what was done."""
    rng, took, made, seed = random.Random(1), Counter[str](), 0, 0
    while made < moves:
        seed += 1
        table = Table(Terms(kobako.game(game).setup(PLAYERS), seed))
        for seat in range(PLAYERS):
            table.do(Sit(seat, f"key {seat}", "Aya"), 1.0)
        while table.status == "playing" and made < moves:
            made += 1
            known, seat = len(table.log), table.owing[0]
            act = Act(seat, int(rng.choice(table.legal(seat))), table.turn, f"m{made}")
            times = [time.thread_time()]
            entry = table.propose(act, 2.0)
            times.append(time.thread_time())
            table.take(entry)
            times.append(time.thread_time())
            frames = [frame(table, viewer, 2.0, known) for viewer in range(PLAYERS)]
            times.append(time.thread_time())
            for one in frames:
                as_json(one)
            times.append(time.thread_time())
            for what, began, ended in zip(("propose", "take", "frames", "json"), times, times[1:], strict=False):
                took[what] += ended - began
    return took


def main() -> None:
    print("| game | propose | take | frames | json | all |\n|---|---|---|---|---|---|")
    for game in kobako.game_names():
        parts(game, WARM)
        micros = [seconds / MOVES * 1e6 for seconds in parts(game, MOVES).values()]
        print(f"| {game} | {' | '.join(f'{one:.0f}' for one in (*micros, sum(micros)))} |")


if __name__ == "__main__":
    main()
