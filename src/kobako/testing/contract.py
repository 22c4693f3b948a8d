"""Types written once, in Python, told to others: as TypeScript for the browser, as lists of fields for people.

They are read from the source, so that names, order and the text below each field come along. What is understood is what
JSON can hold: TypedDicts, pydantic's models, Literals, unions, lists, dicts, and names for them.

    python -m kobako.testing.contract janken.view > janken/web/view.ts
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

PLAIN = {"int": "number", "float": "number", "str": "string", "bool": "boolean", "None": "null", "object": "Json"}
WORDS = {
    "int": "number",
    "float": "number",
    "str": "text",
    "bool": "true or false",
    "None": "null",
    "object": "anything",
}
ROOTS = ("TypedDict", "BaseModel", "Model")
WIDTH = 120


@dataclass
class Field:
    """A field of a record."""

    name: str
    type: ast.expr
    needed: bool
    doc: str


@dataclass
class Record:
    """An object with fields of known names; `more` is what else may stand in it, under names of its own."""

    name: str
    bases: list[str]
    fields: list[Field]
    doc: str
    more: ast.expr | None = None


@dataclass
class Alias:
    """A name for a type."""

    name: str
    type: ast.expr
    doc: str


Shape = Record | Alias


def shapes(module: str, names: Iterable[str] = ()) -> list[Shape]:
    """The types of a module, in order: all, or those of these names."""
    tree = ast.parse(inspect.getsource(import_module(module)))
    found: list[Shape] = []
    for node, doc in with_docs(tree.body):
        shape = read(node, doc, found)
        if shape:
            found.append(shape)
    wanted = set(names)
    return [shape for shape in found if not wanted or shape.name in wanted]


def with_docs(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Statements, each with the text that stands alone below it."""
    for node, below in zip(body, [*body[1:], None], strict=True):
        told = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and below.value.value
        yield node, flat(told) if isinstance(told, str) else ""


