"""The rules of Dokitto! Ice. A card is colour * 10 + rank, its rank 0..9 for the printed 1..10."""

from kobako.core import fields
from kobako.core.chance import rand, shuffle
from kobako.core.events import emit
from kobako.core.fields import NONE, SEATS, Row, everyone, history, house, nobody, owner, scratch
from kobako.games.ice.events import (
    CONE_LOST,
    ENDED,
    GATHERED,
    HANDS_EMPTY,
    NO_FOLLOW,
    PLAYED,
    ROUND,
    ROUND_ENDED,
    SCORED,
    THROWN_OUT,
    TIE_BROKEN,
    TOOK,
    TOOK_NONE,
    TOOK_ONTO,
    TROPHY,
    WON_HIGHEST,
    WON_LOWEST,
)

COLOURS, RANKS = 4, 10  # ICE-1
CARDS = COLOURS * RANKS
CONES = 2  # ICE-12: left and right; with more players the left one is the only one
LEFT, RIGHT = 0, 1
BEARS = 3  # ICE-7: scoops that a cone bears
GOAL = 3  # ICE-10

# A number of 16 bits in which any four in a row differ from all others, and where each is found (a de Bruijn sequence).
EACH_ONCE = 0b0000_1001_1010_1111
FOUND_AT = (0, 1, 2, 5, 3, 9, 6, 11, 15, 4, 8, 10, 14, 7, 13, 12)

# Actions: play a card; take a tile of a colour, onto the only cone or none; onto the left one; onto the right one.
TAKE = CARDS
TAKE_LEFT = TAKE + COLOURS
TAKE_RIGHT = TAKE_LEFT + COLOURS
ACTIONS = TAKE_RIGHT + COLOURS
DECISIONS = 50  # the most in a round: ten tricks of four cards and a choice
MOST_LEGAL = 12  # the largest hand; to take there are at most 4 colours, or 2 on 2 cones

# Phases.
PLAY, CHOOSE = 0, 1


class State(fields.State):
    tiles = house("ICE-1", 3, 1, 4)  # of a colour, the last one of 2 points, the others of 1
    ranks = house("ICE-2", {2: 6, 3: 10, 4: 10}, 3, RANKS)  # cards of a colour, from 1 up
    dealt = house("ICE-2", {3: 9, 4: 10}, 3, 10, option="hand")  # cards in hand; two have the option `hand`
    cone = house("ICE-7", BEARS, 1, 5)
    goal = house("ICE-10", GOAL, 1, 5)  # trophies
    hand = everyone()  # the option: cards dealt to each of two players
    colours = everyone()  # the option: bit per colour in play
    leader = everyone()  # who leads, or has led, this trick
    tricks_left = everyone()  # tricks of this round not yet taken, this one included
    in_trick = everyone()  # cards played to this trick
    trick = everyone(SEATS)  # [seat] the card it has played to this trick, or NONE
    hands = owner(SEATS, COLOURS)  # [seat, colour] bit per rank
    aside = nobody(COLOURS)  # [colour] bit per rank: not used in this round (ICE-2)
    played = everyone(COLOURS)  # [colour] bit per rank: played in this round, this trick included
    void = everyone(SEATS)  # [seat] bit per colour: it could not follow (ICE-13)
    won = everyone(SEATS, COLOURS)  # [seat, colour] cards taken in this round
    stock = everyone(COLOURS)  # [colour] tiles not taken yet
    scoops = everyone(SEATS, CONES, COLOURS)  # [seat, cone, colour] tiles on it
    topping = everyone(COLOURS)  # [colour] where its 2-point tile is: seat * CONES + cone, or NONE
    trophies = everyone(SEATS)
    deck = scratch(CARDS)  # for dealing: colour * 16 + rank, which is quicker to take apart
    standings = scratch(SEATS)  # for ending a round
    holder = scratch(CARDS)  # for imagining: who gets the card at this place of the deck
    need = scratch(SEATS + 1)  # for imagining: cards that each seat, and aside, still wants
    may = scratch(SEATS + 1)  # for imagining: bit per colour that it may get
    slack = scratch(1 << COLOURS)  # for imagining: [bit per colour] room to spare for these colours
    opener = history()  # who led the round's first trick, counted from 1; 0: that was not kept
    decided = history()  # decisions of this round so far
    decision = history(DECISIONS)  # [number] the action (ICE-13); 0 beyond the last


def deal(s: State) -> None:
    """Set up the game, and deal its first round."""
    s.leader = rand(s, s.players) if s.first == NONE else s.first
    for p in range(SEATS):
        s.trick[p] = NONE
    start_round(s)


def hand_size(s: State) -> int:
    """ICE-2: the cards dealt to each player."""
    return s.hand if s.players == 2 else s.dealt


