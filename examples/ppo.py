"""A learner in one file: masked PPO by self-play on `kobako.batch`, in NumPy alone.

    python examples/ppo.py kotori --players 4 --updates 120 --save kotori.npz

All seats are played by one network. It is shown what the seat to move knows, may choose only what the mask allows, and
is told at the end what the game was worth to each seat. Then it plays, with the others random or greedy, games it was
not trained on; `PolicyBot` seats it wherever a bot can sit.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import kobako
from kobako.adapters.vector import KobakoVectorEnv
from kobako.arena.lab import proportion

SCALE = 8.0  # observations are small counts


@dataclass
class Settings:
    """What can be turned; the defaults are what the docs' table was made with."""

    tables: int = 256
    steps: int = 64
    hidden: int = 128
    epochs: int = 3
    minibatch: int = 2048
    rate: float = 1e-3
    clip: float = 0.2
    entropy: float = 0.01
    trace: float = 0.95  # lambda of the advantages; nothing is discounted, since games end


@dataclass
class Network:
    """Two layers, and on them a logit for each action and the value of the game for the seat; trained by Adam."""

    inputs: int
    actions: int
    hidden: int = 128
    seed: int = 0
    weights: list[np.ndarray] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.weights:
            rng = np.random.default_rng(self.seed)
            sizes = [(self.inputs, self.hidden), (self.hidden, self.hidden), (self.hidden, self.actions + 1)]
            for k, (a, b) in enumerate(sizes):
                scale = 0.01 if k == 2 else np.sqrt(2 / a)
                self.weights += [rng.normal(0, scale, (a, b)).astype(np.float32), np.zeros(b, np.float32)]
        self._first = [np.zeros_like(w) for w in self.weights]
        self._second = [np.zeros_like(w) for w in self.weights]
        self._updates = 0

    def __call__(self, known: np.ndarray) -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
        """The layers, the logits and the values."""
        w = self.weights
        x = known.astype(np.float32) / SCALE
        y = np.maximum(x @ w[0] + w[1], 0)
        z = np.maximum(y @ w[2] + w[3], 0)
        out = z @ w[4] + w[5]
        return [x, y, z], out[:, :-1], out[:, -1]

    def learn(self, layers: list[np.ndarray], gradient: np.ndarray, rate: float) -> None:
        """One step of Adam against the gradient of the outputs."""
        x, y, z = layers
        w = self.weights
        in_z = (gradient @ w[4].T) * (z > 0)
        in_y = (in_z @ w[2].T) * (y > 0)
        slopes = [x.T @ in_y, in_y.sum(0), y.T @ in_z, in_z.sum(0), z.T @ gradient, gradient.sum(0)]
        norm = np.sqrt(sum(float((slope**2).sum()) for slope in slopes))
        self._updates += 1
        for weight, slope, m, v in zip(w, slopes, self._first, self._second, strict=True):
            slope *= min(1.0, 0.5 / (norm + 1e-8))
            m += 0.1 * (slope - m)
            v += 0.001 * (slope**2 - v)
            step = (m / (1 - 0.9**self._updates)) / (np.sqrt(v / (1 - 0.999**self._updates)) + 1e-5)
            weight -= (rate * step).astype(np.float32)


