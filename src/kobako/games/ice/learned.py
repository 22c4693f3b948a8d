"""Dokitto! Ice, learned: which card wins or loses a trick for what it costs; so, too, what a card tells of a hand."""

from __future__ import annotations

from typing import Any

from kobako.core.fields import NONE
from kobako.games.ice import memory
from kobako.games.ice.knowledge import count_bits, unseen_cards
from kobako.games.ice.mind import has_room, wins_so_far
from kobako.games.ice.rules import COLOURS, LEFT, PLAY, RANKS, RIGHT, TAKE, TAKE_RIGHT, tiles_on

VERSION = 2
EXPLORATION = 1.0
WIDENING = 1.0

# What the others hold is believed by what they played in this round: as likely as the policy would have played it.
rewind, recall, stir = memory.rewind, memory.recall, memory.stir

# Of a card, with room on the cone; the same without; then of a tile to take.
TRAITS = (
    "lead_rank", "lead_length", "lead_cards", "lead_stock", "lead_higher", "lead_lower",
    "wins", "last_wins", "win_rank", "lose_rank", "win_cards", "win_beaten", "win_tiles", "slough_length",
    "full_lead_rank", "full_lead_length", "full_lead_cards", "full_lead_stock", "full_lead_higher", "full_lead_lower",
    "full_wins", "full_last_wins", "full_win_rank", "full_lose_rank", "full_win_cards", "full_win_beaten",
    "full_win_tiles", "full_slough_length",
    "take_none", "take_over", "take_cards", "take_topping", "take_again", "take_in_hand",
)  # fmt: skip
LEAD_RANK, LEAD_LENGTH, LEAD_CARDS, LEAD_STOCK, LEAD_HIGHER, LEAD_LOWER = range(6)
WINS, LAST_WINS, WIN_RANK, LOSE_RANK, WIN_CARDS, WIN_BEATEN, WIN_TILES, SLOUGHED = range(6, 14)
FULL_AT = 14
TAKE_NONE, TAKE_OVER, TAKE_CARDS, TAKE_TOPPING, TAKE_AGAIN, TAKE_IN_HAND = range(28, 34)


def note_traits(s: Any, action: int, x: Any) -> None:
    """What can be said of a card to play or a tile to take."""
    if s.phase == PLAY:
        describe_card(s, s.to_move, action, x)
    else:
        describe_tile(s, s.to_move, action, x)


def describe_card(s: Any, p: int, card: int, x: Any) -> None:
    """A card: led, or played to what lies there."""
    at = 0 if has_room(s, p) == 1 else FULL_AT
    colour, rank = card // RANKS, card % RANKS
    length = count_bits(s.hands[p][colour])
    worth, unseen = s.won[p][colour], unseen_cards(s, p, colour)
    if s.in_trick == 0:
        x[at + LEAD_RANK] = rank
        x[at + LEAD_LENGTH] = length
        x[at + LEAD_CARDS] = worth
        x[at + LEAD_STOCK] = s.stock[colour]
        x[at + LEAD_HIGHER] = count_bits(unseen >> rank)
        x[at + LEAD_LOWER] = count_bits(unseen & (1 << rank) - 1)
    elif wins_so_far(s, card) == 1:
        x[at + WINS] = 1
        x[at + LAST_WINS] = 1 if s.in_trick == s.players - 1 else 0
        x[at + WIN_RANK] = rank
        x[at + WIN_CARDS] = worth
        x[at + WIN_BEATEN] = 0 if s.in_trick == s.players - 1 else beaten_by(s, p, colour, rank)
        x[at + WIN_TILES] = tiles_on(s, p, LEFT)
    else:
        x[at + LOSE_RANK] = rank
    if s.in_trick > 0 and colour != s.trick[s.leader] // RANKS:
        x[at + SLOUGHED] = length


def beaten_by(s: Any, p: int, colour: int, rank: int) -> int:
    """How many unseen cards would beat one that wins so far: of one colour the higher ones, of several the lower."""
    for q in range(s.players):
        if s.trick[q] != NONE and s.trick[q] // RANKS != colour:
            lower = 0
            for other in range(COLOURS):
                lower += count_bits(unseen_cards(s, p, other) & (2 << rank) - 1)
            return lower
    return count_bits(unseen_cards(s, p, colour) >> rank)


def describe_tile(s: Any, p: int, action: int, x: Any) -> None:
    """A tile for the trick that was won."""
    colour = (action - TAKE) % COLOURS
    cone = RIGHT if action >= TAKE_RIGHT else LEFT
    if s.stock[colour] == 0:
        x[TAKE_NONE] = 1
        return
    x[TAKE_OVER] = 1 if tiles_on(s, p, cone) == s.cone else 0
    cards = s.won[p][colour]
    for q in range(s.players):
        cards += 1 if s.trick[q] // RANKS == colour else 0
    x[TAKE_CARDS] = cards
    x[TAKE_TOPPING] = cards if s.stock[colour] == 1 else 0
    x[TAKE_AGAIN] = s.scoops[p][cone][colour]
    x[TAKE_IN_HAND] = count_bits(s.hands[p][colour])
