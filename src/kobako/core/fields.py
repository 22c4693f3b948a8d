"""The table of a game's fields: what a state holds, in what shape, and who sees it.

A game declares a class once; from it come the plain object that people, tests and the debugger use, the NumPy record
that compiled rules run on, and the view of each seat.

    class State(fields.State):
        bank = everyone()            # one whole number, seen by all
        hands = owner(4, 9)          # [seat, kind], each row seen by its seat alone
        aside = nobody(9)            # seen by nobody
        deck = scratch(16)           # room to work in: holds nothing that lasts, so there is nothing to see
        taken = history(20)          # seen by all and asked by no rule: what happened, for those who remember
        goal = house("DON-17", 20, 5, 60)  # a house rule: the rulebook's 20, and a table may agree on 5 to 60

Every number is a 16-bit one, so that a state is small and a compiled helper needs compiling for one kind of row only.
"""

from __future__ import annotations

import inspect
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, overload

from kobako.core.chance import RNG_SIZE
from kobako.core.errors import BadGame

if TYPE_CHECKING:
    import numpy as np

    from kobako.core.events import Log

SEATS = 4  # the most seats a game can have
UNKNOWN = -999  # what a view holds where its seat cannot see; no true state holds it
NONE = -1  # no card, no seat

Row = list[int]
Grid = list[list[int]]
Block = list[list[list[int]]]


class Seen(Enum):
    """Who sees a field."""

    EVERYONE = "everyone"
    OWNER = "owner"
    NOBODY = "nobody"
    SCRATCH = "scratch"
    HISTORY = "history"
    HOUSE = "house"


PUBLIC = (Seen.EVERYONE, Seen.HISTORY, Seen.HOUSE)


@dataclass(frozen=True)
class Field:
    """A field's shape (empty: one number) and who sees it."""

    shape: tuple[int, ...]
    seen: Seen


Number = int | Mapping[int, int]  # one for all, or by the number of players


@dataclass(frozen=True)
class House(Field):
    """A number of the rulebook that a table may change: what the rulebook has, what is allowed, and its rule."""

    rule: str
    rulebook: tuple[tuple[int, int], ...]  # by the number of players
    least: tuple[tuple[int, int], ...]
    most: tuple[tuple[int, int], ...]
    option: str  # the option's name, where it is not the field's


# To a type checker a field is the number, or the nested list of numbers, that it holds.
@overload
def everyone() -> int: ...
@overload
def everyone(a: int, /) -> Row: ...
@overload
def everyone(a: int, b: int, /) -> Grid: ...
@overload
def everyone(a: int, b: int, c: int, /) -> Block: ...
def everyone(*shape: int) -> Any:
    """A field that all see."""
    return Field(shape, Seen.EVERYONE)


@overload
def owner(seats: int, /) -> Row: ...
@overload
def owner(seats: int, a: int, /) -> Grid: ...
@overload
def owner(seats: int, a: int, b: int, /) -> Block: ...
def owner(*shape: int) -> Any:
    """A field whose first index is the seat, each part seen by that seat alone."""
    if shape[0] != SEATS:
        raise BadGame(f"an owner's field has a part for each of {SEATS} seats, not {shape[0]}")
    return Field(shape, Seen.OWNER)


@overload
def nobody() -> int: ...
@overload
def nobody(a: int, /) -> Row: ...
@overload
def nobody(a: int, b: int, /) -> Grid: ...
def nobody(*shape: int) -> Any:
    """A field that nobody sees: the deck, cards aside."""
    return Field(shape, Seen.NOBODY)


@overload
def scratch(a: int, /) -> Row: ...
@overload
def scratch(a: int, b: int, /) -> Grid: ...
def scratch(*shape: int) -> Any:
    """Room for the rules to work in, since compiled rules make no lists. It means nothing between two calls."""
    return Field(shape, Seen.SCRATCH)


@overload
def history() -> int: ...
@overload
def history(a: int, /) -> Row: ...
def history(*shape: int) -> Any:
    """What happened, as all saw it and could remember it. The rules write it and never ask it: a bot may.

    So it is no part of the hash at a kifu's end, and a state that was kept before a game had it is read without: 0.
    """
    return Field(shape, Seen.HISTORY)


