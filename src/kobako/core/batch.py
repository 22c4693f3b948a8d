"""A batch: many games stepped at once on arrays, by compiled rules."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, SupportsIndex

from kobako.core.errors import BadOption, BadSeed, IllegalAction, KobakoError, UnknownAction
from kobako.core.fields import kept_size, ruled_size
from kobako.core.game import Setup
from kobako.core.options import whole
from kobako.core.position import position_of
from kobako.core.registry import game as find_game
from kobako.core.seeds import parse_seed, seed_text, seed_words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

OBSERVATIONS = ("uint8", "float32")
MAGIC = b"kobako batch 1\n"  # the first bytes of a saved batch: what it is, and the version of its form
ABOUT = {"game", "rules", "players", "options", "n", "observations"}  # what a saved batch says of itself
HASH = hashlib.sha256().digest_size

Seeds = SupportsIndex | str | Sequence[SupportsIndex | str] | None


class BadBatch(KobakoError, ValueError):
    """Bytes that are not a saved batch, or not one that can be restored here."""


class Batch:
    """N games of one setup, side by side. All arrays are written in place: keep a copy of what you want to keep.

    - `seats[i]`: who moves in game i; `mask[i, a]`: 1 where that seat may play action a;
    - `legal[i, :counts[i]]`: the same actions as a list, in order; what stands behind them means nothing;
    - `observations[i]`: what that seat knows, seats counted from it; nothing with `observations=None`, which is faster;
    - `rewards[i, seat]`, `done[i]`: set by the step that ended game i; the rest is then of the new game dealt there.

    Game i begins with seed `seed + i`, or with the seed i of a sequence; when it ends, the next has the seed n further
    on, so that of a batch dealt from one seed no game comes twice. With `threads`, each steps a part of the games
    outside Python's lock. Neither their number nor that of the games changes what is played in a game.
    """

    def __init__(
        self, setup: Setup, n: int, seed: Seeds = None, observations: str | None = "uint8", threads: int = 1
    ) -> None:
        self.setup, self.n = setup, at_least_one(n, "game")
        self.work = Work(self.n, threads)
        game, kind = setup.game, observation_kind(observations) or OBSERVATIONS[0]
        self._kernels = {name: game.compiled.kernel(name, kind) for name in ("step", "lay_open")}
        self._kernels |= {name: game.compiled.kernel(name) for name in ("reset", "first_wrong", "pick")}
        self._template = game.compiled.records([setup.template])
        try:
            self._make_room(kind, observations is not None)
        except (MemoryError, OverflowError, ValueError):
            raise BadOption(f"{self.n} games do not fit in memory") from None
        self.reset(seed)

    def _make_room(self, kind: str, observed: bool) -> None:
        """All arrays, empty."""
        import numpy as np

        n, game = self.n, self.setup.game
        self.states = np.zeros(n, game.compiled.dtype)
        self.legal = np.zeros((n, game.rules.MOST_LEGAL), np.int32)
        self.counts = np.zeros(n, np.int32)
        self.mask = np.zeros((n, game.actions), np.uint8)
        self.observations = np.zeros((n, game.knowledge.OBSERVATION if observed else 0), kind)
        self.seats = np.zeros(n, np.int32)
        self.rewards = np.zeros((n, self.setup.players), np.float32)
        self.done = np.zeros(n, np.uint8)
        self.actions = np.zeros(n, np.int32)
        self._seeds = np.zeros((n, 4), np.int64)
        self._choices = np.zeros((n, 4), np.int64)

    def reset(self, seed: Seeds = None) -> None:
        """Deal all games anew."""
        self._seeds[:] = game_seeds(seed, self.n)
        self.rewards[:], self.done[:] = 0, 0
        self.work.share(self._kernels["reset"], self.states, self._seeds, self._choices, first=(self._template,))
        self._lay_open()

    def seed(self, i: int) -> str:
        """The seed of the game that is now being played at place i."""
        return seed_text(sum(int(word) << 32 * k for k, word in enumerate(self._seeds[i])))

    def random_actions(self) -> npt.NDArray[np.int32]:
        """A random allowed action for every game. Each game has its own generator, dealt with it from its seed."""
        self.work.share(self._kernels["pick"], self.legal, self.counts, self._choices, self.actions)
        return self.actions

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in every game. If one is not allowed, none is played, and the error says which."""
        chosen = action_array(actions, self.n)
        wrong = self._kernels["first_wrong"](self.mask, chosen)
        if wrong >= 0:
            raise refusal(self.setup, self.states, int(wrong), int(chosen[wrong]))
        self.work.share(
            self._kernels["step"],
            self.states,
            chosen,
            self._seeds,
            *self._shown(),
            self.rewards,
            self.done,
            first=(self._template,),
            last=(self.n,),
        )

    def save(self) -> bytes:
        """The whole batch as bytes: `Batch.restore` goes on from here, to the same games."""
        about = {
            "game": self.setup.game.name,
            "rules": self.setup.game.version,
            "players": self.setup.players,
            "options": self.setup.option_texts(),
            "n": self.n,
            "observations": self.observations.dtype.name if self.observations.size else None,
        }
        parts = [json.dumps(about).encode() + b"\n", *(array.tobytes() for array in self._kept())]
        body = b"".join(parts)
        return MAGIC + hashlib.sha256(body).digest() + body

    @classmethod
    def restore(cls, data: bytes, threads: int = 1) -> Batch:
        """The batch that was saved. Its hash is to find damage, not malice: restore what you or a friend saved."""
        import numpy as np

        about, body = read_saved(data)
        setup = find_game(about["game"]).setup_from(str(about["players"]), about["options"])
        batch = cls(setup, about["n"], 0, about["observations"], threads)
        kept = batch._kept()
        if len(body) == sum(array.nbytes for array in batch._kept_before()):  # what happened is not remembered then
            kept[0][:] = 0
            kept = batch._kept_before()
        if len(body) != sum(array.nbytes for array in kept):
            raise BadBatch(f"this saved batch of {about['game']} holds states of another form than the rules here have")
        for array in kept:
            array[:] = np.frombuffer(body[: array.nbytes], array.dtype).reshape(array.shape)
            body = body[array.nbytes :]
        batch._lay_open()
        return batch

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as it is saved."""
        return Batch.restore, (self.save(), self.work.threads)

    def _kept(self) -> list[npt.NDArray[Any]]:
        """What a saved batch holds; all else, as the house rules behind each state, follows from it."""
        return self._kept_of(kept_size(self.setup.game.fields))

    def _kept_before(self) -> list[npt.NDArray[Any]]:
        """What it held before a game's history was kept."""
        return self._kept_of(ruled_size(self.setup.game.fields))

    def _kept_of(self, size: int) -> list[npt.NDArray[Any]]:
        import numpy as np

        states = self.states.view(np.uint8).reshape(self.n, -1)[:, :size]
        return [states, self._seeds, self._choices, self.rewards, self.done]

    def _shown(self) -> tuple[npt.NDArray[Any], ...]:
        """What is shown of every game, in the order of the kernels."""
        return self.legal, self.counts, self.mask, self.observations, self.seats

    def _lay_open(self) -> None:
        self.work.share(self._kernels["lay_open"], self.states, *self._shown())


