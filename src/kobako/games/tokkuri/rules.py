"""The rules of Tokkuri Taking: what may be done, and where it leads.

What a state holds is in state.py, the course of a round in rounds.py, a card played in drinking.py and effects.py.
"""

from kobako.core.chance import rand
from kobako.core.events import emit
from kobako.core.fields import NONE, SEATS, Row
from kobako.games.tokkuri.drinking import (
    can_drink,
    can_pick,
    choose_flask,
    count_as,
    drink_when_chosen,
    equals_after,
    first_flask,
    most_sake,
    picked,
    play,
)
from kobako.games.tokkuri.effects import pass_on, rob
from kobako.games.tokkuri.events import LAID
from kobako.games.tokkuri.rounds import next_turn, start_round
from kobako.games.tokkuri.state import (
    BITS,
    CARDS,
    COUNTING,
    DRINKING,
    FLASKS,
    FULL,
    KINDS,
    MOST_NUMBERS,
    NUMBER_KINDS,
    OPENING,
    PASSING,
    TROUBLESOME,
    TURN,
    State,
    forget,
    left_of,
    take_out,
)

# Actions: lay, play or pass a kind of card; drink from a flask; let 1~3 count as a number; steal from a seat.
LAY = 0
PLAY = LAY + KINDS
GIVE = PLAY + KINDS
FROM = GIVE + KINDS
AS = FROM + FLASKS
STEAL = AS + 3
ACTIONS = STEAL + SEATS
MOST_LEGAL = FLASKS  # `from` may have every flask; a turn has at most 6 kinds to lay and to play, the opening 7


def deal(s: State) -> None:
    """Set up the game, and deal its first round."""
    for p in range(s.players):
        s.totals[p] = s.start_total
    s.start = rand(s, s.players) if s.first == NONE else s.first
    start_round(s)


def legal(s: State, out: Row) -> int:
    """Write the legal actions to `out`, and give how many."""
    if s.phase == TURN:
        return legal_plays(s, out, legal_cards(s, out, LAY))
    if s.phase == OPENING:
        return legal_cards(s, out, LAY)
    if s.phase == PASSING:
        return legal_cards(s, out, GIVE)
    n = 0
    if s.phase == DRINKING:
        number = s.drinking[s.part]
        picks = picked(s)
        for f in range(first_flask(s, number), s.flasks):
            out[n] = FROM + f  # written in any case, counted if it can be picked: fast
            n += can_pick(s, f, number, picks)
        return n - equals_after(s)  # those must leave flasks for the equal numbers to come
    if s.phase == COUNTING:
        for number in range(1, min(3, most_sake(s)) + 1):  # TOK-9
            out[n] = AS + number - 1
            n += 1
        return n
    for q in range(s.players):
        if q != s.to_move and s.cards[q] > 0:  # TOK-8
            out[n] = STEAL + q
            n += 1
    return n


def legal_cards(s: State, out: Row, what: int) -> int:
    """Each kind in hand: to lay, or to pass. The Troublesome is laid only as the last card (TOK-13)."""
    p = s.to_move
    n = 0
    before = NONE
    for i in range(s.cards[p]):
        kind = s.hands[p][i]
        if kind != before and (kind != TROUBLESOME or what == GIVE or s.cards[p] == 1):
            out[n] = what + kind
            n += 1
        before = kind
    return n


def legal_plays(s: State, out: Row, n: int) -> int:
    """Each kind in hand that can drink all its numbers (TOK-5)."""
    p = s.to_move
    before = NONE
    for i in range(s.cards[p]):
        kind = s.hands[p][i]
        if kind != before and kind < NUMBER_KINDS:  # TOK-12, TOK-13
            out[n] = PLAY + kind
            n += can_drink(s, kind)
        before = kind
    return n


def apply(s: State, action: int) -> None:
    """Play a legal action."""
    p = s.to_move
    if s.phase == OPENING:
        s.chosen[p] = action - LAY
        next_to_choose(s)
    elif s.phase == PASSING:
        s.chosen[p] = action - GIVE
        next_to_choose(s)
    elif action < PLAY:
        lay(s, p, action - LAY)
        next_turn(s)
    elif action < GIVE:
        play(s, p, action - PLAY)
    elif action < AS:
        choose_flask(s, action - FROM)
        drink_when_chosen(s)
    elif action < STEAL:
        count_as(s, action - AS + 1)
    else:
        rob(s, p, action - STEAL)
        next_turn(s)


def next_to_choose(s: State) -> None:
    """All choose at the same time: ask the next, and when all have chosen let it happen."""
    q = left_of(s, s.to_move)
    while q != s.turn and s.together >> q & 1 == 0:
        q = left_of(s, q)
    if q != s.turn:
        s.to_move = q
    elif s.phase == OPENING:
        lay_first_flasks(s)
    else:
        pass_on(s)
        next_turn(s)


def lay_first_flasks(s: State) -> None:
    """TOK-3: the flasks that all have chosen."""
    q = s.start
    for _ in range(s.players):
        lay(s, q, s.chosen[q])
        s.chosen[q] = NONE
        q = left_of(s, q)
    s.together = 0
    s.to_move = s.start
    s.phase = TURN


def lay(s: State, p: int, kind: int) -> None:
    """TOK-4: lay a card face down as a full flask."""
    f = s.flasks
    if s.cards[p] == 1:
        s.last[f // BITS] += 1 << f % BITS
    take_out(s, p, kind)
    forget(s, p)
    s.flasks += 1
    s.laid_by[f] = p
    s.laid[p][f] = kind
    full = s.full
    s.level[f] = full
    for sake in range(FULL + 1):  # always so many times: a compiled loop of known length is faster
        s.having[sake] += 1 if sake <= full else 0
    emit(s, LAID, p, kind, f)


def score(s: State, p: int) -> int:
    """The total."""
    return s.totals[p]


def result(s: State, p: int) -> int:
    """What decides the game: the total, ties shared (TOK-17)."""
    return s.totals[p]


def bound(s: State) -> int:
    """The most decisions of a game.

    In a round every card is laid or played at most once; one that is played (so no Dummy, no Troublesome) asks for up
    to four flasks, and after that for a card of each player, or for a victim.
    """
    return s.rounds * (CARDS + NUMBER_KINDS * (MOST_NUMBERS + s.players))
