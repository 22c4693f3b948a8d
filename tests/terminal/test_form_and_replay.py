"""Choosing a table, and looking at a kifu."""

import pytest

import kobako
from kobako.cli import main
from kobako.terminal.app.form import Form
from kobako.terminal.app.replay import ReplayScreen
from kobako.terminal.app.table import TableScreen
from kobako.terminal.launch import Seating, local_screen
from tests.terminal.helpers import opened, run


def form():
    def deal(wish):
        people = dict.fromkeys(wish.people, "")
        return local_screen(wish.setup, Seating(people, wish.bots, "3", pace=0.0))

    return Form(deal, bot="random")


def test_choose_by_keys_and_play():
    async def choose():
        async with opened(form) as hand:
            assert "Donburiko!" in hand.text
            await hand.press("right")  # the next game
            assert "Dokitto! Ice" in hand.text
            await hand.press("down", "right")  # two players, after four
            assert "Seat 3" not in hand.text
            await hand.press("d")
            await hand.until(lambda: isinstance(hand.screen, TableScreen))
            return hand.table.sitting

    sitting = run(choose())
    assert (sitting.setup.game.name, sitting.setup.players) == ("ice", 2)
    assert sitting.people == [0]
    assert sitting.company.names == {1: "random"}


def test_choose_by_mouse():
    async def choose():
        async with opened(form) as hand:
            await hand.click(("more", "seat 0"))
            await hand.click(("less", "seat 1"))
            await hand.click(("more", "hold"))
            assert "Nobody plays" in hand.text
            await hand.click(("more", "lang"))
            assert "ドンブリコ" in hand.text
            return hand.screen.wish()

    wish = run(choose())
    assert wish.people == []
    assert wish.bots == {0: "novice", 1: "greedy", 2: "random", 3: "random"}
    assert wish.hold


def test_options_that_do_not_apply_are_not_offered():
    async def choose():
        async with opened(form) as hand:
            await hand.press("right")
            assert "Cards in hand" not in hand.text
            await hand.press("down", "right")
            assert "Cards in hand" in hand.text
            await hand.click(("more", "option hand"))
            return hand.screen.wish()

    assert run(choose()).setup.option_texts()["hand"] == "12"


def test_what_was_chosen_for_other_players_is_neither_shown_nor_asked_for():
    async def choose():
        async with opened(form) as hand:
            await hand.press("right")
            await hand.click(("less", "option first"))  # the last seat, of four
            four = hand.screen.wish().setup.option_texts()
            assert "Seat 4" in hand.line("Who begins")
            await hand.click(("more", "players"))  # two
            await hand.click(("more", "option hand"))
            two = hand.screen.wish().setup.option_texts()
            assert "at random" in hand.line("Who begins")
            await hand.click(("more", "players"))  # three
            await hand.click(("more", "option colours"))
            three = hand.screen.wish().setup.option_texts()
            assert "strawberry, chocolate, vanilla" in hand.line("Flavours in play")
            await hand.click(("more", "lang"))
            assert "苺・チョコ・バニラ" in hand.line("使う味")
            assert "抽選" in hand.line("最初の人")
            await hand.press("d")
            await hand.until(lambda: isinstance(hand.screen, TableScreen))
            return four, two, three

    four, two, three = run(choose())
    assert four == {"first": "3"}
    assert two == {"first": "drawn", "hand": "12"}
    assert three == {"first": "drawn", "colours": "strawberry chocolate vanilla"}


@pytest.fixture
def kifu():
    match = kobako.game("tokkuri").new(players=3, seed=5, names=["Aya", "Ben", "Cem"])
    return match.run(lambda m: m.legal()[len(m.actions) % len(m.legal())]).kifu()


def test_step_jump_and_scrub(kifu):
    async def look():
        async with opened(lambda: ReplayScreen(kifu)) as hand:
            last = len(hand.screen.stops) - 1
            assert f"Move 0 of {last}" in hand.text
            for key, ply in (("right", 1), ("right", 2), ("left", 1), ("pagedown", 11), ("end", last), ("home", 0)):
                await hand.press(key)
                assert hand.screen.ply == ply
                assert f"Move {ply} of {last}" in hand.text
            await hand.click(("ply", last))
            assert hand.screen.ply == last
            assert "Won by" in hand.text
            assert "?" not in hand.text.replace("? help", "")  # nothing is hidden
            await hand.press("home", "space")
            await hand.until(lambda: hand.screen.ply >= 2)  # it plays by itself
            await hand.press("left", "f2")
            assert "第1ラウンド" in hand.text

    run(look())


def test_every_position_of_every_game_can_be_looked_at():
    async def look(text):
        async with opened(lambda: ReplayScreen(text)) as hand:
            for ply in range(0, len(hand.screen.stops), 7):
                hand.screen.go(ply)
                assert f"Move {ply} of" in hand.text

    for name in kobako.game_names():
        match = kobako.game(name).new(players=4, seed=5)
        run(look(match.run(lambda m: m.legal()[len(m.actions) % len(m.legal())]).kifu()))


@pytest.mark.parametrize("command", ["replay", "review"])
def test_a_file_that_is_no_text(command, tmp_path, capsys):
    path = tmp_path / "game.kifu"
    path.write_bytes(b"kobako kifu 1\n\xff\xfe")
    assert main([command, str(path)]) == 2
    said = f"kobako: kifu: {path} is not one: a kifu is text in UTF-8, and byte 15 is not\n"
    assert capsys.readouterr().err == said
