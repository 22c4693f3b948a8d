"""The lessons of a game, line by line: the same positions, goals and words as in the browser."""

from __future__ import annotations

import textwrap

from kobako.bots.characters import CHARACTERS
from kobako.bots.company import Company
from kobako.bots.lessons import LEVEL, lesson_answer, lesson_state
from kobako.core.errors import BadOption, IllegalAction, UnknownAction
from kobako.core.game import Game
from kobako.core.lessons import Lesson, LessonState, lesson_words, lessons
from kobako.table.protocol import SeatShown
from kobako.terminal.plain.line import Leave, Table, typed
from kobako.terminal.telling import called, screen_words

WIDTH = 80


def learn(game: Game, lang: str, first: int = 1) -> None:
    """Take the lessons of a game in order, from one of them on, each until it is done."""
    found = lessons(game)
    if not 1 <= first <= len(found):
        there = f"lessons 1 to {len(found)}, and no lesson {first}" if found else "no lessons"
        raise BadOption(f"{game.name} has {there}")
    words = screen_words(lang)
    try:
        for lesson in found[first - 1 :]:
            while take(lesson, lang) != "done":
                if typed(words.label("try_again")).lower() in ("q", "quit"):
                    raise Leave
        print(words.label("lessons_done", game=game.name))
    except Leave:
        print(words.label("lessons_left"))


def take(lesson: Lesson, lang: str) -> LessonState:
    """One lesson, once."""
    words, told = screen_words(lang), lesson_words(lesson.example.setup.game, lang)[lesson.name]
    print(f"\n{words.label('lesson', number=lesson.number, of=lesson.of)} {told['title']}")
    say(told["task"])
    state = Lessons(lesson, lang).take()
    say(words.label(f"lesson_{state}") + " " + told["done" if state == "done" else "missed"])
    return state


def say(text: str) -> None:
    """A text of several lines; Japanese has no spaces to break it at, and is left to the terminal."""
    print(textwrap.fill(text, WIDTH) if text.isascii() else text)


class Lessons(Table):
    """A lesson as the learner at the terminal lives it. The others answer as in every lesson."""

    def __init__(self, lesson: Lesson, lang: str) -> None:
        match = lesson.example.match()
        name = screen_words(lang).label("you_at", seat=lesson.learner + 1)
        you: SeatShown = {"by": "person", "name": name, "level": None, "away": False}
        faces = iter(CHARACTERS["novice"])
        bots: list[SeatShown] = [
            {"by": "bot", "name": "", "level": LEVEL, "away": False, "face": next(faces)}
            for _ in range(match.players - 1)
        ]
        bots.insert(lesson.learner, you)
        match.names = called(bots, lang)
        super().__init__(match, lesson.learner, lang, Company(match.game, {}))
        self.lesson, self.told = lesson, len(match.events)
        self.refused: set[str] = set()

    @property
    def state(self) -> LessonState:
        """How the lesson stands."""
        return lesson_state(self.lesson, self.match, refused=self.refused)

    def try_text(self, text: str) -> bool:
        """Play a move, or say why not: to run into a rule may be what the lesson is about."""
        try:
            self.match.allowed(text)
        except IllegalAction as wrong:
            self.refused.add(wrong.rule)
        except UnknownAction:
            pass
        return super().try_text(text) or self.state == "done"

    def take(self) -> LessonState:
        """Play until it is decided."""
        while (state := self.state) == "open":
            if self.match.seat == self.seat:
                self.decide()
            else:
                view = self.match.deciding_view(self.match.state.to_move)
                self.match.play(lesson_answer(view, self.match.legal()))
            self.tell()
        return state
