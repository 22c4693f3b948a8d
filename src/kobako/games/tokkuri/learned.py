"""Tokkuri, learned: which card to lay or play, what to drink from, what to give away, and where the Dummies stand."""

from __future__ import annotations

from typing import Any

from kobako.core.fields import NONE
from kobako.games.tokkuri.mind import can_empty
from kobako.games.tokkuri.rules import AS, FROM, GIVE, LAY, PLAY, STEAL
from kobako.games.tokkuri.state import (
    DUMMY,
    MOST_NUMBERS,
    NUMBER_KINDS,
    ONE_TO_THREE,
    OPENING,
    PASS,
    ROB,
    STAR,
    TROUBLESOME,
    standing,
)

VERSION = 1
EXPLORATION = 1.0
WIDENING = 1.0

TRAITS = (
    "open_dummy", "open_highest", "open_numbers", "open_special",  # the first flask
    "lay", "lay_dummy", "lay_highest", "lay_numbers", "lay_special", "lay_left", "lay_standing",
    "play_empties", "play_empties_own", "play_relieves", "play_numbers", "play_highest", "play_left",
    "play_pass", "play_rob", "play_one_to_three", "play_star",
    "empties", "empties_own", "empties_dummy", "relieves_own", "relieves_other", "own",
    "leaves_1", "leaves_2", "leaves_3", "leaves_4", "leaves_5", "leaves_6", "leaves_7", "leaves_for_me",
    "count_empties", "count_own", "count_high",
    "give_dummy", "give_trouble", "give_highest", "give_numbers", "give_special", "give_useful",
    "rob_total", "rob_cards",
)  # fmt: skip
OPEN_DUMMY, OPEN_HIGHEST, OPEN_NUMBERS, OPEN_SPECIAL = range(4)
LAYING, LAY_DUMMY, LAY_HIGHEST, LAY_NUMBERS, LAY_SPECIAL, LAY_LEFT, LAY_STANDING = range(4, 11)
PLAY_EMPTIES, PLAY_OWN, PLAY_RELIEVES, PLAY_NUMBERS, PLAY_HIGHEST, PLAY_LEFT = range(11, 17)
PLAY_PASS, PLAY_ROB, PLAY_ONE_TO_THREE, PLAY_STAR = range(17, 21)
EMPTIES, EMPTIES_OWN, EMPTIES_DUMMY, RELIEVES_OWN, RELIEVES_OTHER, OWN = range(21, 27)
LEAVES, MOST_LEFT, LEAVES_FOR_ME = 26, 7, 34  # LEAVES + 1 .. LEAVES + MOST_LEFT
COUNT_EMPTIES, COUNT_OWN, COUNT_HIGH = range(35, 38)
GIVE_DUMMY, GIVE_TROUBLE, GIVE_HIGHEST, GIVE_NUMBERS, GIVE_SPECIAL, GIVE_USEFUL = range(38, 44)
ROB_TOTAL, ROB_CARDS = 44, 45

# Of flasks and cards that the seat does not know, as imagined.
SIGNS = (
    "dummy_first", "dummy_later", "star_laid", "low_laid", "high_laid", "several_laid",
    "dummy_held", "high_held",
)  # fmt: skip
DUMMY_FIRST, DUMMY_LATER, STAR_LAID, LOW_LAID, HIGH_LAID, SEVERAL_LAID, DUMMY_HELD, HIGH_HELD = range(8)
HIGH = 7  # numbers from here on are hard to drink
LOW = 4


def note_traits(s: Any, action: int, x: Any) -> None:
    """What can be said of an action."""
    if action < PLAY:
        if s.phase == OPENING:
            describe_opening(s, action - LAY, x)
        else:
            describe_laying(s, action - LAY, x)
    elif action < GIVE:
        describe_playing(s, action - PLAY, x)
    elif action < FROM:
        describe_giving(s, action - GIVE, x)
    elif action < AS:
        describe_flask(s, action - FROM, x)
    elif action < STEAL:
        describe_counting(s, action - AS + 1, x)
    else:
        describe_robbing(s, action - STEAL, x)


def numbers_on(s: Any, kind: int) -> int:
    """How many numbers a card drinks."""
    n = 0
    for i in range(MOST_NUMBERS):
        n += 1 if s.numbers[kind][i] > 0 else 0
    return n


def is_special(s: Any, kind: int) -> int:
    """1 if a card does more than drink."""
    return 1 if kind < NUMBER_KINDS and s.effect[kind] > 0 else 0


def cards_left(s: Any) -> int:
    """Cards in all hands: so many turns the round has left."""
    n = 0
    for p in range(s.players):
        n += s.cards[p]
    return n


def describe_opening(s: Any, kind: int, x: Any) -> None:
    """The first flask."""
    x[OPEN_DUMMY] = 1 if kind == DUMMY else 0
    x[OPEN_HIGHEST] = s.numbers[kind][0]
    x[OPEN_NUMBERS] = numbers_on(s, kind)
    x[OPEN_SPECIAL] = is_special(s, kind)


