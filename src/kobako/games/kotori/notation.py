"""How Kotori Atsume is written: cards, actions, and the whole state in readable names."""

from kobako.core.fields import UNKNOWN
from kobako.core.shown import Pieces
from kobako.games.kotori.rules import BID, DECKS, NO_CARD, NUMBERS, State, row_sum
from kobako.games.kotori.standings import leader, quarrels, sums
from kobako.games.kotori.view import Card, SeatView, Source, Standing, View, Winning

ACTION_TEXTS = ("bid", "pass")
# By number; there is no bird of number 0.
BIRDS: tuple[Card, ...] = ("?", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10")


def card_text(s: State, card: int) -> Card:
    return "?" if card == UNKNOWN else BIRDS[card]


TEXTS = {"card": card_text}


def action_text(s: State, action: int) -> str | None:
    """`bid` takes the treetop into the bid row, `pass` ends the turn."""
    return ACTION_TEXTS[action]


def action_kind(action: int) -> str:
    """Which kind of action it is."""
    return "bid" if action == BID else "pass"


def action_parts(s: State, action: int) -> Pieces:
    """The pieces that an action names: none, there is but one treetop."""
    return {}


def counted(counts: list[int]) -> list[Card]:
    """Cards counted by number as a list of cards."""
    return [BIRDS[number] for number in range(1, NUMBERS) for _ in range(counts[number])]


def standing_of(s: State, p: int) -> Standing | None:
    """How a seat stands in this round; None when the game is over and its cards are swept away (KOT-11)."""
    if s.over:
        return None
    return "burst" if s.face_down[p] != NO_CARD else "passed" if s.done[p] else "in"


def one(card: int) -> Card | None:
    """The card of a place that may be empty."""
    return None if card == NO_CARD else BIRDS[card]


def next_from(s: State) -> Source | None:
    """Where the next treetop comes from: a deck that is not the last is made anew from the discards (KOT-10)."""
    if s.deck_size > 0:
        return "deck"
    return "discards" if s.deck_outs + 1 < s.decks and sum(s.discards) > 0 else None


def coming(s: State) -> list[int]:
    """By number, the cards of which one would be the next treetop."""
    source = next_from(s)
    return [0] * NUMBERS if source is None else list(s.in_deck if source == "deck" else s.discards)


def if_won(s: State, p: int) -> Winning:
    """KOT-8: a bird that has its like in the cage is no gain, and costs that one too."""
    gone = quarrels(s, p)
    return {"gain": s.field_size - 2 * len(gone), "quarrels": [BIRDS[card] for card in gone]}


def seat_shown(s: State, p: int) -> SeatView:
    return {
        "bid_row": [BIRDS[card] for card in s.row[p][: s.length[p]]],
        "face_down": one(s.face_down[p]),
        "sum_face_up": row_sum(s, p),
        "this_round": standing_of(s, p),
        "cage": counted(s.cage[p]),
        "if_won": if_won(s, p),
    }


def show(s: State) -> View:
    """The state, or a view of it, in readable names."""
    view: View = {
        "round": s.round_no,
        "dealer": s.dealer,
        "to_move": None if s.over else s.to_move,
        "phase": "over" if s.over else "bidding",
        "treetop": one(s.treetop),
        "field": [BIRDS[card] for card in s.field_card[: s.field_size] if card != NO_CARD],  # one by one they leave it
        "leader": None if s.over else leader(s, sums(s)),
        "seats": [seat_shown(s, p) for p in range(s.players)],
        "discards": counted(s.discards),
        "deck_from_the_top": [card_text(s, card) for card in reversed(s.deck[: s.deck_size])],
        "cards_in_deck": counted(s.in_deck),
        "times_deck_ran_out": s.deck_outs,
        "last_deck": s.deck_outs + 1 >= s.decks,
        "next_treetop_from": next_from(s),
        "next_treetop": counted(coming(s)),
    }
    if s.decks != DECKS:
        view["decks"] = s.decks
    return view


def show_own(s: State, p: int, unseen: View) -> View:
    """`show` of a seat's view, from that of a spectator: nobody has a secret."""
    return unseen


def deck_label(view: View) -> str:
    """Which label the deck has: there will be another one, or it is the last (KOT-10)."""
    return "deck_last" if view["last_deck"] else "deck_first"
