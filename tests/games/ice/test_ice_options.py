"""Dokitto! Ice: the options."""

import pytest

from kobako.core.errors import BadOption
from kobako.games.ice import GAME


def test_defaults():
    """ICE-2: two players hold 10 cards; three play without vanilla; the others have no such option."""
    assert GAME.setup(2).option_texts() == {"first": "drawn", "hand": "10"}
    assert GAME.setup(3).option_texts() == {"first": "drawn", "colours": "strawberry chocolate matcha"}
    assert GAME.setup(4).option_texts() == {"first": "drawn"}
    assert [GAME.setup(n).template.colours for n in (2, 3, 4)] == [0b1111, 0b111, 0b1111]


@pytest.mark.parametrize(
    "value",
    ["vanilla, S,Matcha", "v m s", ["M", "strawberry", "V"], ("strawberry", "matcha", "vanilla"), {"S", "M", "V"}],
)
def test_colours_are_read(value):
    """ICE-2: the option takes names or letters, in any order, as a text or a sequence."""
    setup = GAME.setup(3, colours=value)
    assert setup.option_texts()["colours"] == "strawberry matcha vanilla"
    assert setup.template.colours == 0b1101
    assert GAME.setup(3, colours=setup.option_texts()["colours"]).template == setup.template


@pytest.mark.parametrize("value", ["", "S C", "S C M V", "S S C", "S C lemon", "SCM", 7, None, ["S", "C", 3], True])
def test_colours_are_checked(value):
    """ICE-2: what is not three different colours is refused, naming what is allowed."""
    with pytest.raises(BadOption, match="three of strawberry, chocolate, matcha, vanilla"):
        GAME.setup(3, colours=value)


@pytest.mark.parametrize("value", [2, 13, "ten", None, 10.5])
def test_hand_is_checked(value):
    """ICE-2: a hand of two players is 10 or 12 cards; any other is a house rule."""
    with pytest.raises(BadOption, match="10 or 12"):
        GAME.setup(2, hand=value)


@pytest.mark.parametrize(("players", "options"), [(4, {"colours": "S C M"}), (2, {"colours": "S C M"})])
def test_options_that_do_not_apply(players, options):
    """ICE-2: an option of another number of players is refused."""
    with pytest.raises(BadOption, match="does not apply"):
        GAME.setup(players, **options)
    with pytest.raises(BadOption, match="colours, first, hand"):
        GAME.setup(players, toppings=5)


def test_first():
    """ICE-3: the option names the first leader; else the seed draws one."""
    assert all(GAME.new(players=4, seed=seed, first=2).seat == 2 for seed in range(5))
    assert {GAME.new(players=4, seed=seed).seat for seed in range(40)} == {0, 1, 2, 3}
