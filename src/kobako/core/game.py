"""A game's definition, and a setup: the game with its players and options settled, ready to deal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import index
from types import MappingProxyType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from kobako.core.errors import BadGame, UnknownAction
from kobako.core.events import EventKind, Log
from kobako.core.fields import NONE, SEATS, Field, Seen, State, check_fields, plain_class
from kobako.core.house import HouseRule, house_rules
from kobako.core.linking import link
from kobako.core.options import ANY_TABLE, First, Option, read_options
from kobako.core.parts import find_module, find_parts
from kobako.core.rulebook import read_rulebook, with_pictures
from kobako.core.seeds import parse_seed, seed_words
from kobako.core.shown import Pieces, ShownAction
from kobako.core.words import Words, load_words

if TYPE_CHECKING:
    from kobako.core.compiling import Compiled
    from kobako.core.match import Match


class Action(int):
    """An action's id, a whole number, that prints as the action's text."""

    text: str

    def __new__(cls, number: int, text: str) -> Action:
        action = super().__new__(cls, number)
        action.text = text
        return action

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]
        return int(self), self.text


class Game:
    """One game: its rules, and all that a table needs to play it.

    It is made of modules of its package, each of one idea, found by their names; `parts.py` says what each may leave
    to a default. A small game has all of it in `rules`.

    - `rules`: `State`, `ACTIONS`, `MOST_LEGAL`, `deal(s)`, `legal(s, out)`, `apply(s, action)`, `score(s, seat)` (the
      points a person reads), `result(s, seat)` (what decides: more is better, equals share), `bound(s)` (most plies);
    - `knowledge`: `OBSERVATION`, `observe(s, seat, x)`, `imagine(s, seat, r)`;
    - `notation`: `action_text(s, action)`, `action_kind(action)`, `action_parts(s, action)` (the pieces it names),
      `TEXTS` (how a card, a row, … is written), `show(s)`;
    - `why`: `why(s, action)`, the number of the rule that forbids an action; `broken(s)`, what is wrong with a state;
      `misfit(s)`, which house rules of a table, not dealt yet, cannot be played together;
    - `picture`: `draw(shown, words, names)`, the table as lines of text;
    - `events`: `EVENTS`, the kinds of events by number;
    - `foresee`: `foresee(s, action)`, what a legal action would do, as far as the view `s` of its seat tells;
    - beside them `words.en.toml`, `words.ja.toml`, `rulebook.en.md`, `rulebook.ja.md`, and, where the game has them,
      `positions.toml` (for the pictures of its rules), `lessons.toml` with its words, `mind` (what a search believes),
      `terminal` and `web/` (how it is drawn).

    `rules`, `knowledge` and `mind` are plain functions on whole numbers and are compiled too; the rest is ordinary
    Python. `first=False` leaves out the option of who begins, for a game in which nobody does.
    """

    def __init__(
        self,
        name: str,
        version: int,
        package: str,
        options: Iterable[Option] = (),
        players: Sequence[int] = ANY_TABLE,
        first: bool = True,
    ) -> None:
        self.name, self.version, self.package = name, version, package
        self.parts = find_parts(package)
        self.rules, self.knowledge, self.notation = (self.parts[part] for part in ("rules", "knowledge", "notation"))
        self.why, self.picture, self.foresight = (self.parts[part] for part in ("why", "picture", "foresee"))
        self.events: Mapping[int, EventKind] = MappingProxyType(self.parts["events"].EVENTS)
        self.options: tuple[Option, ...] = (First(), *options) if first else tuple(options)
        self.players = tuple(players)
        self.fields: dict[str, Field] = self.rules.State.FIELDS
        self.house: tuple[HouseRule, ...] = house_rules(self.fields, self.players)
        self.actions: int = self.rules.ACTIONS
        self._check()
        self.plain_state = plain_class(f"{name.title()}State", self.fields)

    def __repr__(self) -> str:
        return f"<game {self.name}, rules {self.version}, {'/'.join(map(str, self.players))} players>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its name, by which the registry gives it back."""
        from kobako.core.registry import GROUP, game, game_names

        if self.name not in game_names() or game(self.name) is not self:
            raise BadGame(
                f"a game is copied and pickled by its name, and {self.name!r} is not this one's in the registry: "
                f"its package must bring it by an entry point of {GROUP!r}"
            )
        return game, (self.name,)

    def _check(self) -> None:
        """Refuse a definition that would go wrong later."""
        check_fields(self.fields)
        for option in self.options:
            if option.name not in self.fields:
                raise BadGame(f"{self.name}: option {option.name!r} has no field of its name in the state")
            if isinstance(option.default, int) and self.fields[option.name].shape:
                raise BadGame(
                    f"{self.name}: option {option.name!r} has a field of its name with several places in the state; "
                    f"it needs one for a single number, so rename the option or the other field"
                )
        if not self.players or max(self.players) > SEATS or min(self.players) < 2:
            raise BadGame(f"{self.name}: a game is for 2 to {SEATS} players, not {self.players}")
        for kind in self.events.values():
            if any(arg.secret for arg in kind.args) and kind.args[0].kind != "seat":
                raise BadGame(
                    f"{self.name}: event {kind.name!r} has a secret, so its first number must be its owner's seat"
                )

    @cached_property
    def plain(self) -> SimpleNamespace:
        """The rules and kernels as plain Python: slow, and there at once."""
        return link(self, lambda f: f, compiled=False)

    @cached_property
    def compiled(self) -> Compiled:
        """The rules and kernels, compiled: each when it is first needed."""
        from kobako.core.compiling import Compiled

        return Compiled(self)

    @cached_property
    def seen_alike(self) -> bool:
        """No seat sees anything that another does not: there are no hands, nor secret events."""
        owned = any(field.seen is Seen.OWNER for field in self.fields.values())
        return not owned and not any(arg.secret for kind in self.events.values() for arg in kind.args)

    def part(self, name: str) -> ModuleType | None:
        """A module of the game's folder that it may leave out: its `mind`, its drawing for the `terminal`."""
        return find_module(self.package, name)

    def words(self, lang: str = "en") -> Words:
        """The game's catalogue of words."""
        return load_words(self.package, lang)

    def title(self, lang: str = "en") -> str:
        """The game's name."""
        return self.words(lang).line("title")

    def about(self, lang: str = "en") -> str:
        """What it is, in a sentence."""
        return self.words(lang).line("about")

    def rulebook(self, lang: str = "en") -> str:
        """The full rules, numbered, with our rulings, as Markdown; pictures are drawn in letters."""
        return with_pictures(self, read_rulebook(self.package, lang), lang)

    def setup(self, players: int = 4, **options: Any) -> Setup:
        """The game with its players and options settled."""
        return self.settled(players, options)

    def setup_from(self, players: str, options: Mapping[str, str]) -> Setup:
        """The setup that a text from elsewhere describes: a kifu, a message. No option of it opens a file."""
        return self.settled(players, options, from_elsewhere=True)

    def settled(self, players: Any, given: Mapping[str, Any], from_elsewhere: bool = False) -> Setup:
        """The setup of what was given, by name: options, and house rules."""
        table = (*self.options, *self.house)
        return Setup(self, *read_options(self.name, table, self.players, players, given, from_elsewhere))

    def new(
        self,
        players: int = 4,
        seed: SupportsIndex | str | None = None,
        names: Sequence[str] | None = None,
        **options: Any,
    ) -> Match:
        """Deal a new game.

        >>> import kobako
        >>> match = kobako.game("ice").new(players=4, seed=7)
        """
        return self.setup(players, **options).new(seed, names)


