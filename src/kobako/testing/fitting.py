"""Whether a value is what its type says: mypy knows it of what it can follow, this of what was really made."""

from __future__ import annotations

from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from typing_extensions import get_type_hints, is_typeddict

from kobako.core.shown import MORE


class Misfit(TypeError):
    """A value that its type does not allow, and where it stands."""


def check_fit(value: Any, kind: Any, where: str = "it") -> None:
    """Refuse a value that is not of this type: a TypedDict, or one of those that JSON has."""
    origin, parts = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        check_fields(value, kind, where)
    elif origin in (Union, UnionType):
        check_one_of(value, parts, where)
    elif origin is Literal:
        if value not in parts:
            raise Misfit(f"{where}: {value!r} is none of {', '.join(map(repr, parts))}")
    elif origin is list:
        expect(value, list, where)
        for i, part in enumerate(value):
            check_fit(part, parts[0], f"{where}[{i}]")
    elif origin is dict:
        expect(value, dict, where)
        for key, part in value.items():
            check_fit(key, parts[0], f"{where}, a key")
            check_fit(part, parts[1], f"{where}[{key!r}]")
    elif isinstance(kind, type) and kind not in (object, Any):
        expect(value, kind, where)


def expect(value: Any, kind: type, where: str) -> None:
    """A whole number does for a float; true is no number."""
    if type(value) is not kind and not (kind is float and type(value) is int):
        raise Misfit(f"{where}: {value!r} is not of type {'None' if kind is NoneType else kind.__name__}")


def check_one_of(value: Any, kinds: tuple[Any, ...], where: str) -> None:
    wrong = []
    for kind in kinds:
        try:
            return check_fit(value, kind, where)
        except Misfit as misfit:
            wrong.append(str(misfit))
    raise Misfit("; ".join(wrong))


@cache
def fields_of(kind: Any) -> dict[str, Any]:
    """The fields of a TypedDict and their types: read once, since thousands of values are held against them."""
    return get_type_hints(kind)


def check_fields(value: Any, kind: Any, where: str) -> None:
    """Every field that must be there, and none that is not known."""
    expect(value, dict, where)
    fields = fields_of(kind)
    if missing := kind.__required_keys__ - value.keys():
        raise Misfit(f"{where} lacks {', '.join(sorted(missing))}")
    if kind not in MORE and (unknown := value.keys() - fields.keys()):
        raise Misfit(f"{where}: {kind.__name__} has no {', '.join(sorted(unknown))}")
    for name, part in value.items():
        check_fit(part, fields.get(name) or MORE[kind], f"{where}.{name}")
