"""Where games are kept, and the seats one holds on servers."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import time
from pathlib import Path

from platformdirs import user_data_path

from kobako.core.errors import KobakoError
from kobako.core.kifu import FORMAT


def new_path(game: str, save: Path | None) -> Path:
    """The file for a game: the one asked for, or one in the user's own folder, named by game and time."""
    if save is not None:
        return save
    folder = home() / "kifu"
    stamp = time.strftime("%Y%m%d-%H%M%S")
    path = folder / f"{game}-{stamp}.kifu"
    more = 1
    while path.exists():
        more += 1
        path = folder / f"{game}-{stamp}-{more}.kifu"
    return path


def home() -> Path:
    """The user's own folder; KOBAKO_DATA names another."""
    named = os.environ.get("KOBAKO_DATA")
    return Path(named) if named else user_data_path("kobako", appauthor=False)


def write(path: Path, text: str, mode: int = 0o666) -> None:
    """Write a file whole or not at all: what was there stays until the new one is complete.

    A link stays one. The user's umask takes from `mode` what it takes from any new file.
    """
    target = path.resolve()
    draft = target.with_name(f".kobako-{secrets.token_hex(8)}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with open(draft, "x", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, mode)) as out:
            out.write(text)
        draft.replace(target)
    except OSError as wrong:
        raise OSError(wrong.errno, wrong.strerror, str(path)) from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


class Keeper:
    """Keeps one game in its file."""

    def __init__(self, game: str, save: Path | None) -> None:
        self.path = new_path(game, save)
        self.written = False
        self.fault = ""

    def __call__(self, kifu: str, over: bool = False) -> None:
        """Keep the game as it is; where that fails the game goes on, and the end says so."""
        try:
            write(self.path, kifu)
            self.written, self.fault = True, ""
        except OSError as wrong:
            self.fault = str(wrong)


def check_writable(save: Path | None) -> None:
    """Say before the game, not after it, that it could not be saved there, or that something would be lost."""
    if save is None:
        return
    try:
        fault = fault_of(save.resolve())
    except OSError as wrong:
        fault = str(wrong.strerror)
    if fault:
        raise KobakoError(f"cannot save as {save}: {fault}")


def fault_of(path: Path) -> str:
    """Why a game cannot be kept in this file; nothing if it can. Another kifu makes room, nothing else does."""
    if path.is_dir():
        return "that is a folder"
    if not path.parent.is_dir():
        return "no such folder"
    if not os.access(path.parent, os.W_OK):
        return "you may not write in that folder"
    if not path.exists():
        return ""
    if not path.is_file():
        return "that is no ordinary file"
    with path.open("rb") as old:
        begins = old.read(len(FORMAT))
    return "" if begins in (b"", FORMAT.encode()) else "what is there is no kifu, and would be lost"


def seats_file() -> Path:
    return home() / "seats.json"


def known_seats() -> dict[str, str]:
    """The secrets of the seats taken from this machine, by the table's address."""
    try:
        found = json.loads(seats_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    kept = found.items() if isinstance(found, dict) else ()
    return {str(key): str(value) for key, value in kept if re.fullmatch(r"[\w-]{1,100}", str(value))}


def remember_seat(address: str, secret: str | None) -> None:
    """Keep a seat's secret, readable by its user alone, or forget it."""
    seats = {key: value for key, value in known_seats().items() if key != address}
    if secret is not None:
        seats[address] = secret
    write(seats_file(), json.dumps(dict(list(seats.items())[-50:]), indent=1), 0o600)  # for the owner's eyes only
