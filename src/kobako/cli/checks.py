"""The checks of `kobako doctor`: each looks at one thing, changes nothing, and says what it found."""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import platform
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import kobako
from kobako.bots.minds import weights_of
from kobako.bots.search.thinking import compiled_guided, compiled_search
from kobako.core import jit
from kobako.core.batch import OBSERVATIONS
from kobako.core.compiling import OBSERVED, Compiled, cache_home, note
from kobako.core.errors import KobakoError, describe
from kobako.core.game import Game
from kobako.core.words import Words

OK, SLOWER, ABSENT, WRONG = "ok", "slower", "absent", "wrong"


@dataclass(frozen=True)
class Finding:
    """What was looked at, how it stands, what there is, and how to mend it."""

    check: str
    status: str
    found: str
    mend: str = ""


def all_findings(words: Words, database: str | None, environment: Mapping[str, str]) -> list[Finding]:
    """All that there is to say."""
    found = [python(words), *requirements(words), compiler(words), cache(words), *kernels(words)]
    return [*found, stored_tables(words, database, environment), browser(words), *extras(words)]


def python(words: Words) -> Finding:
    """Python itself."""
    version, wanted = platform.python_version(), importlib.metadata.metadata("kobako")["Requires-Python"].strip(">= ")
    if numbers(version) >= numbers(wanted):
        return Finding("python", OK, version)
    return Finding("python", WRONG, version, say(words, "old_python", oldest=wanted))


def say(words: Words, key: str, **values: Any) -> str:
    """A sentence of the catalogue."""
    return words.get("doctor", key).format(**values)


@dataclass(frozen=True)
class Requirement:
    """A package that Kobako, or an extra of it, requires."""

    package: str
    least: str
    text: str
    extra: str

    @property
    def version(self) -> str | None:
        """The version that is installed."""
        try:
            return importlib.metadata.version(self.package)
        except importlib.metadata.PackageNotFoundError:
            return None

    @property
    def met(self) -> bool:
        """Whether it is installed, and new enough."""
        version = self.version
        return version is not None and numbers(version) >= numbers(self.least)


def numbers(version: str) -> list[int]:
    """The numbers of a version, up to the first part that is none."""
    return [int(part) for part in re.match(r"[\d.]*", version)[0].split(".") if part]  # type: ignore[index]


def required() -> list[Requirement]:
    """What the installed package says that it requires. What only some machines need is left to the installer."""
    found = []
    for line in importlib.metadata.requires("kobako") or ():
        text, _, marker = (part.strip() for part in line.partition(";"))
        extra = re.fullmatch(r"extra == ['\"](.+)['\"]", marker)
        name = re.match(r"[\w.-]+", text)
        if name and name[0] != "kobako" and (extra or not marker):
            least = re.search(r">=\s*([\d.]+)", text)
            found.append(Requirement(name[0], least[1] if least else "", text, extra[1] if extra else ""))
    return found


def requirements(words: Words) -> list[Finding]:
    """The packages that nothing works without."""
    needed = [one for one in required() if not one.extra]
    wrong = [
        Finding(
            "packages",
            WRONG,
            say(words, "package_missing", package=one.package)
            if one.version is None
            else say(words, "package_old", package=one.package, version=one.version, least=one.least),
            say(words, "install", what=one.text),
        )
        for one in needed
        if not one.met
    ]
    return wrong or [Finding("packages", OK, ", ".join(f"{one.package} {one.version}" for one in needed))]


def extras(words: Words) -> list[Finding]:
    """What can be installed besides."""
    found = []
    for extra in sorted({one.extra for one in required() if one.extra}):
        missing = [one.package for one in required() if one.extra == extra and not one.met]
        if missing:
            mend = say(words, "install", what=f"kobako[{extra}]")
            found.append(
                Finding("extras", ABSENT, say(words, "extra_missing", extra=extra, missing=", ".join(missing)), mend)
            )
        else:
            found.append(Finding("extras", OK, extra))
    return found


def has(module: str) -> bool:
    """Whether a module can be found."""
    with contextlib.suppress(ImportError):
        return find_spec(module) is not None
    return False


def extra_of(package: str) -> str:
    """What to install to have a package: Kobako with the smallest extra that brings it."""
    bringing = [one.extra for one in required()]
    extras = [one.extra for one in required() if one.package == package]
    return f"kobako[{min(extras, key=bringing.count)}]" if all(extras) and extras else "kobako"


