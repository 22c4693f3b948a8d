"""What a bot, a hint or a review asks of a search, and what it is told.

Who thinks may be elsewhere: a process, or in a page a worker with the search in WebAssembly. So whatever needs a search
to go on is a generator. It yields some questions, is sent their answers, and ends with what it has made of them; all
else that it does, seeds and choices, is one text wherever the thinking is done.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from kobako.bots.bot import MOST_SIMULATIONS
from kobako.bots.minds import mind_of
from kobako.core.position import View

if TYPE_CHECKING:
    from kobako.bots.search.thinking import Method

    Lines = array[float]
else:  # Python 3.11 has no array of something
    Lines = array

T = TypeVar("T")
MOST_NODES = 1 << 18


@dataclass(frozen=True)
class Think:
    """So many simulations, or so many seconds, from a seat's view. The answer is a Thought."""

    view: View
    seed: int
    simulations: int | None
    seconds: float | None
    method: Method

    @property
    def most(self) -> int:
        """The simulations after which it ends in any case."""
        return self.simulations or MOST_SIMULATIONS

    @property
    def nodes(self) -> int:
        """For so many nodes there is room in the tree."""
        return room_for(self.most, self.method.parts)


@dataclass(frozen=True)
class Weigh:
    """So many visits below one action. The answer is a line of shares, points and ranks for each, in a row."""

    view: View
    action: int
    visits: int
    seed: int

    @property
    def parts(self) -> bool:
        """Whether the tree below the action parts: wherever the game's mind says what is known."""
        return mind_of(self.view.setup.game).parts

    @property
    def nodes(self) -> int:
        """For so many nodes there is room in the tree."""
        return room_for(self.visits, self.parts)


def room_for(visits: int, parts: bool, most: int = MOST_NODES) -> int:
    """The nodes that a tree can use: a visit adds one, and one more where its branches part."""
    return min((1 + parts) * visits + 2, most)


class Tried(NamedTuple):
    """What became of a first action: its visits, its summed value, and the summed share of each seat."""

    visits: int
    total: float
    shares: Sequence[float]


Thought = Mapping[int, Tried]  # by the number of the action
Question = Think | Weigh
Answers = Sequence[Any]  # a Thought or Lines for each question, in order
Thinking = Generator[Sequence[Question], Answers, T]


def finish(thinking: Thinking[T], answer: Callable[[Sequence[Question]], Answers]) -> T:
    """Bring it to its end with what is answered here."""
    try:
        questions = next(thinking)
        while True:
            questions = thinking.send(answer(questions))
    except StopIteration as end:
        result: T = end.value
        return result
