"""What all could remember of a round of Dokitto! Ice: each card, as it left the hand it had been in."""

from __future__ import annotations

from kobako.core.chance import quick
from kobako.core.fields import NONE, SEATS, Row
from kobako.games.ice.knowledge import count_bits, unseen_cards
from kobako.games.ice.rules import COLOURS, LEFT, PLAY, RIGHT, TAKE, State, apply, hand_size, lowest


def rewind(s: State) -> int:
    """Go back to the round's first lead, every card played in the hand it came from; gives the decisions since.

    0, and nothing is done, where they were not all seen: a game may begin in the middle of a round.
    """
    n = since_lead(s)
    if n == 0:
        return 0
    clear(s)
    for i in range(n):  # what is played from a hand that does not hold it gets into it: a bit is turned
        apply(s, s.decision[i])
    clear(s)
    return n


def since_lead(s: State) -> int:
    """The decisions since the round's first lead; 0 where they were not all seen."""
    cards, known = 0, 0
    for colour in range(COLOURS):
        cards += count_bits(s.played[colour])
    for i in range(s.decided):
        known += 1 if s.decision[i] < TAKE else 0
    return 0 if s.opener == 0 or known < cards else s.decided


def recall(s: State, i: int) -> int:
    """The round's decision of this number."""
    return s.decision[i]


def clear(s: State) -> None:
    """The table before the first lead; the hands stay as they are."""
    for colour in range(COLOURS):
        s.played[colour] = 0
        s.stock[colour] = s.tiles if s.colours >> colour & 1 else 0
        s.topping[colour] = NONE
        for p in range(s.players):
            s.won[p][colour] = 0
            s.scoops[p][LEFT][colour] = 0
            s.scoops[p][RIGHT][colour] = 0
    for p in range(s.players):
        s.void[p] = 0
        s.trick[p] = NONE
    s.in_trick = 0
    s.tricks_left = hand_size(s)
    s.leader = s.opener - 1
    s.to_move = s.leader
    s.phase = PLAY
    s.decided = 0


def stir(s: State, me: int, r: Row) -> None:
    """Let two cards that `me` has not seen change places, if both may lie there (ICE-13)."""
    n = 0
    for colour in range(COLOURS):
        unseen = unseen_cards(s, me, colour)
        while unseen != 0:
            s.deck[n] = colour << 4 | lowest(unseen)
            unseen &= unseen - 1
            n += 1
    if n < 2:
        return
    one, other = s.deck[quick(r, n)], s.deck[quick(r, n)]
    p, q = holder_of(s, one), holder_of(s, other)
    if p != q and may_hold(s, p, other) and may_hold(s, q, one):
        turn(s, p, one)
        turn(s, p, other)
        turn(s, q, other)
        turn(s, q, one)


def holder_of(s: State, card: int) -> int:
    """Whose hand a card of the deck is in; SEATS: it lies aside."""
    for p in range(s.players):
        if s.hands[p][card >> 4] >> (card & 15) & 1:
            return p
    return SEATS


def may_hold(s: State, p: int, card: int) -> bool:
    """Whether nothing that was seen forbids it."""
    return p == SEATS or s.void[p] >> (card >> 4) & 1 == 0


def turn(s: State, p: int, card: int) -> None:
    """A card of the deck comes into a hand, or aside, or leaves it."""
    if p == SEATS:
        s.aside[card >> 4] ^= 1 << (card & 15)
    else:
        s.hands[p][card >> 4] ^= 1 << (card & 15)
