"""What some tests need that is no Python: browsers, PostgreSQL, Redis, nginx.

Without it they are skipped, with a reason; under CI they fail. `python -m tests.needs` looks what is missing and, where
it may, installs it: as root, with apt. It never asks for more rights unless told to: `make test-deps` says `--sudo`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

# Where Debian keeps programs that are on no one's PATH; of several PostgreSQLs the newest.
CLUSTERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True)
FOLDERS = ("/usr/sbin", *map(str, CLUSTERS))


@dataclass(frozen=True)
class Need:
    """Something that tests need: any of these programs, and the Debian packages that bring it."""

    name: str
    programs: tuple[str, ...]
    packages: tuple[str, ...]

    @property
    def advice(self) -> str:
        """How to get it."""
        return f"`make test-deps` installs it (on Debian {' '.join(self.packages)})"

    def find(self) -> str | None:
        """Where the program is."""
        path = os.pathsep.join([os.environ.get("PATH", ""), *FOLDERS])
        return next(filter(None, (shutil.which(program, path=path) for program in self.programs)), None)


class Browser(Need):
    """Chromium, with Japanese letters: the one that is named, the system's, or the one that Playwright has fetched."""

    def find(self) -> str | None:
        return os.environ.get("KOBAKO_CHROMIUM") or super().find() or fetched_browser()


# The headless shell first: it draws the same pages in about half of the time, having no windows to think of.
BROWSER = Browser(
    "a browser",
    ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    ("chromium-headless-shell", "fonts-noto-cjk"),
)
POSTGRES = Need("PostgreSQL", ("postgres",), ("postgresql",))
REDIS = Need("Redis", ("redis-server",), ("redis-server",))
NGINX = Need("nginx", ("nginx",), ("nginx",))
SYSTEMD = Need("systemd-analyze", ("systemd-analyze",), ("systemd",))
PS = Need("ps", ("ps",), ("procps",))
STRACE = Need("strace", ("strace",), ("strace",))
# The page that needs no server is opened in other browsers too, and a whole Chromium knows what can be installed.
FIREFOX = Need("Firefox", ("firefox-esr", "firefox"), ("firefox-esr",))
WEBKIT = Need("WebKitGTK", ("WebKitWebDriver",), ("webkit2gtk-driver",))
XVFB = Need("Xvfb", ("Xvfb",), ("xvfb",))
CHROME = Need("a whole Chromium", ("chromium", "google-chrome"), ("chromium",))
NEEDS = (BROWSER, POSTGRES, REDIS, NGINX, SYSTEMD, PS, STRACE, FIREFOX, WEBKIT, XVFB, CHROME)


def fetched_browser() -> str | None:
    """The Chromium that Playwright has fetched, if it has."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def needed(need: Need) -> str:
    """Where a program is. Without it the test that asks is skipped; under CI it fails."""
    return need.find() or without(f"{need.name} is not installed: `make test-deps` does it")


def without(reason: str) -> NoReturn:
    """End a test that cannot be run here: a developer's machine need not have everything, but CI must."""
    if under_ci():
        pytest.fail(reason)
    pytest.skip(reason)


def under_ci() -> bool:
    """Whether nothing may be left out."""
    return os.environ.get("CI", "").lower() in ("true", "1")


def missing() -> list[Need]:
    """What is not there."""
    return [need for need in NEEDS if need.find() is None]


def run(*command: str) -> None:
    """Run a command, and show it. It may complain, and what came of it is looked at afterwards."""
    print("$", *command, flush=True)
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)


def install(wanted: Sequence[Need], sudo: bool) -> None:
    """Install as much as there are rights for."""
    root = os.geteuid() == 0
    as_root = [] if root else ["sudo"]
    apt = shutil.which("apt-get") if root or sudo else None
    if apt:
        quietly = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", apt, "-qq", "-o=Dpkg::Use-Pty=0"]
        run(*quietly, "update")
        for need in wanted:  # one by one: where one is not to be had, the others still are
            run(*quietly, "install", "-y", *need.packages)
    if BROWSER in wanted and BROWSER.find() is None and (root or sudo or under_ci()):
        run(sys.executable, "-m", "playwright", "install", "chromium", *(["--with-deps"] if apt else []))


def main(sudo: bool) -> int:
    """Install what is missing, if we may, and say what still is."""
    if absent := missing():
        install(absent, sudo)
        absent = missing()
    if absent:
        fate = "fail" if under_ci() else "be skipped"
        print(f"Not installed: {', '.join(need.name for need in absent)}. The tests that need them will {fate}.")
        packages = " ".join(package for need in absent for package in need.packages)
        print(f"`make test-deps` installs them; on Debian or Ubuntu by  sudo apt install {packages}")
    return 1 if absent and sudo else 0


if __name__ == "__main__":
    sys.exit(main(sudo="--sudo" in sys.argv[1:]))
