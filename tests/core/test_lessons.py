"""Lessons and examples: every lesson can be solved and can be failed, and has its words; what is wrong is said."""

import pytest

import kobako
from kobako.bots.lessons import lesson_answer
from kobako.core import examples, lessons
from kobako.core.errors import BadGame
from kobako.core.lessons import TEXTS, UnknownLesson, find_lesson, lesson_words
from kobako.core.words import LANGUAGES
from kobako.testing import LawBroken
from kobako.testing.lessons import check_lessons, lines

GAMES = ("donburiko", "ice", "kotori", "tokkuri", "umbradeco")
ALL = [(name, lesson.name) for name in GAMES for lesson in lessons.lessons(kobako.game(name))]


@pytest.mark.parametrize("name", GAMES)
def test_every_lesson_can_be_solved_and_can_be_failed(name):
    assert 6 <= check_lessons(kobako.game(name)) <= 10


@pytest.mark.parametrize("name", GAMES)
def test_every_lesson_has_its_words_in_every_language_and_no_others(name):
    game = kobako.game(name)
    for lang in LANGUAGES:
        texts = lesson_words(game, lang)
        assert list(texts) == [lesson.name for lesson in lessons.lessons(game)]
        assert all(tuple(text) == TEXTS for text in texts.values())
    assert lesson_words(game, "en") != lesson_words(game, "ja")


@pytest.mark.parametrize(("name", "lesson"), ALL)
def test_a_lesson_begins_open_in_a_sound_position_and_is_the_same_every_time(name, lesson):
    found = find_lesson(kobako.game(name), lesson)
    match = found.example.match()
    assert match.game.why.broken(match.state) is None
    assert found.state(match) == "open"
    assert match.to_bytes() == found.example.match().to_bytes()
    assert match.kifu() == kobako.replay(match.kifu()).kifu()


def test_the_others_answer_always_the_same():
    match = kobako.game("donburiko").new(players=4, seed=3)
    view = match.view(match.seat)
    assert len({int(lesson_answer(view, match.legal())) for _ in range(20)}) == 1


def test_an_event_that_must_never_be_fails_a_lesson_at_once():
    burst = find_lesson(kobako.game("kotori"), "burst")
    assert ("failed", ["pass"]) in list(lines(burst, burst.example.match(), []))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_lets_the_learner_run_into_a_rule(name):
    (about,) = [lesson for lesson in lessons.lessons(kobako.game(name)) if lesson.forbidden]
    match = about.example.match()
    assert about.state(match, refused=[about.forbidden]) == "done"
    assert about.state(match, refused=["another"]) == "open"


@pytest.mark.parametrize("name", GAMES)
def test_the_first_lesson_says_what_wins_and_lets_one_succeed(name):
    first, second, *later = lessons.lessons(kobako.game(name))
    assert lesson_words(kobako.game(name), "en")[first.name]["task"].count(" win")
    assert "勝ち" in lesson_words(kobako.game(name), "ja")[first.name]["task"]
    assert not first.forbidden
    assert not second.forbidden
    assert any(lesson.forbidden for lesson in later), "what is refused comes later"


@pytest.mark.parametrize(("name", "lesson"), ALL)
def test_the_learner_sits_at_the_same_seat_in_every_lesson(name, lesson):
    assert find_lesson(kobako.game(name), lesson).learner == 0


def test_what_a_lesson_of_kotori_has_not_explained_is_not_on_the_table():
    """Bursting is the second lesson; until it is done nobody has burst, and no bird has gone from the field."""
    told = lessons.lessons(kobako.game("kotori"))
    assert "burst" in lesson_words(kobako.game("kotori"), "en")[told[1].name]["task"]
    for lesson in told[:4]:
        match = lesson.example.match()
        happened = {event.show()["event"] for event in match.events}
        assert not happened & {"burst", "double", "quarrelled"}
        assert match.state.field_size == 3


def test_stacks_come_early_in_umbradeco():
    assert find_lesson(kobako.game("umbradeco"), "stack").number <= 3


def test_what_leading_is_need_not_be_known_in_ice():
    assert not any("led" in text["task"].split() for text in lesson_words(kobako.game("ice"), "en").values())


def test_what_is_not_there_is_told_with_what_is():
    game = kobako.game("kotori")
    with pytest.raises(UnknownLesson, match=r"kotori has no lesson 'trick': there are bid, burst, pass"):
        find_lesson(game, "trick")
    with pytest.raises(BadGame, match=r"kotori: no position 'trick' in its positions.toml: there are bid, pass"):
        examples.find_example(game, "trick")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"seed": 1, "moves": ["pass"]}, r"position 'x' of positions.toml: 'pass' is not allowed \(KOT-4\)"),
        ({"moves": ["bid"]}, "lacks its 'seed'"),
        ({"seed": 1, "players": 5}, "5"),
        ({"seed": 1, "hands": []}, "no hands in a position: it has moves, options, players, seat, seed"),
        ({"seed": 1, "seat": 7}, "no seat 7"),
    ],
)
def test_a_position_that_cannot_be_is_refused(said, told):
    with pytest.raises(BadGame, match=told):
        examples.read(kobako.game("kotori"), "x", said)


def test_a_lesson_that_cannot_be_failed_is_found(monkeypatch):
    game = kobako.game("kotori")
    bid = lessons.read(game, 1, 1, {"name": "bid", "goal": {"event": "took", "seat": "me"}})
    monkeypatch.setattr("kobako.testing.lessons.lessons", lambda game: (bid,))
    with pytest.raises(LawBroken, match="kotori: the lesson 'bid' cannot be failed"):
        check_lessons(game)


def test_a_goal_is_an_event_of_the_game():
    game = kobako.game("kotori")
    with pytest.raises(BadGame, match="no event of the game"):
        lessons.read(game, 1, 1, {"name": "bid", "goal": {"event": "trick"}})
    with pytest.raises(BadGame, match="no event of the game"):
        lessons.read(game, 1, 1, {"name": "bid", "goal": {"event": "won", "colour": "red"}})
    with pytest.raises(BadGame, match="names no rule that has words for a refusal"):
        lessons.read(game, 1, 1, {"name": "bid", "goal": {"refused": "KOT-99"}})
    with pytest.raises(BadGame, match="has name, aim"):
        lessons.read(game, 1, 1, {"name": "bid", "aim": {}})
