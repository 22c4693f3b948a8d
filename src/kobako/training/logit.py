"""Conditional logit: one of several things is chosen, each by e to the sum of its features' weights.

Which action is played, which imagined state is the true one, which seat wins: all three are such choices, so one
regression teaches all three. It has one optimum, found by Newton's method in a few steps, the same on every machine
but for the last digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.float64]

UNIT = 1024  # weights are written as whole numbers of this part
STEPS = 40
CLOSE = 1e-7
RIDGE = 1e-3  # pulls a weight that nothing speaks for to 0, per choice


@dataclass(frozen=True)
class Choices:
    """Many choices: a line of features for everything that could be chosen, and how often it was (each sums to 1)."""

    features: npt.NDArray[np.int32]  # [thing, feature]
    chosen: Array  # [thing]
    starts: npt.NDArray[np.int64]  # [choice] its first thing

    @property
    def number(self) -> int:
        """How many choices."""
        return len(self.starts)

    def groups(self) -> npt.NDArray[np.int64]:
        """Of every thing, the choice it is of."""
        import numpy as np

        sizes = np.diff(np.append(self.starts, len(self.features)))
        return np.repeat(np.arange(self.number), sizes)


def together(parts: list[Choices]) -> Choices:
    """Several lots of choices as one."""
    import numpy as np

    lengths = np.cumsum([0, *(len(part.features) for part in parts)])
    starts = [part.starts + at for part, at in zip(parts, lengths[:-1].tolist(), strict=True)]
    return Choices(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.chosen for part in parts]),
        np.concatenate(starts),
    )


def shares(choices: Choices, weights: Array) -> Array:
    """How likely each thing is chosen."""
    import numpy as np

    groups = choices.groups()
    likes = choices.features @ weights
    likes = likes - np.maximum.reduceat(likes, choices.starts)[groups]
    found: Array = np.exp(likes)
    return found / np.add.reduceat(found, choices.starts)[groups]


def loss(choices: Choices, weights: Array) -> float:
    """The mean surprise, in nats, at what was chosen."""
    import numpy as np

    return float(-(choices.chosen * np.log(shares(choices, weights) + 1e-12)).sum() / choices.number)


def fit(choices: Choices, ridge: float = RIDGE) -> Array:
    """The weights that make what was chosen likeliest. A feature that is always the same within a choice gets 0."""
    import numpy as np

    x = choices.features.astype(np.float64)
    scale = np.maximum(np.abs(x).max(axis=0, initial=0.0), 1.0)  # features of very different size are fitted as well
    scaled = Choices(x / scale, choices.chosen, choices.starts)
    groups, n = choices.groups(), choices.number
    weights: Array = np.zeros(x.shape[1])

    def cost(w: Array) -> float:
        return loss(scaled, w) + ridge * float(w @ w) / 2

    now = cost(weights)
    for _ in range(STEPS):
        p = shares(scaled, weights)
        slope = scaled.features.T @ (p - choices.chosen) / n + ridge * weights
        mean = np.add.reduceat(scaled.features * p[:, None], choices.starts)
        apart = scaled.features - mean[groups]
        bend = (apart * p[:, None]).T @ apart / n + ridge * np.eye(len(weights))
        step, part = np.linalg.solve(bend, slope), 1.0
        while part > 1e-6 and cost(weights - part * step) > now:
            part /= 2
        then = cost(weights - part * step)
        if not then < now - CLOSE:
            break
        weights, now = weights - part * step, then
    found: Array = weights / scale
    return found


def whole(weights: Array) -> list[int]:
    """Weights as they are written."""
    return [round(float(w) * UNIT) for w in weights]
