"""The laws, one function each. A broken law names the setup, the seed and the ply, so that it can be seen again."""

from __future__ import annotations

import inspect
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache

from kobako.core.errors import BadOption, BadPosition, IllegalAction
from kobako.core.fields import UNKNOWN, State, numbers_of, to_bytes
from kobako.core.game import Game, Setup
from kobako.core.kifu import replay
from kobako.core.match import Event, Match
from kobako.core.position import Position, View, legal_actions, started_at
from kobako.core.rulebook import rule_numbers
from kobako.core.shown import ShownEvent
from kobako.core.words import LANGUAGES
from kobako.testing.broken import LawBroken
from kobako.testing.choosing import Choosing
from kobako.testing.fitting import check_fit
from kobako.testing.wording import check_words

NEAR = 100  # from UNKNOWN: a card that is not seen, plus 1, is still no card


def setups(game: Game) -> Iterator[Setup]:
    """Every number of players, with the defaults and with each option at each of its sample values."""
    for players in game.players:
        yield game.setup(players)
        for option in game.options:
            if players in option.players:
                for value in option.samples(players):
                    if value != option.default:
                        yield game.setup(players, **{option.name: option.text(value)})


def house_setups(game: Game, every: bool = False) -> Iterator[Setup]:
    """Each house rule at its least and its most, and all at random; with `every` each for all numbers of players."""
    for i, rule in enumerate((*game.options, *game.house)):
        for players in rule.players if every else rule.players[i % len(rule.players) :][:1]:
            for value in rule.house_samples(players):
                with suppress(BadOption):  # with all else as in the rulebook there are too few pieces for it
                    yield game.setup(players, **{rule.name: value})
    for players in game.players if game.house else ():
        for seed in range(8 if every else 1):
            yield mixed_setup(game, players, seed)


def mixed_setup(game: Game, players: int, seed: int) -> Setup:
    """All house rules changed at random, so that there are still pieces enough."""
    rng = random.Random(seed)
    while True:
        values = {r.name: rng.randint(r.least[players], r.most[players]) for r in game.house if players in r.players}
        with suppress(BadOption):
            return game.setup(players, **values)


def check_game(game: Game, seeds: int = 3) -> None:
    """Hold a game to every law that one game in one process can show; compiled ones are in `twins`."""
    check_words(game)
    for setup in house_setups(game):
        check_match(setup, 0)
    for setup in setups(game):
        check_texts(setup)
        for seed in range(seeds):
            check_match(setup, seed)


def check_match(setup: Setup, seed: int, every: int = 7) -> Match:
    """Play one random game under all laws. The costly ones are tried at the deal and then at every so many plies.

    First the whole game under the cheap ones: what is wrong with the game itself is found there, at its own move.
    """
    match = setup.new(seed)
    with telling(match, seed):
        rng, choosing = random.Random(seed), Choosing()
        check_state(match)
        while not match.over:
            if len(match.actions) >= setup.bound:
                raise LawBroken(f"the game is not over after {setup.bound} decisions, its bound")
            choosing.before(match)
            match.play(rng.choice(match.legal()))
            check_state(match)
            choosing.after(match)
    again = setup.new(seed)
    with telling(again, seed):
        rng = random.Random(seed)
        for action in [*match.actions, None]:
            if len(again.actions) % every == seed % every:
                check_position(again, rng)
            if action is not None:
                again.play(action)
        check_kifu(again)
        check_made(again)
    return match


@contextmanager
def telling(match: Match, seed: int) -> Iterator[None]:
    """Whatever goes wrong in here is told with the setup, the seed and the move: a law, or the game's own code."""
    try:
        yield
    except Exception as broken:
        what = str(broken) if isinstance(broken, LawBroken) else f"{type(broken).__name__}: {broken}"
        raise LawBroken(f"{match.setup!r}, seed {seed}, {where(match)}: {what}") from broken


def where(match: Match) -> str:
    """The place in a game where something was found."""
    ply = len(match.actions)
    return f"ply {ply}, after {match.actions[-1]!s}" if ply else "ply 0, the deal"


