"""What a game of Umbradeco holds. A tile is its colour: 0..4, red, yellow, green, blue, purple. The mat is in mat.py.

`near[cell]` counts the visible tiles that touch a cell, by colour, in one number: an octal digit for each colour.
A set of colours is such a number too, with the digits 0 and 1. So which colours a cell allows is one look.
"""

from kobako.core import fields
from kobako.core.fields import SEATS, everyone, house, nobody, owner
from kobako.games.umbradeco.mat import CELLS

COLOURS = 5
MOST_COPIES = 8  # UMB-1: tiles of each colour
TILES = COLOURS * MOST_COPIES
MOST_REMOVED = 2  # UMB-1
START = 2  # UMB-3: tiles on the mat
HAND = 2  # UMB-3

DIGIT = 3  # bits of a colour in `near` and in a set of colours
ALL_COLOURS = 0o11111  # the set of all

# Actions: place a colour on a cell; push the tile there in a direction; take an open tile; discard a tile.
PLACE = 0
PUSH = COLOURS * CELLS
OPEN = PUSH + 6
DISCARD = OPEN + COLOURS
ACTIONS = DISCARD + COLOURS
MOST_LEGAL = HAND * CELLS  # two tiles in hand, so two colours at most, each on any cell

# Phases. Discarding is asked for in the phase of placing: the phase must not tell what is in a hand.
PLACING, PUSHING, TAKING = 0, 1, 2


class State(fields.State):
    copies = house("UMB-1", MOST_COPIES, 4, MOST_COPIES)  # tiles of each colour
    to_remove = house("UMB-1", {2: 0, 3: 2, 4: 2}, 0, MOST_REMOVED, option="removed")
    head_start = house("UMB-3", 0, 0, 5)  # points at the start, for each player who has the first turn later
    to_open = house("UMB-3", 2, 1, 6, option="open_tiles")
    row_points = house("UMB-10", 1, 0, 3)  # for each tile of the same colour in line
    colour_points = house("UMB-10", 3, 0, 10)  # for touching all other colours
    push_points = house("UMB-10", 1, 0, 10)
    stack_points = house("UMB-10", 5, 0, 15)
    turns = house("UMB-11", {2: 19, 3: 12, 4: 9}, 1, {2: 19, 3: 12, 4: 9})  # of each player
    side = everyone()  # option: cells a side of the mat (UMB-2)
    edge_stack = everyone()  # option: 1 if tiles at the mat's edge can be stacked on (UMB-8)
    starter = everyone()  # the seat that had the first turn
    points = everyone(SEATS)
    top = everyone(CELLS)  # [cell] the visible tile, or NONE
    under = everyone(CELLS)  # [cell] the tile below it in a stack, or NONE
    near = everyone(CELLS)  # [cell] visible tiles that touch it, an octal digit a colour
    free = everyone(CELLS)  # [cell] empty cells of the mat that touch it
    open_tiles = everyone(COLOURS)  # [colour] how many lie open
    discarded = everyone(COLOURS)
    shown = everyone(COLOURS)  # [colour] how many everyone has seen, wherever they are now
    hands = owner(SEATS, COLOURS)  # [seat, colour] how many
    tiles = everyone(SEATS)  # tiles in hand
    known = everyone(SEATS, COLOURS)  # [seat, colour] tiles in hand that were taken openly (UMB-13)
    dealt = everyone(SEATS)  # tiles in hand that were dealt, so that only their owner knows them
    cannot = everyone(SEATS, COLOURS)  # [seat, colour] 1 if a discard (UMB-9) told all that no dealt tile is of it
    push_cell = everyone()  # while choosing a direction: where the new tile goes; else NONE
    push_colour = everyone()  # and its colour; it has left the hand
    deck_left = everyone()
    deck = nobody(TILES)  # the top is at deck_left - 1; NONE above it
    removed = nobody(MOST_REMOVED)  # UMB-1; NONE with two players
