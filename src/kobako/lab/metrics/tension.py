"""Is it over before it ends? Measured on the curves of each seat's chance to win, decision by decision."""

from __future__ import annotations

import numpy as np

from kobako.lab.metrics.estimate import Estimate, per_game, ratios
from kobako.lab.metrics.sample import Sample, known_rows
from kobako.lab.stats import Floats, Ints

LEAD = 0.05  # a seat takes the lead when its chance is this much above the leader's: less is the search's noise
SETTLED = 0.9  # a game is settled once the winner's chance stays at this or above
HOPELESS = 0.02  # a seat with less than this is out of it
BEHIND = 0.5  # a comeback is from below this part of an even share
EARLY = 0.5  # of the game's decisions
RUNAWAY = 1 / 3  # a runaway leads from here to the end
SWING = 0.2  # a kingmaker moves this much of the chances between the others, or more: less may be noise
TENTHS = 11


def estimates(sample: Sample) -> list[Estimate]:
    """All of it; nothing where no chances are known."""
    if not sample.has_chances:
        return []
    kept: dict[str, Floats] = {name: np.full(sample.count, np.nan) for name in BY_GAME}
    curve = np.full((sample.count, TENTHS), np.nan)
    for row, at, chances in sample.curves:
        told = Curve(chances, at / max(1, int(sample.length[row])), int(sample.length[row]))
        for name, told_by in BY_GAME.items():
            kept[name][row] = told_by(told)
        curve[row] = told.tenths()
    found = [
        ratios(sample, f"tension.{name}", values, yes_or_no=name not in PARTS_OF_A_GAME)
        for name, values in kept.items()
    ]
    found.append(ratios(sample, "tension.curve", curve, keys=[str(tenth) for tenth in range(TENTHS)]))
    return [*found, permanence(sample), *kingmaking(sample)]


class Curve:
    """One game's chances: a line before each decision, and the shares of the win as the last line."""

    def __init__(self, chances: Floats, when: Floats, decisions: int) -> None:
        self.chances, self.decisions = chances, decisions
        self.when = np.append(when, 1.0)  # the part of the game that is played before each line
        self.winners = np.flatnonzero(chances[-1] > 0)
        self.leaders = leaders(chances)

    def lead_changes(self) -> float:
        """How often another seat takes the lead."""
        return float(np.count_nonzero((self.leaders[1:] != self.leaders[:-1]) & (self.leaders[:-1] >= 0)))

    def drama(self) -> float:
        """The mean, over the decisions where the winner is behind, of the root of how far (Browne 2008, 2009)."""
        total = 0.0
        for winner in self.winners:
            behind = self.chances[:-1].max(axis=1) - self.chances[:-1, winner]
            behind = behind[behind > 0]
            total += float(np.sqrt(behind).mean()) if len(behind) else 0.0
        return total / len(self.winners)

    def worst_moment(self) -> float:
        """The winner's lowest chance."""
        return float(self.chances[:, self.winners].min(axis=0).mean())

    def settled_at(self) -> float:
        """The part of the game after which the winner's chance stays at `SETTLED` or above. A shared win never is."""
        if len(self.winners) > 1:
            return 1.0
        open_still = np.flatnonzero(self.chances[:, self.winners[0]] < SETTLED)
        return float(self.when[open_still[-1] + 1]) if len(open_still) else 0.0

    def played_after(self) -> float:
        """The decisions after that."""
        return (1 - self.settled_at()) * self.decisions

    def settled_early(self) -> float:
        """Is it settled before half is played?"""
        return float(self.settled_at() < EARLY)

    def comebacks(self) -> float:
        """Has the winner been below half of an even share? Of several winners the part that has."""
        return float((self.chances[:, self.winners].min(axis=0) < BEHIND / self.chances.shape[1]).mean())

    def runaways(self) -> float:
        """Does the winner lead from a third of the game to the end?"""
        late = self.leaders[self.when >= RUNAWAY]
        return float(len(self.winners) == 1 and bool((late == self.winners[0]).all()))

    def half_time_leader_wins(self) -> float:
        """The share of the win of who leads at half time, if anyone does."""
        leader = self.leaders[int(np.flatnonzero(self.when >= EARLY)[0])]
        return float(self.chances[-1, leader]) if leader >= 0 else np.nan

    def out(self) -> float:
        """The part of the game that a seat plays without hope, the mean over the seats."""
        return float((1 - self._out_from()).mean())

    def out_early(self) -> float:
        """Is any seat out of it before half is played?"""
        return float(bool((self._out_from() < EARLY).any()))

    def _out_from(self) -> Floats:
        found = []
        for line in self.chances.T:
            hope = np.flatnonzero(line >= HOPELESS)
            lost = hope[-1] + 1 if len(hope) else 0
            found.append(float(self.when[lost]) if lost < len(line) else 1.0)
        return np.array(found)

    def tenths(self) -> Floats:
        """The winner's chance at 0, 1, …, 10 tenths of the game."""
        at = np.maximum(0, np.searchsorted(self.when, np.linspace(0, 1, TENTHS) + 1e-9, side="right") - 1)
        found: Floats = self.chances[at][:, self.winners].mean(axis=1)
        return found