def start_round(s: State) -> None:
    """ICE-2, ICE-11: tiles to the stock, cards shuffled and dealt, the rest aside."""
    clear_table(s)
    deck = s.deck
    n = 0
    for colour in range(COLOURS):
        if s.colours >> colour & 1:
            for rank in range(s.ranks):
                deck[n] = colour << 4 | rank
                n += 1
    shuffle(s, deck, n)
    size = hand_size(s)
    i = 0
    for p in range(s.players):
        for _ in range(size):
            s.hands[p][deck[i] >> 4] |= 1 << (deck[i] & 15)
            i += 1
    while i < n:
        s.aside[deck[i] >> 4] |= 1 << (deck[i] & 15)
        i += 1
    s.tricks_left = size
    s.round_no += 1
    s.to_move = s.leader
    s.phase = PLAY
    emit(s, ROUND, s.round_no, s.leader)


def clear_table(s: State) -> None:
    """Gather in all cards and tiles."""
    for colour in range(COLOURS):
        s.aside[colour] = 0
        s.played[colour] = 0
        s.stock[colour] = s.tiles if s.colours >> colour & 1 else 0
        s.topping[colour] = NONE
        for p in range(s.players):
            s.hands[p][colour] = 0
            s.won[p][colour] = 0
            s.scoops[p][LEFT][colour] = 0
            s.scoops[p][RIGHT][colour] = 0
    for p in range(s.players):
        s.void[p] = 0
    for i in range(s.decided):
        s.decision[i] = 0
    s.decided = 0
    s.opener = s.leader + 1


def legal(s: State, out: Row) -> int:
    """Write the legal actions to `out`, and give how many."""
    if s.phase == CHOOSE:
        return legal_takes(s, out)
    p = s.to_move
    first, end = 0, COLOURS
    if s.in_trick > 0:
        led = s.trick[s.leader] // RANKS
        if s.hands[p][led] != 0:  # ICE-3: must follow
            first = led
            end = led + 1
    n = 0
    for colour in range(first, end):
        held = s.hands[p][colour]
        while held != 0:
            out[n] = colour * RANKS + lowest(held)
            held &= held - 1
            n += 1
    return n


def lowest(bits: int) -> int:
    """The lowest rank among these, of which there is a bit for each: quicker than to look for it, or to divide."""
    return FOUND_AT[(bits & -bits) * EACH_ONCE >> 12 & 15]


def legal_takes(s: State, out: Row) -> int:
    """ICE-5: any colour of the trick; ICE-12: with two players onto either cone, unless its tiles are gone."""
    shown = colours_shown(s)
    n = 0
    for colour in range(COLOURS):
        if shown >> colour & 1 and (s.players > 2 or s.stock[colour] == 0):
            out[n] = TAKE + colour
            n += 1
    if s.players == 2:
        for cone in range(CONES):
            for colour in range(COLOURS):
                if shown >> colour & 1 and s.stock[colour] > 0:
                    out[n] = TAKE_LEFT + cone * COLOURS + colour
                    n += 1
    return n


def apply(s: State, action: int) -> None:
    """Play a legal action."""
    s.decision[s.decided] = action
    s.decided += 1
    if action < TAKE:
        play(s, s.to_move, action)
    else:
        choose(s, s.to_move, (action - TAKE) % COLOURS, RIGHT if action >= TAKE_RIGHT else LEFT)


def play(s: State, p: int, card: int) -> None:
    """ICE-3: play a card; the last one of a trick settles it."""
    colour = card // RANKS
    bit = 1 << card % RANKS
    s.hands[p][colour] ^= bit
    s.played[colour] |= bit
    s.trick[p] = card
    s.in_trick += 1
    emit(s, PLAYED, p, card)
    led = s.trick[s.leader] // RANKS
    if colour != led:
        s.void[p] |= 1 << led  # ICE-13
        emit(s, NO_FOLLOW, p, led)
    if s.in_trick < s.players:
        s.to_move = next_seat(s, p)
    else:
        settle_trick(s)


def next_seat(s: State, p: int) -> int:
    """Clockwise."""
    return p + 1 if p + 1 < s.players else 0


def colours_shown(s: State) -> int:
    """Bit per colour played to this trick, which is complete."""
    shown = 0
    for p in range(s.players):
        shown |= 1 << s.trick[p] // RANKS
    return shown


def settle_trick(s: State) -> None:
    """The winner is to choose a colour; where there is one answer it is given at once (ICE-5)."""
    shown = colours_shown(s)
    one_colour = shown & shown - 1 == 0
    p = trick_winner(s, one_colour)
    emit(s, WON_HIGHEST if one_colour else WON_LOWEST, p, s.trick[p])
    led = s.trick[s.leader] // RANKS
    if one_colour and (s.players > 2 or s.stock[led] == 0):
        choose(s, p, led, LEFT)
    else:
        s.to_move = p
        s.phase = CHOOSE


