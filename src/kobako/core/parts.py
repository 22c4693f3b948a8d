"""Finding the parts of a game: each in a module of its own, in `rules.py` while the game is small, or by default.

| part | what it has, and what stands for it where the game does not say |
|---|---|
| `rules` | `State`, `ACTIONS`, `deal`, `legal`, `apply`, `result`, `bound`: no default |
| | `MOST_LEGAL`: as many as there are actions; `score`: the result |
| `knowledge` | `imagine`: no default if anything is hidden; `observe`: every field that the seat sees |
| `notation` | `action_text`: one of `ACTION_TEXTS`; `action_kind`: its first word; `action_parts`: the rest |
| | `TEXTS`: numbers; `show`: the fields by name; `show_own`: a seat's view is shown like any other |
| `why` | `why`: the first rule that has a sentence; `broken`: nothing ever is |
| | `misfit`: all house rules can be played together |
| `picture` | `draw`: the fields, in words |
| `events` | `EVENTS`: nothing is told |
| `foresee` | `foresee`: of no action is it known what it would do; `foresee_all`: each is asked about alone |

Beside these modules a game's folder may have data: `positions.toml`, `lessons.toml`, `lessons.LANG.toml`.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from types import ModuleType, SimpleNamespace
from typing import Any

from kobako.core import defaults
from kobako.core.errors import BadGame

REQUIRED = ("State", "ACTIONS", "deal", "legal", "apply", "result", "bound")

# What each part has, and what makes it where the game does not: called with the rules and the game's package.
PARTS: Mapping[str, Mapping[str, Callable[[ModuleType, str], Any]]] = {
    "rules": {
        **dict.fromkeys(REQUIRED, defaults.refuse),
        "MOST_LEGAL": lambda rules, package: rules.ACTIONS,
        "score": lambda rules, package: rules.result,
    },
    "knowledge": {
        "OBSERVATION": defaults.observation_size,
        "observe": defaults.observe,
        "imagine": defaults.imagine,
    },
    "notation": {
        "action_text": defaults.action_text,
        "action_kind": defaults.action_kind,
        "action_parts": defaults.action_parts,
        "TEXTS": lambda rules, package: {},
        "show": defaults.show,
        "show_own": lambda rules, package: None,
    },
    "why": {
        "why": defaults.why,
        "broken": lambda rules, package: defaults.never_broken,
        "misfit": lambda rules, package: defaults.all_fit,
    },
    "picture": {"draw": lambda rules, package: defaults.draw},
    "events": {"EVENTS": lambda rules, package: {}},
    "foresee": {
        "foresee": lambda rules, package: defaults.foresee_nothing,
        "foresee_all": lambda rules, package: None,
    },
}


def find_parts(package: str) -> dict[str, SimpleNamespace]:
    """All parts of a game, whole."""
    rules = find_module(package, "rules")
    if rules is None:
        raise BadGame(f"{package} has no rules: a game's rules are in its rules.py")
    return {part: found(package, part, rules) for part in PARTS}


def found(package: str, part: str, rules: ModuleType) -> SimpleNamespace:
    """One part: what its module says, else what the rules say, else the default."""
    module = find_module(package, part)
    said: dict[str, Any] = {}
    for name, default in PARTS[part].items():
        home = next((home for home in (module, rules) if hasattr(home, name)), None)
        try:
            said[name] = getattr(home, name) if home else default(rules, package)
        except BadGame as lacking:
            raise BadGame(f"{package}.{part} lacks {name!r}{f': {lacking}' if str(lacking) else ''}") from None
    return SimpleNamespace(__name__=f"{package}.{part}", **said)


def find_module(package: str, name: str) -> ModuleType | None:
    """A module of a game's package, if it is there."""
    wanted = f"{package}.{name}"
    try:
        return importlib.import_module(wanted)
    except ModuleNotFoundError as missing:
        if missing.name != wanted:
            raise  # it is there, and lacks something itself
        return None


def find_data(package: str, name: str) -> dict[str, Any]:
    """A TOML file of a game's folder; nothing, if it is not there."""
    path = files(package).joinpath(name)
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as wrong:
        raise BadGame(f"{package}: {name} cannot be read: {wrong}") from None
