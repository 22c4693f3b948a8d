"""Statements: assignments, ifs, loops and returns."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from kobako.core.wasm import code
from kobako.core.wasm.calls import Calls
from kobako.core.wasm.code import op
from kobako.core.wasm.kinds import FRACTION, WHOLE, Array, Element, Kind, Number, Record, in_words, joined
from kobako.core.wasm.scope import Value, types_of

FORMS = "a statement is an assignment, an if, a loop over range(...), a while, a call or a return"


class Statements(Calls):
    """Reads statements."""

    def begin(self) -> None:
        super().begin()
        self.depth = 0  # how many blocks lie around
        self.loops: list[tuple[int, int]] = []  # the depths that `break` and `continue` go to

    def body(self, statements: Sequence[ast.stmt]) -> bytes:
        """Statements, one after the other."""
        return b"".join(map(self.statement, statements))

    def statement(self, node: ast.stmt) -> bytes:
        """One statement."""
        read: Callable[[Any], bytes] | None = getattr(self, f"_do_{type(node).__name__.lower()}", None)
        if read is None:
            self.refuse(node, f"has `{ast.unparse(node).splitlines()[0]}`", FORMS)
        return read(node)

    def _do_pass(self, node: ast.Pass) -> bytes:
        return b""

    def _do_expr(self, node: ast.Expr) -> bytes:
        if isinstance(node.value, ast.Constant):
            return b""
        if not isinstance(node.value, ast.Call):
            self.refuse(node, f"works `{ast.unparse(node)}` out for nothing", FORMS)
        text, kinds = self.called(node.value)
        left = sum(len(types_of(kind)) for kind in kinds)
        return (text.code if isinstance(text, Value) else text) + op("drop") * left

    # Assignments

    def _do_annassign(self, node: ast.AnnAssign) -> bytes:
        return b"" if node.value is None else self.assigned([node.target], node.value)

    def _do_assign(self, node: ast.Assign) -> bytes:
        return self.assigned(node.targets, node.value)

    def assigned(self, targets: Sequence[ast.expr], source: ast.expr) -> bytes:
        """What stands on the right is worked out first; several values, or one for several targets, wait in rooms."""
        [first, *others] = targets
        if isinstance(first, ast.Tuple):
            if others:
                self.refuse(first, "assigns several values to several targets", "use two assignments")
            found, values = self.several(first, source)
            return found + b"".join(self.set(target, value) for target, value in zip(first.elts, values))
        before = self.effects
        value = self.value(source)
        if not others and (isinstance(first, ast.Name) or self.effects == before):
            return self.set(first, value)
        found, value = self.kept(value)
        return found + b"".join(self.set(target, value) for target in targets)

    def several(self, target: ast.Tuple, source: ast.expr) -> tuple[bytes, list[Value]]:
        """Several values, each in a room."""
        if isinstance(source, ast.Tuple):
            pairs = [self.kept(self.value(part)) for part in source.elts]
            found, values = b"".join(text for text, _ in pairs), [value for _, value in pairs]
        elif isinstance(source, ast.Call):
            text, kinds = self.called(source)
            rooms = [[self.room(type_) for type_ in types_of(kind)] for kind in kinds]
            found = text.code if isinstance(text, Value) else text
            found += b"".join(code.put(room) for parts in reversed(rooms) for room in reversed(parts))
            values = [
                Value(code.get(first), kind, sizes=tuple(map(code.get, sizes)))
                for (first, *sizes), kind in zip(rooms, kinds)
            ]
        else:
            self.refuse(source, f"takes `{ast.unparse(source)}` apart", "name what is in each place: x[0], x[1]")
        if len(values) != len(target.elts):
            self.refuse(target, f"gives {len(values)} values to {len(target.elts)} names", "there must be as many")
        return found, values

    def kept(self, value: Value) -> tuple[bytes, Value]:
        """A value put into rooms, and read from there."""
        if value.known is not None:
            return b"", value
        rooms = [self.room(type_) for type_ in types_of(value.kind)]
        found = self.laid(value, value.kind) + b"".join(code.put(room) for room in reversed(rooms))
        return found, Value(code.get(rooms[0]), value.kind, sizes=tuple(map(code.get, rooms[1:])))

    def set(self, target: ast.expr, value: Value) -> bytes:
        """Write a value into a variable, a field or an element."""
        if isinstance(target, ast.Name):
            return self.assign(target, target.id, value)
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            return self.cleared(target, value)
        if not isinstance(target, ast.Attribute | ast.Subscript):
            self.refuse(target, f"assigns to `{ast.unparse(target)}`", "assign to a name, a field or an element")
        place = self.place(target)
        return place.code + self.stored(target, place, value)

    def stored(self, target: ast.expr, place: Value, value: Value) -> bytes:
        """Write a number into a place whose address is on the stack."""
        if not isinstance(place.kind, Array) or place.kind.sizes or not isinstance(place.kind.element, Element):
            self.refuse(target, f"assigns to all of `{ast.unparse(target)}`", "assign its numbers one by one")
        if not isinstance(value.kind, Number):
            self.refuse(target, f"writes {in_words(value.kind)} into `{ast.unparse(target)}`", "write a number")
        element = place.kind.element
        if value.kind is FRACTION and element.number is WHOLE:
            self.refuse(target, f"writes a fraction into `{ast.unparse(target)}`", "make it whole with int(...)")
        self.effects += 1
        return self.laid(value, element.number) + code.memory(element.store, element.size, place.offset)

    def cleared(self, target: ast.Subscript, value: Value) -> bytes:
        """x[:] = 0."""
        array, cut = self.value(target.value), target.slice
        whole = isinstance(cut, ast.Slice) and cut.lower is cut.upper is cut.step is None
        if not whole or value.known != 0 or not isinstance(array.kind, Array):
            self.refuse(target, f"assigns to `{ast.unparse(target)}`", "only x[:] = 0 is at once; else write a loop")
        self.effects += 1
        size = code.address(array.kind.element.size)
        for part in self.sizes(array):
            size += part + op("i32.mul")
        return array.address + code.address(0) + size + code.FILL_MEMORY

    def _do_augassign(self, node: ast.AugAssign) -> bytes:
        if isinstance(node.target, ast.Name):
            return self.assign(
                node, node.target.id, self.binary(node, node.op, self.value(node.target), self.numeric(node.value))
            )
        place = self.place(node.target)
        room = self.room("i32")  # the place is worked out once
        there = Value(code.get(room), place.kind, place.offset, place.sizes)
        value = self.binary(node, node.op, self.read(there), self.numeric(node.value))
        return place.code + code.tee(room) + self.stored(node.target, there, value)

    # Ifs and loops

    def _do_if(self, node: ast.If) -> bytes:
        test = self.condition(node.test)
        self.depth += 1
        found = code.either(test, self.body(node.body), self.body(node.orelse))
        self.depth -= 1
        return found

    def _do_while(self, node: ast.While) -> bytes:
        if node.orelse:
            self.refuse(node.orelse[0], "has an else behind a loop", "write an if behind it")
        forever = isinstance(node.test, ast.Constant) and bool(node.test.value)
        test = b"" if forever else self.condition(node.test) + op("i32.eqz") + code.branch("br_if", 1)
        body = self.repeated(node.body)
        return code.block("block", code.block("loop", test + body + code.branch("br", 0)))

    def repeated(self, body: Sequence[ast.stmt]) -> bytes:
        """A loop's body, in the blocks that `break` and `continue` leave."""
        self.depth += 3
        self.loops.append((self.depth - 2, self.depth))
        found = code.block("block", self.body(body))
        self.loops.pop()
        self.depth -= 3
        return found

    def _do_break(self, node: ast.Break) -> bytes:
        return code.branch("br", self.depth - self.loops[-1][0])

    def _do_continue(self, node: ast.Continue) -> bytes:
        return code.branch("br", self.depth - self.loops[-1][1])

    def _do_for(self, node: ast.For) -> bytes:
        """A loop over range(...): it counts in a room of its own, so that its body may change the variable."""
        start, stop, step = self.range(node)
        assert isinstance(node.target, ast.Name)
        counter, end = self.room("i64"), self.room("i64")
        before = self.whole(start) + code.put(counter) + self.whole(stop) + code.put(end)
        test = code.get(counter) + code.get(end) + op("i64.ge" if step > 0 else "i64.le") + code.branch("br_if", 1)
        body = self.assign(node, node.target.id, Value(code.get(counter), WHOLE)) + self.repeated(node.body)
        further = code.get(counter) + code.whole(step) + op("i64.add") + code.put(counter)
        return before + code.block("block", code.block("loop", test + body + further + code.branch("br", 0)))

    def range(self, node: ast.For) -> tuple[Value, Value, int]:
        """From where to where a loop goes, and by what step."""
        call = node.iter
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"):
            self.refuse(node, f"goes through `{ast.unparse(call)}`", "go through its places: for i in range(len(x))")
        if node.orelse or not isinstance(node.target, ast.Name):
            self.refuse(
                node, "has a loop with an else, or with several names", "for i in range(n), and an if behind it"
            )
        values = [self.numeric(argument) for argument in self.given(call, 1, 3)]
        if any(value.kind is FRACTION for value in values):
            self.refuse(node, "counts by fractions", "a range is of whole numbers")
        start, stop = (self.number(0), values[0]) if len(values) == 1 else values[:2]
        step = values[2].known if len(values) == 3 else 1
        if not isinstance(step, int) or step == 0:
            self.refuse(node, f"counts by `{ast.unparse(call.args[-1])}`", "the step of a range is a number known now")
        return start, stop, step

    def _do_return(self, node: ast.Return) -> bytes:
        parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value] if node.value else []
        if len(parts) == 1 and isinstance(parts[0], ast.Constant) and parts[0].value is None:
            parts = []
        values = [self.value(part) for part in parts]
        kinds: tuple[Kind, ...] = tuple(value.kind for value in values)
        if self.returns is None:
            self.returns, self.changed = kinds, True
        both = [joined(*pair) for pair in zip(self.returns, kinds)]
        if len(kinds) != len(self.returns) or any(kind is None or isinstance(kind, Record | Array) for kind in both):
            self.refuse(
                node, "returns now this, now that", "a function returns numbers, every time as many, or nothing"
            )
        together = tuple(kind for kind in both if kind is not None)
        if together != self.returns:
            self.returns, self.changed = together, True
        return b"".join(self.laid(value, kind) for value, kind in zip(values, together)) + op("return")
