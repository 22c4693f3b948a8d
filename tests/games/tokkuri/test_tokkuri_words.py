"""Tokkuri Taking: the texts of actions, what is shown, the picture."""

import re

import pytest

from kobako.core.errors import UnknownAction
from kobako.core.lessons import lesson_words, lessons
from kobako.games.tokkuri import GAME
from kobako.games.tokkuri.deck import ODD_LIST
from tests.games.tokkuri.table import play, position, random_games, random_positions


def test_action_texts():
    """TOK-4: actions are written as on the rules page, case and full-width letters do not matter."""
    setup = GAME.setup(3)
    for text in ("lay 9+4", "play 1~3 draw", "pass troublesome", "from f21", "as 3", "steal 2"):
        assert str(setup.action(text)) == text
    assert str(setup.action("ＬＡＹ  9+4")) == "lay 9+4"
    for text in ("from f22", "steal 3", "as 4", "from f0"):
        with pytest.raises(UnknownAction):
            setup.action(text)


def test_show_and_pictures():
    """TOK-18: every view can be shown and drawn in both languages, and shows a question mark for what is hidden."""
    for match, _ in random_positions(40):
        shown = GAME.notation.show(match.state)
        assert "'?'" not in str(shown)
        for seat in (*range(match.players), None):
            view = match.view(seat)
            hands = [player["hand"] for player in view.show()["seats"]]
            for p, cards in enumerate(hands):
                assert len(cards) == match.state.cards[p]
                assert (p == seat or not cards) == ("?" not in cards)
            assert view.show()["deck"] == ["?"] * match.state.pile_left
            for lang in ("en", "ja"):
                assert view.draw(lang)
    match = position(["9+4, dummy", "3"], [(1, "2", 10), (1, "3", 10), (0, "4", 4)])
    play(match, "play 9+4", "from f2")
    assert match.view(0).draw().splitlines()[-1] == "Playing 9+4   9 ← f2  4 ← …"
    assert "[Dummy]" in match.view(0).draw()
    assert "[ダミー]" in match.view(0).draw("ja")
    assert "[?]" in match.view(1).draw()


def test_every_face_has_its_words():
    """TOK-1: the cards of an owner's list are called in sentences as those of the box are, in both languages."""
    said = {
        "5": ("5", "5"),
        "2+1 pass": ("2+1 (pass)", "2+1（パス）"),
        "1+1+1 pass": ("1+1+1 (pass)", "1+1+1（パス）"),
        "9+9+1 draw": ("9+9+1 (draw)", "9+9+1（ドロー）"),
        "1~3 draw": ("1~3 (draw)", "1〜3（ドロー）"),
        "2+2+1+1 steal": ("2+2+1+1 (steal)", "2+2+1+1（スチール）"),
        "5+5*": ("5+5★", "5+5★"),
        "dummy": ("a Dummy", "ダミー"),
    }
    for face, names in said.items():
        assert tuple(GAME.words(lang).get("card", face, face) for lang in ("en", "ja")) == names
    for match, rng in random_games(6, deck=ODD_LIST):
        for event in match.run(lambda m, rng=rng: rng.choice(m.legal())).events:
            for lang in ("en", "ja"):
                assert not re.search(r"\d(\*| pass\b| steal\b| draw\b)", event.words(lang)), event.words(lang)


@pytest.mark.parametrize("effect", ["draw", "steal", "pass", "star"])
def test_no_lesson_needs_a_card_before_the_one_that_explains_it(effect):
    sign, words = "★" if effect == "star" else effect, lesson_words(GAME, "en")
    asked = {one.name: words[one.name]["task"] + words[one.name]["missed"] for one in lessons(GAME)}
    assert next(name for name, told in asked.items() if sign in told) == effect


def test_a_round_is_told_without_what_there_was_none_of():
    """TOK-15: no stars and no flasks left too full are not counted out one by one."""
    match = position(["5", ""], [(1, "4", 5)])
    play(match, "play 5")
    scored = next(event for event in match.events if event.kind.name == "scored" and event.show()["seat"] == 0)
    assert scored.words("en") == "Seat 1 makes 1 point: 1 flask taken."
    assert scored.words("ja") == "席1：徳利1本で、1点。"


def test_only_a_dummy_is_spoken_of_as_one():
    """TOK-6: on a screen, a flask that is taken is not said to be what it could have been."""
    for lang, dummy in (("en", "Dummy"), ("ja", "ダミー")):
        told = GAME.words(lang).tables["told"]
        assert not [kind for kind, sentence in told.items() if dummy in str(sentence)]
