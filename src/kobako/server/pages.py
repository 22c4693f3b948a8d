"""The rows of an SQLite file read page by page: what is whole is found, whatever else is spoilt.

SQLite goes from the first page down a tree; where a page of the tree is spoilt it finds nothing of what is below. Here
every page is looked at by itself. The format is told at sqlite.org/fileformat2.html, and in short:

- A page of a table or an index begins with its kind, the number of its cells and the places where they begin.
- A cell is a row, or a key of an index with the row's number; what has no room goes on in other pages, one by one.
- A row is told by the kinds of its values, and then its values.
- Pages that were written last stand in a file beside (`-wal`), in batches that end with a commit.

A page that is no longer in use may hold rows as they were: a reader may get a row twice.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

LEAF, KEYS, INNER_KEYS = 13, 10, 2  # kinds of pages: rows, an index's last keys, keys with others below them
HEADS = {LEAF: 8, KEYS: 8, INNER_KEYS: 12}  # the bytes before the places of the cells
USUAL = 4096  # bytes in a page
SIZES = {1 << power for power in range(9, 17)}
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # kinds of values, and how many bytes they take
WAL_HEAD, FRAME_HEAD = 32, 24
SPOILT = (ValueError, IndexError, struct.error)

Value = int | float | str | bytes | None


class Row(NamedTuple):
    """A row of a table, or a key of an index: that has the number of its row for its last value."""

    is_key: bool
    number: int
    values: list[Value]


def rows_in(file: Path) -> Iterator[Row]:
    """All rows and keys that can be read."""
    with file.open("rb") as opened:
        sizes = page_sizes(file, opened)
        pages = [Pages(opened, file.with_name(file.name + "-wal"), size) for size in sizes]
        # Where the size is in doubt, it is that by which there is more to read.
        best = max(pages, key=lambda one: sum(1 for _ in islice(one.rows(), 10_000))) if len(pages) > 1 else pages[0]
        yield from best.rows()


def page_sizes(file: Path, opened: BinaryIO) -> list[int]:
    """How large a page may be: as the file says, and as is usual."""
    said = int.from_bytes(opened.read(18)[16:18], "big")
    return sorted({USUAL, 1 << 16 if said == 1 else said} & SIZES)


class Pages:
    """The pages of a file, with those that its journal has anew."""

    def __init__(self, opened: BinaryIO, wal: Path, size: int) -> None:
        self._file, self._size = opened, size
        self._anew = committed(wal.read_bytes(), size) if wal.is_file() else {}
        self._count = max(-(-os.fstat(opened.fileno()).st_size // size), *self._anew, 0)

    def _page(self, number: int) -> bytes:
        """A page; of what is cut off, and what the disk does not give, nothing."""
        if number in self._anew:
            return self._anew[number]
        try:
            self._file.seek((number - 1) * self._size)
            return self._file.read(self._size).ljust(self._size, b"\0")
        except OSError:
            return bytes(self._size)

    def rows(self) -> Iterator[Row]:
        """All rows and keys. The first page has none of ours."""
        for number in range(2, self._count + 1):
            page = self._page(number)
            head = HEADS.get(page[0])
            if head is None:
                continue
            cells = int.from_bytes(page[3:5], "big")
            for (place,) in struct.iter_unpack(">H", page[head : min(head + 2 * cells, self._size)]):
                try:
                    yield self._cell(page, place)
                except SPOILT:
                    continue

    def _cell(self, page: bytes, place: int) -> Row:
        """What a cell says."""
        length, at = varint(page, place + 4 if page[0] == INNER_KEYS else place)
        if page[0] == LEAF:
            number, at = varint(page, at)
            return Row(False, number, values_of(self._payload(page, at, length, self._size - 35)))
        values = values_of(self._payload(page, at, length, (self._size - 12) * 64 // 255 - 23))
        number = values[-1] if isinstance(values[-1], int) else -1
        return Row(True, number, values)

    def _payload(self, page: bytes, at: int, length: int, most: int) -> bytes:
        """What a cell holds: up to a length it is all here, else some of it, and then the number of the next page."""
        if length <= most:
            return exactly(page, at, length)
        if length > self._count * self._size:
            raise ValueError("longer than the file")
        rest = self._size - 4  # of a page that goes on
        least = (self._size - 12) * 32 // 255 - 23
        here = least + (length - least) % rest
        here = here if here <= most else least
        parts = [exactly(page, at, here)]
        following, left = exactly(page, at + here, 4), length - here
        while left > 0:
            number = int.from_bytes(following, "big")
            if not 2 <= number <= self._count:
                raise ValueError("no such page")
            page = self._page(number)
            parts.append(page[4 : 4 + min(left, rest)])
            following, left = page[:4], left - rest
        return b"".join(parts)


def exactly(page: bytes, at: int, length: int) -> bytes:
    """So many bytes, or none."""
    if at + length > len(page):
        raise ValueError("beyond the page")
    return page[at : at + length]


def varint(page: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    number = 0
    for place in range(at, at + 8):
        number = number << 7 | page[place] & 0x7F
        if page[place] < 0x80:
            return number, place + 1
    number = number << 8 | page[at + 8]
    return number - (1 << 64 if number >> 63 else 0), at + 9


def values_of(record: bytes) -> list[Value]:
    """The values of a row; ValueError if these bytes are none, to the last."""
    end, place = varint(record, 0)
    at, values = end, []
    while place < end:
        kind, place = varint(record, place)
        value, at = value_of(record, at, kind)
        values.append(value)
    if not values or (place, at) != (end, len(record)):
        raise ValueError("not a row")
    return values


def value_of(record: bytes, at: int, kind: int) -> tuple[Value, int]:
    """A value, and where it ends."""
    if kind in (0, 8, 9):
        return None if kind == 0 else kind - 8, at
    if kind in INTEGERS:
        return int.from_bytes(exactly(record, at, INTEGERS[kind]), "big", signed=True), at + INTEGERS[kind]
    if kind == 7:
        return struct.unpack(">d", exactly(record, at, 8))[0], at + 8
    if kind < 12:
        raise ValueError("no such kind")
    length = (kind - 12) // 2
    told = exactly(record, at, length)
    return told.decode() if kind % 2 else told, at + length


def committed(wal: bytes, size: int) -> dict[int, bytes]:
    """The pages of a journal: of all batches that are there to the end, and none of an earlier turn."""
    found: dict[int, bytes] = {}
    batch: dict[int, bytes] = {}
    if len(wal) < WAL_HEAD or int.from_bytes(wal[8:12], "big") != size:
        return found
    order = ">" if wal[3] & 1 else "<"
    sums = checked(wal[:24], (0, 0), order)
    if sums != struct.unpack(">II", wal[24:32]):
        return found
    for at in range(WAL_HEAD, len(wal) - FRAME_HEAD - size + 1, FRAME_HEAD + size):
        head, page = wal[at : at + FRAME_HEAD], wal[at + FRAME_HEAD : at + FRAME_HEAD + size]
        sums = checked(page, checked(head[:8], sums, order), order)
        if head[8:16] != wal[16:24] or sums != struct.unpack(">II", head[16:]):
            break
        number, ends = struct.unpack(">II", head[:8])
        batch[number] = page
        if ends:
            found.update(batch)
            batch = {}
    return found


def checked(told: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """A journal's sums, gone on with over some more bytes."""
    one, two = sums
    for first, second in struct.iter_unpack(f"{order}II", told):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