class Setup:
    """A game with its players and options settled: it knows the actions by their text, and deals."""

    def __init__(self, game: Game, players: int, options: Mapping[str, Any]) -> None:
        self.game, self.players, self.options = game, players, MappingProxyType(dict(options))
        self.template: State = game.plain_state()
        self.template.players = players
        self.template.first = NONE
        for option in game.options:
            applies = players in option.players
            option.store(self.template, self.options[option.name] if applies else option.default)
        for rule in game.house:
            if players in rule.players:
                rule.store(self.template, self.options[rule.name])
        if (misfit := game.why.misfit(self.template)) is not None:
            raise misfit.refusal(game.name, players)

    def __repr__(self) -> str:
        options = "".join(f", {k}={v}" for k, v in self.option_texts().items())
        return f"<{self.game.name}, {self.players} players{options}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as a kifu has it: the game, the players and the options as text."""
        return self.game.setup_from, (str(self.players), self.option_texts())

    def option_texts(self) -> dict[str, str]:
        """The options that apply, as text: what a kifu records. Of house rules, those that the table has changed."""
        told = (o for o in self._applying if o.listed or o.name in self.house_rules)
        return {o.name: o.text(self.options[o.name]) for o in told}

    @cached_property
    def house_rules(self) -> Mapping[str, str]:
        """The options by which this table leaves the rulebook, and what the rulebook has in their place, as text."""
        changed = (o for o in self._applying if o.is_house(self.options[o.name], self.players))
        return MappingProxyType({o.name: o.text(o.default_for(self.players)) for o in changed})

    @cached_property
    def _applying(self) -> tuple[Option, ...]:
        """The options and house rules that there are with so many players."""
        return tuple(o for o in (*self.game.options, *self.game.house) if self.players in o.players)

    @cached_property
    def actions(self) -> tuple[Action | None, ...]:
        """The actions by id. An id that this setup has no use for (a cell that is not on its mat) is None."""
        texts = [self.game.notation.action_text(self.template, a) for a in range(self.game.actions)]
        known = [normal(t) for t in texts if t is not None]
        if len(set(known)) != len(known):
            raise BadGame(f"{self.game.name}: two actions have the same text")
        return tuple(None if t is None else Action(a, t) for a, t in enumerate(texts))

    @cached_property
    def _by_text(self) -> dict[str, Action]:
        return {normal(a.text): a for a in self.actions if a is not None}

    def action(self, what: Action | int | str) -> Action:
        """The action of an id or a text. Case, spaces and full-width letters do not matter; True is no number here."""
        found: Action | None = None
        if isinstance(what, str):
            found = self._by_text.get(normal(what))
        elif not isinstance(what, bool):
            try:
                number = index(what)
            except TypeError:  # an array of several numbers has an index too, as long as nobody asks for it
                number = NONE
            found = self.actions[number] if 0 <= number < len(self.actions) else None
        if found is None:
            raise UnknownAction(
                f"{repr(what)[:60]} is not an action of {self.game.name}: an action is an id from 0 to "
                f"{self.game.actions - 1}{self._gaps()} or a text such as {self._examples()}"
            )
        return found

    def describe(self, action: Action) -> ShownAction:
        """An action for a screen: its id and text, its kind, and the pieces it names. The same for all who ask."""
        shown = self._described.get(action)
        if shown is None:
            notation, number = self.game.notation, int(action)
            pieces: Pieces = notation.action_parts(self.template, number)
            told = {"id": number, "text": action.text, "kind": notation.action_kind(number), **pieces}
            shown = self._described[action] = cast("ShownAction", told)
        return shown

    @cached_property
    def _described(self) -> dict[Action, ShownAction]:
        return {}

    def _gaps(self) -> str:
        """How many ids are actions of this table, where not all are."""
        used = len(self._by_text)
        return f" ({used} of them in use at this table)" if used < self.game.actions else ""

    def _examples(self) -> str:
        """One action of each kind."""
        kinds: dict[str, str] = {}
        for action in self.actions:
            if action is not None:
                kinds.setdefault(self.game.notation.action_kind(action), repr(action.text))
        return ", ".join(kinds.values())

    @property
    def bound(self) -> int:
        """The most decisions that a game can take."""
        return int(self.game.rules.bound(self.template))

    def deal(self, seed: int, log: Log | None = None) -> State:
        """A plain state, dealt from the seed."""
        s = self.template.copy()
        s.log = log
        self.game.plain.seed_chance(s, *seed_words(seed))
        self.game.rules.deal(s)
        return s

    def new(
        self,
        seed: SupportsIndex | str | None = None,
        names: Sequence[str] | None = None,
        position: bytes | None = None,
    ) -> Match:
        """Deal a new game, or begin one at a position; without a seed, from a fresh one."""
        from kobako.core.match import Match

        return Match(self, parse_seed(seed), names, position)


def normal(text: str) -> str:
    """A text as it is compared: full-width as half-width, lower case, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())
