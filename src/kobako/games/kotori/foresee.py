"""What an action would do in Kotori Atsume: the sum of the bid row, and how likely the next card bursts it."""

from kobako.games.kotori.notation import BIRDS, next_from
from kobako.games.kotori.rules import NUMBERS, PASS, State, row_sum
from kobako.games.kotori.view import Risk, Would


def foresee(s: State, action: int) -> Would:
    """The sum after it, and after a bid the risk: of the deck, or of the discards when they are shuffled (KOT-10)."""
    p = s.to_move
    if action == PASS:
        return {"sum": row_sum(s, p), "risk": None, "bursts": [], "ends_game": False}
    total, row = row_sum(s, p) + s.treetop, {*s.row[p][: s.length[p]], s.treetop}
    source = next_from(s)
    if source is None:  # KOT-11
        return {"sum": total, "risk": None, "bursts": [], "ends_game": True}
    coming = s.in_deck if source == "deck" else s.discards
    bursting = [number for number in range(1, NUMBERS) if number in row]
    risk: Risk = {"hits": sum(coming[number] for number in bursting), "cards": sum(coming)}
    return {"sum": total, "risk": risk, "bursts": [BIRDS[n] for n in bursting], "ends_game": False}
