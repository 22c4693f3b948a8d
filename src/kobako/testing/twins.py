"""Laws that compare: the plain game with the compiled one, and what was seen with all there is to see."""

from __future__ import annotations

import random

from kobako.core.compiling import Compiled
from kobako.core.fields import State, kept_size, to_record
from kobako.core.game import Action, Game, Setup
from kobako.core.match import Match
from kobako.core.seeds import seed_words
from kobako.core.shown import told_of
from kobako.testing.broken import LawBroken
from kobako.testing.laws import house_setups, setups


def check_compiled(setup: Setup, compiled: Compiled, seeds: range) -> int:
    """Law 5: plain and compiled agree on every state, legal list, observation and view of these games.

    Gives how many states were compared.
    """
    import numpy as np

    game, compared = setup.game, 0
    trace, seen, imagined = (compiled.kernel(name) for name in ("trace", "seen", "imagined"))
    plies = setup.bound
    template = compiled.records([setup.template])
    work, states, views = (
        np.zeros(1, compiled.dtype),
        np.zeros(plies + 1, compiled.dtype),
        np.zeros(1, compiled.dtype),
    )
    out, actions, seats = (
        np.zeros(game.rules.MOST_LEGAL, np.int32),
        np.zeros(plies, np.int32),
        np.zeros(plies, np.int32),
    )
    mask = np.zeros((plies, game.actions), np.uint8)
    obs = np.zeros((plies, game.knowledge.OBSERVATION), np.uint8)
    for seed in seeds:
        words = np.array([seed_words(seed)], np.int64)
        n = trace(template, work, out, np.zeros(4, np.int64), words, actions, states, mask, obs, seats)
        if not work[0]["over"]:
            raise LawBroken(f"{setup!r}, seed {seed}: the compiled game is not over after {plies} decisions, its bound")
        s = setup.deal(seed)
        for ply in range(n + 1):
            where = f"{setup!r}, seed {seed}, ply {ply}"
            _same(game, s, states[ply], f"{where}: the state")
            compared += 1
            if ply == n:
                break
            legal = [0] * game.rules.MOST_LEGAL
            count = game.rules.legal(s, legal)
            if legal[:count] != np.flatnonzero(mask[ply]).tolist():
                raise LawBroken(f"{where}: plain and compiled differ in the legal actions")
            x = [0] * game.knowledge.OBSERVATION
            game.knowledge.observe(s, s.to_move, x)
            if x != obs[ply].tolist():
                raise LawBroken(f"{where}: plain and compiled differ in the observation")
            if ply % 11 == seed % 11:
                viewer = (seed + ply) % setup.players
                view = s.copy()
                game.plain.hide(view, viewer)
                seen(states[ply : ply + 1].copy(), viewer, views)
                _same(game, view, views[0], f"{where}: the view of seat {viewer}")
                imagined(views, viewer, np.array([seed, ply, 3, 4], np.int64), work)
                game.plain.fill(view, viewer, [seed, ply, 3, 4])
                _same(game, view, work[0], f"{where}: the state imagined by seat {viewer}")
            game.rules.apply(s, int(actions[ply]))
    return compared


def _same(game: Game, plain: State, record: object, what: str) -> None:
    data = record.tobytes()  # type: ignore[attr-defined]
    if to_record(plain, game.fields) != data:
        from kobako.core.fields import from_bytes

        other = from_bytes(data[: kept_size(game.fields)], plain.copy(), game.fields)
        differ = [k for k in game.fields if getattr(other, k) != getattr(plain, k)]
        raise LawBroken(f"{what}: plain and compiled differ in {differ or 'a house rule'}")


def check_coverage(game: Game, most: int = 3000) -> int:
    """Play random games, with all options, until every kind of event and action, and every named piece, was seen.

    Gives the number of games it took. What never happens is either dead text or a rule that is never reached.
    """
    catalogue = game.words("en")
    words = catalogue.tables
    missing = {("event", kind.name) for kind in game.events.values()}
    missing |= {("kind", key) for key in words.get("kind", ())}
    pieces = {arg.kind for kind in game.events.values() for arg in kind.args} & set(words)
    missing |= {(kind, key) for kind in pieces for key in words[kind]}
    tables = list(setups(game))
    for seed in range(most):
        setup = tables[seed % len(tables)]
        rng = random.Random(seed)
        match = setup.new(seed).run(lambda m, rng=rng: rng.choice(m.legal()))  # type: ignore[misc]
        missing -= {("kind", game.notation.action_kind(int(a))) for a in match.actions}
        for event in match.events:
            told = told_of(event.show())
            missing.discard(("event", event.kind.name))
            missing -= {(arg.kind, catalogue.entry(arg.kind, str(told[arg.name]))) for arg in event.kind.args}
        if not missing:
            return seed + 1
    raise LawBroken(f"{game.name}: never seen in {most} random games (seeds 0 to {most - 1}): {sorted(missing)}")


def unheard_rules(game: Game, seeds: int) -> tuple[list[str], int]:
    """The rules with words for a refusal that no refusal names in some random games; and how many games these were."""
    unheard, games = set(game.words("en").tables.get("rule", ())), 0
    for setup in (*setups(game), *house_setups(game)):
        for seed in range(seeds):
            if not unheard:
                return [], games
            rng, games = random.Random(seed), games + 1

            def choose(match: Match, rng: random.Random = rng) -> Action:
                legal, view = match.legal(), match.view(match.seat).state
                for action in match.setup.actions if unheard else ():
                    if action is not None and action not in legal:
                        unheard.discard(game.why.why(view, int(action)))
                return rng.choice(legal)

            setup.new(seed).run(choose)
    return sorted(unheard), games
