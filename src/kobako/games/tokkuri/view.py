"""What a seat sees of Tokkuri Taking, as `show` gives it. `make types` makes web/view.ts and docs/views.md from it."""

from typing import Literal, NotRequired, TypedDict

Card = str
"""`5`, `9+4`, `1+1+1 pass`, `9 steal`, `1~3 draw`, `7+7+7*`, `dummy`, `troublesome`; `?` is not seen."""

FlaskName = str
"""`f1`, `f2`, … in the order they were laid in this round."""

Phase = Literal["opening", "turn", "counting", "drinking", "passing", "stealing", "over"]
"""`opening`: all lay their first flasks. `turn`: lay a card or play one. The rest are the questions that a card played
may ask: what `1~3` counts, which flask to drink from, what to pass to the left, whom to steal from."""

# `from` is a word of Python's own.
Drink = TypedDict("Drink", {"number": int, "from": FlaskName | None})
"""A number of the card being played, and the flask it drinks from, if that is chosen."""


class FlaskView(TypedDict):
    """A card that was laid face down as a flask in this round."""

    flask: FlaskName
    laid_by: int
    """The seat that laid it."""
    card: Card
    level: int
    """The sake that is left in it."""
    on_the_table: bool
    taken_by: int | None
    """The seat that emptied it."""
    revealed_and_discarded: bool
    """It was the dummy."""
    laid_as_last_card: bool


class Playing(TypedDict):
    """The card being played, and what it drinks."""

    card: Card
    drinks: list[Drink]


class Drunk(TypedDict):
    """A flask that would be drunk from."""

    flask: FlaskName
    level: int
    """What would be left in it."""
    card: Card
    """What it is, if you know. At level 0 it would be taken, or, a dummy, discarded."""


class Asked(TypedDict):
    """A question for flasks."""

    number: int | None
    """What is drunk from each; null while it is not yet said what `1~3` counts."""
    times: int
    """So many flasks: a card may have a number more than once."""
    flasks: list[Drunk]
    """Those there are to choose from. While the number is not known, `level` is the least that could be left."""


class Would(TypedDict):
    """What a card played would do, as far as its flasks are settled: by choice, or for want of one."""

    drinks: list[Drunk]
    can_empty: int
    """The most flasks that it can bring to exactly 0, those above included."""
    following: Asked | None
    """What would be asked next."""


class SeatView(TypedDict):
    """A player."""

    total: int
    """Their points."""
    points_of_last_round: int
    points_so_far: int
    """What the round would be worth to them if it ended now: TOK-15."""
    hand: list[Card]
    has_chosen: bool
    """While all choose: whether they have. Nobody else is shown that."""
    chosen: Card | None
    stars_kept: list[Card]
    passed_and_still_there: Card | None
    """What they passed to their left, while it is known to be there."""
    cards_shown_by_left_since_pass: int | None
    """How many cards their left neighbour has shown since: TOK-18."""


class View(TypedDict):
    """The table."""

    round: int
    """Rounds begun."""
    rounds: int
    """Rounds that will be played."""
    to_move: int | None
    """The seat that is asked; null when the game is over."""
    phase: Phase
    start_player: int
    turn_of: int
    """Whose turn it is, even while others choose."""
    choosing_together: list[int]
    """The seats that choose at the same time."""
    seats: list[SeatView]
    flasks: list[FlaskView]
    playing: Playing | None
    deck: list[Card]
    """The next card first."""
    discards: list[Card]
    flask_holds: NotRequired[int]
    """By a house rule: the sake in a flask that is laid, if not 10."""
    too_much: NotRequired[int]
    """By a house rule: a flask left at so much costs its owner, if not 3."""