class Work:
    """A batch's games shared out among threads: each has a stretch of every array."""

    def __init__(self, n: int, threads: int) -> None:
        self.threads = at_least_one(threads, "thread")
        used = min(self.threads, n)
        self._spans = [slice(n * k // used, n * (k + 1) // used) for k in range(used)]
        self._pool = ThreadPoolExecutor(used, "batch") if used > 1 else None

    def share(
        self,
        kernel: Callable[..., Any],
        *arrays: npt.NDArray[Any],
        first: tuple[Any, ...] = (),
        last: tuple[Any, ...] = (),
    ) -> None:
        """Call a kernel on every stretch of the arrays, with what all stretches share before and after them."""
        if self._pool is None:
            kernel(*first, *arrays, *last)
            return
        jobs = [self._pool.submit(kernel, *first, *(array[span] for array in arrays), *last) for span in self._spans]
        for job in jobs:
            job.result()


def at_least_one(value: Any, what: str) -> int:
    """How many games or threads a batch has."""
    number = whole(value)
    if number is None or number < 1:
        raise BadOption(f"a batch has 1 {what} or more, not {value!r}")
    return number


def observation_kind(observations: Any) -> str | None:
    """The kind of numbers that observations are made of, by its name; None without them."""
    import numpy as np

    try:
        name = None if observations is None else np.dtype(observations).name
    except TypeError:
        name = ""
    if name not in (*OBSERVATIONS, None):
        raise BadOption(f"observations are {', '.join(OBSERVATIONS)} or None, not {observations!r}")
    return name


def game_seeds(seed: Seeds, n: int) -> list[tuple[int, int, int, int]]:
    """The seeds of n games, as words: counted up from one, or each as given."""
    import numpy as np

    given: Any = seed.tolist() if isinstance(seed, np.ndarray) else seed
    many = isinstance(given, Sequence) and not isinstance(given, str | bytes | bytearray)
    if not many:
        first = parse_seed(given)
        return [seed_words((first + i) % (1 << 128)) for i in range(n)]
    if len(given) != n or any(one is None for one in given):
        raise BadSeed(f"{n} games need one seed, or {n}, not {sum(one is not None for one in given)}")
    return [seed_words(parse_seed(one)) for one in given]


def action_array(actions: npt.ArrayLike, n: int) -> npt.NDArray[np.int32]:
    """An action per game, as the kernels take them: itself if it is so already."""
    import numpy as np

    given = np.asarray(actions)
    if given.shape != (n,):
        raise UnknownAction(f"a step takes {n} actions, one per game, not an array of shape {given.shape}")
    what = "actions are whole numbers of 32 bits or fewer"
    if given.dtype.kind not in "iu":
        raise UnknownAction(f"{what}, not an array of {given.dtype}")
    chosen = np.require(given, np.int32, ["C", "A", "W"])  # of any other array the kernels would be compiled anew
    if chosen is not given and (chosen != given).any():
        i = int((chosen != given).argmax())
        raise UnknownAction(f"game {i} of the batch: {what}, not {given[i]}")
    return chosen


def refusal(setup: Setup, states: npt.NDArray[np.void], i: int, action: int) -> IllegalAction:
    """The same answer that a match would give, in game i."""
    try:
        named = setup.action(action)
    except UnknownAction as unknown:
        raise UnknownAction(f"game {i} of the batch: {unknown}") from None
    refused = position_of(setup, states[i].tobytes()[: kept_size(setup.game.fields)]).refusal(named)
    return IllegalAction(setup.game, refused.action, refused.rule, refused.legal, f"game {i} of the batch: ")


def read_saved(data: bytes) -> tuple[dict[str, Any], bytes]:
    """What a saved batch says of itself, and its arrays; BadBatch if it cannot be trusted."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise BadBatch(f"a saved batch is bytes, not {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(MAGIC):
        kind = "a batch saved in another form" if data.startswith(b"kobako batch ") else "no saved batch"
        raise BadBatch(f"these bytes are {kind}: one that can be restored here begins with {MAGIC!r}")
    seal, body = data[len(MAGIC) : len(MAGIC) + HASH], data[len(MAGIC) + HASH :]
    if hashlib.sha256(body).digest() != seal:
        raise BadBatch("this saved batch is damaged: its hash does not fit; save it again")
    head, _, arrays = body.partition(b"\n")
    try:
        about: Any = json.loads(head)
    except ValueError:
        about = None
    if not isinstance(about, dict) or not about.keys() >= ABOUT or not isinstance(about["options"], dict):
        raise BadBatch(f"this saved batch does not say what it is: its first line has {', '.join(sorted(ABOUT))}")
    version = find_game(about["game"]).version
    if about["rules"] != version:
        raise BadBatch(
            f"this batch was saved under rules {about['rules']} of {about['game']}; here are rules {version}"
        )
    return about, arrays
