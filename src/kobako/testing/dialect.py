"""A law of how compiled functions are written: they make no lists, texts or exceptions. Told by line, not by Numba."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

from kobako.bots.minds import mind_of
from kobako.core import kernels
from kobako.core.game import Game
from kobako.core.linking import linked_names
from kobako.testing.broken import LawBroken

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
DIALECT = "whole numbers, fields of a fixed size, loops and ifs; room to work in is a scratch(...) field"


def check_dialect(game: Game) -> str:
    """What is compiled of a game's own keeps to the dialect; gives in words what was looked at."""
    names = linked_names(game, (kernels, mind_of(game).functions))
    own = [f for f in names.values() if isinstance(f, FunctionType) and is_of(f, game.package)]
    for function in own:
        for line, wrong in faults(function):
            file = Path(inspect.getfile(function)).name
            raise LawBroken(f"{file}, line {line}: `{function.__name__}` {wrong}; what is compiled has {DIALECT}")
    return f"{len(own)} functions"


def is_of(function: FunctionType, package: str) -> bool:
    """Whether a function is written in a file of the package."""
    written = not inspect.getfile(function).startswith("<")  # what is made from the fields has no file
    return written and f"{function.__module__}.".startswith(f"{package}.")


def faults(function: FunctionType) -> Iterator[tuple[int, str]]:
    """What a function does that compiled ones cannot, with the line."""
    [tree] = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    for node in nodes(tree):
        wrong = MADE.get(type(node), "")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            wrong = CALLED.get(node.func.id, "")
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            wrong = f"has the text {node.value!r}"
        if wrong:
            yield function.__code__.co_firstlineno + getattr(node, "lineno", 1) - 1, wrong


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
