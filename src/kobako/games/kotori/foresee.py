"""What an action would do in Kotori Atsume: the sum of the bid row, and how likely the next card bursts it."""

from kobako.games.kotori.notation import BIRDS, next_from
from kobako.games.kotori.rules import NUMBERS, PASS, State, holds, row_sum
from kobako.games.kotori.view import Risk, Would


def foresee(s: State, action: int) -> Would:
    """The sum after it, and after a bid the risk: of the deck, or of the discards when they are shuffled (KOT-10)."""
    p = s.to_move
    if action == PASS:
        return {"sum": row_sum(s, p), "risk": None, "bursts": [], "ends_game": False}
    after = s.copy()
    after.row[p][after.length[p]] = s.treetop
    after.length[p] += 1
    source = next_from(s)
    if source is None:  # KOT-11
        return {"sum": row_sum(after, p), "risk": None, "bursts": [], "ends_game": True}
    coming = s.in_deck if source == "deck" else s.discards
    bursting = [number for number in range(1, NUMBERS) if holds(after.row[p], after.length[p], number)]
    risk: Risk = {"hits": sum(coming[number] for number in bursting), "cards": sum(coming)}
    return {"sum": row_sum(after, p), "risk": risk, "bursts": [BIRDS[n] for n in bursting], "ends_game": False}
