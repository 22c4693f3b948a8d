"""What a function's text is read in: its local variables, its kinds of them, and the names that it was linked with."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any, NoReturn

from kobako.core.dialect import refusal
from kobako.core.wasm import code
from kobako.core.wasm.kinds import FRACTION, TRUTH, WHOLE, Array, Kind, Number, in_words, joined

if TYPE_CHECKING:
    from kobako.core.wasm.module import Builder

Known = int | float


@dataclass(frozen=True)
class Value:
    """What an expression gives: the code that leaves it on the stack, and its kind.

    Of a record or an array that is its address, less an `offset`; the `sizes` that are known only when it runs have a
    code each. `known` is the number that it always is.
    """

    code: bytes
    kind: Kind
    offset: int = 0
    sizes: tuple[bytes, ...] = ()
    known: Known | None = None

    @property
    def address(self) -> bytes:
        """The code of a record's or an array's own address."""
        return self.code + code.address(self.offset) + code.op("i32.add") if self.offset else self.code


@dataclass(frozen=True)
class Variable:
    """A local variable: its kind, its place, and those of the sizes that are known only when it runs."""

    kind: Kind
    place: int
    sizes: tuple[int, ...]

    @property
    def value(self) -> Value:
        """What it holds."""
        return Value(code.get(self.place), self.kind, sizes=tuple(map(code.get, self.sizes)))


def types_of(kind: Kind) -> list[str]:
    """What WebAssembly holds a kind in: an array is its address and the sizes that are known only when it runs."""
    if isinstance(kind, Number):
        return [kind.value]
    return ["i32"] * (1 + kind.sizes.count(None) if isinstance(kind, Array) else 1)


class Scope:
    """One reading of a function for arguments of some kinds.

    A variable's kind is what all that is assigned to it can be held in, so a function is read again until no variable's
    kind, nor that of what it returns, has changed (`changed`).
    """

    def __init__(self, builder: Builder, function: FunctionType, arguments: dict[str, Kind]) -> None:
        self.builder, self.function = builder, function
        self.kinds: dict[str, Kind] = dict(arguments)
        self.parameters = tuple(arguments)
        self.returns: tuple[Kind, ...] | None = None
        self.begin()

    def begin(self) -> None:
        """Read from the start."""
        self.changed = False
        self.effects = 0  # how much was seen that changes something: writing, and calling what writes
        self.locals: list[str] = []
        self.variables: dict[str, Variable] = {}
        for name in self.parameters:
            self.variable(name)
        self.arguments = len(self.locals)

    def refuse(self, node: ast.AST, wrong: str, right: str) -> NoReturn:
        """This is not in the dialect; so would it be."""
        raise refusal(self.function, getattr(node, "lineno", 0), wrong, right)

    # Variables

    def variable(self, name: str) -> Variable:
        """A variable of the function. One that is read before it is written is a whole number until it is seen what."""
        if name not in self.variables:
            kind = self.kinds.setdefault(name, WHOLE)
            places = [self.room(type_) for type_ in types_of(kind)]
            self.variables[name] = Variable(kind, places[0], tuple(places[1:]))
        return self.variables[name]

    def room(self, type_: str) -> int:
        """A new local."""
        self.locals.append(type_)
        return len(self.locals) - 1

    def is_local(self, name: str) -> bool:
        """Whether a name is a variable of the function."""
        return name in self.function.__code__.co_varnames

    def assign(self, node: ast.AST, name: str, value: Value) -> bytes:
        """Write a variable."""
        if name not in self.kinds:
            self.kinds[name] = value.kind
        kind = joined(self.kinds[name], value.kind)
        if kind is None:
            self.refuse(
                node,
                f"has {in_words(value.kind)} in `{name}`, which is {in_words(self.kinds[name])} elsewhere",
                "use two names",
            )
        if kind != self.kinds[name]:
            if name in self.parameters:
                self.refuse(node, f"turns its parameter `{name}` into {in_words(kind)}", "use a name of its own")
            self.kinds[name] = kind
            self.changed = True
        variable = self.variable(name)
        places = (variable.place, *variable.sizes)
        return self.laid(value, variable.kind) + b"".join(code.put(place) for place in reversed(places))

    # Values as another kind

    def laid(self, value: Value, kind: Kind) -> bytes:
        """The code that leaves a value on the stack as one of a kind that holds it."""
        if isinstance(kind, Number):
            return {WHOLE: self.whole, FRACTION: self.fraction, TRUTH: self.truth}[kind](value)
        if isinstance(kind, Array) and isinstance(value.kind, Array):
            sizes = self.sizes(value)
            return value.address + b"".join(size for size, known in zip(sizes, kind.sizes) if known is None)
        return value.address

    def sizes(self, value: Value) -> list[bytes]:
        """The code of each size of an array."""
        assert isinstance(value.kind, Array)
        unknown = iter(value.sizes)
        return [next(unknown) if size is None else code.address(size) for size in value.kind.sizes]

    def whole(self, value: Value) -> bytes:
        """As a whole number."""
        return value.code + code.op("i64.extend_i32_u") if value.kind is TRUTH else value.code

    def fraction(self, value: Value) -> bytes:
        """As a fraction."""
        if value.kind is FRACTION:
            return value.code
        if value.known is not None:
            return code.fraction(float(value.known))
        return self.whole(value) + code.op("f64.convert_i64")

    def truth(self, value: Value) -> bytes:
        """As a condition."""
        if value.kind is TRUTH:
            return value.code
        if value.kind is FRACTION:
            return value.code + code.fraction(0.0) + code.op("f64.ne")
        return value.code + code.whole(0) + code.op("i64.ne")

    # Names

    def named(self, name: str) -> Any:
        """What a name was linked with; None if it was not."""
        return self.builder.names.get(name)

    def number(self, known: Known) -> Value:
        """A number that is known now."""
        if isinstance(known, bool):
            return Value(code.address(int(known)), TRUTH, known=int(known))
        if isinstance(known, float):
            return Value(code.fraction(known), FRACTION, known=known)
        return Value(code.whole(known), WHOLE, known=known)

    def table(self, node: ast.AST, name: str, numbers: Sequence[Any]) -> Value:
        """A table of numbers, laid down in memory once."""
        try:
            at, kind = self.builder.table(numbers)
        except ValueError as wrong:
            self.refuse(
                node, f"uses the table `{name}`, {wrong}", "a table holds numbers, or rows of one length, in tuples"
            )
        return Value(code.address(at), kind)
