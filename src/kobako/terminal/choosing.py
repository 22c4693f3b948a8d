"""Choosing a move piece by piece: what is picked narrows the list of legal moves until one is left.

It knows no rule. A piece that leads to no legal move gives a move that the table will refuse, with the rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from kobako.core.game import Setup
from kobako.core.shown import Pieces, ShownAction, pieces_of
from kobako.kit.canvas import Piece

Move = ShownAction


class Choice:
    """The legal moves of one position, and what has been picked so far."""

    def __init__(self, setup: Setup, legal: Sequence[Move]) -> None:
        self.setup, self.legal = setup, list(legal)
        self.picked: Pieces = {}

    @property
    def left(self) -> list[Move]:
        """The moves that fit what is picked."""
        return self.fitting(self.picked)

    def fitting(self, picked: Mapping[str, str | int]) -> list[Move]:
        """The moves that have all these parts."""
        return [move for move in self.legal if has(move, picked)]

    @property
    def live(self) -> frozenset[Piece]:
        """The pieces that can be picked: those of the moves left, and those that begin another choice."""
        found = {piece for move in self.left for piece in parts_of(move).items()}
        return frozenset(found | {("move", move["id"]) for move in self.left} | self._instead())

    def _instead(self) -> set[Piece]:
        """Pieces of the same sort as one that is picked, to change one's mind."""
        found: set[Piece] = set()
        for part in self.picked:
            others = {name: value for name, value in self.picked.items() if name != part}
            found |= {piece for move in self.fitting(others) for piece in parts_of(move).items() if piece[0] == part}
        return found

    def number(self, move: Move) -> int:
        """A move's number in the list of all legal ones, from 1."""
        return self.legal.index(move) + 1

    def pick(self, piece: Piece) -> Move | None:
        """Pick a piece; gives the move, if one is settled (perhaps one that will be refused)."""
        part, value = piece
        if part == "move":
            return next((move for move in self.legal if move["id"] == value), None)
        if self.picked.get(part) == value:
            del self.picked[part]
            return None
        for picked in ({**self.picked, part: value}, {part: value}):
            if fit := self.fitting(picked):
                self.picked = picked
                return fit[0] if len(fit) == 1 else None
        return self.forbidden({**self.picked, part: value}) or self.forbidden({part: value})

    def forbidden(self, picked: Mapping[str, str | int]) -> Move | None:
        """A move of the game, not allowed now, that names these pieces."""
        return next((move for move in self._all if has(move, picked)), None)

    @cached_property
    def _all(self) -> list[Move]:
        return [self.setup.describe(action) for action in self.setup.actions if action is not None]

    def let_go(self) -> bool:
        """Forget what is picked; gives whether anything was."""
        held, self.picked = bool(self.picked), {}
        return held


def parts_of(move: Move) -> Pieces:
    """What a move can be picked by: its kind, and the pieces it names."""
    return {"kind": move["kind"], **pieces_of(move)}


def has(move: Move, picked: Mapping[str, str | int]) -> bool:
    """Whether a move has all these parts."""
    return picked.items() <= parts_of(move).items()
