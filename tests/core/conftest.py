"""The tiny game from elsewhere, for tests that change its rules."""

import importlib
import sys

import pytest

from kobako.core import workshop
from tests.janken import lay_down


@pytest.fixture
def janken(tmp_path, monkeypatch):
    """The tiny game from elsewhere, with a cache of its own; edits are seen by `load()`. Nothing is known of it yet."""
    monkeypatch.setattr(workshop, "_news", {})
    home = lay_down(tmp_path / "elsewhere")
    monkeypatch.syspath_prepend(str(home))
    monkeypatch.setenv("KOBAKO_CACHE", str(tmp_path / "cache"))

    def load(**edits):
        for name, (old, new) in edits.items():
            path = home / "janken" / f"{name}.py"
            text = path.read_text(encoding="utf-8")
            assert old in text
            path.write_text(text.replace(old, new), encoding="utf-8")
        for name in [n for n in sys.modules if n.split(".")[0] == "janken"]:
            del sys.modules[name]
        importlib.invalidate_caches()
        return importlib.import_module("janken").GAME

    yield load
    for name in [n for n in sys.modules if n.split(".")[0] == "janken"]:
        del sys.modules[name]
