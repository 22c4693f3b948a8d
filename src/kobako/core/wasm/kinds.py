"""The kinds of what compiled functions handle: numbers, records of a fixed layout, and arrays of either."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Number(Enum):
    """A number at work, by the type that WebAssembly has for it: as Numba, whole ones of 64 bits."""

    WHOLE = "i64"
    FRACTION = "f64"
    TRUTH = "i32"


WHOLE, FRACTION, TRUTH = Number.WHOLE, Number.FRACTION, Number.TRUTH


@dataclass(frozen=True)
class Element:
    """A number at rest: how it lies in memory, and what reads and writes it."""

    name: str  # NumPy's
    size: int
    load: tuple[str, ...]
    store: tuple[str, ...]

    @property
    def number(self) -> Number:
        """What it is at work."""
        return FRACTION if self.name.startswith("float") else WHOLE


ELEMENTS = {
    element.name: element
    for element in (
        Element("bool", 1, ("i64.load8_u",), ("i64.store8",)),
        Element("int8", 1, ("i64.load8_s",), ("i64.store8",)),
        Element("uint8", 1, ("i64.load8_u",), ("i64.store8",)),
        Element("int16", 2, ("i64.load16_s",), ("i64.store16",)),
        Element("uint16", 2, ("i64.load16_u",), ("i64.store16",)),
        Element("int32", 4, ("i64.load32_s",), ("i64.store32",)),
        Element("uint32", 4, ("i64.load32_u",), ("i64.store32",)),
        Element("int64", 8, ("i64.load",), ("i64.store",)),
        Element("float32", 4, ("f32.load", "f64.promote_f32"), ("f32.demote_f64", "f32.store")),
        Element("float64", 8, ("f64.load",), ("f64.store",)),
    )
}


@dataclass(frozen=True)
class Place:
    """A field of a record."""

    name: str
    offset: int
    element: Element
    sizes: tuple[int, ...]  # none: a single number


@dataclass(frozen=True)
class Record:
    """A state, or a node of a tree: its fields lie where NumPy's record has them."""

    name: str
    size: int
    places: tuple[Place, ...]

    def place(self, name: str) -> Place | None:
        """Where a field lies."""
        return next((place for place in self.places if place.name == name), None)


@dataclass(frozen=True)
class Array:
    """Elements in a row, or rows of them. A size that is known only when it runs is None."""

    element: Element | Record
    sizes: tuple[int | None, ...]


Kind = Number | Record | Array


def joined(one: Kind, other: Kind) -> Kind | None:
    """The kind that holds both, if there is one."""
    if one == other:
        return one
    if isinstance(one, Number) and isinstance(other, Number):
        return FRACTION if FRACTION in (one, other) else WHOLE
    if not isinstance(one, Array) or not isinstance(other, Array):
        return None
    alike = one.element == other.element and one.sizes[1:] == other.sizes[1:]
    return Array(one.element, (None, *one.sizes[1:])) if alike else None


def in_words(kind: Kind | None) -> str:
    """A kind, for a person."""
    if isinstance(kind, Record):
        return f"a {kind.name}"
    if isinstance(kind, Array):
        return "an array" if len(kind.sizes) == 1 else f"an array of {len(kind.sizes)} dimensions"
    return {WHOLE: "a whole number", FRACTION: "a fraction", TRUTH: "true or false"}.get(kind, "nothing")  # type: ignore[arg-type]
