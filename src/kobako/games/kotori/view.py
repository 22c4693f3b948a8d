"""What a seat sees of Kotori Atsume, as `show` gives it. `make types` makes web/view.ts and docs/views.md from it."""

from typing import Literal, NotRequired, TypedDict

Card = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "?"]
"""A bird's number; `?` in the deck."""

Phase = Literal["bidding", "over"]

Standing = Literal["in", "passed", "burst"]

Source = Literal["deck", "discards"]
"""Where a treetop comes from: the discards, when they are shuffled to be the new deck."""


class Risk(TypedDict):
    """How likely the next treetop card bursts a row: `hits` of `cards`, all as likely."""

    hits: int
    cards: int


class Would(TypedDict):
    """What bidding or passing would do."""

    sum: int
    """Of the face-up cards in your bid row."""
    risk: Risk | None
    """Of bidding; null for a pass, and where the game ends because the deck does."""
    bursts: list[Card]
    """The numbers that would then burst your row, as the next treetop."""
    ends_game: bool


class SeatView(TypedDict):
    """A player."""

    bid_row: list[Card]
    """In the order bid."""
    face_down: Card | None
    """The card of the bid row that a burst turned face down."""
    sum_face_up: int
    this_round: Standing | None
    """How they stand in this round; null when the game is over."""
    cage: list[Card]


class View(TypedDict):
    """The table."""

    round: int
    """Rounds begun."""
    dealer: int
    to_move: int | None
    """The seat whose turn it is; null when the game is over."""
    phase: Phase
    treetop: Card | None
    field: list[Card]
    seats: list[SeatView]
    discards: list[Card]
    deck_from_the_top: list[Card]
    """The deck below the treetop."""
    cards_in_deck: list[Card]
    """What is in the deck, by number: all can count it."""
    times_deck_ran_out: int
    next_treetop_from: Source | None
    """Null when no treetop would follow: then a bid ends the game."""
    decks: NotRequired[int]
    """By a house rule: how often the deck runs out before the game ends, if not 2."""
