"""The questions that are put to a study's metrics, and what would be told if the answer is yes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kobako.lab.case import Case, Look, Values, at_most, exceeds_p, sized
from kobako.lab.differences import changes, contrasts
from kobako.lab.metrics import thinkers
from kobako.lab.metrics.kinds import NEVER, RARE, UNSEEN
from kobako.lab.metrics.skill import LADDER, MATCH, STEP, WITHOUT, thought_of
from kobako.lab.metrics.tension import BEHIND
from kobako.lab.stats import Metric, Value, at_most_p

EVEN = 0.05  # an excess over an even share that players would not notice
ALWAYS = 0.95  # so often ahead: luck hardly ever stands in the way of who plays better
GAIN = 0.02  # a gain by a piece that is worth a word, in chance to win
ENOUGH = 30  # games with a piece in them, before it is asked what it is good for
MOST_PIECES = 3  # that are told as strong, and as weak


@dataclass(frozen=True)
class Threshold:
    """A size above (or below) which there is something to tell."""

    code: str
    metric: str
    bound: float
    weight: float
    above: bool = True
    beside: tuple[tuple[str, str], ...] = ()  # names of values, and the metrics that they are


THRESHOLDS = (
    Threshold("waiting", "length.longest_wait", 2.0, 0.4, beside=(("decisions", "length.longest_wait_decisions"),)),
    Threshold("forced", "length.forced", 0.25, 0.5),
    Threshold("settled_early", "tension.settled_early", 1 / 3, 0.9, beside=(("after", "tension.played_after"),)),
    Threshold("tense_to_the_end", "tension.settled_at", 0.85, 0.4),
    Threshold("runaway", "tension.runaways", 0.6, 0.8),
    Threshold("comebacks", "tension.comebacks", 0.2, 0.4),
    Threshold("out_early", "tension.out_early", 0.25, 0.7),
    Threshold("kingmaking", "tension.kingmaking", 0.1, 0.7, beside=(("moved", "tension.kingmaking_moved"),)),
    Threshold("deal_decides", "luck.deal_share", 0.5, 0.8),
    Threshold("play_decides", "luck.deal_share", 0.2, 0.5, above=False),
    Threshold("few_real_choices", "decisions.clear", 0.6, 0.6),
    Threshold("first_sight_wrong", "decisions.sight_wrong", 0.25, 0.4, beside=(("cost", "decisions.sight_cost"),)),
    Threshold(
        "first_sight_enough", "decisions.sight_wrong", 0.05, 0.6, False, beside=(("cost", "decisions.sight_cost"),)
    ),
)


def cases(metrics: Sequence[Metric]) -> list[Case]:
    """All questions of a study: most are put to the thinkers' table as the rulebook has the game."""
    look = Look(metrics, thinkers(metrics))
    others = [Look(metrics, table) for table in dict.fromkeys(m.table for m in metrics) if table != look.table]
    return [
        *seats(look),
        *sizes(look),
        *thresholds(look, is_chance(metrics)),
        *skill(metrics),
        *decisions(look),
        *actions(look, others),
        *events(look, others),
        *pieces(look),
        *interaction(look),
        *contrasts(look, metrics),
        *changes(look, metrics),
    ]


# Fairness and length


def seats(look: Look) -> Iterator[Case]:
    """Does the seat decide, or the turn? And if not: how much of an advantage can be ruled out?"""
    for word in ("seat", "turn"):
        metric = look.get(f"fairness.{word}_share")
        if metric is None or metric.p is None:
            continue
        even = 1 / len(metric.keys)
        apart = {key: value.mean - even for key, value in zip(metric.keys, metric.values)}
        key = max(apart, key=lambda key: abs(apart[key]))
        code = f"{word}_{'advantage' if apart[key] > 0 else 'handicap'}"
        value, weight = metric.value(key), abs(apart[key]) / 0.1
        said = {"seat": int(key) + 1, "share": value.mean, "even": even, "excess": apart[key], **sized(value)}
        yield look.case(code, metric.name, weight, metric.p, True, **said)
    metric = look.get("fairness.seat_share")
    if metric is not None:
        even = 1 / len(metric.keys)
        most = max(abs(end - even) for value in metric.values for end in (value.low, value.high))
        p = max(exceeds_p(value, even + EVEN, above=False) for value in metric.values)
        p = max(p, *(exceeds_p(value, even - EVEN) for value in metric.values))
        said = {"players": len(metric.keys), "most": most, "games": metric.values[0].n}
        turns = look.get("fairness.turn_share")
        uneven = turns is not None and turns.p is not None and turns.p < 0.05  # then "even" would be misread
        yield look.case("seats_even", metric.name, 0.5, p, most <= EVEN and not uneven, **said)


