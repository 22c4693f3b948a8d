"""The package as a user gets it: built where there is no Node, installed where there is nothing, and a table opens.

Every run packs what is built already. From a checkout in which nothing is, and into an environment of its own, takes
minutes: `make soak` does it, and .ci/run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.web.conftest import ROOT


def run(folder: Path, *command: str, path: Path) -> str:
    """Run a program that finds no others but those in `path`; gives what it said."""
    done = subprocess.run(command, cwd=folder, env=finding(path), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def finding(path: Path) -> dict[str, str]:
    """This environment, in which no other programs are found, and no modules of ours."""
    return {**{name: value for name, value in os.environ.items() if name != "PYTHONPATH"}, "PATH": str(path)}


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for programs in which there is a shell and nothing else, no Node above all."""
    folder = tmp_path_factory.mktemp("bin")
    (folder / "sh").symlink_to(str(shutil.which("sh")))
    return folder


@pytest.fixture(scope="module", params=["built", pytest.param("unbuilt", marks=pytest.mark.soak)])
def wheel(bare: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel made from the sdist that was made from a checkout, in which nothing may have been built."""
    folder = tmp_path_factory.mktemp("package")
    fresh = folder / "checkout"
    built = ["dist"] if request.param == "unbuilt" else []
    left = shutil.ignore_patterns(".git", ".venv", "node_modules", "build", "__pycache__", ".*_cache", *built)
    shutil.copytree(ROOT, fresh, ignore=left)
    run(fresh, sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder), path=bare)
    (made,) = folder.glob("*.tar.gz")
    with tarfile.open(made) as archive:
        archive.extractall(folder, filter="data")
    (source,) = folder.glob("kobako-*/")
    run(source, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), path=bare)
    assert not (source / "web" / "node_modules").exists()  # what the sdist brought was not built again
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_the_wheel_has_all_of_the_front_end(wheel: Path) -> None:
    built = wheel.parent / "checkout" / "web" / "dist"
    wanted = {f"kobako/server/static/{file.relative_to(built)}" for file in built.rglob("*") if file.is_file()}
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert wanted <= packed
    # Of a game's folder `web` only what the server hands out by itself: the tables are in the front end.
    own = {name for name in packed if name.startswith("kobako/games/") and "/web/" in name}
    pictures = [file for kind in ("svg", "png", "webp") for file in ROOT.glob(f"src/kobako/games/*/web/*.{kind}")]
    assert own == {str(file.relative_to(ROOT / "src")) for file in pictures}


@pytest.mark.soak
def test_the_wheel_in_an_environment_of_its_own_opens_a_table(wheel: Path, bare: Path, tmp_path: Path) -> None:
    clean = tmp_path / "clean"
    run(tmp_path, sys.executable, "-m", "venv", "--without-pip", str(clean), path=bare)
    ours = (sys.executable, "-m", "pip", "--python", str(clean / "bin" / "python"))  # one of its own is long in making
    pip = (*ours, "-qq", "--disable-pip-version-check", "install", "--no-compile")
    run(tmp_path, *pip, "--require-hashes", "-r", str(ROOT / "requirements" / "play.txt"), path=bare)
    run(tmp_path, *pip, "--no-deps", str(wheel), path=bare)
    kobako = str(clean / "bin" / "kobako")
    assert "umbradeco" in run(tmp_path, kobako, "games", path=bare)

    serve = [kobako, "serve", "--port", "0", "--database", str(tmp_path / "tables.sqlite")]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=finding(bare)) as server:
        try:
            assert server.stdout
            address = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
            assert address
            page = read(address[0])
            scripts = re.findall(r'src="\.(/assets/[^"]+\.js)"', page)
            assert scripts
            assert all(read(address[0] + script) for script in scripts)
        finally:
            server.terminate()


def read(address: str) -> str:
    """What is to be had at an address."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        return str(answer.read().decode())
