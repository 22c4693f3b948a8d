"""What a lesson praises is what happened: by every line that ends it."""

import pytest

import kobako
from kobako.core.lessons import find_lesson, lesson_words
from kobako.core.words import LANGUAGES
from kobako.testing.lessons import lines

TOKKURI = kobako.game("tokkuri")


def ways(name):
    """The lines of the learner's that end a lesson well."""
    lesson = find_lesson(TOKKURI, name)
    return [line for state, line in lines(lesson, lesson.example.match(), []) if state == "done"]


def test_two_numbers_are_two_numbers_of_one_card():
    """To drink 5 and later 2 empties the flask as well, but is another lesson."""
    assert ways("two") == [["play 7+6", "from f1"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_star_is_praised_for_no_number_of_flasks(lang):
    """Two flasks are enough to keep it, and who drank from one of the four before has no more."""
    assert {tuple(line[:1]) for line in ways("star")} > {("play 8+8+8*",)}
    done = lesson_words(TOKKURI, lang)["star"]["done"]
    assert not any(said in done for said in ("3", "4", "hree", "our"))
