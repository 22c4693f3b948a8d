"""What a card does after drinking: pass, steal, draw."""

from kobako.core.chance import rand
from kobako.core.events import emit
from kobako.core.fields import NONE
from kobako.games.tokkuri.events import DREW, LOST, NO_CARDS, NO_DRAW, PASSED, RECEIVED, STOLE
from kobako.games.tokkuri.rounds import next_turn
from kobako.games.tokkuri.state import (
    DRAW,
    ONE_TO_THREE,
    PASS,
    PASSING,
    ROB,
    ROBBING,
    TURN,
    State,
    forget,
    left_of,
    put_in,
    show_card,
    take_out,
)


def do_effect(s: State, p: int, kind: int) -> None:
    """What a card does after drinking; then the next turn, unless someone must choose first."""
    effect = s.effect[kind]
    s.phase = TURN
    if effect == PASS:
        start_pass(s, kind)
    elif effect == ROB:
        choose_victim(s, p, kind)
    elif effect == DRAW or effect == ONE_TO_THREE:
        draw(s, p)  # TOK-9
    if s.phase == TURN:
        next_turn(s)


def start_pass(s: State, kind: int) -> None:
    """TOK-7: everyone with cards chooses one to pass, first asked the player whose turn it is.

    A single card is chosen without asking: all can see that there is no choice.
    """
    first, cards = NONE, 0
    q = s.turn
    for _ in range(s.players):
        cards += s.cards[q]
        if s.cards[q] == 1:
            s.chosen[q] = s.hands[q][0]
        elif s.cards[q] > 1:
            s.together += 1 << q
            if first == NONE:
                first = q
        q = left_of(s, q)
    if first != NONE:
        s.to_move = first
        s.phase = PASSING
    elif cards > 0:
        pass_on(s)
    else:
        emit(s, NO_CARDS, kind)


def pass_on(s: State) -> None:
    """TOK-7: all give, and then all get: a card just received is not passed on."""
    for p in range(s.players):
        if s.chosen[p] != NONE:
            take_out(s, p, s.chosen[p])
            forget(s, p)
    for p in range(s.players):
        if s.chosen[p] != NONE:
            q = left_of(s, p)
            put_in(s, q, s.chosen[p])
            s.gave[p] = s.chosen[p]  # TOK-18
            s.got[q] = s.chosen[p]
            s.passed[p] = 1
            s.chosen[p] = NONE
            emit(s, PASSED, p, s.gave[p], q)
            emit(s, RECEIVED, q, s.gave[p], p)
    s.together = 0


def choose_victim(s: State, p: int, kind: int) -> None:
    """TOK-8: another player who has cards; only where there is none, oneself."""
    others = 0
    victim = p
    for q in range(s.players):
        if q != p and s.cards[q] > 0:
            others += 1
            victim = q
    if others > 1:
        s.to_move = p
        s.phase = ROBBING
    elif s.cards[victim] > 0:
        rob(s, p, victim)
    else:
        emit(s, NO_CARDS, kind)


def rob(s: State, p: int, victim: int) -> None:
    """TOK-8: discard a random card of the victim's, face up; the victim draws."""
    kind = s.hands[victim][rand(s, s.cards[victim])]
    show_card(s, victim, kind)
    s.discards[kind] += 1
    if victim == p:
        emit(s, LOST, p, kind)
    else:
        emit(s, STOLE, p, kind, victim)
    draw(s, victim)


def draw(s: State, p: int) -> None:
    """Draw the next card, if there is one (TOK-10)."""
    if s.pile_left == 0:
        emit(s, NO_DRAW, p)
        return
    s.pile_left -= 1
    kind = s.pile[s.pile_left]
    s.pile[s.pile_left] = NONE
    put_in(s, p, kind)
    emit(s, DREW, p, kind)
