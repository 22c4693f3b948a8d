"""Write a new game package from the template beside this file."""

from __future__ import annotations

import keyword
import re
import shlex
import shutil
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from kobako.core.errors import BadOption
from kobako.core.registry import game_names

NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")


def write_game(name: str, into: Path) -> list[Path]:
    """A new package `name` in the folder `into`/`name`; gives the files it wrote."""
    check_name(name)
    home = into / name
    if home.exists():
        raise BadOption(f"{home} is there already: choose another name, or remove it")
    template = files("kobako.scaffold").joinpath("template")
    written = []
    for path, text in texts(template):
        target = home / placed(path, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(filled(text, name), encoding="utf-8")
        written.append(target)
    return written


def check_name(name: str) -> None:
    """Refuse a name that no package or game can have."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadOption(
            f"a game's name is that of a Python package, lower-case letters, digits and _, 2 to 30, not {name!r}"
        )
    found = find_spec(name)
    if name in game_names() or name == "tests" or (found and found.origin):  # a mere folder is in nobody's way
        raise BadOption(f"{name!r} is taken by another package: choose another name")


def texts(folder: Traversable, above: str = "") -> list[tuple[str, str]]:
    """The files of the template, by their paths."""
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = f"{above}{entry.name}"
        if entry.is_dir():
            found += texts(entry, f"{path}/")
        elif entry.name.endswith(".txt"):
            found.append((path.removesuffix(".txt"), entry.read_text(encoding="utf-8")))
    return found


def placed(path: str, name: str) -> str:
    """Where a file of the template goes in the new package."""
    if path == "gitignore":
        return ".gitignore"
    return path.replace("game/", f"{name}/", 1).replace("test_game.py", f"test_{name}.py")


def filled(text: str, name: str) -> str:
    """A file of the template with the game's names in it."""
    letters = re.sub(r"[^A-Z]", "", name.upper())
    values = {
        "name": name,
        "title": name.replace("_", " ").title(),
        "RUL": (letters + "XX")[:3],
        "rul": (letters + "XX")[:3].lower(),
        "kobako": our_command(),
        "python": shlex.quote(sys.executable),
    }
    for key, value in values.items():
        text = text.replace(f"{{{{{key}}}}}", value)
    return text


def our_command() -> str:
    """How this Kobako is called again: by its name if that finds it, else by its path."""
    beside = Path(sys.executable).with_name("kobako")
    found = shutil.which("kobako")
    if found and Path(found).resolve() == beside.resolve():
        return "kobako"
    return shlex.quote(str(beside)) if beside.exists() else f"{shlex.quote(sys.executable)} -m kobako"
