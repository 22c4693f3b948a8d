"""How Donburiko is written: cards, rows, actions, and the whole state in readable names."""

from kobako.core.fields import NONE, UNKNOWN
from kobako.core.shown import Pieces, with_own
from kobako.games.donburiko.rules import FACE_DOWN, FIVES, KINDS, PLAY, TAKE, State, copies
from kobako.games.donburiko.sums import Rows
from kobako.games.donburiko.view import Card, Lying, Phase, Range, RowName, SeatView, View

CARDS: tuple[Card, ...] = ("1", "2", "3", "4", "5", "W", "L", "-1", "-2")
ROWS: tuple[RowName, ...] = ("A", "B", "C", "D")


def card_text(s: State, card: int) -> Card:
    return "?" if card == UNKNOWN else CARDS[card]


def row_text(s: State, row: int) -> RowName:
    return ROWS[row]


TEXTS = {"card": card_text, "row": row_text}


def action_text(s: State, action: int) -> str | None:
    """`4>B` adds face up, `(4)>B` face down, `take B` takes, `fives 1` counts one wild acorn as 5."""
    if action >= FIVES:
        return f"fives {action - FIVES}"
    if action >= TAKE:
        return f"take {ROWS[action - TAKE]}"
    card, row = CARDS[action // 2 % KINDS], ROWS[action // 2 // KINDS]
    return f"({card})>{row}" if action % 2 else f"{card}>{row}"


def action_kind(action: int) -> str:
    """Which kind of action it is."""
    if action >= FIVES:
        return "count"
    if action >= TAKE:
        return "take"
    return "add_down" if action % 2 else "add_up"


def action_parts(s: State, action: int) -> Pieces:
    """The pieces that an action names."""
    if action >= FIVES:
        return {"fives": action - FIVES}
    if action >= TAKE:
        return {"row": ROWS[action - TAKE]}
    return {"card": CARDS[action // 2 % KINDS], "row": ROWS[action // 2 // KINDS]}


def cards(counts: list[int], size: int) -> list[Card]:
    """Counted kinds as a list of cards; where they are not seen, as many question marks."""
    if counts[0] == UNKNOWN:
        return ["?"] * size
    return [CARDS[kind] for kind in range(KINDS) for _ in range(counts[kind])]


def phase(s: State) -> Phase:
    """What is being done."""
    return "over" if s.over else "playing" if s.phase == PLAY else "counting"


def lying(s: State, row: int, place: int) -> Lying:
    """A card in a row; face down, only who laid it knows it."""
    layer = s.laid_by[row][place]
    if s.row[row][place] == FACE_DOWN:
        return {"card": card_text(s, s.laid[layer][row][place]), "face_down_by": layer}
    return {"card": card_text(s, s.row[row][place])}


def sums(s: State) -> dict[RowName, Range]:
    """What each row counts, as far as the state shows it."""
    rows = Rows(s)
    return {ROWS[row]: rows.counts(row) for row in range(s.players) if s.length[row] > 0}


def seat_shown(s: State, p: int) -> SeatView:
    return {
        "chips": s.chips[p],
        "credit": s.credit[p],
        "hand": cards(s.hands[p], s.cards[p]),
        "has_taken": bool(s.done[p]),
    }


def show(s: State) -> View:
    """The state, or a view of it, in readable names."""
    return {
        "round": s.round_no,
        "to_move": None if s.over else s.to_move,
        "phase": phase(s),
        "bank": s.bank,
        "goal": s.goal,
        "last_round": bool(s.last),
        "rows": {
            ROWS[row]: [lying(s, row, place) for place in range(s.length[row])]
            for row in range(s.players)
            if s.length[row] > 0
        },
        "sums": sums(s),
        "seats": [seat_shown(s, p) for p in range(s.players)],
        "taken_cards": cards(s.gone, 0),
        "aside": cards(s.aside, sum(copies(s, kind) for kind in range(KINDS)) - s.players * (1 + s.hand)),
        "counting": None if s.phase == PLAY else {"points_with_ones": s.points, "wild_acorns": s.wilds},
        "last_taker": None if s.last_taker == NONE else s.last_taker,
    }


def own_card(s: State, p: int, row: RowName, place: int, card: Lying) -> Lying:
    return lying(s, ROWS.index(row), place) if card.get("face_down_by") == p else card


def show_own(s: State, p: int, unseen: View) -> View:
    """`show` of a seat's view, from that of a spectator: a hand, and cards that it laid face down itself."""
    rows = {row: [own_card(s, p, row, i, card) for i, card in enumerate(lie)] for row, lie in unseen["rows"].items()}
    own: SeatView = {**unseen["seats"][p], "hand": cards(s.hands[p], 0)}
    return {**unseen, "rows": rows, "sums": sums(s), "seats": with_own(unseen["seats"], p, own)}
