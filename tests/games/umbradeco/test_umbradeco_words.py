"""Umbradeco: the texts of actions, the words, the picture, what is shown."""

from collections import Counter

import pytest

from kobako.games.umbradeco import GAME
from kobako.games.umbradeco.mat import NAMES
from tests.games.umbradeco.table import COLOURS, play_out


def test_action_texts():
    """Every action has its text, and is read back whatever the case."""
    setup = GAME.setup(2)
    assert str(setup.action("r D4")) == "R d4"
    assert [str(setup.action(a)) for a in ("PUSH NE", "take y", "discard p")] == ["push ne", "take Y", "discard P"]
    assert sum(a is not None for a in setup.actions) == 37 * 5 + 6 + 5 + 5
    assert len(setup.actions) == 321


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_event_has_words(lang):
    """Every event of some games reads as a sentence with nothing left to fill in."""
    for seed in range(3):
        for event in play_out(GAME.new(players=3, seed=seed, side=3), seed).events:
            for seat in (0, None):
                assert "{" not in event.seen_by(seat).words(lang)


@pytest.mark.parametrize("side", [3, 4, 5])
def test_picture(side):
    """The picture names every cell and fits 80 columns."""
    match = GAME.new(players=4, seed=2, side=side)
    lines = match.view(0).draw().split("\n")
    drawn = " ".join(lines[1 : 4 * side - 2])
    assert {word.split(":")[0] for word in drawn.split()} == set(NAMES[side])
    assert max(map(len, lines)) <= 80
    assert f"{NAMES[side][0]}:{COLOURS[match.state.top[0]]}" in drawn
    assert "山札" in match.view(None).draw("ja")


def test_everything_is_shown():
    """A shown state holds all 40 tiles; a spectator's view shows no hidden one."""
    match = GAME.new(players=3, seed=2)
    for step in range(30):
        full = GAME.notation.show(match.state)
        tiles = [t for pile in full["mat_bottom_to_top"].values() for t in pile]
        tiles += [t for seat in full["seats"] for t in seat["hand"]]
        tiles += full["open_tiles"] + full["deck_top_first"] + full["discarded"] + full["removed"]
        tiles += [full["pushing"]["new_tile"]] if full["pushing"] else []
        assert Counter(tiles) == dict.fromkeys(COLOURS, 8)
        hidden = match.view(None).show()
        assert set(hidden["deck_top_first"] + hidden["removed"]) <= {"?"}
        match.play(match.legal()[step % len(match.legal())])


def test_the_page_has_the_ages_of_the_box():
    """UMB-1: the rulebook's 2–4 players, 20–30 minutes, age 8+."""
    assert "Players: 2–4, aged 8 and up. 20–30 minutes." in GAME.rulebook("en")
    assert "2〜4人。8歳から。20〜30分。" in GAME.rulebook("ja")
