"""The dialect of what is compiled: whole numbers, fields of a fixed size, loops and ifs. Its faults, told by line.

Rules, knowledge, minds and kernels have three forms: run as they stand, compiled by Numba, and made into WebAssembly.
What one of the three does not take is no part of the dialect.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any
from zlib import crc32

from kobako.core.errors import BadGame

MADE: dict[type[ast.AST], str] = {
    **dict.fromkeys((ast.List, ast.ListComp), "makes a list"),
    **dict.fromkeys((ast.Dict, ast.DictComp), "makes a dict"),
    **dict.fromkeys((ast.Set, ast.SetComp), "makes a set"),
    **dict.fromkeys((ast.GeneratorExp, ast.Yield, ast.YieldFrom), "makes a generator"),
    **dict.fromkeys((ast.FunctionDef, ast.Lambda, ast.ClassDef), "makes a function or a class"),
    **dict.fromkeys((ast.Try, ast.Raise), "raises or catches an exception"),
    ast.With: "has a `with`",
    ast.JoinedStr: "makes a text",
}
CALLED = {name: f"calls {name}()" for name in ("list", "dict", "set", "sorted", "str", "repr", "print", "open", "map")}
DIALECT = (
    "what is compiled has whole numbers, fields of a fixed size, loops and ifs; room to work in is a scratch(...) field"
)


def faults(function: FunctionType) -> Iterator[tuple[int, str]]:
    """What a function does that compiled ones cannot, with the line."""
    for node in nodes(parsed(function)):
        wrong = MADE.get(type(node), "")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            wrong = CALLED.get(node.func.id, "")
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            wrong = f"has the text {node.value!r}"
        if wrong:
            yield getattr(node, "lineno", 1), wrong


def check_function(function: FunctionType) -> None:
    """Refuse a function that is outside the dialect."""
    for line, wrong in faults(function):
        raise refusal(function, line, wrong, DIALECT)


def refusal(function: FunctionType, line: int, wrong: str, right: str) -> BadGame:
    """An error that names the file, the line, what is wrong there and what would do instead."""
    file = Path(inspect.getfile(function)).name
    return BadGame(f"{file}, line {line}: `{function.__name__}` {wrong}; {right}")


def parsed(function: FunctionType) -> ast.FunctionDef:
    """A function's text as a tree, its lines numbered as in its file."""
    [tree] = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(tree, ast.FunctionDef)
    return ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)


def nodes(function: ast.AST) -> Iterator[ast.AST]:
    """All that runs in a function: not its docstring, nor the types that are written beside names."""
    for statement in getattr(function, "body", ()):
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        types = {
            id(part)
            for node in ast.walk(statement)
            if isinstance(node, ast.AnnAssign)
            for part in ast.walk(node.annotation)
        }
        yield from (node for node in ast.walk(statement) if id(node) not in types)


def define(text: str, name: str, label: str) -> Any:
    """The function of this name that a text made from a game's fields defines. Its text can be read again."""
    file = f"<{label} {crc32(text.encode()):08x}>"  # two texts of one label, as a changed game has, are two files
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope: dict[str, Any] = {}
    exec(compile(text, file, "exec"), scope)
    return scope[name]
