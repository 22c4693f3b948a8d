"""What a game gets for the parts that it leaves out: each made from the fields of its state.

They are honest rather than handsome: a first game runs on them at once, and replaces one when it has something better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, cast

from kobako.core.dialect import define
from kobako.core.errors import BadGame
from kobako.core.fields import NONE, SEATS, UNKNOWN, Field, Seen, State, without_history
from kobako.core.shown import Json, Pieces, PlainView
from kobako.core.words import Words, load_words

# Fields that every state has: a game's own are the others.
SHARED = frozenset(State.FIELDS)
MOST = 255  # the highest number of an observation


def refuse(rules: ModuleType, package: str) -> Any:
    """There is no default for this."""
    raise BadGame


def own_fields(rules: ModuleType) -> dict[str, Field]:
    """The fields that a game adds, but for room to work in, what happened, and house rules, which never change."""
    table: dict[str, Field] = without_history(rules.State.FIELDS)
    return {k: f for k, f in table.items() if k not in SHARED and f.seen is not Seen.SCRATCH}


# Knowledge


def observation_size(rules: ModuleType, package: str) -> int:
    """How many numbers the default observation has."""
    return len(observation_places(rules))


def observe(rules: ModuleType, package: str) -> Callable[[Any, int, Any], None]:
    """Every field that the seat sees, seats counted from it: one more than the number, so that NONE is 0."""
    lines = ["def observe(s, me, x):"]
    for i, place in enumerate(observation_places(rules)):
        lines.append(f"    x[{i}] = min({MOST}, max(0, {place}))")
    made: Callable[[Any, int, Any], None] = define("\n".join(lines) + "\n", "observe", f"observe {package}")
    return made


def observation_places(rules: ModuleType) -> list[str]:
    """What each number of the default observation is, as a text of Python."""
    places = [
        "s.players",
        "me",
        "(s.to_move - me) % s.players",
        "s.together >> me & 1",
        "s.phase",
        "s.round_no",
        "s.over",
    ]
    for name, field in own_fields(rules).items():
        if field.seen is Seen.OWNER:
            places += [f"s.{name}[me]{rest} + 1" for rest in indices(field.shape[1:])]
        elif field.seen is Seen.EVERYONE and is_by_seat(field):
            for seat in range(SEATS):
                there, turned = f"if {seat} < s.players else 0", f"s.{name}[(me + {seat}) % s.players]"
                places += [f"{turned}{rest} + 1 {there}" for rest in indices(field.shape[1:])]
        elif field.seen is Seen.EVERYONE:
            places += [f"s.{name}{rest} + 1" for rest in indices(field.shape)]
    return places


def indices(shape: Sequence[int]) -> list[str]:
    """Every place of a field of this shape, as it is written behind its name."""
    places = [""]
    for size in shape:
        places = [f"{place}[{i}]" for place in places for i in range(size)]
    return places


def is_by_seat(field: Field) -> bool:
    """Whether the first index of a field is taken to be the seat."""
    return len(field.shape) > 0 and field.shape[0] == SEATS


def imagine(rules: ModuleType, package: str) -> Callable[[Any, int, Any], None]:
    """Where nothing is hidden there is nothing to imagine."""
    hidden = [name for name, field in own_fields(rules).items() if field.seen in (Seen.OWNER, Seen.NOBODY)]
    if hidden:
        raise BadGame(
            f"{', '.join(hidden)} can be hidden from a seat, so the game must say which states fit a view: "
            "write imagine(s, me, r) in rules.py or knowledge.py"
        )
    return imagine_nothing


def imagine_nothing(s: Any, me: int, r: Any) -> None:
    """All is seen."""


# Notation


def action_text(rules: ModuleType, package: str) -> Callable[[State, int], str | None]:
    """The texts that the rules list, else the action's number."""
    texts: Sequence[str] | None = getattr(rules, "ACTION_TEXTS", None)
    if texts is not None and len(texts) != rules.ACTIONS:
        raise BadGame(f"ACTION_TEXTS has {len(texts)} texts for {rules.ACTIONS} actions")
    return lambda s, action: str(action) if texts is None else texts[action]


