"""What every test at the terminal needs: a folder of its own, and a hand that does not dawdle."""

import pytest
import textual._wait


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Nothing is kept in the user's own folder."""
    monkeypatch.setenv("KOBAKO_DATA", str(tmp_path / "data"))
    for name in ("NO_COLOR", "COLORTERM", "TEXTUAL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def quick_hand(monkeypatch):
    """The pilot waits for an idle process after every key; our tests say what they wait for."""
    monkeypatch.setattr(textual._wait, "SLEEP_GRANULARITY", 0.001)
    monkeypatch.setattr(textual._wait, "SLEEP_IDLE", 1.0)
