"""What an action would do in Kotori Atsume: the sum, how likely the next card bursts it, who then leads or has won."""

from kobako.games.kotori.notation import BIRDS, coming, next_from
from kobako.games.kotori.rules import NUMBERS, PASS, State
from kobako.games.kotori.standings import burst_by_treetop, leader, sums, winner
from kobako.games.kotori.view import Risk, Would


def foresee(s: State, action: int) -> Would:
    """What passing or bidding would do."""
    return with_pass(s) if action == PASS else with_bid(s)


def with_pass(s: State) -> Would:
    """The treetop is left to the next seats (KOT-5); after the last of them the field is won (KOT-6)."""
    p, bids, out = s.to_move, sums(s), burst_by_treetop(s)
    for q in out:
        bids[q] -= s.treetop
    ends = (p + len(out) + 1) % s.players == s.dealer
    return {
        "sum": bids[p],
        "risk": None,
        "bursts": [],
        "ends_game": False,
        "leader": winner(s, bids) if ends else leader(s, bids),
        "best": max(bids),
        "bursts_next": out,
        "ends_round": ends,
    }


def with_bid(s: State) -> Would:
    """The sum, as long as nothing bursts it; and the risk: of the deck, or of the discards (KOT-10)."""
    p, bids = s.to_move, sums(s)
    bids[p] += s.treetop
    row = {*s.row[p][: s.length[p]], s.treetop}
    ends = next_from(s) is None  # KOT-11
    bursting = [] if ends else [number for number in range(1, NUMBERS) if number in row]
    counts = coming(s)
    risk: Risk = {"hits": sum(counts[number] for number in bursting), "cards": sum(counts)}
    return {
        "sum": bids[p],
        "risk": None if ends else risk,
        "bursts": [BIRDS[number] for number in bursting],
        "ends_game": ends,
        "leader": leader(s, bids),
        "best": max(bids),
        "bursts_next": [],
        "ends_round": False,
    }
