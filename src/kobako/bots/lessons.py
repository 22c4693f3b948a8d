"""What the others do in a lesson: the same in the same position, so that a lesson that can be solved stays so.

And so it can be told at once when it no longer can be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from kobako.bots.greedy import GreedyBot
from kobako.core.game import Action
from kobako.core.lessons import Lesson, LessonState
from kobako.core.match import Match
from kobako.core.position import View

LEVEL = "greedy"  # who sits on the other seats
MOST_LOOKED_AT = 40  # lines: who looks on waits for the answer


def lesson_answer(view: View, legal: Sequence[Action]) -> Action:
    """The best at first sight, ties settled by the seat."""
    return GreedyBot(view.setup.game, view.seat).choose(view, legal)


def lesson_state(lesson: Lesson, match: Match, asked: bool | None = None, refused: Collection[str] = ()) -> LessonState:
    """As `Lesson.state` has it; and failed as soon as nothing that the learner could still do leads to the goal.

    So the table stops where the mistake can be seen. What would take too long to find out stays open.
    """
    state = lesson.state(match, asked, refused)
    decided = lesson.learner in match.seats[len(lesson.example.moves) :]
    if state != "open" or not decided or match.together:
        return state
    found = [state for state, _ in islice(lines(lesson, match.copy(), []), MOST_LOOKED_AT)]
    return "open" if "done" in found or len(found) == MOST_LOOKED_AT else "failed"


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


def first_forbidden(lesson: Lesson, match: Match) -> str | None:
    """Something to try by which the learner runs into the rule that the lesson is about."""
    view, legal = match.deciding_view(lesson.learner), match.legal()
    others = [action for action in match.setup.actions if action is not None and action not in legal]
    ways = (action.text for action in others if view.refusal(action).rule == lesson.forbidden)
    return next(ways, None) if lesson.forbidden else None
