"""What a seat sees of Donburiko, as `show` gives it. `make types` makes web/view.ts and docs/views.md from it."""

from typing import Literal, NotRequired, TypedDict

Card = Literal["1", "2", "3", "4", "5", "W", "L", "-1", "-2", "?"]
"""`1` to `5` acorns, `W` wild acorn, `L` loach, `-1` and `-2` pond cards; `?` is not seen."""

RowName = Literal["A", "B", "C", "D"]

Phase = Literal["playing", "counting", "over"]
"""`counting`: who took a row says what its wild acorns count."""


class Lying(TypedDict):
    """A card in a row."""

    card: Card
    face_down_by: NotRequired[int]
    """The seat that laid it face down, if one did; its chip lies on it until the row is taken or the round ends."""


class SeatView(TypedDict):
    """A player."""

    chips: int
    credit: int
    """Points that the bank could not pay: they are added in the final count."""
    hand: list[Card]
    has_taken: bool
    """They have taken a row, and are out of this round."""


class Counting(TypedDict):
    """A taken row whose wild acorns are being counted."""

    points_with_ones: int
    """What the row is worth if every wild acorn counts 1."""
    wild_acorns: int


class Range(TypedDict):
    """From the least to the most that it can be, given what you see: equal where nothing is left open."""

    least: int
    most: int


class Would(TypedDict):
    """What adding a card, taking a row or counting wild acorns would do."""

    row: Range
    """What the row would add up to. A wild acorn that nobody has counted yet is 1 or 5."""
    full: bool
    """It would have seven cards, or has: then it counts 0, whatever it adds up to."""
    chips: int
    """The chips that the move itself brings (1 for a card face up, if the bank has one; those on a row that is taken)
    or costs (1 for a card face down)."""
    score: Range | None
    """Of taking and counting: what the row would then bring or cost, its wild acorns counted as is best for you."""
    total: Range
    """All chips that it brings or costs at once: those of `chips` and of `score`."""
    brings: int | None
    """The same; null where that depends on cards that you do not see."""
    six: bool
    """The row would be worth exactly the most that there is, whatever you do not see: taken so, a Donburiko."""


class View(TypedDict):
    """The table."""

    round: int
    """Rounds begun."""
    to_move: int | None
    """The seat whose turn it is; null when the game is over."""
    phase: Phase
    bank: int
    """Chips in the bank."""
    goal: int
    """Who holds so many chips makes the round the last."""
    last_round: bool
    """This round is the last."""
    rows: dict[RowName, list[Lying]]
    """By letter; a row that was taken is not there."""
    sums: dict[RowName, Range]
    """What each of them adds up to, given what you see; a full one counts 0. A wild acorn is 1 or 5."""
    seats: list[SeatView]
    taken_cards: list[Card]
    """Cards of the rows that were taken in this round."""
    aside: list[Card]
    """Cards that are not played with in this round."""
    counting: Counting | None
    last_taker: int | None
    """Who took a row last; before the first take, who began."""
