"""A viewer: one line, a WebSocket or what stands for it, from which someone plays at a table or watches it.

A frame is made when the line is ready to take it. A slow reader gets fewer and fuller frames, and slows nobody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Sequence

from kobako.core.errors import KobakoError
from kobako.house.hints import shown_hint
from kobako.house.house import House, Room, key_of
from kobako.house.limits import Limits, guest_at
from kobako.house.parts import Gone, Reader, Said, StoreFailed, Wire
from kobako.house.rows import OldRules
from kobako.house.text import as_json
from kobako.house.turns import GUEST, Asker, Busy
from kobako.table import Act, Confirm, Pace, Refused, Request, Say, Undo
from kobako.table.frame import frame, shown_refusal
from kobako.table.protocol import PROTOCOL, ServerMessage, TableFrame
from kobako.table.table import SPECTATOR, Table

LOG = logging.getLogger("kobako.viewer")
HELLO_SECONDS = 10.0
SEND_SECONDS = 20.0  # a line that takes nothing for so long is dead
CLOSE_SECONDS = 2.0
MOST_ANSWERS = 64  # that may wait to be sent
MOST_FAULTS = 20  # messages that cannot be read before we hang up
MOST_REASON = 123  # bytes that WebSocket has for the reason of a close
BAD_HELLO, BAD_SECRET, NO_TABLE, NO_HELLO, OLD_RULES, TOO_FAST = 4400, 4401, 4404, 4408, 4409, 4429
AGAIN_LATER = 1013  # the code of WebSocket for what passes


class HangUp(Exception):
    """The connection is to be closed, with a code and a reason."""

    def __init__(self, code: int, reason: str) -> None:
        self.code, self.reason = code, reason


class Viewer:
    """One connection. `seat` is SPECTATOR for those who watch."""

    def __init__(self, wire: Wire, house: House, limits: Limits, reader: Reader, client: str = "") -> None:
        self.wire, self.house, self.reader = wire, house, reader
        self.messages, self.resyncs = limits.own("message"), limits.own("resync")
        self.seat = SPECTATOR
        self._guest = guest_at(client)
        self.room: Room | None = None
        self._key = ""
        self._sent = 0  # messages
        self._seq = -1  # the last frame's
        self._log = 0  # items of the log that the client has
        self._cuts = 0  # undos that it knows of
        self._present: list[bool] = []
        self._faults = 0
        self._hinting: asyncio.Task[None] | None = None
        self._end: HangUp | None = None
        self._looks = False  # at the table: from then on it is shown
        self._ended: BaseException | None = None  # why nothing more is sent
        self._sending: asyncio.Task[None] | None = None  # what waits for a line that is not free
        self._listening: asyncio.Task[None] | None = None  # what waits for the next message
        self._waits_since: float | None = None  # since when the line has not taken what was sent last
        self._answers: deque[ServerMessage] = deque()
        self._called = False  # there may be something to send
        self._made: list[bytes] = []  # what is about to be sent

    async def run(self) -> None:
        """From hello to the end of the line."""
        room: Room | None = None
        GUEST.set(self._guest)
        try:
            room = await self._hello()
            self.house.counting.viewers(1)
            await self.house.enter(room, self)
            self._looks = True
            self.wake()
            await self._receive_all(room)
        except HangUp as end:
            await self._close(end.code, end.reason)
        except KobakoError as failed:
            LOG.error("line failed", extra={"reason": str(failed)})
            await self._close(AGAIN_LATER, "this table cannot be shown now: try again")
        except (Gone, OSError, RuntimeError):
            pass  # the line is gone, which is nobody's fault
        finally:
            self._looks = False
            for task in (self._sending, self._hinting):
                if task:
                    task.cancel()
            if room:
                self.house.counting.viewers(-1)
                await asyncio.shield(self.house.leave(room, self))

    async def _close(self, code: int, reason: str) -> None:
        with contextlib.suppress(RuntimeError, OSError, Gone):  # a TimeoutError is an OSError
            # Who reads nothing does not take the close either. They leave their seat all the same.
            await asyncio.wait_for(self.wire.close(code, short(reason)), CLOSE_SECONDS)

    # Hello

    async def _hello(self) -> Room:
        try:
            said = self.reader.hello(await asyncio.wait_for(self.wire.receive(), HELLO_SECONDS))
        except TimeoutError:
            raise HangUp(NO_HELLO, f"no hello within {HELLO_SECONDS:g} seconds") from None
        except Refused as wrong:
            raise HangUp(BAD_HELLO, f"the first message is a hello: {wrong.message}") from None
        if said.protocol != PROTOCOL:
            raise HangUp(BAD_HELLO, f"this server speaks protocol {PROTOCOL}, not {said.protocol}")
        try:
            room = await self.house.room(said.table)
        except (StoreFailed, OSError):
            raise HangUp(AGAIN_LATER, "the tables cannot be read now: try again") from None
        except OldRules as old:
            raise HangUp(OLD_RULES, str(old)) from None
        except KobakoError as missing:  # none of that name, or it cannot be read
            raise HangUp(NO_TABLE, str(missing)) from None
        if said.secret is not None:
            self._key = key_of(said.secret)
            seat = SPECTATOR if room.table.hosted_by(self._key) else room.table.holder(self._key)
            if seat is None:
                raise HangUp(BAD_SECRET, "this secret opens no seat at this table, or no longer does")
            self.seat = seat
        self.room = room
        self._answers.append(self.house.greeting(room, self.seat))
        return room

    # Sending

    def wake(self) -> None:
        """There may be something new to send: soon, with whatever else there is by then."""
        if self.call():
            asyncio.get_running_loop().call_soon(self.push)

    def call(self) -> bool:
        """The same, where the caller sees to it that it is sent; False: somebody does already."""
        called, self._called = self._called, True
        return not called

    def hang_up(self, code: int, reason: str) -> None:
        """Close the connection, when what was to be answered is sent."""
        self._end = HangUp(code, reason)
        self.wake()

    def answer(self, message: ServerMessage) -> None:
        """Send this as soon as the line takes it."""
        if len(self._answers) >= MOST_ANSWERS:
            raise HangUp(TOO_FAST, "answers are not being read")
        self._answers.append(message)
        self.wake()

    def push(self) -> None:
        """Send what is new if the line takes it at once, as nearly every line does: a task for each would cost more."""
        if self.prepare():
            self.put()

    def prepare(self) -> bool:
        """Make what is new; whether there is something to `put`. It is looked again when a line that is not free is."""
        if self._sending:
            return False
        self._called = False
        if not self._looks or self._ended:
            return False
        if not self.wire.free:
            self._sending = asyncio.create_task(self._send_all(), name="sending")
            self._sending.add_done_callback(self._sent_all)
            return False
        try:
            self._made = self._news()
        except Exception as failed:  # whoever listens tells of it
            self._stop(failed)
            return False
        return bool(self._made or self._end)

    def put(self) -> None:
        """Send what was made just now."""
        made, self._made = self._made, []
        try:
            if made:
                self.wire.put(*made)
        except Exception as failed:
            self._stop(failed)
        else:
            if self._end:
                self._stop(self._end)

    async def _send_all(self) -> None:
        """The same for a line that has to be waited for: what comes meanwhile goes into one frame."""
        while news := self._news():
            self._waits_since = time.monotonic()
            await self.wire.send(*news)
            self._waits_since = None

    def _sent_all(self, sending: asyncio.Task[None]) -> None:
        self._sending, self._waits_since = None, None
        failed = None if sending.cancelled() else sending.exception()
        if failed or self._end:
            self._stop(failed or self._end)
        elif self._called:
            self._called = False
            self.wake()

    def _stop(self, why: BaseException | None) -> None:
        """Nothing more is sent: then nothing is listened to. A message that is being dealt with is dealt with first."""
        self._ended = why
        if self._listening:
            self._listening.cancel()

    def _news(self) -> list[bytes]:
        """What there is to send: answers, then the table, then who is here. From now on this viewer knows it."""
        room = self.room
        assert room is not None, "nobody looks before they have said where"
        news: list[bytes] = []
        while self._answers:
            news.append(as_json(self._answers.popleft()))
        if self._end is None and self.seat >= 0 and not room.table.held_by(self.seat, self._key):
            self._end = HangUp(BAD_SECRET, "this seat has been given up")
        if self._end:
            return self._numbered(news)
        if room.table.seq(self.seat) != self._seq:
            news.append(self._fresh_text(room))
        if room.present != self._present:
            self._present = room.present
            news.append(as_json({"type": "presence", "here": self._present}))
        return self._numbered(news)

    def _fresh_text(self, room: Room) -> bytes:
        """What is new for this viewer, as JSON; from now on it knows that. Those who only watch share one text."""
        table, now = room.table, self.house.now()
        alike = (self._known_from(room), table.hosted_by(self._key)) if self.seat == SPECTATOR else None
        text = room.told(alike, now) if alike else None
        if text is None:
            text = as_json(self._present_frame(room, now))
            if alike:
                room.tell(alike, now, text)
        self._seq, self._log, self._cuts = table.seq(self.seat), len(table.log), len(table.cuts)
        return text

    def _known_from(self, room: Room) -> int:
        """The point in the log up to which this viewer knows everything."""
        cuts = room.table.cuts
        return self._log if self._cuts == len(cuts) else min([self._log, *cuts[self._cuts :]])

    def _present_frame(self, room: Room, now: float) -> TableFrame:
        """The table as it is, with what is new in the log."""
        return frame(room.table, self.seat, now, self._known_from(room), self._key)

    def _numbered(self, news: Sequence[bytes]) -> list[bytes]:
        """Messages, each with its number put in front."""
        first, self._sent = self._sent + 1, self._sent + len(news)
        return [b'{"n":%d,%b' % (n, text[1:]) for n, text in enumerate(news, first)]

    def look(self, now: float) -> None:
        """Now and then: a line that has taken nothing for so long is dead. A timer for each message would cost more."""
        if self._sending and self._waits_since is not None and now > self._waits_since + SEND_SECONDS:
            self._end = HangUp(TOO_FAST, "nothing is being read")
            self._sending.cancel()

    # Receiving

    async def _receive_all(self, room: Room) -> None:
        """Hear one message after the other, until there is nobody any more to send the answers."""
        listening = asyncio.current_task()
        while self._ended is None:
            self._listening = listening
            try:
                text = await self.wire.receive()
            except asyncio.CancelledError:
                if self._ended is None or listening is None:
                    raise  # it was not `_stop`
                listening.uncancel()
                break
            finally:
                self._listening = None
            await self._hear(room, text)
        raise self._ended

    async def _hear(self, room: Room, text: str | bytes | None) -> None:
        if not self.messages.take():
            raise HangUp(TOO_FAST, "more messages than a person sends")
        try:
            said = self.reader.said(text)
        except Refused as wrong:
            self._faults += 1
            if self._faults > MOST_FAULTS:
                raise HangUp(TOO_FAST, "too many messages that cannot be read") from None
            self.answer({"type": "error", "code": wrong.code, "message": wrong.message, "values": wrong.values})
            return
        try:
            await self._do(room, said)
        except Refused as refused:
            self._refuse(room, said.id, refused)
        except StoreFailed:
            self._refuse(room, said.id, Refused("unavailable", "it could not be stored: send it again"))
        except KobakoError as failed:
            self._refuse(room, said.id, Refused("unavailable", str(failed)))

    def _refuse(self, room: Room, id: str, refused: Refused) -> None:
        self.house.counting.refused(refused.code)
        self.answer(shown_refusal(id, refused, self._present_frame(room, self.house.now())))

    def _pacing(self, table: Table) -> int:
        """The seat for which the bots' pace is set: that of who practises, or the first where bots play alone."""
        if table.hosted_by(self._key):
            return 0
        if self.seat != SPECTATOR and table.practises(self.seat):
            return self.seat
        raise Refused("not_allowed", "who made a table of bots alone, or practises alone, says how fast bots play")

    async def _do(self, room: Room, said: Said) -> None:
        if said.type == "ping":
            self.answer({"type": "pong", "id": said.id})
        elif said.type == "resync":
            await asyncio.sleep(self.resyncs.spend(1))  # the whole table anew is dear: beyond some, they wait
            self._seq, self._log = -1, 0
            self.answer({"type": "ack", "id": said.id, "turn": room.table.turn})
        elif said.type == "pace":
            await self._request(room, said.id, Pace(self._pacing(room.table), said.pace, said.id))
        elif self.seat == SPECTATOR:
            raise Refused("no_seat", "spectators watch: to play, take a seat")
        elif said.type == "hint":
            self._start_hint(room, said)
        elif said.type == "ready":
            room.go_on(self.seat)
            self.answer({"type": "ack", "id": said.id, "turn": room.table.turn})
        else:
            await self._request(room, said.id, request_of(said, self.seat))

    async def _request(self, room: Room, id: str, request: Request) -> None:
        began = time.perf_counter()
        await self.house.submit(room, request)
        self.house.counting.took(time.perf_counter() - began)
        turn = room.table.answered(self.seat, id)
        self.answer({"type": "ack", "id": id, "turn": room.table.turn if turn is None else turn})

    # Hints

    def _start_hint(self, room: Room, said: Said) -> None:
        table = room.table
        if not table.hints:
            raise Refused("no_hints", "this table plays without hints")
        if said.turn != table.turn:
            raise Refused("stale", f"this was asked at turn {said.turn}, and it is turn {table.turn} now")
        if not table.legal(self.seat):
            raise Refused("not_your_turn", "there is a hint when it is your turn")
        if self._hinting and not self._hinting.done():
            raise Refused("busy", "a hint is being thought about")
        self._hinting = asyncio.create_task(self._hint(room, said))

    async def _hint(self, room: Room, said: Said) -> None:
        view, legal = room.table.deciding_view(self.seat), room.table.legal(self.seat)
        try:
            thought = await self.house.thinkers.hint(view, legal, asker=Asker(self._guest, room.name))
            if not thought:
                raise Refused("unavailable", "the search failed: ask again")
            self.answer(await self.house.thinkers.aside(shown_hint, said.id, said.turn, view, thought))
        except Refused as failed:
            self._refuse(room, said.id, failed)
        except Busy as busy:
            self._refuse(room, said.id, Refused("crowded", str(busy), seconds=busy.seconds))
        except HangUp as end:  # raised here, nobody would hear it
            self.hang_up(end.code, end.reason)
        except Exception:  # a game's own part that tells of it: whoever asked is waiting all the same
            LOG.exception("hint failed", extra={"table": room.name})
            self._refuse(room, said.id, Refused("unavailable", "the hint failed: ask again"))


def short(reason: str) -> str:
    """As much of a reason as fits into a close."""
    return reason.encode("utf-8", "replace")[:MOST_REASON].decode("utf-8", "ignore")


def request_of(said: Said, seat: int) -> Request:
    """The message of a seat as a request to its table."""
    if said.type == "act":
        return Act(seat, said.action, said.turn, said.id, said.hold)
    if said.type == "undo":
        return Undo(seat, said.turn, said.id)
    if said.type == "confirm":
        return Confirm(seat, said.turn, said.id)
    return Say(seat, said.what, said.id)