def sizes(look: Look) -> Iterator[Case]:
    """How long is a game?"""
    minutes, decided, rounds = (look.value(f"length.{name}") for name in ("minutes", "decisions", "rounds"))
    if minutes and decided and rounds:
        said = {"minutes": minutes.mean, "decisions": decided.mean, "rounds": rounds.mean, **sized(minutes)}
        yield look.case("length", "length.minutes", 0.5, None, True, **said)


def thresholds(look: Look, chance: bool) -> Iterator[Case]:
    """Whatever is larger (smaller) than is usual; in a game of chance what the deal leaves open is not the play's."""
    for t in THRESHOLDS:
        value = look.value(t.metric)
        if value is None:
            continue
        beyond = value.mean > t.bound if t.above else value.mean < t.bound
        beyond = beyond and not (chance and t.code == "play_decides")
        beside = {name: found.mean for name, metric in t.beside if (found := look.value(metric))}
        name = "minutes" if t.code == "waiting" else "share"
        said: Values = {name: value.mean, **sized(value), **beside}
        if t.metric == "luck.deal_share":
            said["rest"] = 1 - value.mean
        if t.code == "comebacks" and (shares := look.get("fairness.seat_share")):
            said["below"] = BEHIND / len(shares.keys)
        yield look.case(t.code, t.metric, t.weight, exceeds_p(value, t.bound, t.above), beyond, **said)


# Skill


def skill(metrics: Sequence[Metric]) -> Iterator[Case]:
    """How far does thinking carry, and how often does the stronger win?"""
    yield from _ladder(Look(metrics, LADDER))
    for metric in metrics:
        if metric.name == MATCH and metric.cell == 0 and metric.note:
            yield from _match(Look(metrics, metric.table), metric)
        if metric.name == "skill.restricted" and metric.cell == 0:
            yield from _restricted(Look(metrics, metric.table), metric)


def _ladder(look: Look) -> Iterator[Case]:
    """How far does thinking carry? Where no first step can be told, all steps together may still say that it helps."""
    rungs, steps, stops = look.get("skill.ladder"), look.value("skill.steps"), look.get("skill.stops")
    doubling = look.value("skill.doubling")
    if not (rungs and steps and stops and doubling):
        return
    goes_on = stops.note == "open"
    if not goes_on and not steps.mean and doubling.low > 0.5:
        said: Values = {"share": doubling.mean, **sized(doubling)}
        yield look.case("ladder_slow", "skill.doubling", 0.6, exceeds_p(doubling, 0.5), True, **said)
        return
    first_flat = next((value for value in rungs.values if value.low <= 0.5), rungs.values[-1])
    p = max(exceeds_p(value, 0.5) for value in rungs.values) if goes_on else exceeds_p(first_flat, STEP, False)
    said = {"steps": steps.mean, **sized(steps), "thought": int(stops.values[0].mean)}
    code = "ladder_climbs" if goes_on else "ladder_stops" if steps.mean else "ladder_flat"
    yield look.case(code, "skill.steps", 0.6, p, True, **said)


def _restricted(look: Look, metric: Metric) -> Iterator[Case]:
    """What does it cost never to play a kind of action?"""
    for kind, value, p in zip(metric.keys, metric.values, metric.each):
        said: Values = {"kind": kind, "difference": value.mean, **sized(value)}
        if metric.note:
            said["seat"] = int(metric.note) + 1
        code = "kind_needed" if value.mean < 0 else "kind_harmful"
        yield look.case(code, metric.name, abs(value.mean) / 0.1, p, True, **said)
        enough = max(exceeds_p(value, -EVEN), exceeds_p(value, EVEN, above=False))
        idle = value.low > -EVEN and value.high < EVEN
        yield look.case("kind_idle", metric.name, 0.6, enough, idle and p >= 0.05, **said)