def check_state(match: Match) -> None:
    """Nothing is lost (law 4); the legal actions are in order; the seat to move is told all of them (law 3)."""
    s, game = match.state, match.game
    if (wrong := unsound(game, s)) is not None:
        raise LawBroken(wrong)
    if _holds_unknown(game, s):
        raise LawBroken("a true state holds UNKNOWN")
    for rule in game.house:
        if getattr(s, rule.field) != getattr(match.setup.template, rule.field):
            raise LawBroken(f"the house rule {rule.name!r} has changed: it is settled before the deal")
    if match.over:
        return
    check_most_legal(match)
    legal = match.legal()
    ids = [int(a) for a in legal]
    if not ids or ids != sorted(set(ids)):
        raise LawBroken(f"legal actions must be some, ascending, none twice: {ids}")
    if match.view(match.seat).legal() != legal:
        raise LawBroken("the seat to move is offered other actions than the state allows")


def unsound(game: Game, s: State) -> str | None:
    """What the game itself finds wrong with a state."""
    wrong: object = game.why.broken(s)
    if wrong is None or (isinstance(wrong, str) and wrong.strip()):
        return wrong
    return f"`broken` gives {wrong!r}: it gives a sentence that says what is wrong, and None when all is well"


def check_most_legal(match: Match) -> None:
    """There is room for all legal actions: compiled rules write past the end of `out` without a word."""
    rules = match.game.rules
    out = [0] * (rules.MOST_LEGAL + rules.ACTIONS)
    if (count := rules.legal(match.state.copy(), out)) > rules.MOST_LEGAL:
        told = f"`legal` gives {count} actions, and MOST_LEGAL of rules.py is {rules.MOST_LEGAL}"
        raise LawBroken(f"{told}: it must be the most that there can ever be")


def check_position(match: Match, rng: random.Random) -> None:
    """The laws of one position: imagining, secrecy and refusals."""
    for seat in range(match.players):
        check_imagining(match, seat, rng)
    for viewer in (*range(match.players), None):
        check_readable(match.view(viewer))
    check_beside(match)
    if not match.over:
        check_refusals(match)


def check_imagining(match: Match, seat: int, rng: random.Random) -> None:
    """Laws 1 and 2: an imagined state fits the view, is sound, and shows the seat nothing else than the true one."""
    game, view = match.game, match.view(seat)
    s = view.imagine(rng)
    again = s.copy()
    game.plain.hide(again, seat)
    if again != view.state:
        differ = [k for k in game.fields if getattr(again, k) != getattr(view.state, k)]
        raise LawBroken(f"seat {seat}: an imagined state does not fit the view, in {differ}")
    if _holds_unknown(game, s):
        raise LawBroken(f"seat {seat}: an imagined state holds UNKNOWN")
    if (wrong := unsound(game, s)) is not None:
        raise LawBroken(f"seat {seat}: an imagined state is unsound: {wrong}")
    if _observed(game, s, seat) != _observed(game, view.state, seat) or _observed(game, match.state, seat) != _observed(
        game, s, seat
    ):
        raise LawBroken(f"seat {seat}: the observation shows what the seat cannot see")
    if match.over:
        return
    if seat == match.seat and legal_actions(match.setup, s) != match.legal():
        raise LawBroken(f"seat {seat}: the legal actions show what the seat cannot see")
    if seat in (match.together or {match.seat}):
        check_foresight(match, s, seat)
    check_same_news(match, s, seat, rng)
    check_playable(match.setup, s, rng)


