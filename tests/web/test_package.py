"""The front end travels with the package: in the sdist, and from there into the wheel, with no Node in reach."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tests.web.conftest import ROOT


def run(folder: Path, *arguments: str, path: str | None = None) -> None:
    """Run a module of this Python; with a `path` of its own, nothing else is found."""
    environment = {"PATH": path, "HOME": str(folder)} if path is not None else None
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_wheel_made_from_the_sdist_has_the_front_end_and_needs_no_node(tmp_path: Path) -> None:
    run(ROOT, "hatchling", "build", "-t", "sdist", "-d", str(tmp_path))
    (made,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(made) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.glob("kobako-*/")
    assert not (source / "web" / "node_modules").exists()
    run(source, "hatchling", "build", "-t", "wheel", "-d", str(tmp_path), path="")
    assert not (source / "web" / "node_modules").exists()
    (wheel,) = tmp_path.glob("*.whl")
    built = ROOT / "web" / "dist"
    wanted = {f"kobako/server/static/{file.relative_to(built)}" for file in built.rglob("*") if file.is_file()}
    assert wanted <= set(zipfile.ZipFile(wheel).namelist())