def house(rule: str, rulebook: Number, least: Number, most: Number, option: str = "") -> int:
    """A house rule: one number that all know, settled before the deal; where nobody names it, it is the rulebook's.

    A number may depend on how many play: `{2: 5, 3: 4, 4: 3}`. With others than those named there is no such rule.
    """
    counts = sorted(rulebook) if isinstance(rulebook, Mapping) else range(2, SEATS + 1)

    def by_players(number: Number) -> tuple[tuple[int, int], ...]:
        return tuple((n, number[n] if isinstance(number, Mapping) else number) for n in counts)

    made: Any = House((), Seen.HOUSE, rule, by_players(rulebook), by_players(least), by_players(most), option)
    return made  # type: ignore[no-any-return]


# What belongs together in a record, in this order, and the field of ours that fills each up to a multiple of 4 bytes:
# bytes that belong to no field are not copied.
FILLERS = {Seen.SCRATCH: "filler", Seen.HISTORY: "history_filler", Seen.HOUSE: "house_filler"}


def _even(table: dict[str, Field]) -> dict[str, Field]:
    """What the rules go by, then what happened, then house rules."""
    made: dict[str, Field] = {}
    for kind, filler in FILLERS.items():
        part = {k: f for k, f in table.items() if k not in FILLERS.values() and _part(f) is kind}
        if sum(prod(field.shape) for name, field in part.items() if name != "rng") % 2:
            part[filler] = Field((), kind)
        made |= part
    return made


def _part(field: Field) -> Seen:
    return field.seen if field.seen in (Seen.HISTORY, Seen.HOUSE) else Seen.SCRATCH


class State:
    """What every game's state holds. A game derives from this and adds its own fields."""

    FIELDS: ClassVar[dict[str, Field]] = {}

    rng = nobody(RNG_SIZE)  # the game's chance (see chance.py); the one field of 32-bit words
    players = everyone()
    first = everyone()  # the option `first`: who starts, or NONE for one drawn from the seed
    to_move = everyone()  # the seat that decides now
    together = everyone()  # bit per seat: those who choose at the same time as `to_move`, unseen by each other
    phase = everyone()  # what kind of decision it is: the game's own numbers
    round_no = everyone()  # rounds begun
    over = everyone()  # 1 when the game has ended

    if TYPE_CHECKING:
        log: Log | None

        def copy(self) -> Self: ...

        def seen_by(self, seat: int) -> Self: ...

        def glimpse(self) -> Self: ...

        def seen_beside(self, unseen: Self, seat: int) -> Self: ...

    def __init_subclass__(cls) -> None:
        inherited = cls.__mro__[1].__dict__
        own = {k: v for k, v in cls.__dict__.items() if not (k.startswith("_") or callable(v))}
        for name in [*inspect.get_annotations(cls), *own]:
            if not isinstance(own.get(name), Field):
                raise BadGame(
                    f"field {name!r} of {cls.__module__} does not say who sees it: "
                    "set it to everyone(...), owner(...), nobody(...), scratch(...), history(...) or house(...)"
                )
        cls.FIELDS = _even({**inherited.get("FIELDS", {}), **own})


# The base class is not its own subclass: give it its table by hand.
State.FIELDS = {k: v for k, v in vars(State).items() if isinstance(v, Field)}

# Names that a NumPy record has already: a field so named would be hidden by the method in compiled code.
# fmt: off
RECORD_METHODS = frozenset((
    "all", "any", "argmax", "argmin", "argpartition", "argsort", "astype", "base", "byteswap", "choose", "clip",
    "compress", "conj", "conjugate", "copy", "ctypes", "cumprod", "cumsum", "data", "device", "diagonal", "dot",
    "dtype", "dump", "dumps", "field", "fill", "flags", "flat", "flatten", "getfield", "imag", "item", "itemset",
    "itemsize", "log", "mT", "max", "mean", "min", "nbytes", "ndim", "newbyteorder", "nonzero", "partition",
    "pprint", "prod", "ptp", "put", "ravel", "real", "repeat", "reshape", "resize", "round", "searchsorted",
    "setfield", "setflags", "shape", "size", "sort", "squeeze", "std", "strides", "sum", "swapaxes", "take",
    "to_device", "tobytes", "tofile", "tolist", "trace", "transpose", "var", "view",
))
# fmt: on


def check_fields(table: dict[str, Field]) -> None:
    """Refuse a table that cannot become a record or a plain object."""
    for name, field in table.items():
        if name in RECORD_METHODS:
            raise BadGame(f"field {name!r}: NumPy records have a method of that name; choose another")
        if any(n < 1 for n in field.shape) or len(field.shape) > 3:
            raise BadGame(f"field {name!r}: a shape has up to three sizes of 1 or more, not {field.shape}")


