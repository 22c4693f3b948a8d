"""A game with a seed can be had again: the same moves are answered in the same way, as in the page without a server."""

import builtins

import pytest

import kobako
from kobako.bots.company import bot_seed
from kobako.bots.registry import make_bot
from kobako.cli import main
from tests.terminal.helpers import at_table, play_by_keys, run


def as_everywhere(match, seat=0):
    """Whatever the bots of a game did is what their levels do anywhere, with their seeds; how much they decided."""
    again, decided = match.beginning(), 0
    asked = again.copy()
    for by, action in zip(match.seats, match.actions, strict=True):
        if not again.together or len(again.actions) >= len(asked.actions) + len(asked.together):
            asked = again.copy()
        view = asked.deciding_view(by)
        if by != seat and len(view.legal()) > 1:
            seed = bot_seed(int(match.seed, 16), by, len(asked.actions))
            assert make_bot(match.names[by], match.game, seed, wait=True).choose(view, view.legal()) == action
            decided += 1
        again.play(action)
    return decided


@pytest.mark.parametrize("name", ["kotori", "tokkuri"])
def test_the_same_input_with_the_same_seed_gives_the_same_game(name, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(builtins, "input", lambda prompt: "1")
    kifu = []
    for time in ("one", "two"):
        place = tmp_path / f"{time}.kifu"
        options = ["-o", "rounds=1"] if name == "tokkuri" else []
        table = ["--plain", "-p", "3", "--seed", "5", "--bots", "novice:usagi,regular", *options]
        assert main(["play", name, *table, "--save", str(place)]) in (None, 0)
        kifu.append(place.read_text(encoding="utf-8"))
    assert kifu[0] == kifu[1]
    match = kobako.replay(kifu[0])
    match.names = ["", "novice:usagi", "regular"]
    assert as_everywhere(match) > 5


def test_so_it_does_at_the_screen(tmp_path):
    async def game():
        async with at_table("kotori", 3, bot="novice:usagi", seed="5", save=tmp_path / "game.kifu") as hand:
            await play_by_keys(hand)
            await hand.until(lambda: hand.screen is not hand.table)

    run(game())
    match = kobako.replay((tmp_path / "game.kifu").read_text(encoding="utf-8"))
    match.names = ["Aya", "novice:usagi", "novice:usagi"]
    assert as_everywhere(match) > 3
