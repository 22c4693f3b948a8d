"""What a seat sees of Umbradeco, as `show` gives it. `make types` makes web/view.ts and docs/views.md from it."""

from typing import Literal, TypedDict

Colour = Literal["R", "Y", "G", "B", "P", "?"]
"""Red, yellow, green, blue, purple; `?` is not seen."""

CellName = str
"""A letter for the column and a number: `d4`."""

Phase = Literal["placing", "pushing", "taking", "over"]
"""`placing`: place a tile, or discard one. `pushing`: which way the tile there goes. `taking`: take an open tile."""


class Pushing(TypedDict):
    """A push that waits for its direction."""

    cell: CellName
    new_tile: Colour
    pushed_tile: Colour


class Would(TypedDict):
    """What placing a tile would score (UMB-10). Which way another is pushed makes no difference to it."""

    rows: int
    """For the tiles of its colour that it would see."""
    four_colours: int
    """For touching all the other colours."""
    push: int
    stack: int
    total: int


class SeatView(TypedDict):
    """A player."""

    points: int
    hand: list[Colour]
    """Where it is not seen: what all saw taken, then a `?` for each tile that was dealt."""
    known_to_all: list[Colour]
    """Tiles of the hand that were taken openly."""
    dealt_tile_is_not: list[Colour]
    """What all know of a dealt tile, because a tile was discarded: UMB-13."""


class View(TypedDict):
    """The table."""

    turn: int
    turns_each: int
    to_move: int | None
    """The seat whose turn it is; null when the game is over."""
    first_seat: int
    phase: Phase
    side: int
    """Cells along a side of the mat."""
    edge_stack: bool
    """Whether stacks may stand at the edge."""
    mat_bottom_to_top: dict[CellName, list[Colour]]
    """By cell, the lower tile first; an empty cell is not there."""
    pushing: Pushing | None
    seats: list[SeatView]
    open_tiles: list[Colour]
    deck_left: int
    deck_top_first: list[Colour]
    discarded: list[Colour]
    removed: list[Colour]
    """Tiles that were taken out before the deal."""