def _match(look: Look, metric: Metric) -> Iterator[Case]:
    stronger, weaker = metric.note.split(">")
    if (thought_of(stronger) and thought_of(weaker)) or WITHOUT in metric.note:
        return  # the ladder tells it, or what follows
    one, three, five = metric.values
    said: Values = {"one": one.mean, "other": 1 - one.mean, "three": three.mean, "five": five.mean, **sized(one)}
    p = min(1.0, 2 * exceeds_p(one, 0.5))
    said |= {"stronger": stronger, "weaker": weaker, "luck": 1 - one.low, "most": max(one.high - 0.5, 0.5 - one.low)}
    flat, always = exceeds_p(one, 0.5 + EVEN, above=False), exceeds_p(one, ALWAYS)
    yield look.case("stronger_wins", metric.name, 0.5, p, one.low <= ALWAYS, **said)
    yield look.case("skill_decides", metric.name, 0.8, always, one.low > ALWAYS, **said)
    yield look.case("skill_does_nothing", metric.name, 0.9, flat, does_nothing(one), **said)


def does_nothing(one: Value) -> bool:
    """Whether who was taken to be stronger ends ahead no more often than not, or so little more that nobody notices."""
    return one.high < 0.5 + EVEN


def is_chance(metrics: Sequence[Metric]) -> bool:
    """Whether it was seen that who thinks ends ahead of who does not no more often than not."""
    played = [m for m in metrics if m.name == MATCH and m.cell == 0 and m.note and WITHOUT not in m.note]
    against = [m for m in played if sum(thought_of(bot) is not None for bot in m.note.split(">")) == 1]
    return any(does_nothing(m.values[0]) for m in against)


# Decisions


def decisions(look: Look) -> Iterator[Case]:
    """Is there a phase, or a round, in which more is at stake than in the others?"""
    for by in ("phase", "round"):
        metric = look.get(f"decisions.margin_by_{by}")
        if metric is None or len(metric.keys) < 2:
            continue
        where = max(metric.keys, key=lambda key: metric.value(key).mean)
        most = metric.value(where)
        rest = [value for key, value in zip(metric.keys, metric.values) if key != where]
        mean = sum(value.mean for value in rest) / len(rest)
        error = math.sqrt(sum((value.high - value.low) ** 2 for value in rest)) / len(rest)
        apart = math.sqrt((most.high - most.low) ** 2 + error**2) / 2
        gap = Value(most.mean - mean, most.mean - mean - apart, most.mean - mean + apart, most.n)
        p = min(1.0, len(metric.keys) * exceeds_p(gap, 0.0))  # the largest of so many
        told = most.mean > 1.5 * mean
        yield look.case(
            "matters_most", metric.name, 0.4, p, told, by=by, where=where, margin=most.mean, rest=mean, **sized(most)
        )


# Kinds of action and event, pieces


def actions(look: Look, others: Sequence[Look]) -> Iterator[Case]:
    """Which kind of action is never right, which always, which is never played?"""
    best, count = look.get("pieces.action_best"), look.get("pieces.action_count")
    if best is not None and len(best.keys) > 1:
        for key, value, p in zip(best.keys, best.values, best.each):
            code = "action_never_right" if value.mean < 0.5 else "action_always_right"
            rare = min(value.mean, 1 - value.mean) < NEVER
            yield look.case(code, best.name, 0.7, p, rare, kind=key, share=value.mean, **sized(value))
    for key, value in zip(count.keys, count.values) if count is not None else ():
        p = at_most_p(0, value.n, UNSEEN) if value.mean == 0 else 1.0
        elsewhere = _most(others, "pieces.action_count", key)
        said = {"games": value.n, "elsewhere": elsewhere, "most": at_most(0, value.n)}
        yield look.case("action_never_played", "pieces.action_count", 0.6, p, value.mean == 0, kind=key, **said)


def events(look: Look, others: Sequence[Look]) -> Iterator[Case]:
    """Which event never happens, which of its numbers is never other than 0?"""
    fired, counts = look.get("pieces.event_games"), look.get("pieces.number_counts")
    for key, value, p in zip(fired.keys, fired.values, fired.each) if fired is not None else ():
        said = {"share": value.mean, "elsewhere": _most(others, "pieces.event_games", key), **sized(value)}
        code, rare = "event_rare" if value.mean else "event_never", value.mean < RARE
        said["most"] = at_most(round(value.mean * value.n), value.n) if rare else 1.0
        yield look.case(code, "pieces.event_games", 0.7, p, rare, kind=key, **said)
    for key, value, p in zip(counts.keys, counts.values, counts.each) if counts is not None else ():
        event, _, number = key.partition(".")
        said = {"most": at_most(0, value.n), "games": value.n}
        yield look.case(
            "number_never_counts", "pieces.number_counts", 0.5, p, value.mean == 0, event=event, number=number, **said
        )


