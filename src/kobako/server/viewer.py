"""A viewer: one WebSocket, from which someone plays at a table or watches it.

A frame is made when the line is ready to take it. A slow reader gets fewer and fuller frames, and slows nobody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections import deque
from collections.abc import Sequence

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kobako.bots.search.search import Candidate
from kobako.core.errors import KobakoError
from kobako.server.house import House, Room, key_of
from kobako.server.limits import Bucket
from kobako.server.messages import (
    HELLO,
    SAID,
    ActMessage,
    ConfirmMessage,
    Hello,
    HintMessage,
    PaceMessage,
    PingMessage,
    ReadyMessage,
    ResyncMessage,
    Said,
    SayMessage,
    UndoMessage,
    read,
)
from kobako.server.metrics import METRICS
from kobako.server.store import StoreFailed
from kobako.table import Act, Confirm, Pace, Refused, Request, Say, Undo
from kobako.table.frame import frame, shown_candidate, shown_refusal
from kobako.table.protocol import PROTOCOL, ServerMessage, TableFrame
from kobako.table.table import SPECTATOR

LOG = logging.getLogger("kobako.viewer")
HELLO_SECONDS = 10.0
SEND_SECONDS = 20.0  # a line that takes nothing for so long is dead
CLOSE_SECONDS = 2.0
MOST_ANSWERS = 64  # that may wait to be sent
MOST_FAULTS = 20  # messages that cannot be read before we hang up
MOST_REASON = 123  # bytes that WebSocket has for the reason of a close
BAD_HELLO, BAD_SECRET, NO_TABLE, NO_HELLO, TOO_FAST = 4400, 4401, 4404, 4408, 4429
AGAIN_LATER = 1013  # the code of WebSocket for what passes


class HangUp(Exception):
    """The connection is to be closed, with a code and a reason."""

    def __init__(self, code: int, reason: str) -> None:
        self.code, self.reason = code, reason


class Viewer:
    """One connection. `seat` is SPECTATOR for those who watch."""

    def __init__(self, socket: WebSocket, house: House, messages: Bucket) -> None:
        self.socket, self.house, self.messages = socket, house, messages
        self.seat = SPECTATOR
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
        self._answers: deque[ServerMessage] = deque()
        self._awake = asyncio.Event()

    async def run(self) -> None:
        """From hello to the end of the line."""
        room: Room | None = None
        sending: asyncio.Task[None] | None = None
        try:
            room = await self._hello()
            METRICS.viewers.inc()
            await self.house.enter(room, self)
            sending = asyncio.create_task(self._send_all(room), name="sending")
            sending.add_done_callback(lambda task: task.cancelled() or task.exception())  # it is heard, not lost
            await self._receive_all(room, sending)
        except HangUp as end:
            await self._close(end.code, end.reason)
        except KobakoError as failed:
            LOG.error("line failed", extra={"reason": str(failed)})
            await self._close(AGAIN_LATER, "this table cannot be shown now: try again")
        except (WebSocketDisconnect, OSError, RuntimeError):
            pass  # the line is gone, which is nobody's fault
        finally:
            for task in (sending, self._hinting):
                if task:
                    task.cancel()
            if room:
                METRICS.viewers.dec()
                await asyncio.shield(self.house.leave(room, self))

    async def _close(self, code: int, reason: str) -> None:
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):  # a TimeoutError is an OSError
            if self.socket.application_state == WebSocketState.CONNECTED:
                # Who reads nothing does not take the close either. They leave their seat all the same.
                await asyncio.wait_for(self.socket.close(code, short(reason)), CLOSE_SECONDS)

    # Hello

    async def _hello(self) -> Room:
        try:
            said: Hello = read(await asyncio.wait_for(self._receive(), HELLO_SECONDS), HELLO)
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
        except KobakoError as missing:  # none of that name; or of a game, or of rules, that are not here
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

    async def _receive(self) -> str | None:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1006))
        return message.get("text")

    # Sending

    def wake(self) -> None:
        """There may be something new to send."""
        self._awake.set()

    def hang_up(self, code: int, reason: str) -> None:
        """Close the connection, when what was to be answered is sent."""
        self._end = HangUp(code, reason)
        self._awake.set()

    def answer(self, message: ServerMessage) -> None:
        """Send this as soon as the line takes it."""
        if len(self._answers) >= MOST_ANSWERS:
            raise HangUp(TOO_FAST, "answers are not being read")
        self._answers.append(message)
        self._awake.set()

    async def _send_all(self, room: Room) -> None:
        while True:
            self._awake.clear()
            while self._answers:
                await self._send(self._answers.popleft())
            if self._end:
                raise self._end
            if self.seat >= 0 and room.table.holder(self._key) != self.seat:
                raise HangUp(BAD_SECRET, "this seat has been given up")
            if room.table.seq(self.seat) != self._seq:
                await self._send(self._fresh_frame(room))
            elif room.present != self._present:
                self._present = room.present
                await self._send({"type": "presence", "here": self._present})
            if not self._answers and room.table.seq(self.seat) == self._seq and room.present == self._present:
                await self._awake.wait()

    def _fresh_frame(self, room: Room) -> TableFrame:
        """What is new for this viewer; from now on it knows that."""
        table, fresh = room.table, self._present_frame(room)
        self._seq, self._log, self._cuts = table.seq(self.seat), len(table.log), len(table.cuts)
        return fresh

    def _present_frame(self, room: Room) -> TableFrame:
        """The table as it is, from the point in the log up to which this viewer knows everything."""
        start = min([self._log, *room.table.cuts[self._cuts :]])
        return frame(room.table, self.seat, self.house.now(), start, self._key)

    async def _send(self, message: ServerMessage) -> None:
        self._sent += 1
        text = json.dumps({"n": self._sent, **message}, ensure_ascii=False, separators=(",", ":"))
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self.socket.send_text(text)
        except TimeoutError:
            raise HangUp(TOO_FAST, "nothing is being read") from None

    # Receiving

    async def _receive_all(self, room: Room, sending: asyncio.Task[None]) -> None:
        while True:
            receiving = asyncio.ensure_future(self._receive())
            await asyncio.wait((receiving, sending), return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                receiving.cancel()
                sending.result()
            await self._hear(room, await receiving)

    async def _hear(self, room: Room, text: str | None) -> None:
        if not self.messages.take():
            raise HangUp(TOO_FAST, "more messages than a person sends")
        try:
            said: Said = read(text, SAID)
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
        METRICS.refused.labels(refused.code).inc()
        self.answer(shown_refusal(id, refused, self._present_frame(room)))

    async def _do(self, room: Room, said: Said) -> None:
        if isinstance(said, PingMessage):
            self.answer({"type": "pong", "id": said.id})
        elif isinstance(said, ResyncMessage):
            self._seq, self._log = -1, 0
            self.answer({"type": "ack", "id": said.id, "turn": room.table.turn})
        elif isinstance(said, PaceMessage):
            if not room.table.hosted_by(self._key):
                raise Refused("not_allowed", "who made a table of bots alone says how fast they play")
            await self._request(room, said.id, Pace(0, said.pace, said.id))
        elif self.seat == SPECTATOR:
            raise Refused("no_seat", "spectators watch: to play, take a seat")
        elif isinstance(said, HintMessage):
            self._start_hint(room, said)
        elif isinstance(said, ReadyMessage):
            room.go_on(self.seat)
            self.answer({"type": "ack", "id": said.id, "turn": room.table.turn})
        else:
            await self._request(room, said.id, request_of(said, self.seat))

    async def _request(self, room: Room, id: str, request: Request) -> None:
        began = time.perf_counter()
        await self.house.submit(room, request)
        METRICS.accepting.observe(time.perf_counter() - began)
        turn = room.table.answered(self.seat, id)
        self.answer({"type": "ack", "id": id, "turn": room.table.turn if turn is None else turn})

    # Hints

    def _start_hint(self, room: Room, said: HintMessage) -> None:
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

    async def _hint(self, room: Room, said: HintMessage) -> None:
        view, legal = room.table.deciding_view(self.seat), room.table.legal(self.seat)
        thought = await self.house.thinkers.hint(view, legal)
        try:
            self._tell_hint(room, said, thought)
        except HangUp as end:  # raised here, nobody would hear it
            self.hang_up(end.code, end.reason)

    def _tell_hint(self, room: Room, said: HintMessage, thought: Sequence[Candidate]) -> None:
        if not thought:
            self._refuse(room, said.id, Refused("unavailable", "the search failed: ask again"))
            return
        candidates = [shown_candidate(candidate) for candidate in thought]
        self.answer({"type": "hint", "id": said.id, "turn": said.turn, "candidates": candidates})


def short(reason: str) -> str:
    """As much of a reason as fits into a close."""
    return reason.encode("utf-8", "replace")[:MOST_REASON].decode("utf-8", "ignore")


def request_of(said: ActMessage | UndoMessage | ConfirmMessage | SayMessage, seat: int) -> Request:
    """The message of a seat as a request to its table."""
    if isinstance(said, ActMessage):
        return Act(seat, said.action, said.turn, said.id, said.hold)
    if isinstance(said, UndoMessage):
        return Undo(seat, said.turn, said.id)
    if isinstance(said, ConfirmMessage):
        return Confirm(seat, said.turn, said.id)
    return Say(seat, said.what, said.id)