def compiler(words: Words) -> Finding:
    """Numba: whether it is here, and known to us."""
    try:
        version, lacks = jit.version(), jit.lacking()
        llvmlite = importlib.metadata.version("llvmlite")
    except Exception as failed:  # what is broken there may break in any way
        why = f"{type(failed).__name__}: {failed}"
        return Finding(
            "compiler", WRONG, say(words, "no_compiler", why=why), say(words, "install", what=jit.requirement())
        )
    oldest, newest = (f"{major}.{minor}" for major, minor in (jit.OLDEST, jit.NEWEST))
    known = say(words, "compiler", version=version, llvmlite=llvmlite, oldest=oldest, newest=newest)
    if not lacks:
        return Finding("compiler", OK, known)
    costs = [f"{part}: {words.get('lacking', part)}" for part in lacks]
    return Finding("compiler", SLOWER, f"{known}; {'; '.join(costs)}", say(words, "install", what=jit.requirement()))


def cache(words: Words) -> Finding:
    """Where compiled kernels are kept."""
    home = cache_home()
    size = sum(file.stat().st_size for file in home.rglob("*") if file.is_file()) if home.is_dir() else 0
    if is_writable(home):
        return Finding("cache", OK, say(words, "cache", path=home, size=f"{size / 1e6:.1f}"))
    return Finding("cache", SLOWER, say(words, "cache_closed", path=home), say(words, "open_cache"))


def is_writable(path: Path) -> bool:
    """Whether a folder can be written to, or made."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return path.is_dir() and os.access(path, os.W_OK | os.X_OK)


def workshops(game: Game) -> list[Compiled]:
    """All that can be compiled of a game."""
    found = [game.compiled, compiled_search(game)]
    if weights_of(game) is not None:
        found.append(compiled_guided(game))
    if has("gymnasium"):
        from kobako.adapters.vector import compiled_against

        found.append(compiled_against(game))
    return found


def variants(compiled: Compiled) -> Iterator[tuple[str, str]]:
    """The kernels of one, each with what its observations are made of."""
    for name in compiled.loops.names:
        for observed in OBSERVATIONS if compiled.loops.observes(name) else (OBSERVED,):
            yield name, observed


def kernels(words: Words) -> Iterator[Finding]:
    """Of every game, which kernels are compiled, and which do not compile."""
    for name in kobako.game_names() if has("numba") else ():
        try:
            yield kernels_of(words, kobako.game(name))
        except Exception as failed:  # a third party's package may fail in any way
            why = describe(failed.__cause__ or failed)
            mend = say(words, "mend_game", game=name)
            yield Finding("kernels", WRONG, say(words, "broken_game", game=name, why=why), mend)


def kernels_of(words: Words, game: Game) -> Finding:
    """How the kernels of one game stand."""
    ready, total, failed, notes = 0, 0, [], []
    for compiled in workshops(game):
        place = compiled.place
        for kernel, observed in variants(compiled):
            folder, total = place / f"{kernel}-{observed}", total + 1
            if note(folder).is_file():
                notes.append(note(folder))
                failed.append(f"{kernel}: {note(folder).read_text(encoding='utf-8').partition(chr(10))[0]}")
            elif (kernel, observed) in compiled.failures:  # and no note could be left
                failed.append(str(compiled.failures[kernel, observed]))
            else:
                ready += any(folder.glob("*.nbi"))
    count = say(words, "kernels", game=game.name, ready=ready, total=total)
    if not failed:
        return Finding("kernels", OK, count, "" if ready == total else say(words, "compile_later"))
    mend = [say(words, "mend_kernel", game=game.name), *(say(words, "whole_reason", place=one) for one in notes[:1])]
    return Finding("kernels", WRONG, "; ".join([count, *failed]), " ".join(mend))


def stored_tables(words: Words, database: str | None, environment: Mapping[str, str]) -> Finding:
    """The server's database: whether it can be reached, and is of this version."""
    if not has("sqlalchemy"):
        return Finding("database", ABSENT, say(words, "no_server"), say(words, "install", what=extra_of("sqlalchemy")))
    from kobako.server.look import Standing, look_at
    from kobako.server.settings import read_settings

    try:
        seen = look_at(read_settings({"database": database}, environment).database_url)
    except KobakoError as wrong:
        return Finding("database", WRONG, str(wrong), say(words, "mend_database"))
    mends = {Standing.NEWER: "newer", Standing.DAMAGED: "rescue"}
    found = say(words, seen.standing.value, damage=seen.damage)
    if seen.standing not in mends:
        return Finding("database", OK, f"{seen.shown}: {found}")
    return Finding("database", WRONG, f"{seen.shown}: {found}", say(words, mends[seen.standing]))


def browser(words: Words) -> Finding:
    """The page that a server hands out."""
    if not has("fastapi"):
        return Finding("browser", ABSENT, say(words, "no_server"), say(words, "install", what=extra_of("fastapi")))
    from kobako.server.screen import screen_folder

    screen = screen_folder()
    if screen:
        return Finding("browser", OK, str(screen))
    return Finding("browser", WRONG, say(words, "no_browser"), say(words, "build_browser"))
