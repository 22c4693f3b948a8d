"""What a table accepts: each kind of request has its check, which raises Refused with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kobako.bots.registry import bot_title
from kobako.core.errors import UnknownAction
from kobako.core.game import Action
from kobako.core.words import LANGUAGES
from kobako.table.names import distinct
from kobako.table.requests import (
    MOST_SAID,
    PACES,
    SAID_SECONDS,
    SAYINGS,
    Act,
    Away,
    Back,
    Confirm,
    Host,
    Keep,
    Leave,
    NextTable,
    Pace,
    Refused,
    Request,
    Say,
    Sit,
    SitBot,
    TimeOut,
    Tried,
    Undo,
)

if TYPE_CHECKING:
    from kobako.table.table import Table


def check(table: Table, request: Request, now: float) -> Request:
    """The request as it can be taken, or Refused."""
    players = len(table.seats)
    if not 0 <= request.seat < players:
        told = f"no seat {request.seat}: there are 0 to {players - 1}"
        raise Refused("no_such_seat", told, seat=request.seat, last=players - 1)
    if table.entries >= table.most_entries and isinstance(request, TIRING):
        told = f"so much has happened at this table ({table.entries} entries) that it only goes on to its end"
        raise Refused("tired", told, entries=table.entries)
    return CHECKS[type(request)](table, request, now) or request


def check_turn(table: Table, turn: int) -> None:
    if table.status != "playing":
        raise Refused("not_playing", "the game is over" if table.match else "the table waits for players")
    if table.lesson in ("done", "failed"):
        raise Refused("lesson_over", f"the lesson is {table.lesson}: take it again, or go on to the next")
    if turn != table.turn:
        raise Refused("stale", f"this was decided at turn {turn}, and it is turn {table.turn} now")


def check_act(table: Table, act: Act, now: float) -> Act | Tried:
    check_turn(table, act.turn)
    seat = table.seats[act.seat]
    if act.seat not in table.acting:
        waited = " and ".join(f"seat {i}" for i in table.acting)
        raise Refused("not_your_turn", f"it is not the turn of seat {act.seat}: {waited} is awaited")
    if table.held is not None or table.chosen(act.seat) is not None:
        what = "your move waits to be confirmed" if table.held is not None else "you have chosen"
        raise Refused("not_your_turn", f"{what}: take it back to choose something else")
    if act.bot and not seat.played_by_bot:
        raise Refused("not_your_turn", f"seat {act.seat} is played by a person")
    if seat.late and not act.bot:
        raise Refused("time_up", "your time for this move is over: a bot makes it")
    try:
        action = allowed(table, act.seat, act.action)
    except Refused as refused:
        lesson = table.terms.lesson
        if lesson and refused.rule and (lesson.learner, lesson.forbidden) == (act.seat, refused.rule):
            return Tried(act.seat, refused.rule, act.id)
        raise
    return act if type(act.action) is int else Act(act.seat, int(action), act.turn, act.id, act.hold, act.bot)


def check_tried(table: Table, tried: Tried, now: float) -> None:
    raise Refused("not_allowed", "what a rule forbids is tried by an Act")


def allowed(table: Table, seat: int, given: int | str) -> Action:
    """The action, if the rules allow it."""
    try:
        action = table.terms.setup.action(given)
    except UnknownAction as unknown:
        text = str(given).encode("utf-8", "replace").decode()  # JSON may hold half a character
        raise Refused("unknown_action", str(unknown), action=text) from None
    if action not in table.legal(seat):
        refused = table.deciding_view(seat).refusal(action)
        raise Refused("illegal", refused.words(), refused.rule, action=str(action))
    return action


def check_undo(table: Table, undo: Undo, now: float) -> None:
    check_turn(table, undo.turn)
    if table.seats[undo.seat].late:
        raise Refused("time_up", "your time for this move is over: a bot makes it")
    if not table.can_undo(undo.seat):
        raise Refused(
            "no_undo",
            "a move can be taken back by who made it, while nothing was shown or drawn and nobody else has acted; "
            "at a practice table against bots alone, any number of one's own moves",
        )


def check_confirm(table: Table, confirm: Confirm, now: float) -> None:
    check_turn(table, confirm.turn)
    if table.held != confirm.seat:
        raise Refused("nothing_held", "no move of yours waits to be confirmed")


def check_sit(table: Table, sit: Sit, now: float) -> Sit:
    if sit.seat not in table.free():
        free = ", ".join(map(str, table.free()))
        told = f"seat {sit.seat} is taken; {'free: ' + free if free else 'no seat is free'}"
        raise Refused("taken", told, seat=sit.seat)
    others = (name for i in range(len(table.seats)) if i != sit.seat for name in called(table, i))
    return replace(sit, name=distinct(sit.name, others))


def called(table: Table, seat: int) -> Iterator[str]:
    """What who sits there is called: a bot in every language, and with a number if it is nobody in particular."""
    held = table.seats[seat]
    if held.by != "bot":
        yield held.name or held.kept or ""
        return
    for lang in LANGUAGES:
        title = bot_title(held.level or "", lang, held.face)
        yield title
        yield from () if held.face else (f"{title} {number}" for number in range(1, len(table.seats) + 1))


def check_keep(table: Table, keep: Keep, now: float) -> None:
    if table.seats[keep.seat].by != "open":
        raise Refused("taken", f"seat {keep.seat} is taken", seat=keep.seat)


def check_bot(table: Table, sit: SitBot, now: float) -> SitBot:
    if table.seats[sit.seat].by != "open":
        raise Refused("taken", f"seat {sit.seat} is taken", seat=sit.seat)
    return SitBot(sit.seat, sit.level, sit.face or table.character(sit.seat, sit.level))


def check_leave(table: Table, leave: Leave, now: float) -> None:
    if table.seats[leave.seat].by != "person":
        raise Refused("not_seated", f"nobody sits at seat {leave.seat} who could leave")


def check_say(table: Table, say: Say, now: float) -> None:
    if say.what not in SAYINGS:
        raise Refused("bad_message", f"what can be said is {', '.join(SAYINGS)}, not {say.what!r}")
    said = table.said.get(say.seat, [])
    if len(said) == MOST_SAID and now - said[0] < SAID_SECONDS:
        raise Refused("too_fast", f"{MOST_SAID} things in {SAID_SECONDS:g} seconds are enough: wait a moment")


def check_away(table: Table, away: Away, now: float) -> None:
    seat = table.seats[away.seat]
    if seat.by != "person" or seat.away or table.status != "playing":
        raise Refused("not_seated", f"seat {away.seat} is not of a person who plays and is here")


def check_back(table: Table, back: Back, now: float) -> None:
    if not table.seats[back.seat].away:
        raise Refused("not_seated", f"seat {back.seat} is not away")


def check_time(table: Table, out: TimeOut, now: float) -> None:
    seat = table.seats[out.seat]
    if table.clocks is None or out.seat not in table.owing or seat.played_by_bot:
        raise Refused("not_seated", f"no clock runs for seat {out.seat}")
    if table.clocks.left(out.seat, now) > 0:
        raise Refused("stale", f"seat {out.seat} has time left")


def check_host(table: Table, host: Host, now: float) -> None:
    if table.host or not table.bots_only:
        raise Refused("not_allowed", "who made a table of bots alone is noted once, when it is made")


def check_pace(table: Table, pace: Pace, now: float) -> None:
    if not table.bots_only and not table.practises(pace.seat):
        raise Refused("not_allowed", "where people play, bots keep their own pace")
    if pace.pace not in PACES:
        raise Refused("bad_message", f"a pace is {', '.join(map(str, PACES))}, not {pace.pace}")


def check_next(table: Table, following: NextTable, now: float) -> None:
    if table.status != "over" or table.next is not None:
        raise Refused("not_playing", "a rematch is made once, when the game is over")


# What a game can do without. Moves are bounded by the rules, as long as they are not taken back.
TIRING = (Undo, Say, Pace, Tried, Sit)

CHECKS: dict[type[Request], Callable[[Table, Any, float], Request | None]] = {
    Act: check_act,
    Tried: check_tried,
    Undo: check_undo,
    Confirm: check_confirm,
    Sit: check_sit,
    SitBot: check_bot,
    Keep: check_keep,
    Leave: check_leave,
    Say: check_say,
    Away: check_away,
    Back: check_back,
    TimeOut: check_time,
    Host: check_host,
    Pace: check_pace,
    NextTable: check_next,
}