def _filled(number: int, shape: tuple[int, ...]) -> str:
    if not shape:
        return str(number)
    if len(shape) == 1:
        return f"[{number}] * {shape[0]}"
    return f"[{_filled(number, shape[1:])} for _ in range({shape[0]})]"


def _copied(source: str, depth: int) -> str:
    if depth == 0:
        return source
    if depth == 1:
        return f"{source}[:]"
    return f"[{_copied(f'x{depth}', depth - 1)} for x{depth} in {source}]"


def _seen(source: str, name: str, field: Field) -> str:
    """A copy of what `seat` sees of a field, as `hide` would leave it."""
    if field.seen in PUBLIC:
        return _copied(source, len(field.shape))
    unknown = 0 if name == "rng" or field.seen is Seen.SCRATCH else UNKNOWN
    if field.seen is Seen.OWNER:
        mine, other = _copied("x", len(field.shape) - 1), _filled(unknown, field.shape[1:])
        return f"[{mine} if i == seat else {other} for i, x in enumerate({source})]"
    return _filled(unknown, field.shape)


def _own(source: str, other: str, field: Field) -> str:
    """What `seat` sees of a field, its own part put in; `other`: the field as one without a seat sees it."""
    if field.seen is not Seen.OWNER:
        return other
    return f"[*{other}[:seat], {source}[seat], *{other}[seat + 1 :]]"


def plain_class(name: str, table: dict[str, Field]) -> type[State]:
    """The plain form of a state: an object with slots of (nested lists of) whole numbers.

    Its text is written out field by field because games copy states often, and that is the fastest copy there is.
    `seen_by(seat)` is a copy through which `hide` has gone. `glimpse()` is what `seen_by(-1)` gives, and
    `seen_beside(unseen, seat)` what a seat sees, where such a glimpse is there already: they copy nothing, but share
    with the state what is seen of it. So they are to be read before it changes, and never to be changed.
    `log` collects events where it is a list (see events.py); it is no part of the state.
    """
    lines = ["def __init__(self):", "    self.log = None"]
    lines += [f"    self.{k} = {_filled(0, f.shape)}" for k, f in table.items()]
    lines += ["def copy(self):", "    t = new(cls)", "    t.log = None"]
    lines += [f"    t.{k} = {_copied(f'self.{k}', len(f.shape))}" for k, f in table.items()]
    lines += ["    return t", "def seen_by(self, seat):", "    t = new(cls)", "    t.log = None"]
    lines += [f"    t.{k} = {_seen(f'self.{k}', k, f)}" for k, f in table.items()]
    lines += ["    return t", "def glimpse(self):", "    t = new(cls)", "    t.log = None"]
    lines += [f"    t.{k} = {f'self.{k}' if f.seen in PUBLIC else f'unseen.{k}'}" for k, f in table.items()]
    lines += ["    return t", "def seen_beside(self, unseen, seat):", "    t = new(cls)", "    t.log = None"]
    lines += [f"    t.{k} = {_own(f'self.{k}', f'unseen.{k}', f)}" for k, f in table.items()]
    lines += ["    return t", "def __eq__(self, other):"]
    lines += ["    return " + " and ".join(f"self.{k} == other.{k}" for k in table)]
    scope: dict[str, Any] = {"new": object.__new__}
    exec("\n".join(lines), scope)
    members = {k: scope[k] for k in ("__init__", "copy", "seen_by", "glimpse", "seen_beside", "__eq__")}
    made = type(name, (), {"__slots__": (*table, "log"), "__hash__": None, **members})
    scope["cls"] = made
    scope["unseen"] = made().seen_by(-1)  # what is hidden looks the same in every glimpse
    return made


def hide_source(table: dict[str, Field]) -> str:
    """The text of `hide(s, seat)`, which turns a state, in place, into the view of a seat (or of nobody: -1).

    It is text, made from the table, so that the plain and the compiled view are the same function.
    """
    lines = ["def hide(s, seat):"]
    for name, field in table.items():
        if field.seen in PUBLIC:
            continue
        unknown = 0 if name == "rng" or field.seen is Seen.SCRATCH else UNKNOWN
        target, depth = f"s.{name}", 1
        for axis, size in enumerate(field.shape):
            lines.append("    " * depth + f"for i{axis} in range({size}):")
            target, depth = f"{target}[i{axis}]", depth + 1
            if axis == 0 and field.seen is Seen.OWNER:
                lines.append("    " * depth + "if i0 != seat:")
                depth += 1
        lines.append("    " * depth + f"{target} = {unknown}")
    return "\n".join(lines) + "\n"