def trick_winner(s: State, one_colour: bool) -> int:
    """ICE-4: of one colour the highest; else the lowest, of equals the later one. So far, while the trick goes on."""
    best = s.leader
    best_rank = s.trick[best] % RANKS
    p = best
    for _ in range(s.in_trick - 1):
        p = next_seat(s, p)
        rank = s.trick[p] % RANKS
        if (rank > best_rank) if one_colour else (rank <= best_rank):
            best = p
            best_rank = rank
    return best


def choose(s: State, p: int, colour: int, cone: int) -> None:
    """ICE-5 to ICE-7: the winner takes a tile and the cards, and leads, unless the round is over."""
    take_tile(s, p, colour, cone)
    take_cards(s, p)
    s.in_trick = 0
    s.tricks_left -= 1
    emit(s, GATHERED, p, s.players)
    s.leader = p  # ICE-6
    s.to_move = p
    s.phase = PLAY
    if tiles_on(s, p, cone) > s.cone:
        emit(s, CONE_LOST if s.players == 2 else THROWN_OUT, p, cone)
        end_round(s)
    elif s.tricks_left == 0:
        emit(s, HANDS_EMPTY)
        end_round(s)


def take_tile(s: State, p: int, colour: int, cone: int) -> None:
    """ICE-5: the next tile of a colour onto a cone of the winner's, if there is one left."""
    if s.stock[colour] == 0:
        emit(s, TOOK_NONE, p, colour)
        return
    s.stock[colour] -= 1
    s.scoops[p][cone][colour] += 1
    points = 1
    if s.stock[colour] == 0:  # ICE-1: the topping is on the last
        s.topping[colour] = p * CONES + cone
        points = 2
    if s.players == 2:
        emit(s, TOOK_ONTO, p, colour, points, cone)
    else:
        emit(s, TOOK, p, colour, points)


def tiles_left(left: int) -> list[int]:
    """ICE-1: the points of so many last tiles of a colour, the next one first."""
    return [1] * (left - 1) + [2] * (left > 0)


def take_cards(s: State, p: int) -> None:
    """ICE-5: the cards of the trick go to the winner."""
    for q in range(s.players):
        s.won[p][s.trick[q] // RANKS] += 1
        s.trick[q] = NONE


def tiles_on(s: State, p: int, cone: int) -> int:
    """The tiles on a cone."""
    on = s.scoops[p][cone]
    return on[0] + on[1] + on[2] + on[3]


def standing(s: State, p: int) -> int:
    """ICE-9: points, then tiles, then 1-point tiles, in one number; with 3-4 players -1 for one who was thrown out."""
    points, tiles, ones = 0, 0, 0
    for cone in range(CONES):
        on = tiles_on(s, p, cone)
        if on <= s.cone:  # ICE-12: a lost cone counts for nothing
            tiles += on
            ones += on
            for colour in range(COLOURS):
                worth = s.scoops[p][cone][colour]
                if s.topping[colour] == p * CONES + cone:
                    worth += 1
                    ones -= 1
                points += s.won[p][colour] * worth  # ICE-8
        elif s.players > 2:
            return -1
    return (points * 16 + tiles) * 16 + ones


def round_points(s: State, p: int) -> int:
    """ICE-8: the points of a player in this round."""
    return max(standing(s, p), 0) >> 8


def end_round(s: State) -> None:
    """ICE-9 to ICE-11: trophies, and either the end of the game or the next round."""
    best = 0
    for p in range(s.players):
        s.standings[p] = standing(s, p)
        best = max(best, s.standings[p])
        emit(s, SCORED, p, max(s.standings[p], 0) >> 8)
    for p in range(s.players):
        if s.standings[p] < best and s.standings[p] >> 8 == best >> 8:
            emit(s, TIE_BROKEN, p)
    for p in range(s.players):
        if s.standings[p] == best:
            s.trophies[p] += 1
            emit(s, TROPHY, p, s.trophies[p])
            if s.trophies[p] == s.goal:
                s.over = 1
    emit(s, ROUND_ENDED, s.round_no)
    if s.over == 1:
        emit(s, ENDED)
    else:
        start_round(s)


def score(s: State, p: int) -> int:
    """ICE-10: trophies."""
    return s.trophies[p]


def result(s: State, p: int) -> int:
    """What decides the game: trophies, ties shared."""
    return s.trophies[p]


def bound(s: State) -> int:
    """The most decisions of a game.

    Every round gives a trophy and before the last one everybody lacks one or more, so with a goal of 3 there are at
    most 2 * players + 1; in each of its tricks every player plays a card, and the winner chooses.
    """
    return ((s.goal - 1) * s.players + 1) * hand_size(s) * (s.players + 1)
