"""Tests that need a browser or somebody else's server: skipped where there is none, failed under CI."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import needs

ROOT = Path(__file__).parents[1]
REAL = (
    "tests/web/test_replay.py::test_what_is_no_kifu_is_told_so",
    "tests/server/test_nodes.py::test_both_nodes_make_the_database_at_once",
    "tests/server/test_deploy.py::test_behind_nginx_nobody_chooses_their_own_address",
)
EACH = """
import pytest
from tests import needs

@pytest.mark.parametrize("need", needs.NEEDS, ids=lambda need: need.name)
def test_it_is_there(need):
    needs.needed(need)
"""
WITH_NOTHING = "import sys, pytest; from tests import needs; needs.FOLDERS = (); sys.exit(pytest.main(sys.argv[1:]))"


@pytest.mark.parametrize(("ci", "code", "outcome"), [("", 0, "skipped"), ("true", 1, "failed")])
def test_where_nothing_is_installed(tmp_path, ci, code, outcome):
    """The real tests, and one for each thing that may be missing, where no program is found."""
    each = tmp_path / "test_each.py"
    each.write_text(EACH, encoding="utf-8")
    env = {k: v for k, v in os.environ.items() if k != "KOBAKO_CHROMIUM" and not k.startswith("PYTEST")}
    env |= {"CI": ci, "PATH": "", "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path), "PYTHONPATH": "."}
    words = ["-q", "-p", "no:cacheprovider", "-c", "pyproject.toml", *REAL, str(each)]
    done = subprocess.run(
        [sys.executable, "-c", WITH_NOTHING, *words], capture_output=True, text=True, env=env, cwd=ROOT
    )
    assert done.returncode == code, done.stdout + done.stderr
    told = done.stdout.splitlines()[-1]
    assert outcome in told
    assert "passed" not in told
    assert ("skipped" in told) == (ci == "")
    for need in needs.NEEDS:
        assert f"{need.name} is not installed: `make test-deps` does it" in done.stdout


@pytest.fixture
def commands(monkeypatch):
    """What would be run on a Debian machine that has nothing."""
    found = []
    monkeypatch.setattr(needs, "run", lambda *command: found.append(command))
    monkeypatch.setattr(needs.Need, "find", lambda need: None)
    monkeypatch.setattr(needs.Browser, "find", lambda need: None)
    monkeypatch.setattr(needs.shutil, "which", lambda program: f"/usr/bin/{program}")
    monkeypatch.delenv("CI", raising=False)
    return found


def test_who_is_not_root_installs_nothing_unless_asked(commands, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert needs.main(sudo=False) == 0
    assert commands == []
    told = capsys.readouterr().out
    assert "will be skipped" in told
    assert "sudo apt install chromium-headless-shell fonts-noto-cjk postgresql redis-server nginx" in told
    assert needs.main(sudo=True) == 1, "asked to, it says by its exit code that something is still missing"
    assert {command[0] for command in commands if "apt-get" in " ".join(command)} == {"sudo"}


def test_root_needs_no_sudo(commands, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert needs.main(sudo=False) == 0
    asked = [" ".join(command) for command in commands]
    assert not any("sudo" in command for command in asked)
    for need in needs.NEEDS:
        assert any(command.endswith("install -y " + " ".join(need.packages)) for command in asked)
    assert asked[-1].endswith("playwright install chromium --with-deps"), "where there is no package of a browser"


def test_under_ci_what_is_missing_is_said_to_fail(commands, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("CI", "true")
    needs.main(sudo=False)
    assert [command[1:] for command in commands] == [("-m", "playwright", "install", "chromium")]
    assert "will fail" in capsys.readouterr().out
