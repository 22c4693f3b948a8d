"""Counting WebSocket frames in a stream of bytes, without reading what is in them (RFC 6455, 5.2)."""

from __future__ import annotations

LONG, LONGER, MASKED = 126, 127, 0x80
HEAD = 6  # bytes of a short frame before what it says: what it is, its length, its mask


class FrameCounter:
    """Told every byte that comes in, it knows how many frames have begun."""

    def __init__(self) -> None:
        self._rest = 0  # bytes of the present frame that are still to come
        self._head = b""  # the beginning of a frame whose length is not known yet

    def is_one(self, data: bytes) -> bool:
        """Whether these bytes are one frame, short and masked and all of it, as nearly every message comes: then there
        is nothing to keep count of."""
        size = len(data) - HEAD
        return 0 <= size < LONG and data[1] == MASKED | size and not self._rest and not self._head

    def count(self, data: bytes) -> int:
        """The frames that have begun in these bytes."""
        begun, at = 0, 0
        if self._head:
            data, self._head = self._head + data, b""
        while True:
            if self._rest:
                taken = min(self._rest, len(data) - at)
                self._rest -= taken
                at += taken
            if at + 2 > len(data):
                self._head = data[at:]
                return begun
            size, start = data[at + 1] & 0x7F, 2
            if size >= LONG:
                start = 4 if size == LONG else 10
                if at + start > len(data):
                    self._head = data[at:]
                    return begun
                size = int.from_bytes(data[at + 2 : at + start], "big")
            begun += 1
            at += start
            self._rest = size + (4 if data[at - start + 1] & MASKED else 0)
