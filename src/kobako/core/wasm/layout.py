"""Where things lie: the records of states and nodes, byte for byte as NumPy lays them out, and what kernels take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from kobako.core.arrays import OBSERVED, SINGLE, STATE
from kobako.core.fields import Field
from kobako.core.wasm.kinds import ELEMENTS, FRACTION, WHOLE, Array, Kind, Place, Record

SHORT = {"i1": "int8", "u1": "uint8", "i2": "int16", "u2": "uint16", "i4": "int32", "u4": "uint32", "i8": "int64"}
SHORT |= {"f4": "float32", "f8": "float64"}


def laid_out(name: str, fields: Sequence[tuple[str, str, tuple[int, ...]]]) -> Record:
    """A record of fields (name, element, sizes), each where a C compiler would put it."""
    places, at, widest = [], 0, 1
    for field, kind, sizes in fields:
        element = ELEMENTS[kind]
        at += -at % element.size
        places.append(Place(field, at, element, sizes))
        at += element.size * prod(sizes)
        widest = max(widest, element.size)
    return Record(name, at + -at % widest, tuple(places))


def state_record(fields: Mapping[str, Field]) -> Record:
    """The record of a game's state."""
    return laid_out(STATE, [(k, "uint32" if k == "rng" else "int16", f.shape) for k, f in fields.items()])


def kind_of(parameter: Any, state: Record, observed: str) -> Kind:
    """What a kernel's parameter is: the same as `jit.numba_type` says to Numba."""
    if parameter in SINGLE:
        return {"int64": WHOLE, "float64": FRACTION}[SINGLE[parameter]]
    sizes = (None,) * parameter.DIMENSIONS
    if parameter.RECORD:
        return Array(laid_out(parameter.ELEMENT, [(k, SHORT[e], ()) for k, e in parameter.RECORD]), sizes)
    if parameter.ELEMENT == STATE:
        return Array(state, sizes)
    return Array(ELEMENTS[observed if parameter.ELEMENT == OBSERVED else parameter.ELEMENT], sizes)


def described(record: Record) -> dict[str, Any]:
    """A record for a host that hands over its bytes: size, and of each field where it lies, its element and sizes."""
    fields = {p.name: {"offset": p.offset, "element": p.element.name, "sizes": list(p.sizes)} for p in record.places}
    return {"size": record.size, "fields": fields}
