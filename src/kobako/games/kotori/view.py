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
    percent: int


class Would(TypedDict):
    """What bidding or passing would do."""

    sum: int
    """Of the face-up cards in your bid row."""
    beat: int
    """The best sum of the others."""
    gain: int
    """How many birds more, or fewer, winning the field would bring."""
    risk: Risk | None
    """Of bidding; null for a pass, and where the game ends because the deck does."""
    spares: int
    """Of passing: how likely a bid would burst the row, in percent; 0 for a bid."""
    bursts: list[Card]
    """The numbers that would then burst your row, as the next treetop."""
    ends_game: bool
    leader: int | None
    """The seat that would then win the field, if nobody bid any more; null where nothing would be bid."""
    best: int
    """What it would win the field with."""
    bursts_next: list[int]
    """Of passing: the seats that the treetop would burst at once, before they could do anything."""
    ends_round: bool
    """Of passing: nobody is left to bid, and the leader wins."""


class Winning(TypedDict):
    """What winning the field would do to a cage."""

    gain: int
    """How many birds more there would be in it, or fewer."""
    quarrels: list[Card]
    """Birds of the cage that have their like in the field: both would be discarded."""


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
    if_won: Winning
    """What it would be for them to win the field."""


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
    leader: int | None
    """The seat that would win the field, if nobody bid any more; null where nothing has been bid."""
    seats: list[SeatView]
    discards: list[Card]
    deck_from_the_top: list[Card]
    """The deck below the treetop."""
    cards_in_deck: list[Card]
    """What is in the deck, by number: all can count it."""
    times_deck_ran_out: int
    last_deck: bool
    """When this deck runs out, the game ends."""
    next_treetop_from: Source | None
    """Null when no treetop would follow: then a bid ends the game."""
    next_treetop: list[Card]
    """The cards of which one would be the next treetop, by number, all as likely."""
    decks: NotRequired[int]
    """By a house rule: how often the deck runs out before the game ends, if not 2."""
