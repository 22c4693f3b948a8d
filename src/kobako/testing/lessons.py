"""The lessons of a game, checked by playing them: each can be solved, and each can be failed."""

from __future__ import annotations

from collections.abc import Iterator

from kobako.bots.lessons import lesson_answer, lesson_state, lines
from kobako.core.game import Game
from kobako.core.lessons import Lesson, LessonState, lesson_words, lessons
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
    """How every line of the learner's ends, with the moves that are made of it, until one is done and one failed."""
    seen: set[LessonState] = set()
    for count, (state, line) in enumerate(lines(lesson, lesson.example.match(), [])):
        yield state, made(lesson, line) if state == "failed" else line
        seen.add(state)
        if len(seen) == 2 or count == MOST_LINES:
            return


def made(lesson: Lesson, line: list[str]) -> list[str]:
    """What the learner comes to do of a line that fails: no more than until nothing leads to the goal any longer."""
    match = lesson.example.match()
    for count, text in enumerate(line):
        while match.seat != lesson.learner:
            seat = match.state.to_move
            match.play(lesson_answer(match.deciding_view(seat), match.legal()))
        match.play(text)
        if lesson_state(lesson, match) == "failed":
            return line[: count + 1]
    return line