def check_same_news(match: Match, twin: State, seat: int, rng: random.Random) -> None:
    """Law 2: if one action leads to the same view in two states, the seat was told the same about it.

    Events that reveal are left out: they may rightly show more than a view keeps (in what order cards were turned up).
    """
    both = set(legal_actions(match.setup, twin)) & set(match.legal())
    if not both:
        return
    action = rng.choice(sorted(both))
    views, news, stills = [], [], []
    for start in (match.state, twin):
        branch = match.copy()
        branch.state, branch.steps = start.copy(), True
        told = [event.seen_by(seat) for event in branch.play(action)]
        news.append([event.show() for event in told if not event.kind.reveals])
        views.append(branch.view(seat).state)
        stills.append(list(stills_seen(branch.events[len(match.events) :], seat)))
    check_same_stills(stills, f"seat {seat}: {action}")
    if views[0] == views[1] and news[0] != news[1]:
        raise LawBroken(f"seat {seat}: the events of {action} tell apart what the seat cannot see: {news}")


def check_foresight(match: Match, twin: State, seat: int) -> None:
    """What an action would do is of the type promised, and the same wherever the view is; asking changes nothing."""
    game, view, other = match.game, match.deciding_view(seat), match.copy()
    other.state = twin
    before = view.to_bytes()
    for action in view.legal():
        would = view.foresee(action)
        try:
            check_fit(json.loads(json.dumps(would)), promised(game.foresight.foresee), f"what {action} would do")
        except TypeError as wrong:
            raise LawBroken(f"`foresee` gives what it does not promise: {wrong}") from None
        if would != other.deciding_view(seat).foresee(action):
            raise LawBroken(f"seat {seat}: what {action} would do shows what the seat cannot see")
    if view.foresee_all(view.legal()) != [view.foresee(action) for action in view.legal()]:
        raise LawBroken(f"seat {seat}: `foresee_all` gives something else than `foresee`")
    if view.to_bytes() != before:
        raise LawBroken(f"seat {seat}: to foresee what an action would do changes the view")


Seen = tuple[list[ShownEvent], State]


def stills_seen(events: Sequence[Event], seat: int) -> Iterator[Seen]:
    """Of an action's stills and the steps to them, each: all that the seat was told up to it, and what it saw then."""
    told: list[ShownEvent] = []
    for event in events:
        told.append(event.seen_by(seat).show())
        if (view := event.still_view(seat)) is not None:
            check_readable(view)
            yield list(told), view.state


def check_same_stills(both: Sequence[Sequence[Seen]], whose: str) -> None:
    """Law 2, of moments: where a seat was told the same up to a still, or a step to it, that shows it the same."""
    for (told, seen), (told_twin, seen_twin) in zip(*both, strict=False):
        if told != told_twin:
            return
        if seen != seen_twin:
            raise LawBroken(f"{whose}: the table as it stood at {told[-1]['event']!r} shows what the seat cannot see")


def check_playable(setup: Setup, s: State, rng: random.Random) -> None:
    """An imagined state can be played to its end, also as the beginning of a game: that is what a *what if* does."""
    try:
        started_at(setup, to_bytes(s, setup.game.fields), 0)
    except BadPosition as refused:
        raise LawBroken(f"no game can begin at what a seat imagines: {refused}") from None
    s, plies = s.copy(), 0
    while not s.over:
        setup.game.rules.apply(s, int(rng.choice(legal_actions(setup, s))))
        plies += 1
        if plies > setup.bound:
            raise LawBroken(f"an imagined game is not over after {setup.bound} decisions")
    if (wrong := unsound(setup.game, s)) is not None:
        raise LawBroken(f"an imagined game ends unsound: {wrong}")


def check_readable(view: View) -> None:
    """A view can be sent as JSON, is what the game's `show` promises it to be, and can be drawn in every language."""
    try:
        shown = json.loads(json.dumps(view.show()))
        check_fit(shown, promised(view.setup.game.notation.show), "the view")
    except TypeError as wrong:
        raise LawBroken(f"`show` gives what it does not promise: {wrong}") from None
    if where := next(written_unknown(shown), ""):
        raise LawBroken(f'`show` writes UNKNOWN as if it were a number, at {where}: what is not seen is "?"')
    for lang in LANGUAGES:
        if not view.draw(lang).strip():
            raise LawBroken(f"the {lang} picture is empty")


