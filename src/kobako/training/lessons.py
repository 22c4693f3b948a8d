"""Lessons: a game of a search against itself, and what can be learned from each of its decisions."""

from __future__ import annotations

import io
import random
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kobako.bots.bot import Budget
from kobako.bots.minds import Learned, learned_of
from kobako.bots.search.search import SearchBot
from kobako.bots.search.thinking import Method, compiled_guided, plain_guided, thinking_of, unlearned_thinking
from kobako.bots.weights import KINDS
from kobako.core.errors import BadOption, KobakoError, describe
from kobako.core.game import Game
from kobako.core.match import Match
from kobako.core.position import View
from kobako.core.registry import game as find_game
from kobako.training.logit import Choices

IMAGINED = 7  # states beside the true one, for beliefs
ROAMING = 0.15  # so often an action is drawn by its visits instead of the best one: or games would be too alike
SHARPENING = 4  # a search visits what it does not like as well; what it likes is meant, so visits count by this power


class Lesson(NamedTuple):
    """One game to play: its number, which settles all chance in it."""

    number: int


@dataclass(frozen=True)
class Lessons:
    """The games of one generation: what the workers are given to do."""

    game: str
    rules: int
    seed: int
    simulations: int
    weights: tuple[int, ...] | None  # of those who play; None: nothing is learned yet

    def attempt(self, unit: Lesson) -> bytes | str:
        """Play a game; if it cannot be played, say why."""
        try:
            return packed(play_lesson(self, unit.number))
        except KobakoError as wrong:
            return str(wrong)
        except Exception as wrong:
            return f"{self.what(unit)}: {describe(wrong)}"

    def what(self, unit: Lesson) -> str:
        """A lesson in words."""
        return f"{self.game}, lesson {unit.number}"


def learner(game: Game) -> Learned:
    """The learned mind of a game that can be trained."""
    found = learned_of(game)
    if found is None:
        raise BadOption(f"{game.name} has no learned.py to train: it names the features (docs/minds.md)")
    return found


@dataclass
class Notes:
    """What was seen of one kind of choice, line by line."""

    lines: list[Any] = field(default_factory=list)
    chosen: list[float] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)

    def add(self, lines: Any, chosen: Any) -> None:
        """One more choice."""
        self.starts.append(len(self.chosen))
        self.lines.append(lines)
        self.chosen += list(chosen)

    def choices(self, width: int) -> Choices:
        """All of them, as arrays."""
        import numpy as np

        lines = np.concatenate(self.lines) if self.lines else np.zeros((0, width), np.int32)
        return Choices(lines, np.array(self.chosen), np.array(self.starts, np.int64))


def play_lesson(lessons: Lessons, number: int) -> dict[str, Choices]:
    """Play one game, every seat by the same search, and note what can be learned."""
    game = find_game(lessons.game)
    if game.version != lessons.rules:
        raise KobakoError(
            f"this worker has rules {game.version} of {game.name}, and the lessons are of {lessons.rules}"
        )
    rng = random.Random(f"{lessons.seed} {number}")
    players = game.players[number % len(game.players)]
    match = game.new(players=players, seed=rng.getrandbits(64))
    thinking = unlearned_thinking(game) if lessons.weights is None else thinking_of(game, lessons.weights)
    return Course(match, thinking, lessons.simulations, rng).play()


class Course:
    """One game, being played and noted."""

    def __init__(self, match: Match, thinking: Method, simulations: int, rng: random.Random) -> None:
        self.match, self.rng = match, rng
        self.shape = learner(match.game).shape
        self.form = compiled_guided(match.game)
        self.bot = SearchBot(match.game, Budget(simulations), rng.getrandbits(64), thinking=thinking)
        self.notes = {kind: Notes() for kind in KINDS}
        self.measured: list[Any] = []
        self.far = plain_guided(match.game, "is_far_enough")
        self.looked_from = match.state.copy()

    def play(self) -> dict[str, Choices]:
        """Play to the end."""
        match = self.match
        while not match.over:
            legal, view = match.legal(), match.view(match.seat)
            action = legal[0]
            if len(legal) > 1:
                found = self.bot.explain(view, legal)
                visits = {c.action: c.visits for c in found}
                self._note(view, [visits[a] for a in legal], [int(a) for a in legal])
                action = found[0].action
                if self.rng.random() < ROAMING:
                    action = self.rng.choices(legal, [visits[a] for a in legal])[0]
            match.play(action)
            self._measure()
        won = [(seat in match.winners) / len(match.winners) for seat in range(match.players)]
        for lines in self.measured:
            self.notes["measures"].add(lines, won)
        return {kind: self.notes[kind].choices(len(getattr(self.shape, kind))) for kind in KINDS}

    def _note(self, view: View, visits: list[int], legal: list[int]) -> None:
        """What can be learned from a decision: what was thought of its actions, and what was true."""
        import numpy as np

        shape, form = self.shape, self.form
        if shape.traits:
            lines = np.zeros((len(legal), len(shape.traits)), np.int32)
            form.kernel("traits_of")(form.records([view.state]), np.array(legal, np.int32), lines)
            most = max(visits)
            meant = [(n / most) ** SHARPENING for n in visits]
            self.notes["traits"].add(lines, [part / sum(meant) for part in meant])
        if shape.signs:
            states = [self.match.state, *(view.imagine(self.rng) for _ in range(IMAGINED))]
            lines = np.zeros((len(states), len(shape.signs)), np.int32)
            form.kernel("signs_of")(form.records(states), view.seat, lines)
            self.notes["signs"].add(lines, [1.0] + [0.0] * IMAGINED)

    def _measure(self) -> None:
        """How things stand where a look ahead may end: there alone the measures are asked."""
        import numpy as np

        state = self.match.state
        if not self.shape.measures or state.over or not self.far(state, self.looked_from):
            return
        self.looked_from = state.copy()
        lines = np.zeros((state.players, len(self.shape.measures)), np.int32)
        self.form.kernel("measures_of")(self.form.records([state]), lines)
        self.measured.append(lines)


def packed(found: dict[str, Choices]) -> bytes:
    """What was noted, as the bytes of a file."""
    import numpy as np

    room = io.BytesIO()
    arrays = {
        f"{kind}_{name}": getattr(c, name) for kind, c in found.items() for name in ("features", "chosen", "starts")
    }
    np.savez_compressed(room, **arrays)
    return room.getvalue()


def unpacked(data: bytes) -> dict[str, Choices]:
    """The same read again."""
    import numpy as np

    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        return {
            kind: Choices(arrays[f"{kind}_features"], arrays[f"{kind}_chosen"], arrays[f"{kind}_starts"])
            for kind in KINDS
        }
