"""Whole games at the screen, by keys and by mouse."""

import pytest

import kobako
from tests.terminal.helpers import at_table, play_by_keys, play_by_mouse, run


@pytest.mark.sampled
@pytest.mark.parametrize("name", kobako.game_names())
@pytest.mark.parametrize("way", [play_by_keys, play_by_mouse])
def test_a_game_is_played_to_its_end(name, way, tmp_path):
    async def game():
        short = {"rounds": 3} if name == "tokkuri" else {}
        async with at_table(name, save=tmp_path / "game.kifu", options=short) as hand:
            moves = await way(hand)
            await hand.until(lambda: hand.screen is not hand.table)  # the menu of the end
            return moves, hand.frame

    moves, frame = run(game())
    match = kobako.replay((tmp_path / "game.kifu").read_text(encoding="utf-8"))
    assert match.over
    assert match.scores == frame["scores"]
    assert match.names == ["Aya", "random"]
    assert moves == match.seats.count(0)
