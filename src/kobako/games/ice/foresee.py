"""What an action would do in Dokitto! Ice: the trick as it would stand, the points that a tile would bring."""

from collections.abc import Sequence

from kobako.games.ice.rules import (
    COLOURS,
    LEFT,
    RANKS,
    RIGHT,
    TAKE,
    TAKE_RIGHT,
    State,
    round_points,
    take_cards,
    take_tile,
    tiles_left,
    tiles_on,
    trick_winner,
)
from kobako.games.ice.view import Would, WouldPlay, WouldTake


def foresee(s: State, action: int) -> Would:
    """What playing a card or taking a tile would do."""
    return foresee_all(s, [action])[0]


def foresee_all(s: State, actions: Sequence[int]) -> list[Would]:
    """The same for some actions: cards are tried in one copy, for nothing but the card differs."""
    after = s.copy()
    after.in_trick += 1
    return [with_card(after, action) if action < TAKE else with_taken(s, action) for action in actions]


def with_taken(s: State, action: int) -> WouldTake:
    return with_tile(s.copy(), (action - TAKE) % COLOURS, RIGHT if action >= TAKE_RIGHT else LEFT)


def with_card(s: State, card: int) -> WouldPlay:
    """ICE-4: who would be winning the trick, and by which rule; the state counts the card already."""
    s.trick[s.to_move] = card
    colours = {played // RANKS for played in s.trick if played >= 0}
    one_colour = len(colours) == 1
    return {
        "winning": trick_winner(s, one_colour),
        "by": "highest" if one_colour else "lowest",
        "complete": s.in_trick == s.players,
    }


def with_tile(s: State, colour: int, cone: int) -> WouldTake:
    """ICE-5, ICE-7, ICE-8: the tile, and the points with it and the cards of the trick."""
    p, left = s.to_move, s.stock[colour]
    take_tile(s, p, colour, cone)
    take_cards(s, p)
    return {
        "tile": next(iter(tiles_left(left)), 0),
        "round_points": round_points(s, p),
        "fourth": tiles_on(s, p, cone) > s.cone,
    }
