"""What an action would do in Kotori Atsume: the sum of the bid row, and how likely the next card bursts it."""

from kobako.games.kotori.rules import DECKS, NUMBERS, PASS, State, holds, row_sum
from kobako.games.kotori.view import Risk, Would


def foresee(s: State, action: int) -> Would:
    """The sum after it, and after a bid the risk: of the deck, or of the discards when they are shuffled (KOT-10)."""
    p = s.to_move
    if action == PASS:
        return {"sum": row_sum(s, p), "risk": None, "ends_game": False}
    after = s.copy()
    after.row[p][after.length[p]] = s.treetop
    after.length[p] += 1
    coming = next_cards(s)
    risk: Risk = {
        "hits": sum(coming[number] for number in range(1, NUMBERS) if holds(after.row[p], after.length[p], number)),
        "cards": sum(coming),
    }
    ends = risk["cards"] == 0  # KOT-11
    return {"sum": row_sum(after, p), "risk": None if ends else risk, "ends_game": ends}


def next_cards(s: State) -> list[int]:
    """By number, the cards of which one follows the treetop; none if the game ends instead."""
    if s.deck_size > 0:
        return s.in_deck
    return s.discards if s.deck_outs + 1 < DECKS else [0] * NUMBERS