def flat(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def read(node: ast.stmt, doc: str, before: list[Shape]) -> Shape | None:
    """The type that a statement makes, if it makes one; what MORE says is noted at its record."""
    if isinstance(node, ast.ClassDef):
        bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
        if set(bases) & {*ROOTS, *(shape.name for shape in before)}:
            fields = list(fields_of(node.body))
            own = [base for base in bases if base not in ROOTS]
            return Record(node.name, own, fields, flat(ast.get_docstring(node) or "")) if fields else None
        return None
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return None
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    name = target.id if isinstance(target, ast.Name) else ""
    if name == "MORE" and isinstance(node.value, ast.Dict):
        more = {ast.unparse(key): value for key, value in zip(node.value.keys, node.value.values, strict=True) if key}
        for shape in before:
            if isinstance(shape, Record):
                shape.more = more.get(shape.name)
        return None
    if not name[:1].isupper() or name.isupper():
        return None
    if isinstance(node.value, ast.Call):
        return by_call(name, node.value, doc)
    return Alias(name, node.value, doc)


def fields_of(body: Sequence[ast.stmt]) -> Iterator[Field]:
    """The fields of a class; one with a default need not be given."""
    for node, doc in with_docs(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield field(node.target.id, node.annotation, doc, node.value is None)


def field(name: str, type_: ast.expr, doc: str = "", needed: bool = True) -> Field:
    if isinstance(type_, ast.Subscript) and ast.unparse(type_.value) == "NotRequired":
        return Field(name, type_.slice, False, doc)
    return Field(name, type_, needed, doc)


def by_call(name: str, call: ast.Call, doc: str) -> Record | None:
    """`TypedDict("Name", {"from": int})`: for fields whose names are Python's own words."""
    if ast.unparse(call.func) != "TypedDict" or not isinstance(call.args[1], ast.Dict):
        return None
    items = zip(call.args[1].keys, call.args[1].values, strict=True)
    fields = [field(str(key.value), value) for key, value in items if isinstance(key, ast.Constant)]
    return Record(name, [], fields, doc)


# As TypeScript


def typescript(source: str, *parts: Sequence[Shape]) -> str:
    """A whole file; `source` says what it is made from."""
    known = {shape.name: shape for part in parts for shape in part}
    texts = [in_typescript(shape, known) for part in parts for shape in part]
    return "\n\n".join([f"// Made from {source} by `make types`: change it there, and make it anew.", *texts]) + "\n"


def in_typescript(shape: Shape, known: dict[str, Shape]) -> str:
    """A type of its own."""
    say = Teller(known).typescript
    above = f"/** {shape.doc} */\n" if shape.doc else ""
    if isinstance(shape, Alias):
        return above + broken(f"export type {shape.name} = ", say(shape.type))
    lines = []
    for part in shape.fields:
        if part.doc:
            lines.append(f"  /** {part.doc} */")
        lines.append(f"  {part.name}{'' if part.needed else '?'}: {say(part.type)};")
    if shape.more:
        lines.append(f"  [name: string]: {say(shape.more)};")
    extends = f" extends {', '.join(shape.bases)}" if shape.bases else ""
    return "\n".join([f"{above}export interface {shape.name}{extends} {{", *lines, "}"])


def broken(start: str, union: str) -> str:
    """A union in one line, or a line for each of its parts."""
    whole = f"{start}{union};"
    return whole if len(whole) <= WIDTH else start.rstrip() + "".join(f"\n  | {p}" for p in union.split(" | ")) + ";"


class Teller:
    """How a type is said, in TypeScript or in words."""

    def __init__(self, known: dict[str, Shape]) -> None:
        self.known = known

    def typescript(self, type_: ast.expr) -> str:
        """For a program."""
        kind, parts = taken_apart(type_)
        if kind == "name":
            return PLAIN.get(str(parts[0]), str(parts[0]))
        if kind == "literal":
            return " | ".join(parts)
        said = [self.typescript(part) for part in parts]
        if kind == "union":
            return " | ".join(said)
        if kind == "list":
            return f"({said[0]})[]" if " | " in said[0] else f"{said[0]}[]"
        if self.closed(parts[0]):
            return f"Partial<Record<{said[0]}, {said[1]}>>"
        return f"{{ [name: {'number' if said[0] == 'number' else 'string'}]: {said[1]} }}"

    def words(self, type_: ast.expr) -> str:
        """For people."""
        kind, parts = taken_apart(type_)
        if kind == "name":
            return WORDS.get(parts[0], f"`{parts[0]}`")
        if kind == "literal":
            return " or ".join(f"`{json.loads(part)}`" for part in parts)
        said = [self.words(part) for part in parts]
        if kind == "union":
            return " or ".join(said)
        if kind == "list":
            return f"list of {said[0]}s" if said[0] in ("number", "text") else f"list of {said[0]}"
        return f"for each {'name' if said[0] == 'text' else said[0]}: {said[1]}"

    def closed(self, type_: ast.expr) -> bool:
        """Whether it is one of a few texts: then not all of them need be there."""
        kind, parts = taken_apart(type_)
        named = self.known.get(parts[0]) if kind == "name" else None
        return kind == "literal" or (isinstance(named, Alias) and self.closed(named.type))


def taken_apart(type_: ast.expr) -> tuple[str, list[Any]]:
    """What a type is (a name, a literal, a union, a list, a dict) and its parts: types, or for the first two texts."""
    match type_:
        case ast.Name(id=name):
            return "name", [name]
        case ast.Constant(value=None):
            return "name", ["None"]
        case ast.Constant(value=str(quoted)):
            return taken_apart(ast.parse(quoted, mode="eval").body)
        case ast.BinOp(op=ast.BitOr()):
            return "union", [type_.left, type_.right]
        case ast.Subscript(value=ast.Name(id=name)):
            parts = type_.slice.elts if isinstance(type_.slice, ast.Tuple) else [type_.slice]
            if name == "Annotated":
                return taken_apart(parts[0])
            if name == "Literal":
                return "literal", [json.dumps(ast.literal_eval(part), ensure_ascii=False) for part in parts]
            if name in ("list", "Sequence"):
                return "list", list(parts)
            if name in ("dict", "Mapping"):
                return "dict", list(parts)
    raise TypeError(
        f"{ast.unparse(type_)} is nothing that JSON can hold, or is written in a way that is not understood"
    )


# As a page


def page_part(wanted: Sequence[Shape], known: dict[str, Shape]) -> str:
    """Types for people: a table of fields for each record, a line for each name of something simpler."""
    records = [
        f"**`{shape.name}`**: {shape.doc[:1].lower()}{shape.doc[1:]}\n\n{fields_table(shape, known)}\n"
        for shape in wanted
        if isinstance(shape, Record)
    ]
    lines = [alias_line(shape, known) for shape in wanted if isinstance(shape, Alias)]
    return "\n".join([*records, *lines])


def fields_table(record: Record, known: dict[str, Shape]) -> str:
    """The fields of a record, and of what it is made on, as a table."""
    say = Teller(known).words
    rows = []
    for part in all_fields(record, known):
        note = part.doc if part.needed else f"{part.doc} Not always there.".strip()
        rows.append(f"| `{part.name}` | {say(part.type)} | {note} |")
    if record.more:
        rows.append(f"| … | {say(record.more)} | The pieces that it names, under their own names. |")
    return "\n".join(["| field | what | |", "|---|---|---|", *rows])


def all_fields(record: Record, known: dict[str, Shape]) -> list[Field]:
    """The fields of a record, those it has from others first."""
    bases = [base for base in map(known.get, record.bases) if isinstance(base, Record)]
    return [*(part for base in bases for part in all_fields(base, known)), *record.fields]


def alias_line(alias: Alias, known: dict[str, Shape]) -> str:
    """A name for a type as a line."""
    return f"- `{alias.name}`: {Teller(known).words(alias.type)}." + (f" {alias.doc}" if alias.doc else "")


if __name__ == "__main__":
    print(typescript(f"the types of {sys.argv[1]}", shapes(sys.argv[1])), end="")
