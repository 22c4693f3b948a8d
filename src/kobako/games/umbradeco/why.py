"""Why not: the rule that forbids an action, and what must hold in every state."""

from collections.abc import Iterator

from kobako.core.fields import NONE
from kobako.core.house import Misfit
from kobako.games.umbradeco.mat import CELLS, RING, SIZES, beside
from kobako.games.umbradeco.notation import action_kind
from kobako.games.umbradeco.placing import fitting, on_mat, touching, ways
from kobako.games.umbradeco.state import (
    COLOURS,
    DIGIT,
    PLACING,
    PUSH,
    PUSHING,
    START,
    TAKING,
    State,
)


def why(s: State, action: int) -> str:
    """The rule that forbids the seat to move this action."""
    kind = action_kind(action)
    if s.phase == PUSHING:
        return why_not_push(s, action - PUSH) if kind == "push" else "UMB-7"
    if s.phase == TAKING:
        return "UMB-4"
    if kind == "push":
        return "UMB-7"
    if kind == "discard":
        return "UMB-9"
    if kind == "take":
        return "UMB-4" if sum(s.open_tiles) else "UMB-11"
    colour, cell = action // CELLS, action % CELLS
    return why_not_place(s, colour, cell) if s.hands[s.to_move][colour] else "UMB-4"


def why_not_push(s: State, direction: int) -> str:
    """The tile there cannot go this way: no empty cell of the mat, or it would touch its own colour."""
    to = beside(s.push_cell, direction)
    return "UMB-5" if on_mat(s, to) and s.top[to] == NONE else "UMB-7"


def why_not_place(s: State, colour: int, cell: int) -> str:
    """A colour in hand cannot go to this cell."""
    top = s.top[cell]
    if top == NONE:
        return "UMB-5" if s.near[cell] else "UMB-6"
    if s.under[cell] != NONE:
        return "UMB-8"
    if s.free[cell] == 0:
        at_edge = not s.edge_stack and RING[cell] == s.side - 1
        return "UMB-8" if at_edge or colour == top else "UMB-5"
    return "UMB-5" if colour == top or touching(s, cell) >> DIGIT * colour & 1 else "UMB-7"


def broken(s: State) -> str | None:
    """What is wrong with a state, if anything: tiles are never lost, and no colour touches itself."""
    return broken_mat(s) or broken_tiles(s) or broken_knowledge(s) or broken_turn(s)


def neighbours(s: State, cell: int) -> Iterator[int]:
    return (to for to in (beside(cell, direction) for direction in range(6)) if on_mat(s, to))


def broken_mat(s: State) -> str | None:
    for cell in range(CELLS):
        top, under = s.top[cell], s.under[cell]
        if not (NONE <= top < COLOURS and NONE <= under < COLOURS):
            return f"no such tile on cell {cell}"
        if cell >= SIZES[s.side] and (top != NONE or s.near[cell] or s.free[cell]):
            return f"cell {cell} is not on the mat, but in use"
        if under != NONE and top in (NONE, under):
            return f"the stack on cell {cell} is wrong"
        if cell < SIZES[s.side]:
            around = [s.top[to] for to in neighbours(s, cell)]
            if top != NONE and top in around:
                return f"the tile on cell {cell} touches one of its own colour"
            if s.free[cell] != around.count(NONE):
                return f"cell {cell} touches {around.count(NONE)} empty cells, not {s.free[cell]}"
            if s.near[cell] != sum(1 << DIGIT * colour for colour in around if colour != NONE):
                return f"the tiles that touch cell {cell} are not those noted"
    return None


def broken_tiles(s: State) -> str | None:
    left = s.deck_left
    if not 0 <= left <= len(s.deck) or any(tile != NONE for tile in s.deck[left:]):
        return "the deck has another number of tiles than all are told"
    if sum(tile != NONE for tile in s.removed) != s.to_remove:
        return "the wrong number of tiles was removed"
    for colour in range(COLOURS):
        public = [s.top.count(colour), s.under.count(colour), s.open_tiles[colour], s.discarded[colour]]
        public += [known[colour] for known in s.known] + [int(s.push_colour == colour)]
        if s.shown[colour] != sum(public):
            return f"all have seen {sum(public)} tiles of colour {colour}, not {s.shown[colour]}"
        dealt = sum(s.hands[p][colour] - s.known[p][colour] for p in range(len(s.hands)))
        count = sum(public) + dealt + s.deck.count(colour) + s.removed.count(colour)
        if count != s.copies or min(public) < 0:
            return f"there are {count} tiles of colour {colour}, not {s.copies}"
    if sum(s.open_tiles) > s.to_open or (sum(s.open_tiles) < s.to_open and left):
        return "the wrong number of tiles lies open"
    return None


def broken_knowledge(s: State) -> str | None:
    for p, held in enumerate(s.hands):
        if sum(held) != s.tiles[p]:
            return f"hand {p} has another number of tiles than all are told"
        secret = [held[colour] - s.known[p][colour] for colour in range(COLOURS)]
        if min(secret) < 0 or sum(secret) != s.dealt[p]:
            return f"hand {p} does not hold what all know of it"
        if any(secret[colour] and s.cannot[p][colour] for colour in range(COLOURS)):
            return f"hand {p} holds a tile that all know it cannot"
        if any(s.cannot[p]) and s.dealt[p] != 1:
            return f"hand {p} has no dealt tile of which something could be known"
    return None


def broken_turn(s: State) -> str | None:
    if not 1 <= s.round_no <= s.turns or not 0 <= s.to_move < s.players:
        return "it is nobody's turn"
    if s.over and any(s.tiles) and s.round_no < s.turns:
        return "the game is over, and someone has a tile, and a turn"
    if s.phase not in (PLACING, PUSHING, TAKING) or (s.phase == PUSHING) != (s.push_cell != NONE):
        return "a push waits in the wrong phase"
    if (s.push_cell == NONE) != (s.push_colour == NONE):
        return "a push waits without its tile"
    if s.phase == PUSHING and not (ways(s, s.push_cell) and fitting(s, s.push_cell, 1 << DIGIT * s.push_colour)):
        return "a push waits that cannot be done"
    return None


def misfit(s: State) -> Misfit | None:
    """UMB-11: there must be a tile for every turn, of those neither removed nor on the mat at the start."""
    tiles = COLOURS * s.copies - s.to_remove - START
    if (turns := s.players * s.turns) > tiles:
        return Misfit("UMB-11", ("turns", "copies", "removed"), turns, tiles)
    return None