def record_dtype(table: dict[str, Field]) -> np.dtype[np.void]:
    """The NumPy record of a state."""
    import numpy as np

    return np.dtype([(k, np.uint32 if k == "rng" else np.int16, f.shape) for k, f in table.items()], align=True)


def _places(name: str, shape: tuple[int, ...]) -> list[tuple[str, int]]:
    """The rows of a field (of a number: itself) as they are written, and how many numbers each has; none: one alone."""
    if len(shape) < 2:
        return [(name, shape[0] if shape else 0)]
    return [place for i in range(shape[0]) for place in _places(f"{name}[{i}]", shape[1:])]


def _taken(start: int, shape: tuple[int, ...]) -> str:
    """A field of this shape out of the list `n` of all numbers, from a place on."""
    if len(shape) < 2:
        return f"n[{start}:{start + shape[0]}]" if shape else f"n[{start}]"
    size = prod(shape[1:])
    return f"[{', '.join(_taken(start + i * size, shape[1:]) for i in range(shape[0]))}]"


class Layout:
    """Some fields as numbers in a row: `numbers(s)` gives them, `fill(s, n)` takes them back, `packing` makes bytes.

    Both are written out, as the copy of a state is: a moment is kept and looked at as bytes.
    """

    def __init__(self, table: dict[str, Field]) -> None:
        rows = [place for name, field in table.items() for place in _places(f"s.{name}", field.shape)]
        lines = [f"numbers = lambda s: [{', '.join(f'*{row}' if size else row for row, size in rows)}]"]
        lines += ["def fill(s, n):"]
        start = 0
        for name, field in table.items():
            lines.append(f"    s.{name} = {_taken(start, field.shape)}")
            start += prod(field.shape)
        scope: dict[str, Any] = {}
        exec("\n".join(lines), scope)
        self.numbers: Callable[[State], list[int]] = scope["numbers"]
        self.fill: Callable[[State, list[int]], None] = scope["fill"]
        codes = (f"{prod(field.shape)}{'I' if name == 'rng' else 'h'}" for name, field in table.items())
        self.packing = struct.Struct("<" + "".join(codes))


def without_history(table: dict[str, Field]) -> dict[str, Field]:
    """The fields that the rules go by and change: neither what happened nor house rules."""
    return {k: f for k, f in table.items() if f.seen not in (Seen.HISTORY, Seen.HOUSE)}


class Layouts(NamedTuple):
    """Of all fields of a table; of what a state's bytes hold, which is all but house rules; of that but its history."""

    whole: Layout
    kept: Layout
    ruled: Layout


# By a table's id: as the table is kept here, it stays its own.
_LAYOUTS: dict[int, tuple[dict[str, Field], Layouts]] = {}


def _layouts(table: dict[str, Field]) -> Layouts:
    known = _LAYOUTS.get(id(table))
    if known is None:
        kept = {k: f for k, f in table.items() if f.seen is not Seen.HOUSE}
        made = Layouts(Layout(table), Layout(kept), Layout(without_history(table)))
        known = _LAYOUTS[id(table)] = (table, made)
    return known[1]


def numbers_of(s: State, table: dict[str, Field]) -> list[int]:
    """All numbers of a plain state, field by field."""
    return _layouts(table).whole.numbers(s)


def kept_size(table: dict[str, Field]) -> int:
    """How many bytes of a record come before the house rules."""
    return _layouts(table).kept.packing.size


def ruled_size(table: dict[str, Field]) -> int:
    """How many bytes of a record come before what is only remembered."""
    return _layouts(table).ruled.packing.size


def to_record(s: State, table: dict[str, Field]) -> bytes:
    """A plain state as the bytes of its record, house rules and all: the same on every machine."""
    whole = _layouts(table).whole
    return whole.packing.pack(*whole.numbers(s))


def to_bytes(s: State, table: dict[str, Field]) -> bytes:
    """A plain state as bytes: its record but for the house rules."""
    kept = _layouts(table).kept
    return kept.packing.pack(*kept.numbers(s))


def ruled_bytes(s: State, table: dict[str, Field]) -> bytes:
    """What the rules go by, as bytes: whatever happened, a game goes on from here alike."""
    ruled = _layouts(table).ruled
    return ruled.packing.pack(*ruled.numbers(s))


def from_bytes(data: bytes, into: State, table: dict[str, Field]) -> State:
    """Fill a plain state, which has its house rules, from its bytes: those from before a history was kept, too."""
    _, kept, ruled = _layouts(table)
    layout = ruled if len(data) == ruled.packing.size else kept
    layout.fill(into, list(layout.packing.unpack(data)))
    return into
