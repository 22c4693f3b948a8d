"""What if, at the terminal: a side table from what one knows, while the game waits."""

import pytest

import kobako
from kobako.bots.company import Company
from kobako.terminal.plain import line
from tests.terminal.helpers import at_table, run


def test_a_side_table_and_back(tmp_path):
    async def go():
        async with at_table("ice", 3, save=tmp_path / "game.kifu", seed="3") as hand:
            await hand.until(lambda: hand.frame and hand.frame["legal"])
            real = hand.screen
            before, kifu = real.sitting.table.match.to_bytes(), real.sitting.table.kifu()
            await hand.press("w")
            await hand.until(lambda: hand.screen is not real and hand.screen.sitting.seen)
            side = hand.screen
            assert real.sitting.paused
            assert "what if" in hand.text
            own, imagined = real.sitting.frame["view"], side.sitting.frame["view"]
            assert own == imagined, "what the seat knows is the same"
            assert side.sitting.table.terms.seed != real.sitting.table.terms.seed
            await hand.press("w")  # from there, no further
            assert hand.screen is side
            turn = side.sitting.frame["turn"]
            await hand.press("1", "enter")
            await hand.until(lambda: side.sitting.frame["turn"] != turn)
            assert real.sitting.table.match.to_bytes() == before
            await hand.press("q")
            await hand.until(lambda: hand.screen is real)
            assert not real.sitting.paused
            assert real.sitting.table.kifu() == kifu
            await hand.press("1", "enter")
            await hand.until(lambda: real.sitting.table.match.to_bytes() != before)
            assert kobako.replay((tmp_path / "game.kifu").read_text(encoding="utf-8")).actions

    run(go())


def test_people_who_share_a_screen_try_nothing_out():
    async def go():
        async with at_table("kotori", 2, people=("Aya", "Ben")) as hand:
            assert not hand.table.sitting.may_try_out
            hand.table.action_what_if()
            await hand.pilot.pause()
            assert "bots alone" in hand.table.message

    run(go())


@pytest.mark.parametrize(("lang", "back"), [("en", "Back to your game"), ("ja", "元のゲームに戻りました")])
def test_line_by_line(lang, back, monkeypatch, capsys):
    """A whole game is tried out, then another is left; the game is as it was."""
    match = kobako.game("kotori").setup(2).new(5, ["Aya", "bot"])
    with Company(match.game, {1: "random"}, wait=False) as company:
        table = line.Table(match, 0, lang, company)
        while match.seat != 0:
            view = match.view(1)
            match.play(company.ask(view, view.legal()))
        before = match.to_bytes()
        typed = iter(["what if", "q", *["1"] * 400])
        monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
        assert table.answer("what if") is False  # the first answer there asks for one more, the second leaves
        out = capsys.readouterr().out
        assert back in out
        assert out.count(table.words.label("what_if_already")) == 1
        assert table.answer("what if") is False
        out = capsys.readouterr().out
        assert back in out
        assert table.words.label("won", winners="", scores="")[:3] in out or "Won" in out or "勝ち" in out
        assert match.to_bytes() == before