def probabilities(logits: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """A softmax over the actions that are allowed."""
    masked = np.where(mask, logits, -1e9)
    exp = np.exp(masked - masked.max(1, keepdims=True))
    return exp / exp.sum(1, keepdims=True)


def sample(p: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An action for each row of probabilities."""
    reached = p.cumsum(1) > rng.random((len(p), 1), np.float32) * p.sum(1, keepdims=True) * (1 - 1e-6)
    return reached.argmax(1).astype(np.int32)


class Rollout:
    """Some steps of every table, and what each decision turned out to be worth to the seat that took it."""

    def __init__(self, games: kobako.core.batch.Batch, steps: int) -> None:
        shape = (steps, games.n)
        self.games = games
        self.known = np.zeros((*shape, games.observations.shape[1]), games.observations.dtype)
        self.mask = np.zeros((*shape, games.mask.shape[1]), np.bool_)
        self.actions, self.seats = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
        self.chance, self.values = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.done, self.rewards = np.zeros(shape, np.bool_), np.zeros((*shape, games.rewards.shape[1]), np.float32)

    def play(self, network: Network, rng: np.random.Generator) -> None:
        """Play on with the network in every seat."""
        games, rows = self.games, np.arange(self.games.n)
        for t in range(len(self.actions)):
            self.known[t], self.mask[t], self.seats[t] = games.observations, games.mask, games.seats
            _, logits, self.values[t] = network(games.observations)
            p = probabilities(logits, self.mask[t])
            self.actions[t] = sample(p, rng)
            self.chance[t] = p[rows, self.actions[t]]
            games.step(self.actions[t])
            self.done[t], self.rewards[t] = games.done, games.rewards

    def advantages(self, trace: float) -> tuple[np.ndarray, np.ndarray]:
        """Generalised advantages along each seat's own decisions; and which decisions have one.

        Going back in time we keep for each seat what came after: the reward, or the value and advantage of its next
        decision. The last decision of a seat in an unfinished game has nothing after it yet, and is left out.
        """
        rows = np.arange(self.games.n)
        reward, value, after = (np.zeros(self.rewards.shape[1:], np.float32) for _ in range(3))
        known = np.zeros(self.rewards.shape[1:], np.bool_)
        found, valid = np.zeros(self.values.shape, np.float32), np.zeros(self.values.shape, np.bool_)
        for t in reversed(range(len(self.values))):
            over = self.done[t]
            reward[over], value[over], after[over], known[over] = self.rewards[t][over], 0, 0, True
            seat = self.seats[t]
            found[t] = reward[rows, seat] + value[rows, seat] - self.values[t] + trace * after[rows, seat]
            valid[t] = known[rows, seat]
            reward[rows, seat], value[rows, seat] = 0, self.values[t]
            after[rows, seat] = np.where(valid[t], found[t], 0)
            known[rows, seat] = True
        return found, valid


def improve(network: Network, rollout: Rollout, settings: Settings, rate: float, rng: np.random.Generator) -> None:
    """PPO: some passes over the rollout, each decision moved no further than the clip allows."""
    advantage, valid = rollout.advantages(settings.trace)
    flat = np.flatnonzero(valid)
    width = rollout.mask.shape[-1]
    known, mask = rollout.known.reshape(-1, rollout.known.shape[-1]), rollout.mask.reshape(-1, width)
    actions, chance = rollout.actions.ravel(), rollout.chance.ravel()
    target, advantage = (rollout.values + advantage).ravel(), advantage.ravel()
    for _ in range(settings.epochs):
        rng.shuffle(flat)
        for at in range(0, len(flat), settings.minibatch):
            rows = flat[at : at + settings.minibatch]
            gain = advantage[rows]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            layers, logits, values = network(known[rows])
            p = probabilities(logits, mask[rows])
            network.learn(layers, slope(p, actions[rows], chance[rows], gain, values - target[rows], settings), rate)


def slope(
    p: np.ndarray, actions: np.ndarray, before: np.ndarray, gain: np.ndarray, miss: np.ndarray, settings: Settings
) -> np.ndarray:
    """The gradient of PPO's loss for the outputs: clipped policy, entropy, and half the square of the values' miss."""
    n, rows = len(p), np.arange(len(p))
    ratio = p[rows, actions] / before
    pushing = np.where(gain > 0, ratio < 1 + settings.clip, ratio > 1 - settings.clip)
    weight = gain * ratio * pushing
    gradient = p * weight[:, None]
    gradient[rows, actions] -= weight
    log = np.log(np.maximum(p, 1e-9))
    surprise = -(p * log).sum(1, keepdims=True)
    gradient += settings.entropy * p * (log + surprise)
    return np.concatenate([gradient, 0.5 * miss[:, None]], 1).astype(np.float32) / n


def train(game: str, players: int, updates: int, settings: Settings, seed: int = 1) -> Network:
    """Self-play for so many updates; the rate falls to nothing at the end."""
    games = kobako.batch(game, players=players, n=settings.tables, seed=seed << 64)
    network = Network(games.observations.shape[1], games.mask.shape[1], settings.hidden, seed)
    rollout, rng = Rollout(games, settings.steps), np.random.default_rng(seed)
    for done in range(updates):
        rollout.play(network, rng)
        improve(network, rollout, settings, settings.rate * (1 - done / updates), rng)
    return network


def share(network: Network, game: str, players: int, opponents: str, games: int, seed: int = 1 << 40) -> list[float]:
    """The part of each game that the network wins, choosing what it likes best, in all seats in turn."""
    envs = KobakoVectorEnv(game, players, num_envs=min(games, 400), opponents=opponents, copy=False)
    known, infos = envs.reset(seed=seed)
    shares: list[float] = []
    counted = np.zeros(envs.num_envs, np.int64)  # as many games of each table: short ones would count more otherwise
    each = -(-games // envs.num_envs)
    while counted.min() < each:
        logits = network(known)[1]
        actions = np.where(infos["action_mask"], logits, -np.inf).argmax(1).astype(np.int32)
        known, rewards, over, _, infos = envs.step(actions)
        fresh = over & (counted < each)
        shares += ((rewards[fresh] * (players - 1) + 1) / players).tolist()
        counted += over
    return shares


class PolicyBot:
    """The network as a bot: it is shown a view, as every bot is."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def choose(self, view: kobako.View, legal: list[kobako.Action], budget: object = None) -> kobako.Action:
        """The legal action that the network likes best."""
        logits = self.network(view.observation()[None])[1][0]
        return max(legal, key=lambda action: logits[int(action)])

    def watch(self, event: kobako.Event) -> None:
        """Nothing is learnt at the table."""


def save(network: Network, path: Path) -> None:
    """Keep the weights."""
    np.savez(path, *network.weights)


def load(path: Path) -> Network:
    """The network that was kept."""
    with np.load(path) as kept:
        weights = [kept[f"arr_{k}"] for k in range(6)]
    return Network(len(weights[0]), weights[4].shape[1] - 1, len(weights[2]), weights=weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=kobako.game_names())
    parser.add_argument("-p", "--players", type=int, default=4)
    parser.add_argument("--updates", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=2000, help="to play against each kind of opponent afterwards")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the weights here")
    args = parser.parse_args()
    settings, start, work = Settings(), time.monotonic(), time.process_time()
    network = train(args.game, args.players, args.updates, settings, args.seed)
    took, worked = (time.monotonic() - start) / 60, (time.process_time() - work) / 60
    decisions = args.updates * settings.tables * settings.steps
    print(f"{decisions:,} decisions of self-play in {took:.1f} minutes ({worked:.1f} of one core)")
    for opponents in ("random", "greedy"):
        won = proportion(share(network, args.game, args.players, opponents, args.games))
        even = f"even would be {1 / args.players:.2f}"
        print(f"against {opponents}: {won.mean:.3f} ({won.low:.3f} to {won.high:.3f}); {even}")
    if args.save:
        save(network, args.save)


if __name__ == "__main__":
    main()
