"""What a seat knows in Dokitto! Ice: its observation, and states that fit it."""

from kobako.core.chance import quick
from kobako.core.fields import NONE, SEATS, Row
from kobako.games.ice.rules import (
    CARDS,
    COLOURS,
    CONES,
    LEFT,
    RANKS,
    RIGHT,
    State,
    lowest,
    next_seat,
)

# The observation: my hand, cards played in this round, the seats from mine on, the table.
PLAYED_AT = CARDS
SEAT_AT = PLAYED_AT + CARDS
# Of a seat: the card in the trick (40 flags); by colour: could not follow, cards taken, tiles on the left and the right
# cone, 2-point tiles on the left and the right cone; then cards in hand, trophies, leads, is to move.
VOID_AT = CARDS
WON_AT = VOID_AT + COLOURS
SCOOPS_AT = WON_AT + COLOURS
TOPPING_AT = SCOOPS_AT + CONES * COLOURS
MORE_AT = TOPPING_AT + CONES * COLOURS
SEAT_SIZE = MORE_AT + 4
TABLE_AT = SEAT_AT + SEATS * SEAT_SIZE
OBSERVATION = TABLE_AT + 2 * COLOURS + 4  # by colour: tiles left, in play; then players, phase, tricks left, round

MIXING = 2  # how often each card is tried at another place
ASIDE = SEATS  # who gets cards: the seats, and the cards aside

# A set of colours is a number, its bits; several sets are one number more, a bit for each: those that share a colour
# with a set, by its number, and those that are without a colour.
SETS = 1 << COLOURS
MEETING = tuple(sum(1 << other for other in range(SETS) if other & one) for one in range(SETS))
WITHOUT = tuple(sum(1 << one for one in range(SETS) if one >> colour & 1 == 0) for colour in range(COLOURS))


def observe(s: State, me: int, x: Row) -> None:
    """Write what `me` knows into x, which is zeroed; seats are counted from `me`."""
    for colour in range(COLOURS):
        for rank in range(RANKS):
            x[colour * RANKS + rank] = s.hands[me][colour] >> rank & 1
            x[PLAYED_AT + colour * RANKS + rank] = s.played[colour] >> rank & 1
        x[TABLE_AT + colour] = s.stock[colour]
        x[TABLE_AT + COLOURS + colour] = s.colours >> colour & 1
    p = me
    for seat in range(s.players):
        observe_seat(s, p, x, SEAT_AT + seat * SEAT_SIZE)
        p = next_seat(s, p)
    at = TABLE_AT + 2 * COLOURS
    x[at] = s.players
    x[at + 1] = s.phase
    x[at + 2] = s.tricks_left
    x[at + 3] = s.round_no


def observe_seat(s: State, p: int, x: Row, at: int) -> None:
    """What everyone knows of a seat."""
    if s.trick[p] != NONE:
        x[at + s.trick[p]] = 1
    for colour in range(COLOURS):
        x[at + VOID_AT + colour] = s.void[p] >> colour & 1
        x[at + WON_AT + colour] = s.won[p][colour]
        x[at + SCOOPS_AT + colour] = s.scoops[p][LEFT][colour]
        x[at + SCOOPS_AT + COLOURS + colour] = s.scoops[p][RIGHT][colour]
        if s.topping[colour] == p * CONES + LEFT:
            x[at + TOPPING_AT + colour] = 1
        if s.topping[colour] == p * CONES + RIGHT:
            x[at + TOPPING_AT + COLOURS + colour] = 1
    x[at + MORE_AT] = cards_in_hand(s, p)
    x[at + MORE_AT + 1] = s.trophies[p]
    x[at + MORE_AT + 2] = 1 if s.leader == p else 0
    x[at + MORE_AT + 3] = 1 if s.to_move == p else 0


def cards_in_hand(s: State, p: int) -> int:
    """How many cards a seat holds: one for each trick it has not played to."""
    return s.tricks_left if s.trick[p] == NONE else s.tricks_left - 1


def unseen_cards(s: State, me: int, colour: int) -> int:
    """Bit per rank of a colour that `me` has not seen."""
    if s.colours >> colour & 1 == 0:
        return 0
    return (1 << s.ranks) - 1 ^ s.played[colour] ^ s.hands[me][colour]


def imagine(s: State, me: int, r: Row) -> None:
    """Deal the cards that `me` has not seen to the other hands and aside, minding who could not follow (ICE-13)."""
    voids = 0
    for q in range(SEATS):
        if q != me:
            voids |= s.void[q]
            for colour in range(COLOURS):
                s.hands[q][colour] = 0
    minding = 0
    for colour in range(COLOURS):
        s.aside[colour] = 0
        if voids >> colour & 1 and unseen_cards(s, me, colour) != 0:
            minding = 1
    if minding == 1:
        deal_minding_voids(s, me, r)
    else:
        deal_freely(s, me, r)


