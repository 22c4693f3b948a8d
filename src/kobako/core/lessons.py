"""Lessons: small positions in which a learner does the thing itself. They are data, and know no rule.

`lessons.toml` lists them in order. A lesson begins at a position of `positions.toml`, the one of its own name unless it
says another; the learner is the seat to move there. It is done when the event of its goal happens, and failed when the
learner has made so many `decisions` without it:

    [[lesson]]
    name = "six"
    goal = { event = "won", seat = "me" }
    decisions = 2

A value of a goal is what the event shows, several of them in a list, `{ at_least = 3 }`, or, of a seat, "me" or
"other". `goal = { refused = "ICE-3" }` is reached by trying what that rule forbids. `never` is an event that fails the
lesson at once. The words are in `lessons.en.toml` and `lessons.ja.toml` under the lesson's name: `title`, `task` (what
to do), `done` (what there was to see), `missed` (a nudge).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from kobako.core.errors import BadGame, KobakoError
from kobako.core.examples import Example, find_example
from kobako.core.match import Event, Match
from kobako.core.parts import find_data
from kobako.core.words import LANGUAGES, check_lang

if TYPE_CHECKING:
    from kobako.core.game import Game

FILE = "lessons.toml"
KEYS = {"name", "position", "goal", "never", "decisions"}
TEXTS = ("title", "task", "done", "missed")

LessonState: TypeAlias = Literal["open", "done", "failed"]


class UnknownLesson(KobakoError, LookupError):
    """The game has no lesson of that name."""

    code = "no_lesson"


@dataclass(frozen=True)
class Lesson:
    """One lesson of a game."""

    name: str
    number: int
    of: int
    example: Example
    learner: int
    goal: Mapping[str, Any]
    never: Mapping[str, Any] | None
    decisions: int

    @property
    def forbidden(self) -> str | None:
        """The rule that the learner is to run into, where that is the goal."""
        return self.goal.get("refused")

    def state(self, match: Match, asked: bool | None = None, refused: Collection[str] = ()) -> LessonState:
        """Whether a match that went on from the lesson's position has reached the goal, or can no longer.

        `asked`: whether the learner is to decide now, where that is not told by whose turn it is in the match.
        `refused`: the rules by which something that the learner tried was refused.
        """
        begun = len(self.example.moves)
        fresh = [event for event in match.events if event.ply > begun]
        if self.never and any(self._is(event, self.never) for event in fresh):
            return "failed"
        if self.forbidden in refused if self.forbidden else any(self._is(event, self.goal) for event in fresh):
            return "done"
        made = match.seats[begun:].count(self.learner)
        asked = match.seat == self.learner if asked is None else asked
        return "failed" if match.over or (made >= self.decisions and asked) else "open"

    def _is(self, event: Event, wanted: Mapping[str, Any]) -> bool:
        """Whether an event is the one that is wanted."""
        shown: Mapping[str, Any] = event.show()
        return all(self._fits(shown.get(key), value) for key, value in wanted.items())

    def _fits(self, shown: Any, wanted: Any) -> bool:
        if wanted == "me":
            return bool(shown == self.learner)
        if wanted == "other":
            return bool(shown != self.learner)
        if isinstance(wanted, Mapping):
            return bool(shown is not None and shown >= wanted["at_least"])
        return shown in wanted if isinstance(wanted, list) else bool(shown == wanted)


@cache
def lessons(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game, in order; none, if its folder has no `lessons.toml`."""
    said = find_data(game.package, FILE).get("lesson", [])
    return tuple(read(game, number, len(said), one) for number, one in enumerate(said, start=1))


def find_lesson(game: Game, name: str) -> Lesson:
    """A lesson by its name."""
    for lesson in lessons(game):
        if lesson.name == name:
            return lesson
    known = ", ".join(lesson.name for lesson in lessons(game)) or "none"
    raise UnknownLesson(f"{game.name} has no lesson {name!r}: there are {known}", lesson=str(name)[:60])


def read(game: Game, number: int, of: int, said: dict[str, Any]) -> Lesson:
    """One lesson as it is written."""
    where = f"{game.name}: lesson {number} of {FILE}"
    if set(said) - KEYS or not {"name", "goal"} <= set(said):
        raise BadGame(f"{where} has {', '.join(said)}: a lesson has a name and a goal, and may have {', '.join(KEYS)}")
    kinds = {kind.name: {"event", *(arg.name for arg in kind.args)} for kind in game.events.values()}
    goal, never = said["goal"], said.get("never")
    if "refused" in goal and (len(goal) > 1 or not game.words().has("rule", goal["refused"])):
        raise BadGame(f"{where}: {goal} names no rule that has words for a refusal")
    for wanted in (None if "refused" in goal else goal, never):
        if wanted is not None and not set(wanted) <= kinds.get(wanted.get("event"), set()):
            raise BadGame(f"{where}: {wanted} is no event of the game with its pieces")
    example = find_example(game, said.get("position", said["name"]))
    learner = example.match().seat
    if learner is None:
        raise BadGame(f"{where}: its game is over before it begins")
    return Lesson(said["name"], number, of, example, learner, goal, never, said.get("decisions", 1))


@cache
def lesson_words(game: Game, lang: str) -> Mapping[str, Mapping[str, str]]:
    """The texts of every lesson, by its name; in another language where the game has none in this one."""
    check_lang(lang)
    for known in dict.fromkeys((lang, *LANGUAGES)):
        if found := find_data(game.package, f"lessons.{known}.toml"):
            break
    for lesson in lessons(game):
        if missing := [text for text in TEXTS if not found.get(lesson.name, {}).get(text)]:
            raise BadGame(f"{game.name}: lessons.{known}.toml has no {', '.join(missing)} for {lesson.name!r}")
    return found
