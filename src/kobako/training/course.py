"""A course of training: generations of lessons, each taught by the best mind so far, and after each a trial.

Expert iteration: a search is stronger than the policy it begins with, so the policy learns from the search; the next
search begins with the better policy. The first teacher is the search of the first release, so it begins from nothing.
All of a course lies in one folder: what was played is never played again, and a course that was stopped goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kobako.arena.lab import proportion
from kobako.arena.places import HERE, play
from kobako.bots.weights import KINDS, read_weights, write_weights
from kobako.core.errors import BadOption
from kobako.core.game import Game
from kobako.core.registry import game as find_game
from kobako.training.lessons import Lesson, Lessons, learner, unpacked
from kobako.training.logit import UNIT, Choices, fit, loss, together, whole
from kobako.training.trials import Trial, Trials

REMEMBERED = 3  # generations that are learned from: what older ones thought is out of date
TRIAL_SEED = 1 << 32  # trials have deals of their own
PLAN, RESULTS = "course.json", "trials.jsonl"


@dataclass(frozen=True)
class Plan:
    """All that settles a course's weights."""

    game: str
    rules: int
    features: int
    seed: int
    generations: int
    games: int  # lessons of a generation
    simulations: int  # of a decision in a lesson, and in a trial
    trial: int  # deals of a trial
    rival: int  # simulations of the others in a trial

    def command(self) -> str:
        """The command that makes the same weights."""
        asked = f"-g {self.generations} -n {self.games} --simulations {self.simulations}"
        return f"kobako train {self.game} --seed {self.seed} {asked}"


@dataclass(frozen=True)
class Progress:
    """How far a course is, after a generation."""

    generation: int
    decisions: int
    surprise: float  # of the policy at what the search chose, in nats
    share: float
    low: float
    high: float
    games: int

    def line(self, plan: Plan) -> str:
        """The same for a person."""
        won = f"{self.share:.3f} ({self.low:.3f}–{self.high:.3f}) of {self.games} games"
        against = f"against classic:{plan.rival}"
        return (
            f"generation {self.generation}: {self.decisions} decisions, surprise {self.surprise:.3f}; {won} {against}"
        )


def make_plan(game: Game, seed: int, generations: int, games: int, simulations: int, trial: int, rival: int) -> Plan:
    """A plan whose parts have been checked."""
    shape = learner(game).shape
    for name, value in {"generations": generations, "games": games, "simulations": simulations, "rival": rival}.items():
        if value < 1:
            raise BadOption(f"a course has 1 or more {name}, not {value}")
    if trial < 0:
        raise BadOption(f"a trial has 0 deals or more, not {trial}")
    return Plan(game.name, game.version, shape.version, seed, generations, games, simulations, trial, rival)


def run(
    plan: Plan,
    folder: Path,
    on: str = HERE,
    workers: int | None = None,
    tell: Callable[[str], None] = print,
) -> Path:
    """Train, going on from what the folder has; gives the file of the last weights."""
    begin(plan, folder)
    path = folder
    for generation in range(1, plan.generations + 1):
        path = folder / f"weights-{generation:03}.json"
        if not path.exists():
            study(plan, folder, generation, on, workers, path)
        tell(tried(plan, folder, generation, on, workers).line(plan))
    return path


def begin(plan: Plan, folder: Path) -> None:
    """Make the folder of a course, or see that it is of this one; more generations may be asked of it."""
    folder.mkdir(parents=True, exist_ok=True)
    mine, place = asdict(plan), folder / PLAN
    if place.exists():
        before: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
        apart = [key for key in mine if key != "generations" and before.get(key) != mine[key]]
        if apart:
            was = ", ".join(f"{key} {before.get(key)!r}" for key in apart)
            raise BadOption(f"{folder} holds another course, of {was}: go on with the same, or name another folder")
    place.write_text(json.dumps(mine, indent=1) + "\n", encoding="utf-8")


def study(plan: Plan, folder: Path, generation: int, on: str, workers: int | None, path: Path) -> None:
    """Play a generation's lessons, as far as they are not played, and learn from the last few generations."""
    place = folder / f"lessons-{generation:03}"
    place.mkdir(exist_ok=True)
    teacher = weights_in(plan, folder, generation - 1)
    lessons = Lessons(plan.game, plan.rules, plan.seed * 1000 + generation, plan.simulations, teacher)
    todo = [Lesson(number) for number in range(plan.games) if not (place / f"{number:05}.npz").exists()]
    if todo:
        with closing(play(lessons, todo, on, workers)) as played:
            for unit, data in played:
                part = place / f"{unit.number:05}.part"
                part.write_bytes(data)
                part.replace(part.with_suffix(".npz"))
    game = find_game(plan.game)
    shape, numbers = learner(game).shape, []
    for kind in KINDS:
        if getattr(shape, kind):
            numbers += whole(fit(remembered(folder, generation, kind)))
    write_weights(game, shape, numbers, plan.command(), plan.seed, path)


def weights_in(plan: Plan, folder: Path, generation: int) -> tuple[int, ...] | None:
    """The weights that a generation came to; None before the first."""
    if generation == 0:
        return None
    game = find_game(plan.game)
    text = (folder / f"weights-{generation:03}.json").read_text(encoding="utf-8")
    found = read_weights(game, learner(game).shape, text)
    assert found is not None
    return found.numbers


def remembered(folder: Path, generation: int, kind: str) -> Choices:
    """What was noted of one kind in the last few generations, in the order of the lessons."""
    return together([choices[kind] for choices in _lessons(folder, generation)])


def _lessons(folder: Path, generation: int) -> Iterator[dict[str, Choices]]:
    for each in range(max(1, generation - REMEMBERED + 1), generation + 1):
        for path in sorted((folder / f"lessons-{each:03}").glob("*.npz")):
            yield unpacked(path.read_bytes())


def tried(plan: Plan, folder: Path, generation: int, on: str, workers: int | None) -> Progress:
    """How strong a generation is; a trial that was held is not held again."""
    place = folder / RESULTS
    held = [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()] if place.exists() else []
    for one in held:
        if one["generation"] == generation:
            return Progress(**one)
    progress = assessed(plan, folder, generation, on, workers)
    with place.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(asdict(progress)) + "\n")
    return progress


def assessed(plan: Plan, folder: Path, generation: int, on: str, workers: int | None) -> Progress:
    """A generation's trial, and how well its first kind of weights foretells what was chosen."""
    import numpy as np

    game, numbers = find_game(plan.game), weights_in(plan, folder, generation)
    assert numbers is not None
    shape = learner(game).shape
    kind = next(kind for kind in KINDS if getattr(shape, kind))
    choices = remembered(folder, generation, kind)
    surprise = loss(choices, np.array(numbers[: len(getattr(shape, kind))]) / UNIT)
    if plan.trial == 0:
        return Progress(generation, choices.number, surprise, 0.0, 0.0, 1.0, 0)
    trials = Trials(plan.game, max(game.players), TRIAL_SEED + plan.seed, numbers, plan.simulations, plan.rival)
    with closing(play(trials, [Trial(deal) for deal in range(plan.trial)], on, workers)) as played:
        won = [share for _, shares in played for share in shares]
    found = proportion(won)
    return Progress(generation, choices.number, surprise, found.mean, found.low, found.high, len(won))
