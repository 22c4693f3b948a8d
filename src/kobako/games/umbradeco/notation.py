"""How Umbradeco is written: colours, cells, actions, and the whole state in readable names."""

from kobako.core.fields import NONE, UNKNOWN
from kobako.core.shown import Pieces, with_own
from kobako.games.umbradeco.mat import CELLS, DIRECTIONS, NAMES, SIZES
from kobako.games.umbradeco.state import COLOURS, DISCARD, OPEN, PUSH, PUSHING, State
from kobako.games.umbradeco.view import CellName, Colour, Phase, Pushing, SeatView, View

LETTERS: tuple[Colour, ...] = ("R", "Y", "G", "B", "P")
PHASES: tuple[Phase, ...] = ("placing", "pushing", "taking")


def colour_text(s: State, colour: int) -> Colour:
    return "?" if colour == UNKNOWN else LETTERS[colour]


def cell_text(s: State, cell: int) -> CellName:
    return NAMES[s.side][cell]


TEXTS = {"colour": colour_text, "cell": cell_text}


def action_text(s: State, action: int) -> str | None:
    """`R d4` places, `push ne` says which way the tile there goes, `take Y` takes, `discard R` discards."""
    if action >= DISCARD:
        return f"discard {LETTERS[action - DISCARD]}"
    if action >= OPEN:
        return f"take {LETTERS[action - OPEN]}"
    if action >= PUSH:
        return f"push {DIRECTIONS[action - PUSH]}"
    colour, cell = action // CELLS, action % CELLS
    return f"{LETTERS[colour]} {NAMES[s.side][cell]}" if cell < SIZES[s.side] else None


def action_kind(action: int) -> str:
    """Which kind of action it is."""
    if action >= DISCARD:
        return "discard"
    if action >= OPEN:
        return "take"
    return "push" if action >= PUSH else "place"


def action_parts(s: State, action: int) -> Pieces:
    """The pieces that an action names."""
    if action >= DISCARD:
        return {"colour": LETTERS[action - DISCARD]}
    if action >= OPEN:
        return {"colour": LETTERS[action - OPEN]}
    if action >= PUSH:
        return {"direction": DIRECTIONS[action - PUSH]}
    return {"colour": LETTERS[action // CELLS], "cell": NAMES[s.side][action % CELLS]}


def tiles(counts: list[int]) -> list[Colour]:
    """Counted colours as a list of tiles."""
    return [LETTERS[colour] for colour in range(COLOURS) for _ in range(counts[colour])]


def hand(s: State, p: int) -> list[Colour]:
    """A hand; where it is not seen, its known tiles and as many question marks as it has others."""
    if s.hands[p][0] == UNKNOWN:
        return tiles(s.known[p]) + ["?"] * s.dealt[p]
    return tiles(s.hands[p])


def pushing(s: State) -> Pushing:
    """The push that waits for a direction."""
    return {
        "cell": cell_text(s, s.push_cell),
        "new_tile": colour_text(s, s.push_colour),
        "pushed_tile": colour_text(s, s.top[s.push_cell]),
    }


def seat_shown(s: State, p: int) -> SeatView:
    return {
        "points": s.points[p],
        "hand": hand(s, p),
        "known_to_all": tiles(s.known[p]),
        "dealt_tile_is_not": tiles(s.cannot[p]),
    }


def show(s: State) -> View:
    """The state, or a view of it, in readable names."""
    lying = {NAMES[s.side][c]: (s.under[c], s.top[c]) for c in range(SIZES[s.side]) if s.top[c] != NONE}
    return {
        "turn": s.round_no,
        "turns_each": s.turns,
        "to_move": None if s.over else s.to_move,
        "first_seat": s.starter,
        "phase": "over" if s.over else PHASES[s.phase],
        "side": s.side,
        "edge_stack": bool(s.edge_stack),
        "mat_bottom_to_top": {name: [LETTERS[t] for t in pile if t != NONE] for name, pile in lying.items()},
        "pushing": pushing(s) if s.phase == PUSHING else None,
        "seats": [seat_shown(s, p) for p in range(s.players)],
        "open_tiles": tiles(s.open_tiles),
        "deck_left": s.deck_left,
        "deck_top_first": [colour_text(s, s.deck[i]) for i in range(s.deck_left - 1, -1, -1)],
        "discarded": tiles(s.discarded),
        "removed": [colour_text(s, tile) for tile in s.removed[: s.to_remove]],
    }


def show_own(s: State, p: int, unseen: View) -> View:
    """`show` of a seat's view, from that of a spectator: a hand."""
    own: SeatView = {**unseen["seats"][p], "hand": tiles(s.hands[p])}
    return {**unseen, "seats": with_own(unseen["seats"], p, own)}