def describe_laying(s: Any, kind: int, x: Any) -> None:
    """A card to lay as a flask: it is a point for somebody, or a debt."""
    x[LAYING] = 1
    x[LAY_DUMMY] = 1 if kind == DUMMY else 0
    x[LAY_HIGHEST] = s.numbers[kind][0]
    x[LAY_NUMBERS] = numbers_on(s, kind)
    x[LAY_SPECIAL] = is_special(s, kind)
    x[LAY_LEFT] = cards_left(s)
    for f in range(s.flasks):
        if standing(s, f) == 1 and s.laid_by[f] == s.to_move and s.level[f] >= s.too_much:
            x[LAY_STANDING] += 1


def describe_playing(s: Any, kind: int, x: Any) -> None:
    """A card to play: what it could empty, and of whom."""
    effect = s.effect[kind]
    empties = 0
    if effect == ONE_TO_THREE:
        empties = can_empty(s, 1) | can_empty(s, 2) | can_empty(s, 3)
        x[PLAY_ONE_TO_THREE] = 1
    else:
        for i in range(MOST_NUMBERS):
            if s.numbers[kind][i] > 0:
                empties += can_empty(s, s.numbers[kind][i])
    x[PLAY_EMPTIES] = empties
    x[PLAY_NUMBERS] = numbers_on(s, kind)
    x[PLAY_HIGHEST] = s.numbers[kind][0]
    x[PLAY_LEFT] = cards_left(s)
    x[PLAY_PASS] = 1 if effect == PASS else 0
    x[PLAY_ROB] = 1 if effect == ROB else 0
    x[PLAY_STAR] = 1 if effect == STAR and empties >= s.star_flasks else 0
    for f in range(s.flasks):
        if standing(s, f) == 1 and s.laid_by[f] == s.to_move:
            describe_own(s, kind, s.level[f], x)


def describe_own(s: Any, kind: int, level: int, x: Any) -> None:
    """What a card could do for a flask of one's own."""
    for i in range(MOST_NUMBERS):
        number = s.numbers[kind][i]
        if number > 0:
            x[PLAY_OWN] += 1 if number == level else 0
            x[PLAY_RELIEVES] += 1 if number < level and level - number < s.too_much <= level else 0


def describe_giving(s: Any, kind: int, x: Any) -> None:
    """A card to pass on."""
    x[GIVE_DUMMY] = 1 if kind == DUMMY else 0
    x[GIVE_TROUBLE] = 1 if kind == TROUBLESOME else 0
    x[GIVE_HIGHEST] = s.numbers[kind][0]
    x[GIVE_NUMBERS] = numbers_on(s, kind)
    x[GIVE_SPECIAL] = is_special(s, kind)
    for i in range(MOST_NUMBERS):
        if s.numbers[kind][i] > 0:
            x[GIVE_USEFUL] += can_empty(s, s.numbers[kind][i])


def describe_flask(s: Any, f: int, x: Any) -> None:
    """A flask to drink from: taken, or left with less."""
    p, level, left = s.to_move, s.level[f], s.level[f] - s.drinking[s.part]
    own = 1 if s.laid_by[f] == p else 0
    if left == 0:
        if s.laid[p][f] == DUMMY:
            x[EMPTIES_DUMMY] = 1
        else:
            x[EMPTIES] = 1
        x[EMPTIES_OWN] = own
        return
    x[OWN] = own
    if left < s.too_much <= level:
        x[RELIEVES_OWN if own == 1 else RELIEVES_OTHER] = 1
    if left <= MOST_LEFT:
        x[LEAVES + left] = 1
    for i in range(s.cards[p]):
        kind = s.hands[p][i]
        for j in range(MOST_NUMBERS):
            if s.numbers[kind][j] == left:
                x[LEAVES_FOR_ME] = 1


def describe_counting(s: Any, number: int, x: Any) -> None:
    """What 1~3 should count as."""
    x[COUNT_EMPTIES] = can_empty(s, number)
    x[COUNT_HIGH] = number
    for f in range(s.flasks):
        if standing(s, f) == 1 and s.laid_by[f] == s.to_move and s.level[f] == number:
            x[COUNT_OWN] = 1


def describe_robbing(s: Any, victim: int, x: Any) -> None:
    """Whom to steal from."""
    x[ROB_TOTAL] = s.totals[victim]
    x[ROB_CARDS] = s.cards[victim]


def note_signs(s: Any, seat: int, x: Any) -> None:
    """What the others have laid and kept, as imagined."""
    for f in range(s.flasks):
        p = s.laid_by[f]
        if p != seat and s.taken_by[f] == NONE:
            suspect_flask(s, f, s.laid[p][f], x)
    for p in range(s.players):
        if p != seat:
            for i in range(s.cards[p]):
                kind = s.hands[p][i]
                x[DUMMY_HELD] += 1 if kind == DUMMY else 0
                x[HIGH_HELD] += 1 if s.numbers[kind][0] >= HIGH else 0


def suspect_flask(s: Any, f: int, kind: int, x: Any) -> None:
    """What a flask may hold."""
    if kind == DUMMY:
        x[DUMMY_FIRST if f < s.players else DUMMY_LATER] += 1
        return
    x[STAR_LAID] += 1 if s.effect[kind] == STAR else 0
    x[HIGH_LAID] += 1 if s.numbers[kind][0] >= HIGH else 0
    x[LOW_LAID] += 1 if 0 < s.numbers[kind][0] < LOW else 0
    x[SEVERAL_LAID] += 1 if numbers_on(s, kind) > 1 else 0