def check_beside(position: Position) -> None:
    """What is made from a spectator's view, to make it once for all seats, is what each would have been shown."""
    unseen = position.glimpse()
    if unseen.state != position.view(None).state:
        raise LawBroken("a glimpse is another view than a spectator's")
    shown = unseen.show()
    for seat in range(position.players):
        view = position.view_beside(unseen, seat)
        if view.state != position.view(seat).state:
            raise LawBroken(f"seat {seat}: a view made beside a spectator's is another")
        if view.show_beside(shown) != view.show():
            raise LawBroken(f"seat {seat}: `show_own` gives another view than `show`")


def written_unknown(shown: object, path: str = "") -> Iterator[str]:
    """Where a shown view has the number that stands for what is unseen, or one that was reckoned from it."""
    if isinstance(shown, dict):
        for key, part in shown.items():
            yield from written_unknown(part, f"{path}.{key}" if path else key)
    elif isinstance(shown, list):
        for i, part in enumerate(shown):
            yield from written_unknown(part, f"{path}[{i}]")
    elif any(abs(int(number) - UNKNOWN) < NEAR for number in re.findall(r"(?<!\d)-\d+", str(shown))):
        yield f"{path}: {shown!r}"


@cache
def promised(show: Callable[..., object]) -> object:
    """The type that a game says its function gives; None if it says none that can be known here."""
    try:
        return inspect.get_annotations(show, eval_str=True).get("return")
    except NameError:  # known to type checkers only
        return None


def check_refusals(match: Match) -> None:
    """Law 3: every action that is not legal is refused with a rule that exists, and nothing changes."""
    before = match.to_bytes()
    legal = match.legal()
    numbers = set(rule_numbers(match.game.rulebook("en")))
    for action in match.setup.actions:
        if action is None or action in legal:
            continue
        try:
            match.play(action)
        except IllegalAction as refused:
            if refused.rule not in numbers:
                raise LawBroken(f"{action} is refused with {refused.rule}, which no rule is") from None
        else:
            raise LawBroken(f"{action} is not legal, and was played")
    if match.to_bytes() != before:
        raise LawBroken("a refused action changed the state")


def check_kifu(match: Match) -> None:
    """Law 6: the kifu replays to the same bytes, and its replay writes the same kifu."""
    text = match.kifu()
    again = replay(text)
    if again.to_bytes() != match.to_bytes() or again.kifu() != text:
        raise LawBroken("the kifu does not replay to the same game")
    if [e.record for e in again.events] != [e.record for e in match.events]:
        raise LawBroken("the kifu does not replay to the same events")


def check_made(match: Match) -> None:
    """What made each score adds up to it, and can be said."""
    for seat, parts in enumerate(match.made()):
        if sum(part["points"] for part in parts) != match.scores[seat]:
            raise LawBroken(f"seat {seat}: what made the score does not add up to {match.scores[seat]}: {parts}")
        for lang in LANGUAGES:
            for part in parts:
                match.game.words(lang).made(part)


def check_texts(setup: Setup) -> None:
    """Law 6: `parse(format(a)) == a` for every action."""
    for action in setup.actions:
        if action is not None and setup.action(str(action)) != action:
            raise LawBroken(f"{setup!r}: {action!s} is read as another action")
    described = [str({**setup.describe(action), "id": 0, "text": ""}) for action in setup.actions if action is not None]
    if len(set(described)) != len(described):
        raise LawBroken(f"{setup}: two actions are of one kind and name the same pieces")


def _observed(game: Game, s: State, seat: int) -> list[int]:
    x = [0] * game.knowledge.OBSERVATION
    game.knowledge.observe(s, seat, x)
    if not all(0 <= value <= 255 for value in x):
        raise LawBroken(f"seat {seat}: an observation's numbers are from 0 to 255, not {min(x)} to {max(x)}")
    return x


def _holds_unknown(game: Game, s: State) -> bool:
    to_bytes(s, game.fields)  # raises if a number does not fit its field
    return UNKNOWN in numbers_of(s, game.fields)
