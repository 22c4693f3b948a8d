"""Janken, a game of another package, at the terminal: drawn from its text picture, and by a drawing of its own."""

import sys

import pytest

import kobako
from kobako.core import registry
from tests.janken import lay_down
from tests.terminal.helpers import at_table, play_by_keys, play_by_mouse, run


@pytest.fixture(params=[False, True], ids=["default", "own"])
def own(request, tmp_path, monkeypatch):
    """Whether Janken, which is there for this test, brings parts of its own."""

    def forget():
        registry._known.cache_clear()
        registry.game.cache_clear()
        for module in [name for name in sys.modules if name.split(".")[0] == "janken"]:
            del sys.modules[module]

    monkeypatch.syspath_prepend(lay_down(tmp_path / "elsewhere", own=request.param))
    forget()
    yield request.param
    monkeypatch.undo()
    forget()


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("way", [play_by_keys, play_by_mouse])
def test_janken_is_played_to_its_end(own, way, lang, tmp_path):
    async def game():
        async with at_table("janken", 3, bot="greedy", save=tmp_path / "game.kifu", lang=lang) as hand:
            await hand.my_turn()
            first = hand.text
            moves = await way(hand)
            await hand.until(lambda: hand.screen is not hand.table)  # the menu of the end
            return first, moves, hand.frame["scores"]

    first, moves, scores = run(game())
    match = kobako.replay((tmp_path / "game.kifu").read_text(encoding="utf-8"))
    assert match.over
    assert match.scores == scores
    assert moves == match.seats.count(0)
    for text in {"en": ("Janken", "Round", "rock"), "ja": ("じゃんけん", "ラウンド", "グー")}[lang]:
        assert text in first
    assert ("┏━━" in first) == own  # cards to pick from
