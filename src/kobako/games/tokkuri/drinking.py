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
    FULL,
    MOST_NUMBERS,
    ONE_TO_THREE,
    STAR,
    State,
    put_away,
    show_card,
)


def most_sake(s: State) -> int:
    """The level of the fullest flask."""
    most = FULL
    while s.having[most] == 0:
        most -= 1
    return most


def can_drink(s: State, kind: int) -> int:
    """1 if a card can drink all its numbers (TOK-5): from high to low, there is a flask more for each."""
    can = 1
    for i in range(MOST_NUMBERS):
        number = s.numbers[kind][i]
        can &= 1 if number == 0 or s.having[number] > i else 0
    return can


def first_flask(s: State, number: int) -> int:
    """Where the choice of flasks begins: equal numbers choose in ascending order, so that equal choices are one."""
    if s.part > 0 and s.drinking[s.part - 1] == number:
        return s.picks[s.part - 1] + 1
    return 0


def picked(s: State) -> int:
    """Bit per flask that gives a number already."""
    bits = 0
    for i in range(s.part):
        bits |= 1 << s.picks[i]
    return bits


def can_pick(s: State, f: int, number: int, picks: int) -> int:
    """1 if a flask can give the next number: it has enough, and gives no other number (TOK-5).

    The numbers choose from high to low. So what a higher one takes, a lower one could have taken as well, whichever it
    is: what is left always suffices for the lower ones.
    """
    return (1 if s.level[f] >= number else 0) & ~(picks >> f)


def equals_after(s: State) -> int:
    """How many numbers equal to this one are still to come."""
    after = s.part + 1
    while after < MOST_NUMBERS and s.drinking[after] == s.drinking[s.part]:
        after += 1
    return after - s.part - 1


def count_choices(s: State, number: int, first: int, picks: int) -> int:
    """How many flasks can give the next number, those left out that the equal numbers to come need."""
    choices = -equals_after(s)
    if first == 0:
        return choices + s.having[number] - s.part  # those that give a higher number have enough for this one as well
    for f in range(first, s.flasks):
        choices += can_pick(s, f, number, picks)
    return choices


def play(s: State, p: int, kind: int) -> None:
    """TOK-5: play a card face up; its flasks are asked for."""
    show_card(s, p, kind)
    s.playing = kind
    emit(s, PLAYED, p, kind)
    if s.effect[kind] != ONE_TO_THREE:
        for i in range(MOST_NUMBERS):
            s.drinking[i] = s.numbers[kind][i]
        drink_when_chosen(s)
    elif most_sake(s) == 1:
        count_as(s, 1)
    else:
        s.phase = COUNTING  # TOK-9


def count_as(s: State, number: int) -> None:
    """TOK-9: 1~3 counts as this number."""
    emit(s, COUNTED_AS, s.turn, s.playing, number)
    s.drinking[0] = number
    drink_when_chosen(s)


def choose_flask(s: State, f: int) -> None:
    s.picks[s.part] = f
    s.part += 1


def drink_when_chosen(s: State) -> None:
    """Ask for the flask of the next number that has a choice. When all have theirs, they are drunk from."""
    if settle_flasks(s) == 1:
        s.phase = DRINKING
    else:
        drink(s, s.turn)


def settle_flasks(s: State) -> int:
    """Give the next numbers their flask as long as there is no choice. Gives 1 if one is to be asked for."""
    while s.part < MOST_NUMBERS and s.drinking[s.part] > 0:
        number, picks = s.drinking[s.part], picked(s)
        first = first_flask(s, number)
        if count_choices(s, number, first, picks) > 1:
            return 1
        while can_pick(s, first, number, picks) == 0:
            first += 1
        choose_flask(s, first)
    return 0


def drink(s: State, p: int) -> None:
    """TOK-5, TOK-6: drink all numbers at once; take what is empty; then the card does what else it does."""
    emptied, dummies = 0, 0
    for part in range(s.part):
        f = s.picks[part]
        number = s.drinking[part]
        pour(s, f, number)
        emit(s, DRANK, p, number, f, s.level[f], s.laid_by[f])
        emptied += 1 if s.level[f] == 0 else 0
    if emptied > 0:
        for f in range(s.flasks):
            if s.level[f] == 0 and s.taken_by[f] == NONE:
                dummies += take_flask(s, p, f)
    kind = s.playing
    put_away(s)
    if s.effect[kind] == STAR and emptied >= s.star_flasks and dummies == 0:  # TOK-11
        s.kept[s.stars] = kind
        s.kept_by[s.stars] = p
        s.stars += 1
        emit(s, KEPT_STAR, p, kind)
    else:
        s.discards[kind] += 1
        if s.effect[kind] == STAR and emptied >= s.star_flasks:
            emit(s, LOST_STAR, p, kind)
    do_effect(s, p, kind)


def pour(s: State, f: int, number: int) -> None:
    """So much less in a flask."""
    for sake in range(s.level[f], s.level[f] - number, -1):
        s.having[sake] -= 1
    s.level[f] -= number


def take_flask(s: State, p: int, f: int) -> int:
    """TOK-6: take an empty flask; a Dummy is revealed and discarded. Gives 1 for a Dummy."""
    layer = s.laid_by[f]
    kind = s.laid[layer][f]
    if kind == DUMMY:
        s.laid[layer][f] = NONE
        s.taken_by[f] = DISCARDED
        s.discards[kind] += 1
        emit(s, WAS_DUMMY, p, f, kind, layer)
        return 1
    s.laid[p][f] = kind
    s.taken_by[f] = p
    emit(s, TOOK, p, f, kind, layer)
    return 0
