"""The lessons of a game, checked by playing them: each can be solved, and each can be failed."""

from __future__ import annotations

from collections.abc import Iterator

from kobako.bots.lessons import lesson_answer
from kobako.core.game import Game
from kobako.core.lessons import Lesson, LessonState, lesson_words, lessons
from kobako.core.match import Match
from kobako.core.words import LANGUAGES
from kobako.testing.broken import LawBroken

MOST_LINES = 20_000


def check_lessons(game: Game) -> int:
    """Play every lesson in all ways, and read its words in every language; gives how many there are."""
    for lang in LANGUAGES:
        lesson_words(game, lang)
    for lesson in lessons(game):
        found = {state for state, _ in outcomes(lesson)}
        if found != {"done", "failed"}:
            never = "solved" if "done" not in found else "failed"
            raise LawBroken(f"{game.name}: the lesson {lesson.name!r} cannot be {never}")
    return len(lessons(game))


def outcomes(lesson: Lesson) -> Iterator[tuple[LessonState, list[str]]]:
    """How every line of the learner's ends, with the moves of it, until one is done and one failed."""
    seen: set[LessonState] = set()
    for count, (state, line) in enumerate(lines(lesson, lesson.example.match(), [])):
        yield state, line
        seen.add(state)
        if len(seen) == 2 or count == MOST_LINES:
            return


def first_forbidden(lesson: Lesson, match: Match) -> str | None:
    """Something to try by which the learner runs into the rule that the lesson is about."""
    view, legal = match.deciding_view(lesson.learner), match.legal()
    others = [action for action in match.setup.actions if action is not None and action not in legal]
    ways = (action.text for action in others if view.refusal(action).rule == lesson.forbidden)
    return next(ways, None) if lesson.forbidden else None


def lines(lesson: Lesson, match: Match, line: list[str]) -> Iterator[tuple[LessonState, list[str]]]:
    """Every line from here on: the learner tries all there is, the others answer as they always do."""
    while (state := lesson.state(match)) == "open" and match.seat != lesson.learner:
        seat = match.state.to_move
        match.play(lesson_answer(match.deciding_view(seat), match.legal()))
    if state != "open":
        yield state, line
        return
    if (forbidden := first_forbidden(lesson, match)) is not None:
        yield "done", [*line, forbidden]
    for action in match.legal():
        twin = match.copy()
        twin.play(action)
        yield from lines(lesson, twin, [*line, action.text])
