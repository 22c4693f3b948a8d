"""A card played face up: which flasks it can drink from, and what comes of it."""

from kobako.core.events import emit
from kobako.core.fields import NONE
from kobako.games.tokkuri.effects import do_effect
from kobako.games.tokkuri.events import COUNTED_AS, DRANK, KEPT_STAR, LOST_STAR, PLAYED, TOOK, WAS_DUMMY
from kobako.games.tokkuri.state import (
    COUNTING,
    DISCARDED,
    DRINKING,
    DUMMY,
    MOST_NUMBERS,
    ONE_TO_THREE,
    STAR,
    State,
    put_away,
    show_card,
)


def most_sake(s: State) -> int:
    """The level of the fullest flask."""
    most = 0
    for f in range(s.flasks):
        most = max(most, s.level[f])
    return most


def number_at(s: State, part: int) -> int:
    """A number of the card being played; 0 where it has no more."""
    if part == 0:
        return s.drinking // 1000
    if part == 1:
        return s.drinking // 100 % 10
    if part == 2:
        return s.drinking // 10 % 10
    return s.drinking % 10 if part < MOST_NUMBERS else 0


def first_flask(s: State, number: int) -> int:
    """Where the choice of flasks begins: equal numbers choose in ascending order, so that equal choices are one."""
    if s.part > 0 and number_at(s, s.part - 1) == number:
        return s.picks[s.part - 1] + 1
    return 0


def can_pick(s: State, f: int, number: int) -> int:
    """1 if a flask can give the next number: it has enough, and gives no other number (TOK-5).

    The numbers choose from high to low. So what a higher one takes, a lower one could have taken as well, whichever it
    is: what is left always suffices for the lower ones.
    """
    if s.level[f] < number:
        return 0
    for i in range(s.part):
        if s.picks[i] == f:
            return 0
    return 1


def equals_after(s: State) -> int:
    """How many numbers equal to this one are still to come."""
    number = number_at(s, s.part)
    n = 0
    for part in range(s.part + 1, MOST_NUMBERS):
        if number_at(s, part) == number:
            n += 1
    return n


def play(s: State, p: int, kind: int) -> None:
    """TOK-5: play a card face up; its flasks are asked for."""
    show_card(s, p, kind)
    s.playing = kind
    emit(s, PLAYED, p, kind)
    if s.effect[kind] != ONE_TO_THREE:
        s.drinking = s.numbers[kind]
        drink_when_chosen(s)
    elif most_sake(s) == 1:
        count_as(s, 1)
    else:
        s.phase = COUNTING  # TOK-9


def count_as(s: State, number: int) -> None:
    """TOK-9: 1~3 counts as this number."""
    emit(s, COUNTED_AS, s.turn, s.playing, number)
    s.drinking = number * 1000
    drink_when_chosen(s)


def choose_flask(s: State, f: int) -> None:
    s.picks[s.part] = f
    s.part += 1


def drink_when_chosen(s: State) -> None:
    """Ask for the flask of the next number; one that has no choice is settled. When all are, they are drunk from."""
    number = number_at(s, s.part)
    while number > 0:
        choices = -equals_after(s)
        only = NONE
        for f in range(first_flask(s, number), s.flasks):
            if can_pick(s, f, number) == 1:
                choices += 1
                if only == NONE:
                    only = f
        if choices > 1:
            s.phase = DRINKING
            return
        choose_flask(s, only)
        number = number_at(s, s.part)
    drink(s, s.turn)


def drink(s: State, p: int) -> None:
    """TOK-5, TOK-6: drink all numbers at once; take what is empty; then the card does what else it does."""
    for part in range(s.part):
        f = s.picks[part]
        number = number_at(s, part)
        s.level[f] -= number
        emit(s, DRANK, p, number, f, s.level[f])
    emptied, dummies = 0, 0
    for f in range(s.flasks):
        if s.level[f] == 0 and s.taken_by[f] == NONE:
            emptied += 1
            dummies += take_flask(s, p, f)
    kind = s.playing
    put_away(s)
    if s.effect[kind] == STAR and emptied >= 2 and dummies == 0:  # TOK-11
        s.kept[s.stars] = kind
        s.kept_by[s.stars] = p
        s.stars += 1
        emit(s, KEPT_STAR, p, kind)
    else:
        s.discards[kind] += 1
        if s.effect[kind] == STAR and emptied >= 2:
            emit(s, LOST_STAR, p, kind)
    do_effect(s, p, kind)


def take_flask(s: State, p: int, f: int) -> int:
    """TOK-6: take an empty flask; a Dummy is revealed and discarded. Gives 1 for a Dummy."""
    layer = s.laid_by[f]
    kind = s.laid[layer][f]
    if kind == DUMMY:
        s.laid[layer][f] = NONE
        s.taken_by[f] = DISCARDED
        s.discards[kind] += 1
        emit(s, WAS_DUMMY, p, f, kind)
        return 1
    s.laid[p][f] = kind
    s.taken_by[f] = p
    emit(s, TOOK, p, f, kind)
    return 0
