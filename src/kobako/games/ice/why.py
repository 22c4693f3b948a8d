"""Why not: the rule that forbids an action, and what must hold in every state."""

from kobako.core.fields import NONE, Seen
from kobako.core.house import Misfit
from kobako.games.ice.knowledge import cards_in_hand
from kobako.games.ice.memory import recall, rewind
from kobako.games.ice.rules import (
    ACTIONS,
    CHOOSE,
    COLOURS,
    CONES,
    PLAY,
    RANKS,
    RIGHT,
    TAKE,
    State,
    apply,
    colours_shown,
    hand_size,
    tiles_on,
    trick_winner,
)


def why(s: State, action: int) -> str:
    """The rule that forbids the seat to move this action."""
    plays = action < TAKE
    colour = action // RANKS if plays else (action - TAKE) % COLOURS
    if not s.colours >> colour & 1 or (plays and action % RANKS >= s.ranks):
        return "ICE-2"
    if plays:
        return "ICE-3" if s.phase == PLAY else "ICE-5"
    if s.phase == PLAY or not colours_shown(s) >> colour & 1:
        return "ICE-5"
    return "ICE-12"


def broken(s: State) -> str | None:
    """What is wrong with a state, if anything: cards and tiles are never lost."""
    return broken_cards(s) or broken_tiles(s) or broken_trick(s) or broken_course(s) or broken_history(s)


def broken_cards(s: State) -> str | None:
    """Every card is in one place: a hand, aside, or played and then in the trick or taken."""
    for colour in range(COLOURS):
        places = [hand[colour] for hand in s.hands] + [s.aside[colour], s.played[colour]]
        in_play = s.colours >> colour & 1
        full = (1 << s.ranks) - 1 if in_play else 0
        if sum(places) != full or any(a & b for i, a in enumerate(places) for b in places[:i]):
            return f"cards of colour {colour} are lost or doubled"
        lying = [card for card in s.trick if card != NONE and card // RANKS == colour]
        if any(not s.played[colour] >> card % RANKS & 1 for card in lying):
            return f"a card of colour {colour} in the trick was not played"
        taken = sum(won[colour] for won in s.won)
        if taken + len(lying) != s.played[colour].bit_count():
            return f"{taken} cards of colour {colour} were taken, which does not fit those played"
    for p, hand in enumerate(s.hands):
        size = cards_in_hand(s, p) if p < s.players else 0
        if sum(held.bit_count() for held in hand) != size:
            return f"seat {p} does not hold {size} cards"
        if any(s.void[p] >> colour & 1 and hand[colour] for colour in range(COLOURS)):
            return f"seat {p} holds a colour that it could not follow"
    return None


def broken_tiles(s: State) -> str | None:
    """Every tile is in the stock or on a cone; only the end of the game leaves a fourth on one."""
    for colour in range(COLOURS):
        on_cones = sum(cone[colour] for seat in s.scoops for cone in seat)
        in_play = s.colours >> colour & 1
        if s.stock[colour] + on_cones != s.tiles * in_play or s.stock[colour] < 0:
            return f"there are {s.stock[colour]} + {on_cones} tiles of colour {colour}"
        place = s.topping[colour]
        if (place != NONE) != (in_play and s.stock[colour] == 0):
            return f"the 2-point tile of colour {colour} is neither last of the stock nor on a cone"
        if place != NONE and s.scoops[place // CONES][place % CONES][colour] < 1:
            return f"the 2-point tile of colour {colour} is on a cone without such a tile"
    if any(min(cone) < 0 for seat in s.scoops for cone in seat):
        return "a cone has less than no tiles"
    heights = [tiles_on(s, p, cone) for p in range(len(s.scoops)) for cone in range(CONES)]
    if any(s.scoops[p][cone] != [0] * COLOURS for p, cone in unused_cones(s)):
        return "there is a tile on a cone that is not in the game"
    if max(heights) > s.cone + s.over or sum(height > s.cone for height in heights) > 1:
        return "a tile too many did not end the round"
    return None


def unused_cones(s: State) -> list[tuple[int, int]]:
    """Cones of seats that nobody sits on, and the right ones of more than two players (ICE-12)."""
    every = [(p, cone) for p in range(len(s.scoops)) for cone in range(CONES)]
    return [(p, cone) for p, cone in every if p >= s.players or (cone == RIGHT and s.players > 2)]


def broken_trick(s: State) -> str | None:
    """The trick was played from the leader on, and it is the next one's turn, or the winner's."""
    order = [(s.leader + i) % s.players for i in range(s.players)]
    played = [s.trick[p] != NONE for p in order]
    if played != [i < s.in_trick for i in range(s.players)] or any(card != NONE for card in s.trick[s.players :]):
        return "the trick was not played in order"
    if not s.over and s.phase == PLAY and (s.in_trick == s.players or s.to_move != order[s.in_trick]):
        return "it is not the turn of the seat to move"
    if s.phase == CHOOSE:
        shown = colours_shown(s) if s.in_trick == s.players else 0
        if not shown or s.to_move != trick_winner(s, shown.bit_count() == 1):
            return "someone else than the winner of the trick chooses"
    return None


def broken_course(s: State) -> str | None:
    """Rounds, tricks and trophies are as many as they can be."""
    played = sum(ranks.bit_count() for ranks in s.played)
    if played != (hand_size(s) - s.tricks_left) * s.players + s.in_trick:
        return f"{played} cards were played, which does not fit {s.tricks_left} tricks left"
    if not s.over and s.tricks_left < 1:
        return "the round did not end when all hands were empty"
    if min(s.trophies) < 0 or max(s.trophies) > s.goal or (max(s.trophies) == s.goal) != (s.over == 1):
        return "trophies enough did not end the game"
    if any(s.trophies[s.players :]) or any(s.void[s.players :]):
        return "an empty seat has something"
    if not 1 <= s.round_no <= sum(s.trophies) + 1 - s.over:
        return f"round {s.round_no} does not fit {sum(s.trophies)} trophies"
    return None


def broken_history(s: State) -> str | None:
    """What is remembered of a round, if all of it is, led to this table."""
    decisions = sum(ranks.bit_count() for ranks in s.played) + hand_size(s) - s.tricks_left
    if not 0 <= s.opener <= s.players or not 0 <= s.decided <= decisions:
        return f"{s.decided} decisions from seat {s.opener - 1} on are remembered, which cannot be"
    if any(not 0 <= action < ACTIONS for action in s.decision):
        return "an action is remembered that there is not"
    twin = s.copy()
    known = 0 if s.over else rewind(twin)
    for i in range(known):
        apply(twin, recall(s, i))
    shown = [name for name, field in State.FIELDS.items() if field.seen in (Seen.EVERYONE, Seen.OWNER)]
    if known and any(getattr(twin, name) != getattr(s, name) for name in shown):
        return "what is remembered of the round did not lead to this table"
    return None


def misfit(s: State) -> Misfit | None:
    """ICE-2: there must be cards for all hands."""
    cards = s.colours.bit_count() * s.ranks
    if (dealt := s.players * hand_size(s)) > cards:
        return Misfit("ICE-2", ("hand", "ranks"), dealt, cards)
    return None
