"""A module: the functions that kernels reach, each made for the kinds it is called with; tables; and its bytes."""

from __future__ import annotations

import ast
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from kobako.core.dialect import check_function, parsed, refusal
from kobako.core.wasm import code
from kobako.core.wasm.code import op, unsigned
from kobako.core.wasm.kinds import ELEMENTS, Array, Element, Kind
from kobako.core.wasm.scope import Scope, types_of
from kobako.core.wasm.statements import Statements

PAGE = 65536
FIRST_PLACE = 1024  # below it there is nothing, so that an address of 0 is none
WHOLE_ELEMENTS = ("int8", "int16", "int32", "int64")


@dataclass
class Made:
    """A function made for arguments of some kinds."""

    index: int
    name: str
    arguments: tuple[Kind, ...]
    returns: tuple[Kind, ...] = ()
    effects: int = 0  # whether it changes something
    locals: tuple[str, ...] = ()
    body: bytes | None = None  # None while it is being made


class Builder:
    """Gathers the functions and tables of one module."""

    def __init__(self, names: Mapping[str, Any], checked: bool) -> None:
        self.names, self.checked = names, checked
        self.functions: dict[tuple[FunctionType, tuple[Kind, ...]], Made] = {}
        self._tables: dict[tuple[Any, ...], tuple[int, Array]] = {}
        self._data = bytearray()

    def function(
        self, function: FunctionType, kinds: Sequence[Kind], caller: Scope | None = None, node: ast.AST | None = None
    ) -> Made:
        """A function for arguments of these kinds: made when it is first called."""
        key = (function, tuple(kinds))
        if key not in self.functions:
            self.functions[key] = Made(len(self.functions), function.__name__, tuple(kinds))
            self._make(function, self.functions[key])
        made = self.functions[key]
        if made.body is None:
            assert caller is not None
            caller.refuse(node or ast.Pass(), f"calls {made.name}(), which calls it in turn", "write a loop")
        return made

    def _make(self, function: FunctionType, made: Made) -> None:
        check_function(function)
        tree, plan = parsed(function), function.__code__
        names = plan.co_varnames[: plan.co_argcount]
        if plan.co_kwonlyargcount or plan.co_flags & 0x0C or len(names) != len(made.arguments):
            raise refusal(function, tree.lineno, "takes arguments by * or by keyword only", "name each one")
        scope = Statements(self, function, dict(zip(names, made.arguments)))
        body = scope.body(tree.body)
        while scope.changed:
            scope.begin()
            body = scope.body(tree.body)
        made.returns, made.effects = scope.returns or (), int(scope.effects > 0)
        made.locals = tuple(scope.locals[scope.arguments :])
        made.body = body + (op("unreachable") if made.returns else b"")

    def table(self, numbers: Sequence[Any]) -> tuple[int, Array]:
        """Where a table of numbers lies, and its kind; ValueError says what it holds that is no number."""
        flat, sizes = _flattened(numbers)
        key = _frozen(numbers)
        if key not in self._tables:
            element = _element(flat)
            self._data += bytes(-len(self._data) % element.size)
            self._tables[key] = FIRST_PLACE + len(self._data), Array(element, sizes)
            pattern = {"int8": "b", "int16": "h", "int32": "i", "int64": "q", "float64": "d"}[element.name]
            self._data += struct.pack(f"<{len(flat)}{pattern}", *flat)
        return self._tables[key]

    @property
    def free(self) -> int:
        """The first place in memory that a host may use."""
        end = FIRST_PLACE + len(self._data)
        return end + -end % 16

    def encoded(self, exports: Mapping[str, Made]) -> bytes:
        """The module's bytes."""
        functions = list(self.functions.values())
        types = [_signature(made) for made in functions]
        known = list(dict.fromkeys(types))
        bodies = []
        for made in functions:
            assert made.body is not None
            groups = [unsigned(1) + bytes((code.TYPES[type_],)) for type_ in made.locals]
            body = _listed(groups) + made.body + op("end")
            bodies.append(unsigned(len(body)) + body)
        names = [_text("memory") + b"\x02" + unsigned(0)]
        names += [_text(name) + b"\x00" + unsigned(made.index) for name, made in exports.items()]
        sections = [
            (1, _listed(known)),
            (3, _listed([unsigned(known.index(type_)) for type_ in types])),
            (5, _listed([b"\x00" + unsigned(-(-self.free // PAGE))])),
            (7, _listed(names)),
            (10, _listed(bodies)),
        ]
        if self._data:
            at = code.address(FIRST_PLACE) + op("end")
            sections.append((11, _listed([b"\x00" + at + unsigned(len(self._data)) + bytes(self._data)])))
        head = b"\0asm" + struct.pack("<I", 1)
        return head + b"".join(bytes((number,)) + unsigned(len(body)) + body for number, body in sections)


def _listed(parts: Sequence[bytes]) -> bytes:
    return unsigned(len(parts)) + b"".join(parts)


def _text(text: str) -> bytes:
    return unsigned(len(text.encode())) + text.encode()


def _signature(made: Made) -> bytes:
    sides = [[type_ for kind in side for type_ in types_of(kind)] for side in (made.arguments, made.returns)]
    return b"\x60" + b"".join(_listed([bytes((code.TYPES[type_],)) for type_ in side]) for side in sides)


def _frozen(numbers: Sequence[Any]) -> tuple[Any, ...]:
    """A table as a key: 1 and 1.0 are two things."""
    return tuple(_frozen(one) if isinstance(one, tuple) else (type(one).__name__, one) for one in numbers)


def _flattened(numbers: Sequence[Any]) -> tuple[list[float], tuple[int, ...]]:
    """The numbers of a table one after the other, and its sizes."""
    if not numbers:
        raise ValueError("which is empty")
    if all(isinstance(one, tuple) for one in numbers):
        rows = [_flattened(one) for one in numbers]
        if len({sizes for _, sizes in rows}) > 1:
            raise ValueError("whose rows are of several lengths")
        return [one for flat, _ in rows for one in flat], (len(rows), *rows[0][1])
    if not all(isinstance(one, int | float) for one in numbers):
        raise ValueError("which holds other things than numbers")
    return list(numbers), (len(numbers),)


def _element(numbers: Sequence[float]) -> Element:
    """The smallest that holds all of them."""
    if any(isinstance(one, float) for one in numbers):
        return ELEMENTS["float64"]
    for name in WHOLE_ELEMENTS:
        most = 1 << 8 * ELEMENTS[name].size - 1
        if all(-most <= one < most for one in numbers):
            return ELEMENTS[name]
    raise ValueError("which holds a number of more than 64 bits")