def action_kind(rules: ModuleType, package: str) -> Callable[[int], str]:
    """The first word of an action's text."""
    texts: Sequence[str] | None = getattr(rules, "ACTION_TEXTS", None)
    return lambda action: "play" if texts is None else texts[action].split()[0]


def action_parts(rules: ModuleType, package: str) -> Callable[[State, int], Pieces]:
    """What follows the first word of an action's text is the piece that it names."""
    texts: Sequence[str] | None = getattr(rules, "ACTION_TEXTS", None)

    def parts(s: State, action: int) -> Pieces:
        named = str(action) if texts is None else texts[action].partition(" ")[2]
        return {"piece": named} if named else {}

    return parts


def show(rules: ModuleType, package: str) -> Callable[[State], PlainView]:
    """The fields by their names, those by seat under `seats`; nobody's are left out.

    A `hand` that is not seen is as many "?" as `hand_size`, if there is such a field for all to see, says.
    """
    table = {name: field for name, field in own_fields(rules).items() if field.seen is not Seen.NOBODY}
    texts: dict[str, Callable[[State, int], str]] = getattr(rules, "TEXTS", {})

    def written(s: State, name: str, value: Any) -> Json:
        if isinstance(value, list):
            if all(one == UNKNOWN for one in value):
                return "?"  # not even how many there are
            filled = max((i for i, one in enumerate(value) if one != NONE), default=-1) + 1
            return [written(s, name, one) for one in value[:filled]]
        if value == UNKNOWN:
            return "?"
        return None if value == NONE else texts[name](s, value) if name in texts else value

    def of_seat(s: State, name: str, seat: int) -> Json:
        value = written(s, name, getattr(s, name)[seat])
        size = table.get(f"{name}_size")
        known = size is not None and size.seen is Seen.EVERYONE and size.shape == (SEATS,)
        return ["?"] * getattr(s, f"{name}_size")[seat] if value == "?" and known else value

    def shown(s: State) -> PlainView:
        by_seat = {name for name, field in table.items() if is_by_seat(field)}
        whole = {
            "round": s.round_no,
            "to_move": None if s.over else s.to_move,
            **{name: written(s, name, getattr(s, name)) for name in table if name not in by_seat},
            "seats": [{name: of_seat(s, name, seat) for name in table if name in by_seat} for seat in range(s.players)],
        }
        return cast("PlainView", whole)

    return shown


# Why not, and what must hold


def why(rules: ModuleType, package: str) -> Callable[[State, int], str]:
    """The first rule that has a sentence."""

    def first_rule(s: State, action: int) -> str:
        known = load_words(package, "en").tables.get("rule", {})
        if not known:
            raise BadGame(f"{package} has no sentence for a refused move: its words need a [rule] with a rule's number")
        return str(next(iter(known)))

    return first_rule


def never_broken(s: State) -> str | None:
    """Nothing is known that must hold."""
    return None


def all_fit(s: State) -> None:
    """All values that are allowed can be played together."""


# What an action would do


def foresee_nothing(s: State, action: int) -> None:
    """Nothing is said of it."""


# The picture


def draw(shown: PlainView, words: Words, names: list[str]) -> list[str]:
    """The table as lines of text: what all share, then a line for each seat."""
    common = {k: v for k, v in shown.items() if k not in ("to_move", "seats")}
    lines = [f"{words.view_key(key)}: {in_words(value, words, key)}" for key, value in common.items()]
    for seat, name in enumerate(names):
        mark = "*" if seat == shown["to_move"] else " "
        held = (f"{words.view_key(k)} {in_words(v, words, k)}" for k, v in shown["seats"][seat].items())
        lines.append(f"{mark} {name}: " + "  ".join(held))
    return lines


def in_words(value: object, words: Words, key: str) -> str:
    """A value of a shown view, by its key."""
    if isinstance(value, list):
        return " ".join(in_words(one, words, key) for one in value) or "-"
    return "-" if value is None else words.view_value(str(value), key)
