"""How beatable a novice is: who plays at first sight, against two novices that leave more or less to chance.

    python -m bench.novices ice --deals 40

A person who has read the rules and thinks no further than the move at hand plays about as the greedy player does: they
should win about half of their games against two novices. Duplicate deals; for each part of the decisions left to chance
the share of the wins of the one at first sight.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import kobako
from kobako.arena.lab import proportion
from kobako.bots.bot import Bot
from kobako.bots.greedy import GreedyBot
from kobako.bots.levels import LEVELS, LevelBot
from kobako.core.game import Game

SLIPS = (0.1, 0.25, 0.4, 0.55, 0.7)
PLAYERS = 3


def shares(game: Game, slips: float, deal: int) -> Iterator[float]:
    """What the one at first sight wins of a deal, from every seat."""
    for mine in range(PLAYERS):
        match, bots = game.new(players=PLAYERS, seed=deal), list[Bot]()
        for seat in range(PLAYERS):
            seed = 1000 * deal + 10 * mine + seat
            novice = LevelBot(game, LEVELS["novice"], seed)
            novice.wait, novice.slips = True, slips
            bots.append(GreedyBot(game, seed) if seat == mine else novice)
        while not match.over:
            match.play(bots[match.state.to_move].choose(match.view(match.seat), match.legal()))
        yield (mine in match.winners) / len(match.winners)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.novices", description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slips", type=float, nargs="*", default=SLIPS)
    args = parser.parse_args()
    for slips in args.slips:
        won = proportion(
            [one for k in range(args.deals) for one in shares(kobako.game(args.game), slips, args.seed + k)]
        )
        said = f"{won.mean:.3f} ({won.low:.3f} to {won.high:.3f}) of {args.deals * PLAYERS} games"
        print(f"{args.game}, novices that slip {slips}: at first sight {said}", flush=True)