def deal_freely(s: State, me: int, r: Row) -> None:
    """Anyone may hold anything: all deals are equal."""
    deck = s.deck
    n = 0
    for colour in range(COLOURS):
        unseen = unseen_cards(s, me, colour)
        while unseen != 0:
            deck[n] = colour << 4 | lowest(unseen)
            unseen &= unseen - 1
            n += 1
    for q in range(s.players):
        if q != me:
            wanted = cards_in_hand(s, q)
            spare = n - wanted
            for _ in range(wanted):
                i = quick(r, n) if spare > 0 else n - 1  # the last hand gets the rest
                n -= 1
                s.hands[q][deck[i] >> 4] |= 1 << (deck[i] & 15)
                deck[i] = deck[n]
    for i in range(n):
        s.aside[deck[i] >> 4] |= 1 << (deck[i] & 15)


def deal_minding_voids(s: State, me: int, r: Row) -> None:
    """Deal card by card to those who may hold it, the colours that fewest can hold first; it never gets stuck.

    Where the sets of those who may hold a colour lie one inside another (as they do while only one other seat is void)
    this makes all fitting deals equal. Where they do not it favours some, which the mixing evens out, nearly.
    """
    void_seats = measure(s, me)
    tight = tight_sets(s)
    done = 0
    n = 0
    for _ in range(COLOURS):
        colour = scarcest(s, done)
        done |= 1 << colour
        unseen = unseen_cards(s, me, colour)
        while unseen != 0:
            q = receiver(s, colour, tight, r)
            tight |= hand_out(s, q, colour)
            s.deck[n] = colour << 4 | lowest(unseen)
            s.holder[n] = q
            unseen &= unseen - 1
            n += 1
    if void_seats > 1:
        mix(s, n, r)
    for i in range(n):
        if s.holder[i] == ASIDE:
            s.aside[s.deck[i] >> 4] |= 1 << (s.deck[i] & 15)
        else:
            s.hands[s.holder[i]][s.deck[i] >> 4] |= 1 << (s.deck[i] & 15)


def mix(s: State, n: int, r: Row) -> None:
    """Let two random cards change places, where they may, many times: in the long run all deals are equal."""
    for _ in range(MIXING * n):
        i = quick(r, n)
        j = quick(r, n)
        a = s.holder[i]
        b = s.holder[j]
        if s.may[a] >> (s.deck[j] >> 4) & 1 and s.may[b] >> (s.deck[i] >> 4) & 1:
            s.holder[i] = b
            s.holder[j] = a


def count_bits(bits: int) -> int:
    """How many bits are set."""
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


def measure(s: State, me: int) -> int:
    """Note how many cards each wants, which colours each may get, and the slack of each set of colours.

    The slack of a set is how many cards those want who may get any of its colours, less the cards there are of it.
    By Hall's theorem all cards can be dealt just when no slack is below 0. Gives how many other seats are void.
    """
    total = 0
    void_seats = 0
    for colours in range(SETS):
        s.slack[colours] = 0
    for colour in range(COLOURS):
        n = count_bits(unseen_cards(s, me, colour))
        total += n
        for colours in range(SETS):
            s.slack[colours] -= n * (colours >> colour & 1)
    for q in range(SEATS + 1):
        s.may[q] = SETS - 1
        s.need[q] = 0
        if q == ASIDE:
            s.need[q] = total
        elif q < s.players and q != me:
            s.may[q] ^= s.void[q]
            s.need[q] = cards_in_hand(s, q)
            total -= s.need[q]
            void_seats += 1 if s.void[q] != 0 else 0
        met, need = MEETING[s.may[q]], s.need[q]
        for colours in range(SETS):
            s.slack[colours] += need * (met >> colours & 1)
    return void_seats


def tight_sets(s: State) -> int:
    """The sets of colours without any slack: who may get one of theirs may get nothing else."""
    tight = 0
    for colours in range(SETS):
        tight |= (1 if s.slack[colours] == 0 else 0) << colours
    return tight


def scarcest(s: State, done: int) -> int:
    """The colour not done yet (there is one) that those who may get it have the least room for."""
    best = 0
    least = CARDS + 1
    for colour in range(COLOURS):
        if done >> colour & 1 == 0:
            room = 0
            for q in range(SEATS + 1):
                if s.may[q] >> colour & 1:
                    room += s.need[q]
            if room < least:
                least = room
                best = colour
    return best


def receiver(s: State, colour: int, tight: int, r: Row) -> int:
    """Who gets the next card of a colour: each as likely as the cards it wants, if the rest can be dealt then."""
    elsewhere = tight & WITHOUT[colour]
    fitting = 0  # bit per receiver
    total = 0
    for q in range(SEATS + 1):
        # It may get the colour, and no other set of colours then lacks room.
        if s.need[q] > 0 and s.may[q] >> colour & 1 and elsewhere & MEETING[s.may[q]] == 0:
            fitting |= 1 << q
            total += s.need[q]
    k = quick(r, total)
    for q in range(SEATS):
        if fitting >> q & 1:
            if k < s.need[q]:
                return q
            k -= s.need[q]
    return ASIDE


def hand_out(s: State, q: int, colour: int) -> int:
    """Count a card of a colour as dealt: it takes room from sets of other colours only. Gives those now tight."""
    s.need[q] -= 1
    less = MEETING[s.may[q]] & WITHOUT[colour]
    for colours in range(SETS):
        s.slack[colours] -= less >> colours & 1
    return tight_sets(s)
