"""What an action would do in Kotori Atsume: the sum, how likely the next card bursts it, who then leads or has won."""

from collections.abc import Sequence

from kobako.games.kotori.notation import BIRDS, coming, if_won, next_from
from kobako.games.kotori.rules import PASS, State
from kobako.games.kotori.standings import burst_by_treetop, leader, sums, winner
from kobako.games.kotori.view import Risk, Would


def foresee(s: State, action: int) -> Would:
    """What passing or bidding would do."""
    return with_pass(s) if action == PASS else with_bid(s)


def with_pass(s: State) -> Would:
    """The treetop is left to the next seats (KOT-5); after the last of them the field is won (KOT-6)."""
    p, bids, out = s.to_move, sums(s), burst_by_treetop(s)
    risk = risk_of_bid(s)
    for q in out:
        bids[q] -= s.treetop
    ends = (p + len(out) + 1) % s.players == s.dealer
    return {
        "sum": bids[p],
        "beat": best_of_others(bids, p),
        "gain": if_won(s, p)["gain"],
        "risk": None,
        "spares": risk["percent"] if risk else 0,
        "bursts": [],
        "ends_game": False,
        "leader": winner(s, bids) if ends else leader(s, bids),
        "best": max(bids),
        "bursts_next": out,
        "ends_round": ends,
    }


def with_bid(s: State) -> Would:
    """The sum, as long as nothing bursts it; and the risk."""
    p, bids = s.to_move, sums(s)
    bids[p] += s.treetop
    risk = risk_of_bid(s)
    return {
        "sum": bids[p],
        "beat": best_of_others(bids, p),
        "gain": if_won(s, p)["gain"],
        "risk": risk,
        "spares": 0,
        "bursts": [BIRDS[number] for number in bursting(s)] if risk else [],
        "ends_game": risk is None,
        "leader": leader(s, bids),
        "best": max(bids),
        "bursts_next": [],
        "ends_round": False,
    }


def bursting(s: State) -> list[int]:
    """The numbers that would burst the row of the seat to move, if it bid the treetop (KOT-5)."""
    p = s.to_move
    return sorted({*s.row[p][: s.length[p]], s.treetop})


def risk_of_bid(s: State) -> Risk | None:
    """How likely the next card is one of these: of the deck, or of the discards (KOT-10); none comes at the end."""
    if next_from(s) is None:
        return None
    counts = coming(s)
    hits, cards = sum(counts[number] for number in bursting(s)), sum(counts)
    return {"hits": hits, "cards": cards, "percent": (200 * hits + cards) // (2 * cards)}


def best_of_others(bids: Sequence[int], p: int) -> int:
    """What a seat's bid has to beat."""
    return max(bid for q, bid in enumerate(bids) if q != p)