def _most(others: Sequence[Look], name: str, key: str) -> float:
    return max((value.mean for look in others if (value := look.value(name, key))), default=0.0)


def pieces(look: Look) -> Iterator[Case]:
    """Which piece never scores where others do, and which turns the game more than the others of its kind?"""
    numbers = look.get("pieces.piece_number")
    for key, value, p in zip(numbers.keys, numbers.values, numbers.each) if numbers is not None else ():
        name, arg, piece = (*key.split(" ", 2), "")[:3]
        event, _, number = name.partition(".")
        count = look.value("pieces.number_counts", name)
        told = value.mean == 0 and count is not None and count.mean > 0
        said: Values = {"event": event, "number": number, "arg": arg, "piece": piece}
        said |= {"games": value.n, "most": at_most(0, value.n)}
        yield look.case("piece_never_counts", "pieces.piece_number", 0.6, p, told, **said)
    yield from _strong_and_weak(look)


def _strong_and_weak(look: Look) -> Iterator[Case]:
    metric = look.get("pieces.piece_edge")
    if metric is None:
        return
    made: list[tuple[float, float, Values]] = []
    for key, value, p in zip(metric.keys, metric.values, metric.each):
        if value.n < ENOUGH:
            continue
        name, _, piece = key.partition(" ")
        event, _, arg = name.partition(".")
        gain = look.value("pieces.piece_gain", key)
        if gain is not None:
            said: Values = {"event": event, "arg": arg, "piece": piece, "gain": gain.mean, **sized(gain)}
            made.append((value.mean, p, said | {"rest": gain.mean - value.mean}))
    for code, sign in (("piece_strong", 1), ("piece_weak", -1)):
        ranked = sorted((case for case in made if sign * case[0] > 0), key=lambda case: -sign * case[0])
        for rank, (apart, p, said) in enumerate(ranked):
            told = rank < MOST_PIECES and abs(apart) >= GAIN
            case = look.case(code, metric.name, 0.3 + 3 * abs(apart), p, told, **said)
            yield replace(case, one_of_many=True)


# Interaction


def interaction(look: Look) -> Iterator[Case]:
    """Do the players touch each other, and whom do they hurt?"""
    moved, own = look.value("interaction.moved", "free"), look.value("interaction.own_moved", "free")
    if moved and own:
        said = {"moved": moved.mean, "own": own.mean, **sized(moved)}
        ratio = moved.mean / own.mean if own.mean else 0.0
        for code, bound, above in (("much_interaction", 0.05, True), ("little_interaction", 0.01, False)):
            p = exceeds_p(moved, bound, above)
            told = moved.mean > bound if above else moved.mean < bound
            yield look.case(code, "interaction.moved", 0.3 + 0.1 * ratio, p, told, **said)
    targets = look.get("interaction.targets")
    if targets is not None:
        yield _aimed(look, targets)


def _aimed(look: Look, targets: Metric) -> Case:
    """Whom a seat hurts above all; where every seat hurts the same neighbour most, it is told of all at once."""
    known: dict[int, dict[int, Value]] = {}
    for key, value in zip(targets.keys, targets.values):
        seat, distance = map(int, key.split(">"))
        if not math.isnan(value.mean):
            known.setdefault(seat, {})[distance] = value
    even = 1 / max(distance for by_distance in known.values() for distance in by_distance)
    most = {seat: max(by, key=lambda distance: by[distance].mean) for seat, by in known.items()}
    aimed = {seat: known[seat][distance] for seat, distance in most.items()}
    choices = sum(map(len, known.values()))
    if len(known) > 1 and len(set(most.values())) == 1:
        ends = [(value.mean, value.low, value.high) for value in aimed.values()]
        mean, low, high = (sum(end) / len(ends) for end in zip(*ends))
        said: Values = {"low": low, "high": high, "games": min(value.n for value in aimed.values())}
        p = max(exceeds_p(value, even) for value in aimed.values())  # of every single one
        code = "aimed_by_all"
    else:
        seat = max(aimed, key=lambda seat: aimed[seat].mean)
        mean, p = aimed[seat].mean, exceeds_p(aimed[seat], even)
        said, code = {"seat": seat + 1, **sized(aimed[seat])}, "aimed_at"
        most = {seat: most[seat]}
    said |= {"distance": next(iter(most.values())), "share": mean, "even": even}
    return look.case(
        code, targets.name, 0.4, min(1.0, choices * p), mean > even + EVEN, **said
    )  # the largest of so many
