"""What the review finds: one bad move planted in each of many games of strong players.

    python -m bench.blunders ice -n 40 --seed 1

Four `search:4000` (`--player`) play a game. One decision of it, taken at random, is replaced by a bad move, and they
play on from there. Bad is what a search of its own, with other seeds and five times the thought, finds to be worse than
the best by at least a tenth of the win, or, where that is out of reach, by the points that count for as much.
Of a game that has no such decision nothing is counted. Then the whole game is reviewed as `kobako review` does.

Found: of the planted moves, those marked. False: of all other unforced decisions, those marked; and the same among
those alone at which the win was in reach, for who only wants to win throws points away where it is not. Nor are the
players without fault elsewhere: wrong are the marks of which the deep search says that the move lost less than half of
what is marked.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import kobako
from kobako.arena.lab import proportion
from kobako.bots.bot import Budget
from kobako.bots.company import Company
from kobako.bots.prospects import Scales, answer, worth_of_a_point
from kobako.bots.review import COSTLY, IN_REACH, SIMULATIONS, Decision, error_of, finding_best, harm_of, hint, review
from kobako.bots.search.asking import finish
from kobako.core.game import Action, Setup
from kobako.core.match import Match

PLAYERS = 4
SHORT = 2000
DEEP, WORST_OF = 20_000, 4  # simulations to find a bad move, and among how many of the least liked it is looked for
BAD, SURE = 0.10, 5.0  # what it loses at least, and that so many times its error


@dataclass(frozen=True)
class Planted:
    """A game with one bad move in it, and what the review said."""

    match: Match
    ply: int
    harm: float
    decisions: list[Decision]

    @property
    def found(self) -> bool:
        """Whether the bad move was marked."""
        return any(decision.mark > 0 for decision in self.decisions if decision.ply == self.ply)

    @property
    def others(self) -> list[Decision]:
        """The decisions that nobody tampered with."""
        return [decision for decision in self.decisions if decision.ply != self.ply]

    def wrong(self) -> int:
        """Of the marks on those, how many the deep search does not confirm."""
        marked = [decision for decision in self.others if decision.mark > 0]
        return sum(self._deep_harm(decision) < COSTLY / 2 for decision in marked)

    def _deep_harm(self, decision: Decision) -> float:
        before = until(self.match, decision.ply - 1)
        return Deep(before, decision.ply << 4 | 2).harm(decision.played.action)[0]


class Deep:
    """A search of its own, deeper than the review's, at one decision."""

    def __init__(self, match: Match, seed: int) -> None:
        view = match.view(match.seat)
        self.thought = hint(view, match.legal(), Budget(DEEP), seed)
        (self.best, *_), self.in_reach = finish(finding_best(view, self.thought, DEEP // 2, seed), answer)
        self.scales, self.worth = Scales(view, DEEP // 2, seed + 1), worth_of_a_point(match.game, match.players)

    def harm(self, action: Action) -> tuple[float, float]:
        """What an action loses, and the standard error of it."""
        loss = self.scales.loss(self.best, action)
        return harm_of(loss, self.worth, self.in_reach), error_of(loss, self.worth, self.in_reach)

    def bad_move(self) -> tuple[Action, float] | None:
        """The worst move here and what it loses, if that is much."""
        bad = []
        for one in sorted(self.thought, key=lambda candidate: candidate.value)[:WORST_OF]:
            harm, error = self.harm(one.action)
            if harm >= max(BAD, SURE * error):
                bad.append((one.action, harm))
        return max(bad, key=lambda move: move[1], default=None)


def until(match: Match, ply: int) -> Match:
    """The same game, as it stood after so many actions."""
    again = match.setup.new(match.seed)
    for action in match.actions[:ply]:
        again.play(action)
    return again


def play_on(match: Match, player: str, seed: int) -> Match:
    """To the end, by strong players."""
    seats = dict.fromkeys(range(match.players), player)
    with Company(match.game, seats, seed_of=lambda seat: seed << 2 | seat) as players:
        players.tell(match.events)
        players.play(match)
    return match


def matters(match: Match, seed: int) -> bool:
    """Whether there may be a bad move here: a short look, so that the deep one is not spent where there is none."""
    if len(match.legal()) < 2:
        return False
    values = [one.value for one in hint(match.view(match.seat), match.legal(), Budget(SHORT), seed)]
    return max(values) - min(values) >= BAD / 2 or max(values) < IN_REACH / match.players


def plant(setup: Setup, player: str, seed: int, simulations: int = SIMULATIONS) -> Planted | None:
    """A game of strong players with one bad move in it, reviewed; None if it had no room for one."""
    whole = play_on(setup.new(seed), player, seed)
    for ply in random.Random(seed).sample(range(len(whole.actions)), len(whole.actions)):
        match = until(whole, ply)
        bad = Deep(match, seed << 20 | ply << 4 | 1).bad_move() if matters(match, seed) else None
        if bad:
            match.play(bad[0])
            play_on(match, player, seed + 1)
            return Planted(match, ply + 1, bad[1], list(review(match, simulations)))
    return None


def planted(name: str, player: str, games: int, seed: int) -> Iterator[Planted]:
    """So many games, where there was room for a bad move."""
    for k in range(games):
        if (one := plant(kobako.game(name).setup(PLAYERS), player, seed * 1_000_000 + k)) is not None:
            yield one


def told(d: Decision, name: str, one: Planted) -> str:
    """A line of the log: from these, thresholds can be chosen."""
    said = {"game": name, "seed": one.match.seed, "ply": d.ply, "seat": d.seat, "mark": d.mark, "harm": d.harm}
    return json.dumps(
        {
            **said,
            "doubt": d.doubt,
            "stake": d.stake,
            "in_reach": d.in_reach,
            "planted": one.harm if d.ply == one.ply else None,
        }
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.blunders", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="(default: all)")
    parser.add_argument("-n", "--number", type=int, default=40, help="games of each (default 40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", default="search:4000", help="who plays (default search:4000)")
    parser.add_argument("--log", type=Path, help="a file for every decision, one JSON object per line")
    args = parser.parse_args()
    for name in args.games or kobako.game_names():
        found, false, close, harms, wrong = [], [], [], [], 0
        for one in planted(name, args.player, args.number, args.seed):
            found.append(float(one.found))
            false += [float(decision.mark > 0) for decision in one.others]
            close += [float(decision.mark > 0) for decision in one.others if decision.in_reach]
            wrong += one.wrong()
            harms.append(one.harm)
            if args.log:
                with args.log.open("a", encoding="utf-8") as log:
                    log.writelines(told(decision, name, one) + "\n" for decision in one.decisions)
        recall, rate = proportion(found), proportion(false)
        games = max(1, len(found))
        print(
            f"{name}: {len(found)} planted in {args.number} games, losing {sum(harms) / games:.2f} on average; "
            f"found {recall.mean:.3f} ({recall.low:.3f} to {recall.high:.3f}); "
            f"false {rate.mean:.4f} ({rate.low:.4f} to {rate.high:.4f}) of {len(false)} decisions, "
            f"{sum(false) / games:.2f} a game; in reach {sum(close) / max(1, len(close)):.4f} of {len(close)}, "
            f"{sum(close) / games:.2f} a game; wrong {wrong / games:.2f} a game",
            flush=True,
        )


if __name__ == "__main__":
    main()
