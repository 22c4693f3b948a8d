"""Donburiko!: the texts of actions, the words, the picture."""

import pytest

from kobako.core.errors import UnknownAction
from kobako.games.donburiko import GAME
from kobako.games.donburiko.notation import CARDS
from kobako.games.donburiko.rules import FIVES
from tests.games.donburiko.table import random_games, refused, table


def test_action_texts():
    """Every action has a text of the written form, and is read back from it."""
    setup = GAME.setup(4)
    texts = [str(a) for a in setup.actions]
    assert {"4>B", "(4)>B", "-2>D", "(W)>A", "L>C", "take A", "take D", "fives 0", "fives 2"} <= set(texts)
    assert all(setup.action(text) == a for a, text in enumerate(texts))
    assert texts[FIVES:] == ["fives 0", "fives 1", "fives 2"]
    with pytest.raises(UnknownAction):
        setup.action("take E")


def test_every_text_is_used():
    """No text lies unused: labels are drawn, rules are given as reasons, pieces are written."""
    labels = set()

    class Noting:
        def label(self, key, **values):
            labels.add(key)
            return GAME.words("ja").label(key, **values)

    reasons = set()
    for match in random_games(45):
        GAME.picture.draw(match.view(0).show(), Noting(), ["a", "b", "c", "d"])
        if not match.over:
            view = match.view(match.seat).state
            allowed = {int(a) for a in match.legal()}
            reasons |= {GAME.why.why(view, a) for a in range(GAME.actions) if a not in allowed}
    credited = table(rows=["1 -1", "3", "L"], chips=(5, 5, 5))
    credited.state.credit[0] = 4
    GAME.picture.draw(credited.view(0).show(), Noting(), ["a", "b", "c"])
    reasons.add(refused(table(rows=["1 2 3 4 L L 5", "3", "2"], hands=["-1"], chips=(1,)), "-1>A"))
    for lang in ("en", "ja"):
        tables = GAME.words(lang).tables
        assert set(tables["label"]) - {"seat", "unseen", "refused"} == labels
        assert set(tables["rule"]) == reasons
        assert set(tables["card"]) == set(CARDS)
        assert set(tables["event"]) == {kind.name for kind in GAME.events.values()} | {"laid_unseen"}


def test_the_picture():
    match = table(rows=["1 (2)1", "3", "4 L"], hands=["4", "L", "-1"], chips=(5, 1, 7), done=(0, 0, 1), last=1)
    match.state.credit[1] = 3
    assert match.view(1).draw("en", ["Ann", "Bob", "Cho"]).splitlines() == [
        "Round 1   bank 36 chips   (last round)",
        "  A: 1 (2)",
        "  B: 3",
        "  C: 4 L",
        "* Ann: 5 chips [?]",
        "  Bob: 1 chip +3 credit [L]",
        "  Cho: 7 chips [?] (has taken)",
    ]
    assert "  A: 1 (?)" in match.view(None).draw("ja").splitlines()


def test_the_page_has_the_ages_of_the_box():
    """DON-1: the rulebook's 2–4 players, 15 minutes, age 7+; and who would begin (DON-16 for the rest)."""
    assert "Players: 2–4, aged 7 and up. About 15 minutes." in GAME.rulebook("en")
    assert "2〜4人。7歳から。15分ほど。" in GAME.rulebook("ja")
    assert "the youngest player" in GAME.rulebook("en")
    assert "一番若い人" in GAME.rulebook("ja")


def test_the_tour_knows_wild_acorns_and_full_rows():
    """DON-10, DON-13: what a first game would otherwise stumble over is in the tour, in both languages."""
    for lang, wild, full in (
        ("en", "a wild acorn (from three players on) counts 1 or 5", "A full row, of seven cards, counts 0"),
        ("ja", "「1か5」のどんぐり（3人から）", "7枚の列は0点です"),
    ):
        tour = " ".join(GAME.words(lang).tables["tour"].values())
        assert wild in tour
        assert full in tour
