"""Every table as it is drawn, in both languages, readable in a diff.

They prove that nothing changed, not that it is beautiful: look at them. `python -m tests.terminal.test_pictures` writes
them anew.
"""

import random
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.style import Style

import kobako
from kobako.kit import palette
from kobako.kit.scene import Scene
from kobako.table import Sit, SitBot, Table, Terms
from kobako.table.frame import frame
from kobako.terminal import telling
from kobako.terminal.choosing import Choice
from kobako.terminal.screen import Frills, draw_table

HOME = Path(__file__).parent / "pictures"
SIZES = [(80, 24), (120, 40)]
PLIES = {"donburiko": 17, "ice": 34, "kotori": 23, "tokkuri": 37, "umbradeco": 30}


def table_of(name, players, plies, seed=3):
    """A table in the middle of a random game, a person at seat 0 who is to move."""
    table = Table(Terms(kobako.game(name).setup(players), seed, hints=True))
    table.do(Sit(0, name="Aya"))
    for seat in range(1, players):
        table.do(SitBot(seat, "regular"))
    rng = random.Random(seed)
    while table.status == "playing" and (len(table.match.actions) < plies or 0 not in table.owing):
        seat = rng.choice(table.owing)
        table.act(seat, rng.choice(table.legal(seat)), table.turn)
    return table


def picture(table, lang, size, viewer=0, pick=()):
    """The screen as a seat sees it."""
    shown = frame(table, viewer, 0.0)
    setup, you = table.terms.setup, None if viewer < 0 else viewer
    choice = Choice(setup, shown["legal"])
    for piece in pick:
        choice.pick(piece)
    names = telling.called(shown["seats"], lang)
    log = [telling.told(item, setup.game, names, lang) for item in shown["log"]["items"]]
    acting, picked = shown["acting"], frozenset(choice.picked.items())
    scene = Scene(setup, shown["view"], you, lang, names, acting, choice.live, picked, log)
    prompt = telling.kinds_words(shown["legal"], setup.game, lang)
    return draw_table(scene, Frills(prompt, choice=choice), *size)


def cases():
    return [(name, lang, size) for name in kobako.game_names() for lang in ("en", "ja") for size in SIZES]


def all_of(name, lang, size):
    """What a file holds: three and four players from a seat, two as a spectator sees it."""
    parts = []
    for players, viewer in ((4, 0), (3, 0), (2, 0), (2, -1)):
        drawn = picture(table_of(name, players, PLIES[name]), lang, size, viewer)
        parts.append(f"# {players} players, {'a spectator' if viewer < 0 else f'seat {viewer}'}\n{drawn.text()}\n")
    return "\n".join(parts)


def path_of(name, lang, size):
    return HOME / f"{name}-{lang}-{size[0]}x{size[1]}.txt"


@pytest.mark.parametrize(("name", "lang", "size"), cases())
def test_pictures(name, lang, size):
    assert all_of(name, lang, size) == path_of(name, lang, size).read_text(encoding="utf-8")


def test_every_picture_has_its_test():
    assert {path.name for path in HOME.iterdir()} == {path_of(*case).name for case in cases()}


@pytest.mark.parametrize("name", kobako.game_names())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_position_fits_the_smallest_screen(name, players):
    """Nothing is written outside, no column is lost, every live piece is there to be picked."""
    table = table_of(name, players, 0)
    rng = random.Random(players)
    while table.status == "playing":
        seat = rng.choice(table.owing)
        for lang in ("en", "ja"):
            c = picture(table, lang, (80, 24), seat)
            assert all(cell_len("".join(char for char, _ in row)) == 80 for row in c.rows)
            assert all(zone.rect.right <= 80 and zone.rect.bottom <= 24 for zone in c.zones)
            assert {zone.piece for zone in c.zones if zone.live} >= needed(table, seat)
        for _ in range(3):
            if table.status == "playing":
                mover = rng.choice(table.owing)
                table.act(mover, rng.choice(table.legal(mover)), table.turn)


def needed(table, seat):
    """The pieces without which a move could not be picked by hand."""
    legal = [table.terms.setup.describe(action) for action in table.legal(seat)]
    parts = ("card", "row", "cell", "direction", "flask", "colour")
    return {(part, move[part]) for move in legal for part in parts if part in move}


def styles_of(module):
    """The styles of a module with a colour of their own behind the text, alone or by piece."""
    for value in vars(module).values():
        for style in value.values() if isinstance(value, dict) else [value]:
            if isinstance(style, Style) and style.bgcolor is not None:
                yield style


@pytest.mark.parametrize("module", [palette, *(kobako.game(name).part("terminal") for name in kobako.game_names())])
def test_legible_in_sixteen_colours(module):
    for style in styles_of(module):
        ink, paper = (colour.downgrade(ColorSystem.STANDARD) for colour in (style.color, style.bgcolor))
        assert ink != paper, style


if __name__ == "__main__":
    HOME.mkdir(exist_ok=True)
    for case in cases():
        path_of(*case).write_text(all_of(*case), encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_drawing_that_fails_gives_way_to_the_plain_picture_and_says_so(lang, monkeypatch):
    """As in the browser, where a table of its own that throws gives way to the generic one."""
    from kobako.games.kotori import terminal

    def fall(c, scene):
        raise ValueError("paintless")

    monkeypatch.setattr(terminal, "draw", fall)
    monkeypatch.delattr(terminal, "headline")
    shown = picture(table_of("kotori", 2, 0), lang, (140, 40)).text()
    assert "paintless" in shown
    assert kobako.game("kotori").title(lang) in shown
