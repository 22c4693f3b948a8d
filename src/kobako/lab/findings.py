"""From metrics to findings: what a designer should know, how much it weighs, and how certain it is.

Every question that is put to the metrics (cases.py) has a p-value, and all of a study's are corrected together for
being many (Holm 1979). There are questions about the game, about its kinds of action, events and pieces, and about
differences; each of the three sorts weighs as much as the others, lest hundreds of cards drown the seats. A finding
is "certain" with p < 0.001 after that, "likely" with p < 0.05, and "open" where only the single test would say so.
What is no test but a size (how long a game is) is certain if its interval is within 5 % of it, likely within 15 %.

Codes, and the values of their sentences. `share`, `low`, `high`, `even`, … are parts of 1, seats and turns count from
1, `games` (how many it was measured in) is always there, and so is `p` (corrected) where there was a test:

| code | values |
|---|---|
| `seat_advantage`, `turn_advantage` | seat, share, low, high, even, excess: who wins most |
| `seat_handicap`, `turn_handicap` | the same of who wins least, where that stands out more (excess is below 0) |
| `seats_even` | players, most: the excess that can be ruled out |
| `length` | minutes, low, high, decisions, rounds |
| `waiting` | minutes, low, high, decisions |
| `forced` | share, low, high |
| `settled_early` | share (of games, before half is played), low, high, after (decisions that follow) |
| `tense_to_the_end` | share (of the decisions, at which it is settled), low, high |
| `runaway`, `out_early` | share (of games), low, high |
| `comebacks` | share (of games), low, high, below (the chance from which the winner came back) |
| `kingmaking` | share (of games), low, high, moved |
| `deal_decides`, `play_decides` | share (of the variance that is the deal's), low, high, rest (what is not) |
| `ladder_climbs`, `ladder_stops`, `ladder_flat` | steps, low, high, thought |
| `ladder_slow` | share (how often who thinks twice as much ends ahead, over all steps), low, high |
| `stronger_wins` | stronger, weaker, one (how often ahead), low, high, three, five (matches) |
| `skill_decides` | stronger, weaker, one, low, high, luck (how often it may be otherwise, at most) |
| `skill_does_nothing` | stronger, weaker, one, other (the rest), low, high, most (so much more than half, at most) |
| `kind_needed`, `kind_harmful`, `kind_idle` | kind, difference (to the win of who never plays it), low, high (, seat) |
| `few_real_choices` | share (one action only is reasonable), low, high |
| `first_sight_wrong`, `first_sight_enough` | share, low, high, cost |
| `matters_most` | by ("phase" or "round"), where, margin, low, high, rest |
| `action_never_right`, `action_always_right` | kind, share, low, high |
| `action_never_played` | kind, most, elsewhere (how often in a game at the table that plays it most) |
| `event_never`, `event_rare` | kind, share, low, high, most (more is ruled out), elsewhere (at another table) |
| `number_never_counts` | event, number, most |
| `piece_never_counts` | event, number, arg, piece, most |
| `piece_strong`, `piece_weak` | event, arg, piece, gain, low, high, rest (such events at that time of the game) |
| `aimed_at` | seat, distance (so many seats on in turn order), share, low, high, even |
| `aimed_by_all` | distance (at which all seats aim), share (the mean over the seats), low, high, even |
| `little_interaction`, `much_interaction` | moved, low, high, own |
| `skill_changes` | metric, key, others (a table), thinkers, at_thinkers, at_others, difference, low, high, unit |
| `option_changes` | metric, key, cell, base, now, difference, low, high, unit |
| `option_idle` | cell, tests: nothing that was compared differs from cell 0 beyond chance |
| `option_dead` | cell, most: every game went as in cell 0, action by action |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kobako.lab.case import Case
from kobako.lab.cases import cases
from kobako.lab.stats import Certainty, Finding, Metric, certainty, holm

WEIGHS = {"certain": 1.0, "likely": 0.8, "open": 0.4}
CLOSE, NEAR = 0.05, 0.15  # half the interval's width, as a part of the size itself


def findings(metrics: Sequence[Metric]) -> list[Finding]:
    """What was found, what weighs most first."""
    asked = cases(metrics)
    corrected = _corrected(asked)
    found = []
    for case in asked:
        adjusted = corrected.get(id(case))
        sure = _size_certainty(case) if adjusted is None else certainty(adjusted)
        doubtful = case.p is not None and (case.p >= 0.05 or (case.one_of_many and sure == "open"))
        if case.told and not doubtful:
            found.append(_finding(case, sure, adjusted))
    return sorted(found, key=lambda finding: -finding.weight)


def _corrected(asked: Sequence[Case]) -> dict[int, float]:
    """The corrected p-value of each case that has one, by its identity."""
    tests = [(case, case.p) for case in asked if case.p is not None]
    sorts = Counter(case.sort for case, _ in tests)
    adjusted = holm([p for _, p in tests], [1 / sorts[case.sort] for case, _ in tests])
    return {id(case): p for (case, _), p in zip(tests, adjusted)}


def _finding(case: Case, sure: Certainty, adjusted: float | None) -> Finding:
    values = dict(case.values) if adjusted is None else {**case.values, "p": adjusted}
    weight = round(max(0.0, min(1.0, case.weight)) * WEIGHS[sure], 4)
    return Finding(case.code, case.metric, case.table, case.cell, weight, sure, values)


def _size_certainty(case: Case) -> Certainty:
    low, high = (float(case.values[name]) for name in ("low", "high"))
    width = (high - low) / max(1e-9, abs(high + low))
    return "certain" if width < CLOSE else "likely" if width < NEAR else "open"
