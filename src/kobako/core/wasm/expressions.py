"""Expressions: what a name, a field, a sum, a comparison or a choice is in WebAssembly."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from kobako.core.wasm import code
from kobako.core.wasm.code import op
from kobako.core.wasm.kinds import FRACTION, TRUTH, WHOLE, Array, Kind, Number, Record, in_words, joined
from kobako.core.wasm.scope import Scope, Value, types_of

# What an operator is on numbers that are known now, and the instruction that does it later.
OPERATORS: dict[type[ast.operator], tuple[Callable[[Any, Any], Any], str]] = {
    ast.Add: (operator.add, "add"),
    ast.Sub: (operator.sub, "sub"),
    ast.Mult: (operator.mul, "mul"),
    ast.Div: (operator.truediv, "div"),
    ast.FloorDiv: (operator.floordiv, "floor"),
    ast.Mod: (operator.mod, "mod"),
    ast.BitAnd: (operator.and_, "and"),
    ast.BitOr: (operator.or_, "or"),
    ast.BitXor: (operator.xor, "xor"),
    ast.LShift: (operator.lshift, "shl"),
    ast.RShift: (operator.rshift, "shr"),
}
ON_FRACTIONS = (ast.Add, ast.Sub, ast.Mult, ast.Div)
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
LEAST, MOST = -(1 << 63), (1 << 63) - 1


class Expressions(Scope):
    """Reads expressions."""

    def value(self, node: ast.expr) -> Value:
        """What an expression gives."""
        read: Any = getattr(self, f"_{type(node).__name__.lower()}", None)
        if read is None:
            self.refuse(node, f"has `{ast.unparse(node)}`", "an expression of the dialect works on numbers and fields")
        found: Value = read(node)
        return found

    def numeric(self, node: ast.expr) -> Value:
        """What an expression gives, which must be a number."""
        value = self.value(node)
        if not isinstance(value.kind, Number):
            self.refuse(
                node, f"uses `{ast.unparse(node)}`, {in_words(value.kind)}, as a number", "name one of its numbers"
            )
        return value

    def _constant(self, node: ast.Constant) -> Value:
        if not isinstance(node.value, int | float):
            self.refuse(node, f"has {node.value!r}", "whole numbers and fractions are all there is")
        return self.held(node, node.value)

    def held(self, node: ast.AST, known: int | float) -> Value:
        """A number that is known now, if 64 bits hold it."""
        if isinstance(known, int) and not LEAST <= known <= MOST:
            self.refuse(node, f"has the number {known}", "a whole number has 64 bits")
        return self.number(known)

    def _name(self, node: ast.Name) -> Value:
        if self.is_local(node.id):
            return self.variable(node.id).value
        value = self.named(node.id)
        if isinstance(value, int | float):
            return self.held(node, value)
        if isinstance(value, tuple):
            return self.table(node, node.id, value)
        if callable(value):
            self.refuse(node, f"hands on the function `{node.id}`", "call it")
        self.refuse(node, f"uses `{node.id}`", "a name stands for a number, a table of numbers or a function")

    # Fields and places

    def _attribute(self, node: ast.Attribute) -> Value:
        return self.read(self.place(node))

    def _subscript(self, node: ast.Subscript) -> Value:
        return self.read(self.place(node))

    def read(self, place: Value) -> Value:
        """What lies in a place: a number is loaded, a record or an array is where it is."""
        if not isinstance(place.kind, Array) or place.kind.sizes or isinstance(place.kind.element, Record):
            return place
        element = place.kind.element
        return Value(place.code + code.memory(element.load, element.size, place.offset), element.number)

    def place(self, node: ast.Attribute | ast.Subscript) -> Value:
        """Where a field or an element lies. A single number's place is an array without sizes."""
        base = (
            self.place(node.value) if isinstance(node.value, ast.Attribute | ast.Subscript) else self.value(node.value)
        )
        if isinstance(node, ast.Subscript):
            indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            for index in indices:
                base = self.element(node, base, index)
            return base
        field = base.kind.place(node.attr) if isinstance(base.kind, Record) else None
        if field is None:
            known = isinstance(base.kind, Record)
            wrong = f"has no field `{node.attr}`" if known else "is no state"
            self.refuse(
                node, f"has `{ast.unparse(node)}`, and `{ast.unparse(node.value)}` {wrong}", "fields are declared"
            )
        return Value(base.code, Array(field.element, field.sizes), base.offset + field.offset)

    def element(self, node: ast.Subscript, base: Value, at: ast.expr) -> Value:
        """Where an element of an array lies."""
        if not isinstance(base.kind, Array) or not base.kind.sizes:
            self.refuse(node, f"has `{ast.unparse(node)}`, which has too many indices", "an index is for an array")
        if isinstance(at, ast.Slice):
            self.refuse(node, f"cuts `{ast.unparse(node)}` out", "hand on the array and from where to where")
        index = self.numeric(at)
        if index.kind is FRACTION:
            self.refuse(at, f"counts by the fraction `{ast.unparse(at)}`", "an index is a whole number: int(...)")
        size, *rest = base.kind.sizes
        kind = Array(base.kind.element, tuple(rest))
        left = base.sizes[1:] if size is None else base.sizes
        step = base.kind.element.size
        for n in rest:
            step *= n or 1
        found: Kind = kind.element if isinstance(kind.element, Record) and not rest else kind
        if isinstance(index.known, int) and None not in rest:
            if index.known < 0 or (size is not None and index.known >= size):
                self.refuse(node, f"has `{ast.unparse(node)}`, and there is no such place", "places count from 0")
            return Value(base.code, found, base.offset + index.known * step, left)
        counted = self.checked(index, self.sizes(base)[0]) + op("i32.wrap_i64")
        if step != 1:
            counted += code.address(step) + op("i32.mul")
        for unknown in left:
            counted += unknown + op("i32.mul")
        return Value(base.code + counted + op("i32.add"), found, base.offset, left)

    def checked(self, index: Value, size: bytes) -> bytes:
        """An index; in a checked module one outside its array stops everything."""
        if not self.builder.checked:
            return self.whole(index)
        room = self.room("i64")
        outside = code.get(room) + size + op("i64.extend_i32_u", "i64.ge_u")
        return self.whole(index) + code.put(room) + code.either(outside, op("unreachable"), b"") + code.get(room)

    # Operators

    def _binop(self, node: ast.BinOp) -> Value:
        return self.binary(node, node.op, self.numeric(node.left), self.numeric(node.right))

    def binary(self, node: ast.AST, by: ast.operator, left: Value, right: Value) -> Value:
        """Two numbers and an operator."""
        if type(by) not in OPERATORS:
            wrong = "a power (`**`)" if isinstance(by, ast.Pow) else f"`{type(by).__name__}`"
            self.refuse(node, f"has {wrong}", "multiply, or shift (1 << n)")
        at_once, name = OPERATORS[type(by)]
        fractions = isinstance(by, ast.Div) or FRACTION in (left.kind, right.kind)
        if fractions and not isinstance(by, ON_FRACTIONS):
            self.refuse(node, "divides or shifts a fraction as if it were a whole number", "make it one with int(...)")
        far = 63 if left.known is None else MOST  # what is known already may be shifted as far as it fits
        if name in ("shl", "shr") and right.known is not None and not 0 <= right.known <= far:
            self.refuse(node, f"shifts by {right.known}", "a shift is by 0 to 63")
        if (
            left.known is not None
            and right.known is not None
            and not (right.known == 0 and name in ("div", "floor", "mod"))
        ):
            return self.held(node, at_once(left.known, right.known))
        if fractions:
            return Value(self.fraction(left) + self.fraction(right) + op(f"f64.{name}"), FRACTION)
        if name == "floor":
            return Value(self.floor(left, right), WHOLE)
        if name == "mod":
            return Value(self.modulo(left, right), WHOLE)
        return Value(self.whole(left) + self.whole(right) + op(f"i64.{name}"), WHOLE)

    def floor(self, left: Value, right: Value) -> bytes:
        """`//` rounds down, WebAssembly's division towards 0."""
        a, c = self.whole(left), right.known
        if isinstance(c, int) and c > 0:
            if c & c - 1 == 0:
                return a + code.whole(c.bit_length() - 1) + op("i64.shr")
            # What is negative is turned over, divided and turned back: ~(~a // c).
            number, sign = self.room("i64"), self.room("i64")
            turned = (
                a
                + code.tee(number)
                + code.whole(63)
                + op("i64.shr")
                + code.tee(sign)
                + code.get(number)
                + op("i64.xor")
            )
            return turned + code.whole(c) + op("i64.div") + code.get(sign) + op("i64.xor")
        x, y, rest = self.room("i64"), self.room("i64"), self.room("i64")
        quotient = a + code.tee(x) + self.whole(right) + code.tee(y) + op("i64.div")
        remainder = code.get(x) + code.get(y) + op("i64.rem") + code.tee(rest)
        apart = remainder + code.whole(0) + op("i64.ne") + code.get(rest) + code.get(y) + op("i64.xor")
        return quotient + apart + code.whole(0) + op("i64.lt", "i32.and", "i64.extend_i32_u", "i64.sub")

    def modulo(self, left: Value, right: Value) -> bytes:
        """`%` has the sign of the divisor, WebAssembly's remainder that of the number."""
        a, c = self.whole(left), right.known
        rest = self.room("i64")
        if isinstance(c, int) and c > 0:
            if c & c - 1 == 0:
                return a + code.whole(c - 1) + op("i64.and")
            remainder = a + code.whole(c) + op("i64.rem") + code.tee(rest)
            return (
                remainder + code.get(rest) + code.whole(63) + op("i64.shr") + code.whole(c) + op("i64.and", "i64.add")
            )
        y = self.room("i64")
        remainder = a + self.whole(right) + code.tee(y) + op("i64.rem") + code.tee(rest)
        apart = code.get(rest) + code.whole(0) + op("i64.ne") + code.get(rest) + code.get(y) + op("i64.xor")
        apart += code.whole(0) + op("i64.lt", "i32.and")
        return remainder + code.get(y) + code.whole(0) + apart + op("select", "i64.add")

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(self.condition(node.operand) + op("i32.eqz"), TRUTH)
        value = self.numeric(node.operand)
        if isinstance(node.op, ast.UAdd):
            return Value(self.whole(value), WHOLE, known=value.known) if value.kind is TRUTH else value
        if isinstance(node.op, ast.Invert):
            if value.kind is FRACTION:
                self.refuse(node, "turns over the bits of a fraction", "only whole numbers have bits")
            if value.known is not None:
                return self.held(node, ~int(value.known))
            return Value(self.whole(value) + code.whole(-1) + op("i64.xor"), WHOLE)
        if value.known is not None:
            return self.held(node, -value.known)
        if value.kind is FRACTION:
            return Value(value.code + op("f64.neg"), FRACTION)
        return Value(code.whole(0) + self.whole(value) + op("i64.sub"), WHOLE)

    # Conditions

    def condition(self, node: ast.expr) -> bytes:
        """An expression of which only matters whether it is true."""
        if isinstance(node, ast.BoolOp):
            *before, found = [self.condition(part) for part in node.values]
            for part in reversed(before):
                no, yes = code.address(0), code.address(1)
                found = (
                    code.either(part, found, no, "i32")
                    if isinstance(node.op, ast.And)
                    else code.either(part, yes, found, "i32")
                )
            return found
        return self.truth(self.numeric(node))

    def _boolop(self, node: ast.BoolOp) -> Value:
        for part in node.values:
            if self.numeric(part).kind is not TRUTH:
                self.refuse(
                    node,
                    f"takes a number out of `{ast.unparse(node)}`",
                    "`and` and `or` are for conditions: compare with 0, or write x if ... else y",
                )
        return Value(self.condition(node), TRUTH)

    def _compare(self, node: ast.Compare) -> Value:
        left, parts = self.numeric(node.left), []
        for n, (by, right) in enumerate(zip(node.ops, node.comparators)):
            if type(by) not in COMPARISONS:
                self.refuse(node, f"asks `{ast.unparse(node)}`", "compare one by one: x == A or x == B")
            value = self.numeric(right)
            after = value
            if n + 1 < len(node.ops) and value.known is None:  # what stands in the middle is worked out once
                assert isinstance(value.kind, Number)
                room = self.room(value.kind.value)
                value, after = Value(value.code + code.tee(room), value.kind), Value(code.get(room), value.kind)
            parts.append(self.compared(COMPARISONS[type(by)], left, value))
            left = after
        found = parts[-1]
        for part in reversed(parts[:-1]):
            found = code.either(part, found, code.address(0), "i32")
        return Value(found, TRUTH)

    def compared(self, name: str, left: Value, right: Value) -> bytes:
        """Whether two numbers compare so."""
        if FRACTION in (left.kind, right.kind):
            return self.fraction(left) + self.fraction(right) + op(f"f64.{name}")
        return self.whole(left) + self.whole(right) + op(f"i64.{name}")

    def _ifexp(self, node: ast.IfExp) -> Value:
        test, one, other = self.condition(node.test), self.value(node.body), self.value(node.orelse)
        kind = joined(one.kind, other.kind)
        if kind is None or len(types_of(kind)) > 1:
            wrong = f"chooses between {in_words(one.kind)} and {in_words(other.kind)} of another size"
            self.refuse(node, wrong, "both must be alike; or write an if with two calls")
        return Value(code.either(test, self.laid(one, kind), self.laid(other, kind), types_of(kind)[0]), kind)
