"""Dokitto! Ice: the texts of actions, the words, the picture."""

import pytest

from kobako.core.errors import UnknownAction
from kobako.games.ice import GAME
from kobako.games.ice.notation import COLOUR_NAMES, LETTERS
from kobako.games.ice.rules import PLAY
from tests.games.ice.table import RIGHT, S, play, positions, put, refused, table


def test_actions_and_their_texts():
    """ICE-2, ICE-12: every card and colour of the box has its text; a cone that is not there has none."""
    cards = [f"{c}{n}" for c in "SCMV" for n in range(1, 11)]
    takes = [f"take {c}{cone}" for cone in ("", " left", " right") for c in "SCMV"]
    assert list(map(str, GAME.setup(2).actions)) == cards + takes
    for players in (3, 4):
        assert list(map(str, GAME.setup(players).actions)) == cards + takes[:4] + ["None"] * 8
        with pytest.raises(UnknownAction, match="'S1'"):
            GAME.new(players=players, seed=1).play("take S left")


@pytest.mark.parametrize(
    ("players", "options", "action"),
    [
        (2, {}, "S7"),
        (2, {"hand": 12}, "V10"),
        (3, {}, "V1"),
        (3, {}, "take V"),
        (3, {"colours": "C M V"}, "S1"),
    ],
)
def test_what_stays_in_the_box_is_refused_with_the_rule(players, options, action):
    """ICE-2: a card or tile that is not in play at this table is refused by that rule, at any time, not as unknown."""
    for seed in range(3):
        for match in moments(players, seed, **options):
            assert refused(match, action) == "ICE-2"
    assert "not in play at this table" in GAME.words("en").get("rule", "ICE-2")
    assert "このテーブルでは使いません" in GAME.words("ja").get("rule", "ICE-2")


def moments(players, seed, **options):
    """The start of a game, and the first time that a colour is chosen in it."""
    match = GAME.new(players=players, seed=seed, **options)
    yield match
    while match.state.phase == PLAY:
        match.play(match.legal()[0])
    yield match


def test_every_rule_has_its_sentence():
    """ICE-3: refusals name a rule of the page, in words of both languages, and no sentence is left over."""
    given = set()
    for players in (2, 3, 4):
        for match, _ in positions(players, games=2):
            if not match.over:
                view = match.view(match.seat).state
                legal = match.legal()
                given |= {GAME.why.why(view, a) for a in match.setup.actions if a is not None and a not in legal}
    assert given == {"ICE-2", "ICE-3", "ICE-5", "ICE-12"}
    for lang in ("en", "ja"):
        assert set(GAME.words(lang).tables["rule"]) == given
    assert "from your hand" in GAME.words("en").get("rule", "ICE-3")
    assert "手札から" in GAME.words("ja").get("rule", "ICE-3")


def test_words_and_picture():
    """ICE-5: a trick reads well in both languages, and is drawn with its cards, tiles and question marks."""
    match = table("S1 S4", "C6 C7", "M8 M9")
    events = play(match, "S1 C6 M8, take C")
    assert [str(event) for event in events] == [
        "Seat 1 plays strawberry 1.",
        "Seat 2 plays chocolate 6.",
        "Seat 2 has no strawberry.",
        "Seat 3 plays matcha 8.",
        "Seat 3 has no strawberry.",
        "More than one colour: Seat 1 wins the trick with the lowest, strawberry 1.",
        "Seat 1 takes a chocolate scoop of 1 point.",
        "Seat 1 takes the 3 cards.",
    ]
    assert events[-2].words("ja") == "席1がチョコのアイス（1点）を取りました。"
    match.play("S4")
    drawn = match.view(1).draw("en", ["Ann", "Ben", "Cat"])
    assert "S4  Ann" in drawn
    assert "Ann: 0 trophies  cone: C+1  cards: S×1 C×1 M×1  = 1 point" in drawn
    assert "* Ben: 0 trophies  cone: -  cards: -  = 0 points  has no S\n    C7" in drawn
    assert drawn.endswith("    ?")
    assert "ストック：S 1,1,2  C 1,2  M 1,1,2" in match.view(1).draw("ja")


def test_the_end_is_drawn():
    """ICE-7: a finished game still shows whose cone got the fourth scoop."""
    match = table("C3 S4", "M5 S6")
    match.state.trophies[:] = [0, 2, 0, 0]
    put(match, 0, "S1 V1 M1", RIGHT)
    match.state.won[1][S] = 1
    put(match, 1, "S1")
    play(match, "C3 M5, take M right")
    assert match.winners == [1]
    assert match.view(None).show()["fourth_tile"] == {"seat": 0, "cone": "right"}
    assert "right cone: S+1 M+1 M+1 V+1" in match.view(None).draw()
    assert "(one too many!)" in match.view(None).draw()


def test_the_colours_of_the_words():
    """ICE-1: strawberry, chocolate, matcha, vanilla."""
    english = GAME.words("en").tables["colour"]
    assert tuple(english[letter] for letter in LETTERS) == COLOUR_NAMES
