"""The terms of a table: what is settled when it is made and never changes."""

from __future__ import annotations

from dataclasses import dataclass

from kobako.core.errors import BadOption
from kobako.core.game import Setup
from kobako.core.lessons import Lesson
from kobako.core.match import Match
from kobako.core.seeds import seed_hash, seed_text

MOST_BANK, MOST_PER_MOVE = 86_400, 3_600


@dataclass(frozen=True)
class Clock:
    """Time for thinking, in seconds: each move `per_move` of its own, and beyond that a `bank` for the whole game.

    What one seat does while it could still take all of it back is one move.
    """

    bank: float
    per_move: float

    def __post_init__(self) -> None:
        if not (0 <= self.bank <= MOST_BANK and 0 <= self.per_move <= MOST_PER_MOVE) or self.bank + self.per_move < 1:
            raise BadOption(
                f"a clock has a bank of 0 to {MOST_BANK} seconds and 0 to {MOST_PER_MOVE} seconds per move, "
                f"together 1 or more, not {self.bank:g} and {self.per_move:g}",
                "bad_clock",
            )


@dataclass(frozen=True)
class Terms:
    """The game with its options, the seed, and how the table is kept."""

    setup: Setup
    seed: int
    private: bool = False
    clock: Clock | None = None
    hints: bool | None = None  # None: unless two or more people play
    opening: tuple[int, ...] | None = None  # practice: from the end of these actions of a recorded game, or the deal
    lesson: Lesson | None = None  # what is to be learnt here, from its position on
    position: bytes | None = None  # where it begins, if not with a deal
    what_if: str | None = None  # the name of the table whose course is imagined here

    @staticmethod
    def of_lesson(lesson: Lesson) -> Terms:
        """A table at which a lesson is taken: nobody else's business, and no hints, for the lesson gives its own."""
        place = lesson.example
        return Terms(place.setup, place.seed, True, None, False, place.moves, lesson)

    def new_match(self) -> Match:
        """The game at its beginning; it is played before eyes that want to see what led to a moment."""
        match = self.setup.new(self.seed, position=self.position)
        match.steps = True
        return match

    @property
    def practice(self) -> bool:
        """Whether it is for practice: its seed may be known, and who plays against bots alone may take moves back."""
        return self.opening is not None

    @property
    def promise(self) -> str:
        """The hash of the seed, shown before the game."""
        return seed_hash(self.seed)

    @property
    def proof(self) -> str:
        """The seed, shown after it."""
        return seed_text(self.seed)
