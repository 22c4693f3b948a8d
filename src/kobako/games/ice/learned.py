"""Dokitto! Ice, learned: which card wins or loses a trick for what it costs, and what a card played tells of a hand."""

from __future__ import annotations

from typing import Any

from kobako.core.fields import NONE
from kobako.games.ice.knowledge import count_bits
from kobako.games.ice.mind import has_room, wins_so_far
from kobako.games.ice.rules import COLOURS, LEFT, PLAY, RANKS, RIGHT, TAKE, TAKE_RIGHT, tiles_on

VERSION = 1
EXPLORATION = 1.0
WIDENING = 1.0

# Of a card, each with room on the cone (or in the second half without): then of a tile to take.
TRAITS = (
    "lead_rank", "lead_length", "lead_cards", "lead_stock",
    "wins", "last_wins", "win_rank", "lose_rank", "win_cards", "slough_length",
    "full_lead_rank", "full_lead_length", "full_lead_cards", "full_lead_stock",
    "full_wins", "full_last_wins", "full_win_rank", "full_lose_rank", "full_win_cards", "full_slough_length",
    "take_none", "take_over", "take_cards", "take_topping", "take_again", "take_in_hand",
)  # fmt: skip
LEAD_RANK, LEAD_LENGTH, LEAD_CARDS, LEAD_STOCK, WINS, LAST_WINS, WIN_RANK, LOSE_RANK, WIN_CARDS, SLOUGHED = range(10)
FULL_AT = 10
TAKE_NONE, TAKE_OVER, TAKE_CARDS, TAKE_TOPPING, TAKE_AGAIN, TAKE_IN_HAND = range(20, 26)

# Of every other seat that has played to this trick, by what it holds besides, as imagined; in the second half of those
# whose cone was full.
SIGNS = (
    "led_over_lower", "led_under_higher",
    "won_over_lower", "won_under_higher", "lost_over_lower", "lost_under_higher",
    "sloughed_over_lower", "sloughed_under_higher", "sloughed_length",
    "full_led_over_lower", "full_led_under_higher",
    "full_won_over_lower", "full_won_under_higher", "full_lost_over_lower", "full_lost_under_higher",
    "full_sloughed_over_lower", "full_sloughed_under_higher", "full_sloughed_length",
)  # fmt: skip
LED_AT, WON_BY, LOST_BY, SLOUGHED_AT, FULL_SIGNS = 0, 2, 4, 6, 9


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
    worth = s.won[p][colour]
    if s.in_trick == 0:
        x[at + LEAD_RANK] = rank
        x[at + LEAD_LENGTH] = length
        x[at + LEAD_CARDS] = worth
        x[at + LEAD_STOCK] = s.stock[colour]
    elif wins_so_far(s, card) == 1:
        x[at + WINS] = 1
        x[at + LAST_WINS] = 1 if s.in_trick == s.players - 1 else 0
        x[at + WIN_RANK] = rank
        x[at + WIN_CARDS] = worth
    else:
        x[at + LOSE_RANK] = rank
    if s.in_trick > 0 and colour != s.trick[s.leader] // RANKS:
        x[at + SLOUGHED] = length


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


def note_signs(s: Any, seat: int, x: Any) -> None:
    """What the cards of this trick say of the hands they came from."""
    if s.phase != PLAY or s.in_trick == 0:
        return
    led, one_colour, low, high = s.trick[s.leader] // RANKS, 1, RANKS, NONE
    q = s.leader
    for _ in range(s.in_trick):
        card = s.trick[q]
        colour, rank = card // RANKS, card % RANKS
        if q != seat:
            at = 0 if has_room(s, q) == 1 else FULL_SIGNS
            held = s.hands[q][colour]
            lower, higher = count_bits(held & (1 << rank) - 1), count_bits(held >> rank)
            if q == s.leader:
                x[at + LED_AT] += lower
                x[at + LED_AT + 1] += higher
            elif colour == led:
                won = (1 if rank > high else 0) if one_colour == 1 else (1 if rank <= low else 0)
                to = at + (WON_BY if won == 1 else LOST_BY)
                x[to] += lower
                x[to + 1] += higher
            else:
                suspect_slough(s, q, rank, x, at + SLOUGHED_AT)
                x[at + SLOUGHED_AT + 2] += lower + higher
        one_colour &= 1 if colour == led else 0
        low, high = min(low, rank), max(high, rank)
        q = q + 1 if q + 1 < s.players else 0


def suspect_slough(s: Any, q: int, rank: int, x: Any, at: int) -> None:
    """Who cannot follow may play anything: what was kept back."""
    for colour in range(COLOURS):
        held = s.hands[q][colour]
        x[at] += count_bits(held & (1 << rank) - 1)
        x[at + 1] += count_bits(held >> rank)