BY_GAME = {
    "lead_changes": Curve.lead_changes,
    "drama": Curve.drama,
    "worst_moment": Curve.worst_moment,
    "settled_at": Curve.settled_at,
    "played_after": Curve.played_after,
    "settled_early": Curve.settled_early,
    "comebacks": Curve.comebacks,
    "runaways": Curve.runaways,
    "half_time_leader_wins": Curve.half_time_leader_wins,
    "out": Curve.out,
    "out_early": Curve.out_early,
}


PARTS_OF_A_GAME = ("settled_at", "out")


def leaders(chances: Floats) -> Ints:
    """Who leads at each line: the seat that took the lead last, `LEAD` above all others; -1 before anyone has.

    At the end the winner leads, however close it was.
    """
    found, leader = [], -1
    for line in chances:
        best = int(line.argmax())
        held = np.partition(line, -2)[-2] if leader < 0 else line[leader]
        if best != leader and line[best] >= held + LEAD - 1e-9:
            leader = best
        found.append(leader)
    return np.array(found)


def permanence(sample: Sample) -> Estimate:
    """How much of what a decision gains for its seat is still there after the next one (after Browne 2008)."""
    rows = np.arange(len(sample.seat))
    start, gained = sample.before[rows, sample.seat], sample.after[rows, sample.seat]
    after_next = np.roll(sample.after, -1, axis=0)[rows, sample.seat]
    gain = np.where(sample.last, np.nan, gained - start)
    gain = np.where(gain > 0, gain, np.nan)
    kept = gain - np.clip(gained - after_next, 0.0, gain)
    gain = np.where(np.isfinite(kept), gain, np.nan)
    return ratios(sample, "tension.permanence", per_game(sample, kept)[0], per_game(sample, gain)[0])


def kingmaking(sample: Sample) -> list[Estimate]:
    """Free decisions of a seat without hope, and how much they move between the others: there are two at least."""
    if sample.players < 3:
        return []
    rows = np.arange(len(sample.seat))
    hopeless = (sample.before[rows, sample.seat] < HOPELESS) & sample.free
    known = sample.free & known_rows(sample.before) & known_rows(sample.after)
    moved = np.abs(sample.after - sample.before)
    moved[rows, sample.seat] = 0.0
    swing = np.where(hopeless & known, moved.sum(axis=1) / 2, np.nan)
    free, _ = per_game(sample, known.astype(float))
    made = np.zeros(sample.count)
    np.maximum.at(made, sample.game_of, np.nan_to_num(swing) >= SWING)
    return [
        ratios(sample, "tension.hopeless_decisions", per_game(sample, (hopeless & known).astype(float))[0], free),
        ratios(sample, "tension.kingmaking", np.where(free > 0, made, np.nan)),
        ratios(sample, "tension.kingmaking_moved", *per_game(sample, swing)),
    ]
