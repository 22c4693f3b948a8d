"""Janken, a game of another package, at the terminal: drawn from its text picture, and by a drawing of its own."""

import pytest

import kobako
from tests.janken import installed
from tests.terminal.helpers import at_table, play_by_keys, play_by_mouse, run


@pytest.fixture(params=[False, True], ids=["default", "own"])
def own(request, tmp_path):
    """Whether Janken, which is there for this test, brings parts of its own."""
    with installed(tmp_path / "elsewhere", request.param):
        yield request.param


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
