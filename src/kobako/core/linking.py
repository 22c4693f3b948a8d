"""Linking: a game's rules and the kernels, cloned into one namespace, where each finds the other by name.

Done plainly, this gives the slow, instant form of every kernel. `compiling` does the same with Numba.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from kobako.core import kernels
from kobako.core.dialect import define
from kobako.core.errors import BadGame
from kobako.core.events import emit, emit_nothing
from kobako.core.fields import hide_source

if TYPE_CHECKING:
    from kobako.core.game import Game

# Loops to link with a game: all functions and numbers of a module, or those that are named.
Loops = ModuleType | Mapping[str, Callable[..., Any]]

# What a name can stand for in compiled rules: functions, those of `math`, numbers and tables of numbers.
LINKED = (FunctionType, BuiltinFunctionType, int, float, tuple)

RULES = ("deal", "legal", "apply", "score", "result", "ACTIONS")
KNOWLEDGE = ("observe", "imagine", "OBSERVATION")


def put(into: Any, i: int, source: Any, k: int) -> None:
    """Copy a state: how plain states do it."""
    into[i] = source[k].copy()


def put_record(into: Any, i: int, source: Any, k: int) -> None:
    """Copy a state: how records do it."""
    into[i] = source[k]


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _names_in(const)


def linked_names(game: Game, loops: Sequence[Loops] = (kernels,)) -> dict[str, Any]:
    """Every function and number that the rules and the kernels reach, by name.

    Two things of one name are refused: linked together, one would hide the other.
    """
    found: dict[str, Any] = {}
    homes: dict[str, str] = {}

    def add(name: str, value: Any, home: str) -> None:
        if name in found:
            if found[name] is not value and found[name] != value:
                of_c = BuiltinFunctionType in (type(value), type(found[name]))
                right = "kobako.core.maths has the one to use" if of_c else "rename one of them"
                raise BadGame(f"{game.name}: {name!r}, used in {home}, is another thing in {homes[name]}; {right}")
            return
        found[name], homes[name] = value, home
        if isinstance(value, FunctionType) and value is not emit:
            for inner in _names_in(value.__code__):
                known = value.__globals__.get(inner)
                if isinstance(known, LINKED):
                    add(inner, known, value.__module__)

    for module, names in ((game.rules, RULES), (game.knowledge, KNOWLEDGE)):
        for name in names:
            add(name, getattr(module, name), module.__name__)
    for some in loops:
        for name, value in named_in(some):
            add(name, value, getattr(value, "__module__", "the kernels"))
    return found


def named_in(some: Loops) -> list[tuple[str, Any]]:
    """The functions and numbers of some loops, by name."""
    if isinstance(some, Mapping):
        return list(some.items())
    numbers = [(k, v) for k, v in vars(some).items() if k.isupper() and isinstance(v, int)]
    return [*numbers, *functions_of(some)]


def functions_of(module: ModuleType) -> list[tuple[str, FunctionType]]:
    """The functions that a module defines itself."""
    return [(k, f) for k, f in vars(module).items() if isinstance(f, FunctionType) and f.__module__ == module.__name__]


def link(
    game: Game, decorate: Callable[[FunctionType], Any], compiled: bool, loops: Sequence[Loops] = (kernels,)
) -> SimpleNamespace:
    """All functions of the game and of the kernels' modules, each decorated, sharing one dict of globals."""
    names = linked_names(game, loops)
    names["emit"] = emit_nothing if compiled else emit
    names["put"] = put_record if compiled else put
    names["hide"] = define(hide_source(game.fields), "hide", f"hide {game.name}")
    shared: dict[str, Any] = {"__builtins__": __builtins__}
    for name, value in names.items():
        if isinstance(value, FunctionType):
            clone = FunctionType(value.__code__, shared, value.__name__, value.__defaults__)
            clone.__qualname__, clone.__module__, clone.__doc__ = (
                value.__qualname__,
                value.__module__,
                value.__doc__,
            )
            value = decorate(clone)
        shared[name] = value
    return SimpleNamespace(**{k: v for k, v in shared.items() if k != "__builtins__"})
