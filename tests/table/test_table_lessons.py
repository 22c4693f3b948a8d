"""A lesson at a table: ordinary requests, a frame that says how it stands, and no further once it is decided."""

import pytest

import kobako
from kobako.bots.characters import CHARACTERS
from kobako.bots.lessons import LEVEL, lesson_answer
from kobako.core.lessons import find_lesson, lessons
from kobako.table import Refused, Sit, SitBot, Table, Terms
from kobako.table.frame import frame, shown_terms
from kobako.table.requests import Tried
from kobako.table.table import SPECTATOR
from kobako.testing.lessons import outcomes

ALL = [(name, lesson.name) for name in kobako.game_names() for lesson in lessons(kobako.game(name))]


def sit(game, name):
    lesson = find_lesson(kobako.game(game), name)
    table = Table(Terms.of_lesson(lesson))
    for seat in range(len(table.seats)):
        table.do(Sit(seat, "key") if seat == lesson.learner else SitBot(seat, LEVEL), 0.0)
    return table, lesson


def let_others_answer(table, learner):
    while bots := [seat for seat in table.owing if seat != learner]:
        table.act(bots[0], lesson_answer(table.deciding_view(bots[0]), table.legal(bots[0])), table.turn)


@pytest.mark.parametrize(("game", "name"), ALL)
def test_every_lesson_ends_at_a_table_as_it_does_in_the_search(game, name):
    for state, line in outcomes(find_lesson(kobako.game(game), name)):
        table, lesson = sit(game, name)
        for text in line:
            let_others_answer(table, lesson.learner)
            assert table.lesson == "open"
            table.act(lesson.learner, text, table.turn)
        let_others_answer(table, lesson.learner)
        assert table.lesson == state
        assert table.acting == []


@pytest.mark.parametrize(
    ("game", "name", "move"),
    [
        ("donburiko", "take", "take A"),
        ("donburiko", "six", "2>A"),
        ("ice", "highest", "M1"),
        ("kotori", "avoid", "bid"),
    ],
)
def test_a_lesson_stops_at_the_move_that_has_failed_it(game, name, move):
    """The mistake stays in sight: nobody else moves, and no round is dealt over it."""
    table, lesson = sit(game, name)
    before = len(table.match.actions)
    table.act(lesson.learner, move, table.turn)
    assert table.lesson == "failed"
    assert table.acting == []
    assert len(table.match.actions) == before + 1
    assert frame(table, lesson.learner, 0.0)["lesson"]["state"] == "failed"


def test_a_lesson_that_can_still_be_done_goes_on():
    table, lesson = sit("donburiko", "six")
    line = next(line for state, line in outcomes(lesson) if state == "done")
    assert len(line) == 2
    table.act(lesson.learner, line[0], table.turn)
    assert table.lesson == "open"


def test_the_frame_says_how_the_lesson_stands():
    table, lesson = sit("donburiko", "take")
    assert frame(table, lesson.learner, 0.0)["lesson"] == {"name": "take", "number": 2, "of": 9, "state": "open"}
    assert shown_terms(table, "t")["lesson"] == "take"
    assert shown_terms(table, "t")["private"]
    table.act(lesson.learner, "take C", table.turn)
    assert frame(table, SPECTATOR, 0.0)["lesson"]["state"] == "done"
    assert frame(table, lesson.learner, 0.0)["legal"] == []


def test_the_others_in_a_lesson_are_somebody():
    table, lesson = sit("ice", "highest")
    faces = [seat.face for i, seat in enumerate(table.seats) if i != lesson.learner]
    assert set(faces) <= set(CHARACTERS["novice"])
    assert len(set(faces)) == len(faces)


def test_what_is_decided_goes_no_further():
    table, lesson = sit("donburiko", "take")
    table.act(lesson.learner, "take C", table.turn)
    with pytest.raises(Refused) as refused:
        table.act(1, "2>A", table.turn)
    assert refused.value.code == "lesson_over"


def test_a_refusal_names_the_rule_as_everywhere():
    table, lesson = sit("ice", "highest")
    with pytest.raises(Refused) as refused:
        table.act(lesson.learner, "S1", table.turn)
    assert refused.value.rule == "ICE-3"
    assert table.lesson == "open"


def test_a_lesson_may_be_about_the_refusal_itself():
    table, lesson = sit("ice", "follow")
    before = table.match.to_bytes()
    table.act(lesson.learner, "S1", table.turn)
    assert table.lesson == "done"
    assert table.match.to_bytes() == before, "what is forbidden is not done all the same"
    assert table.log[-1] == {
        "ply": len(table.match.actions),
        "event": "refused",
        "seat": lesson.learner,
        "rule": "ICE-3",
    }
    with pytest.raises(Refused, match="tried by an Act"):
        sit("ice", "follow")[0].do(Tried(lesson.learner, "ICE-3"), 0.0)


def test_an_ordinary_table_has_no_lesson():
    table = Table(Terms(kobako.game("ice").setup(2), 1))
    assert table.lesson is None
    assert frame(table, 0, 0.0)["lesson"] is None
