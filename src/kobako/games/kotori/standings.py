"""How a round of Kotori Atsume stands: who leads, and what the field would be to a cage."""

from collections.abc import Sequence

from kobako.games.kotori.rules import State, holds, row_sum


def sums(s: State) -> list[int]:
    """What each seat bids."""
    return [row_sum(s, p) for p in range(s.players)]


def winner(s: State, bids: Sequence[int]) -> int:
    """Who wins the field with these sums: of equal ones the first from the dealer (KOT-6)."""
    return max(((s.dealer + i) % s.players for i in range(s.players)), key=lambda p: bids[p])


def leader(s: State, bids: Sequence[int]) -> int | None:
    """The same while they go on bidding: nobody leads with nothing."""
    return winner(s, bids) if max(bids) > 0 else None


def burst_by_treetop(s: State) -> list[int]:
    """The seats after the one to move that the treetop bursts, one after the other, if it is left to them (KOT-5)."""
    found, q = [], (s.to_move + 1) % s.players
    while q != s.dealer and holds(s.row[q], s.length[q], s.treetop):
        found.append(q)
        q = (q + 1) % s.players
    return found


def quarrels(s: State, p: int) -> list[int]:
    """The birds of a cage that have their like in the field (KOT-8)."""
    return sorted({card for card in s.field_card[: s.field_size] if s.cage[p][card] == 1})
