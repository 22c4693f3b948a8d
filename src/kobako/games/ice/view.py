"""What a seat sees of Dokitto! Ice, as `show` gives it. `make types` makes web/view.ts and docs/views.md from it."""

from typing import Literal, NotRequired, TypedDict

Colour = Literal["S", "C", "M", "V"]
"""Strawberry, chocolate, matcha, vanilla."""

Card = str
"""A colour and a number, `S7`; `?` is not seen."""

Tile = str
"""A colour and its points: `S+1`, or `S+2`, the scoop with the topping."""

Cone = Literal["only", "left", "right"]
"""`only`; with two players `left` and `right`."""

Phase = Literal["playing", "choosing", "over"]
"""`choosing`: who won a trick chooses a colour of it."""


class Played(TypedDict):
    """A card of the trick, and who played it."""

    seat: int
    card: Card


class FourthTile(TypedDict):
    """Where a tile too many (by the rulebook the fourth) fell."""

    seat: int
    cone: Cone


class WouldPlay(TypedDict):
    """How the trick would stand with this card."""

    winning: int
    """The seat that would be winning it."""
    by: Literal["highest", "lowest"]
    """Which card wins as it stands: the highest of one colour, the lowest of several."""
    complete: bool
    """It is the last card of the trick."""


class WouldTake(TypedDict):
    """What taking this colour would bring."""

    tile: int
    """The points of the tile; 0 if there is none left."""
    round_points: int
    """Your points of this round after it."""
    fourth: bool
    """It would be one tile too many on the cone: thrown out, or with two players the cone lost; the round ends."""


Would = WouldPlay | WouldTake


class SeatView(TypedDict):
    """A player."""

    trophies: int
    hand: list[Card]
    cones: dict[Cone, list[Tile]]
    """The tiles on each cone, by colour."""
    piled: dict[Cone, list[Tile]]
    """The same in the order they were taken, as far as that is remembered."""
    cards_taken: dict[Colour, int]
    """How many cards of each colour in play they have won in this round."""
    round_points: int
    """The points of this round as they stand."""
    could_not_follow: list[Colour]
    """Colours that they could not follow in this round, and so do not have."""


class View(TypedDict):
    """The table."""

    round: int
    """Rounds begun."""
    to_move: int | None
    """The seat whose turn it is; null when the game is over."""
    phase: Phase
    colours_in_play: list[Colour]
    leader: int
    """The seat that led the trick, or leads the next."""
    trick: list[Played]
    """In the order played."""
    tricks_left: int
    """Tricks still to be played in this round, this one included."""
    stock: dict[Colour, list[int]]
    """The points of the tiles that are left of each colour, the next one first."""
    seats: list[SeatView]
    played_in_round: list[Card]
    aside: list[Card]
    """Cards that are not played with in this round."""
    fourth_tile: FourthTile | None
    """At the end of a round: whose cone got a tile too many, if one did."""
    cone_bears: NotRequired[int]
    """By a house rule: tiles that a cone bears, if not 3."""
    goal: NotRequired[int]
    """By a house rule: trophies that win the game, if not 3."""
