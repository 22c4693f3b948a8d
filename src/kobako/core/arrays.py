"""The arrays that kernels take, as types: what stands at a parameter is what the kernel is compiled for.

No object is of these types. A plain kernel is handed lists, a compiled one NumPy arrays, and both know what is written
here: a type checker sees what each holds, so that two of different kinds are not swapped unnoticed.

    def pick(legals: Ints2d, counts: Ints, choices: Longs2d, actions: Ints) -> None: ...
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, ClassVar, Protocol, TypeVar, get_type_hints, overload

from kobako.core.errors import BadGame
from kobako.core.fields import State

Item = TypeVar("Item")
Line = TypeVar("Line", covariant=True)

STATE, OBSERVED = "state", "observed"  # elements that a game and a caller settle
SINGLE = {int: "int64", float: "float64"}  # what a single number is compiled as


class Array(Protocol[Item]):
    """An array of one dimension.

    ELEMENT is a scalar type of NumPy's, STATE, OBSERVED, or a name of its own for records that have RECORD's fields.
    """

    ELEMENT: ClassVar[str]
    DIMENSIONS: ClassVar[int] = 1
    RECORD: ClassVar[tuple[tuple[str, str], ...]] = ()

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> Item: ...
    def __setitem__(self, at: int | slice, value: Item, /) -> None: ...


class Array2d(Protocol[Line, Item]):
    """An array of two dimensions: lines of one kind."""

    ELEMENT: ClassVar[str]
    DIMENSIONS: ClassVar[int] = 2
    RECORD: ClassVar[tuple[tuple[str, str], ...]] = ()

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, at: int, /) -> Line: ...
    @overload
    def __getitem__(self, at: tuple[int, int], /) -> Item: ...
    def __setitem__(self, at: tuple[int, int] | slice, value: Item, /) -> None: ...


class States(Array[State]):
    """A game's states."""

    ELEMENT = STATE


class Bytes(Array[int]):
    """Whole numbers of 8 bits: a mask, or what has ended."""

    ELEMENT = "uint8"


class Ints(Array[int]):
    """Whole numbers of 32 bits: actions, seats, counts."""

    ELEMENT = "int32"


class Longs(Array[int]):
    """Whole numbers of 64 bits: the words of a seed or of a quick generator."""

    ELEMENT = "int64"


class Flags(Array[int]):
    """True or false, written as 1 or 0."""

    ELEMENT = "bool"


class Floats(Array[float]):
    """Numbers of 32 bits: rewards."""

    ELEMENT = "float32"


class Doubles(Array[float]):
    """Numbers of 64 bits."""

    ELEMENT = "float64"


class Observation(Array[float]):
    """What a seat knows, in bytes or in numbers of 32 bits as the caller likes."""

    ELEMENT = OBSERVED


class Bytes2d(Array2d[Bytes, int]):
    """A line of bytes for every game."""

    ELEMENT = "uint8"


class Ints2d(Array2d[Ints, int]):
    """A line of whole numbers for every game."""

    ELEMENT = "int32"


class Longs2d(Array2d[Longs, int]):
    """The words of many seeds or generators."""

    ELEMENT = "int64"


class Floats2d(Array2d[Floats, float]):
    """A line of numbers for every game."""

    ELEMENT = "float32"


class Doubles2d(Array2d[Doubles, float]):
    """A line of exact numbers for every action."""

    ELEMENT = "float64"


class Observations(Array2d[Observation, float]):
    """What a seat of every game knows."""

    ELEMENT = OBSERVED


def parameters(kernel: FunctionType) -> dict[str, Any]:
    """A kernel's parameters with their types: int, float, or one of the arrays."""
    hints = get_type_hints(kernel)
    code = kernel.__code__
    found = {name: hints.get(name) for name in code.co_varnames[: code.co_argcount]}
    for name, kind in found.items():
        if kind not in SINGLE and not hasattr(kind, "ELEMENT"):
            raise BadGame(
                f"{kernel.__module__}.{kernel.__name__}: the parameter {name!r} of a kernel that is called from "
                f"outside is an int, a float, or an array of kobako.core.arrays, not {kind!r}"
            )
    return found


def spelled(kind: Any) -> str:
    """A parameter's type as a word: `int32[:,:]`, `state[:]`, `float64`."""
    if kind in SINGLE:
        return SINGLE[kind]
    return f"{kind.ELEMENT}[{','.join(':' * kind.DIMENSIONS)}]"
