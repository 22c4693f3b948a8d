"""Calls: of the functions that were linked together, and of the few that Python brings along."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from kobako.core.events import emit
from kobako.core.wasm import code
from kobako.core.wasm.code import op
from kobako.core.wasm.expressions import Expressions
from kobako.core.wasm.kinds import FRACTION, TRUTH, WHOLE, Array, Kind, Number, Record, in_words
from kobako.core.wasm.scope import Value

# Functions of `math` that IEEE 754 settles to the last bit. The others differ from one machine to the next.
EXACT: dict[Any, str] = {math.sqrt: "f64.sqrt", math.fabs: "f64.abs"}
ROUNDING: dict[Any, str] = {math.floor: "f64.floor", math.ceil: "f64.ceil"}
OF_PYTHON = ("abs", "bool", "float", "int", "len", "max", "min")


class Calls(Expressions):
    """Reads calls."""

    def _call(self, node: ast.Call) -> Value:
        """A call that gives one value."""
        text, kinds = self.called(node)
        if len(kinds) != 1:
            gives = "several values" if kinds else "nothing"
            right = "give each a name: a, b = ..." if kinds else "it is a statement of its own"
            self.refuse(node, f"uses `{ast.unparse(node)}`, which gives {gives}", right)
        if isinstance(text, Value):
            return text
        [kind] = kinds
        return Value(text, kind)

    def called(self, node: ast.Call) -> tuple[bytes | Value, tuple[Kind, ...]]:
        """The code of any call, and the kinds of what it leaves on the stack."""
        if not isinstance(node.func, ast.Name):
            self.refuse(node, f"calls `{ast.unparse(node.func)}`", "a function is called by its bare name")
        name = node.func.id
        function = self.named(name)
        if function is emit:
            return self.unheard([*node.args, *(word.value for word in node.keywords)]), ()
        if name == "put":
            return self.copied(node), ()
        if isinstance(function, FunctionType):
            return self.linked(node, function)
        if callable(function):
            found = self.exact(node, function)
        elif function is None and name in OF_PYTHON:
            known: Callable[[ast.Call], Value] = getattr(self, f"_python_{name}")
            found = known(node)
        else:
            self.refuse(node, f"calls {name}()", f"there are the functions of the game, {', '.join(OF_PYTHON)} and put")
        return found, (found.kind,)

    def linked(self, node: ast.Call, function: FunctionType) -> tuple[bytes, tuple[Kind, ...]]:
        """A call of a linked function: made for the kinds of its arguments."""
        values = [self.argument(value) for value in self.arguments_of(node, function)]
        made = self.builder.function(function, [value.kind for value in values], self, node)
        self.effects += made.effects
        return b"".join(self.laid(value, value.kind) for value in values) + code.call(made.index), made.returns

    def arguments_of(self, node: ast.Call, function: FunctionType) -> list[Value]:
        """What a function is given, in the order of its parameters, defaults included."""
        plan = function.__code__
        names = plan.co_varnames[: plan.co_argcount]
        given = {**dict(zip(names, node.args)), **{str(word.arg): word.value for word in node.keywords}}
        defaults = dict(zip(names[len(names) - len(function.__defaults__ or ()) :], function.__defaults__ or ()))
        in_order = list(given) == [name for name in names if name in given]
        if len(node.args) > len(names) or not in_order or not set(names) <= {*given, *defaults}:
            wrong = f"calls {function.__name__}() with other arguments than it takes, or in another order"
            self.refuse(node, wrong, f"it takes {', '.join(names)}")
        return [self.value(given[name]) if name in given else self.held(node, defaults[name]) for name in names]

    def argument(self, value: Value) -> Value:
        """A truth is handed on as a whole number, so that a function is not made twice for the two."""
        return Value(self.whole(value), WHOLE) if value.kind is TRUTH else value

    def unheard(self, arguments: Sequence[ast.expr]) -> bytes:
        """`emit` does nothing here. What it is given is worked out only where that changes something."""
        found = b""
        for argument in arguments:
            before = self.effects
            value = self.value(argument)
            if self.effects > before:
                found += value.code + op("drop")
        return found

    def copied(self, node: ast.Call) -> bytes:
        """put(into, i, source, k): a record copied from array to array."""
        into_array, to, from_array, of = self.given(node, 4)
        places = []
        for array, index in ((into_array, to), (from_array, of)):
            at = ast.copy_location(ast.Subscript(array, index, ast.Load()), node)
            places.append(self.place(at))
        into, source = places
        if not isinstance(into.kind, Record) or into.kind != source.kind:
            self.refuse(node, f"copies {in_words(source.kind)} into {in_words(into.kind)}", "put copies a state")
        self.effects += 1
        return into.address + source.address + code.address(into.kind.size) + code.COPY_MEMORY

    # Python's own

    def given(self, node: ast.Call, least: int, most: int = 0) -> list[ast.expr]:
        """What a function of Python's own is given: so many numbers, or as few as the least."""
        if node.keywords:
            self.refuse(node, f"has `{ast.unparse(node)}`, with a keyword", "give it numbers only")
        if not least <= len(node.args) <= max(least, most):
            takes = f"it takes {least} to {most}" if most else f"it takes {least}"
            self.refuse(node, f"has `{ast.unparse(node)}`, with {len(node.args)} arguments", takes)
        return node.args

    def exact(self, node: ast.Call, function: Any) -> Value:
        """A function of `math`."""
        if function in EXACT or function in ROUNDING:
            number = self.fraction(self.numeric(self.given(node, 1)[0]))
            if function in EXACT:
                return Value(number + op(EXACT[function]), FRACTION)
            return Value(number + op(ROUNDING[function], "i64.trunc_f64"), WHOLE)
        name = getattr(function, "__name__", "it")
        right = "its last bit differs between machines; kobako.core.maths has exp and log"
        self.refuse(node, f"calls {name}() of {getattr(function, '__module__', 'elsewhere')}", right)

    def _python_len(self, node: ast.Call) -> Value:
        value = self.value(self.given(node, 1)[0])
        if not isinstance(value.kind, Array):
            self.refuse(node, f"asks for the length of {in_words(value.kind)}", "an array has one")
        if value.kind.sizes[0] is not None:
            return self.number(value.kind.sizes[0])
        return Value(value.sizes[0] + op("i64.extend_i32_u"), WHOLE)

    def _python_int(self, node: ast.Call) -> Value:
        value = self.numeric(self.given(node, 1)[0])
        cut = value.kind is FRACTION
        return Value(value.code + op("i64.trunc_f64") if cut else self.whole(value), WHOLE)

    def _python_float(self, node: ast.Call) -> Value:
        return Value(self.fraction(self.numeric(self.given(node, 1)[0])), FRACTION)

    def _python_bool(self, node: ast.Call) -> Value:
        return Value(self.condition(self.given(node, 1)[0]), TRUTH)

    def _python_abs(self, node: ast.Call) -> Value:
        value = self.numeric(self.given(node, 1)[0])
        if value.kind is FRACTION:
            return Value(value.code + op("f64.abs"), FRACTION)
        room = self.room("i64")
        negative = code.get(room) + code.whole(0) + op("i64.lt")
        minus = code.whole(0) + self.whole(value) + code.tee(room) + op("i64.sub")
        return Value(minus + code.get(room) + negative + op("select"), WHOLE)

    def _python_min(self, node: ast.Call) -> Value:
        return self.extreme(node, "lt")

    def _python_max(self, node: ast.Call) -> Value:
        return self.extreme(node, "gt")

    def extreme(self, node: ast.Call, by: str) -> Value:
        """The least or greatest of some numbers: as in Python the first of equals."""
        if len(node.args) < 2:
            self.refuse(node, f"has `{ast.unparse(node)}`", "give it two numbers or more; of an array, write a loop")
        values = [self.numeric(argument) for argument in self.given(node, 2, len(node.args))]
        kind: Number = FRACTION if any(value.kind is FRACTION for value in values) else WHOLE
        found = self.laid(values[0], kind)
        for value in values[1:]:
            one, other = self.room(kind.value), self.room(kind.value)
            other_first = self.laid(value, kind) + code.tee(other)
            compared = code.get(other) + code.get(one) + op(f"{kind.value}.{by}")
            found = found + code.put(one) + other_first + code.get(one) + compared + op("select")
        return Value(found, kind)
