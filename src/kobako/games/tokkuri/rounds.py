"""The course of a round: the deal, whose turn it is, and scores and payments at its end."""

from kobako.core.chance import shuffle
from kobako.core.events import emit
from kobako.core.fields import NONE, SEATS
from kobako.games.tokkuri.events import BANKRUPT, ENDED, PAID, ROUND, ROUND_ENDED, SCORED, SKIPPED
from kobako.games.tokkuri.state import (
    BITS,
    FLASKS,
    FULL,
    HAND,
    KINDS,
    MOST_STARS,
    OPENING,
    TURN,
    State,
    left_of,
    put_away,
    put_in,
)


def start_round(s: State) -> None:
    """TOK-2: shuffle, deal; TOK-3: all choose their first flask."""
    clear(s)
    n = 0
    for kind in range(KINDS):
        for _ in range(s.deck[kind]):
            s.pile[n] = kind
            n += 1
    shuffle(s, s.pile, n)
    s.round_no += 1
    emit(s, ROUND, s.round_no, s.start)
    for p in range(s.players):
        for _ in range(s.hand):
            n -= 1
            put_in(s, p, s.pile[n])
            s.pile[n] = NONE
    s.pile_left = n
    s.turn = s.start
    s.to_move = s.start
    s.phase = OPENING
    s.together = (1 << s.players) - 1


def clear(s: State) -> None:
    """An empty table."""
    for p in range(SEATS):
        s.cards[p] = 0
        s.chosen[p] = NONE
        s.gave[p] = NONE
        s.got[p] = NONE
        s.passed[p] = 0
        for i in range(HAND):
            s.hands[p][i] = NONE
        for f in range(FLASKS):
            s.laid[p][f] = NONE
    for f in range(FLASKS):
        s.laid_by[f] = NONE
        s.taken_by[f] = NONE
        s.level[f] = 0
    for sake in range(FULL + 1):
        s.having[sake] = 0
    for word in range(FLASKS // BITS):
        s.last[word] = 0
    for kind in range(KINDS):
        s.discards[kind] = 0
    for i in range(MOST_STARS):
        s.kept[i] = NONE
        s.kept_by[i] = NONE
    s.flasks = 0
    s.stars = 0
    put_away(s)


def next_turn(s: State) -> None:
    """TOK-14: the next player who has cards; when nobody has, the round ends."""
    cards = 0
    for p in range(s.players):
        cards += s.cards[p]
    if cards == 0:
        if end_round(s) == 1:
            start_round(s)
        return
    q = left_of(s, s.turn)
    while s.cards[q] == 0:
        emit(s, SKIPPED, q)
        q = left_of(s, q)
    s.turn = q
    s.to_move = q
    s.phase = TURN


def end_round(s: State) -> int:
    """Score the round. Gives 1 if there is another one."""
    for p in range(s.players):
        score_seat(s, p)
    settle(s)
    bankrupts = 0
    for p in range(s.players):
        if s.totals[p] <= 0:  # TOK-17
            bankrupts += 1
            emit(s, BANKRUPT, p, s.totals[p])
    emit(s, ROUND_ENDED, s.round_no)
    if bankrupts > 0 or s.round_no >= s.rounds:
        s.over = 1
        emit(s, ENDED)
        return 0
    s.start = left_of(s, s.start)  # TOK-17
    return 1


def score_seat(s: State, p: int) -> None:
    """TOK-15: flasks taken and stars kept, less the flasks in front of you that are too full."""
    taken, stars, unfinished = 0, 0, 0
    for f in range(s.flasks):
        if s.taken_by[f] == p:
            taken += 1
        if s.laid_by[f] == p and s.taken_by[f] == NONE and s.level[f] >= s.too_much:
            unfinished += 1
    for i in range(s.stars):
        if s.kept_by[i] == p:
            stars += 1
    s.points[p] = taken + stars - s.cost * unfinished
    emit(s, SCORED, p, taken, stars, unfinished, s.points[p])


def settle(s: State) -> None:
    """TOK-16: everyone who is not highest pays the difference to each who is."""
    best = s.points[0]
    for p in range(1, s.players):
        best = max(best, s.points[p])
    for p in range(s.players):
        due = best - s.points[p]
        if due > 0:
            for q in range(s.players):
                if s.points[q] == best:
                    s.totals[p] -= due
                    s.totals[q] += due
                    emit(s, PAID, p, q, due)
