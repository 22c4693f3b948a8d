"""How Dokitto! Ice is written: cards, tiles, actions, and the whole state in readable names."""

from functools import cache

from kobako.core.fields import SEATS, UNKNOWN
from kobako.core.shown import Pieces, with_own
from kobako.games.ice.knowledge import cards_in_hand
from kobako.games.ice.memory import clear, since_lead
from kobako.games.ice.rules import (
    BEARS,
    COLOURS,
    CONES,
    GOAL,
    LEFT,
    PLAY,
    RANKS,
    RIGHT,
    TAKE,
    TAKE_LEFT,
    TAKE_RIGHT,
    State,
    apply,
    hand_size,
    next_seat,
    round_points,
    tiles_left,
    tiles_on,
)
from kobako.games.ice.view import Card, Colour, Cone, FourthTile, Phase, Played, SeatView, Tile, View

LETTERS: tuple[Colour, ...] = ("S", "C", "M", "V")
COLOUR_NAMES = ("strawberry", "chocolate", "matcha", "vanilla")
CONE_NAMES: tuple[Cone, ...] = ("left", "right")


def card_text(s: State, card: int) -> Card:
    return f"{LETTERS[card // RANKS]}{card % RANKS + 1}"


def colour_text(s: State, colour: int) -> Colour:
    return LETTERS[colour]


def cone_text(s: State, cone: int) -> Cone:
    return CONE_NAMES[cone]


TEXTS = {"card": card_text, "colour": colour_text, "cone": cone_text}


def action_text(s: State, action: int) -> str | None:
    """`S7` plays the strawberry 7, `take S` takes a strawberry tile, with two players `take S left` onto that cone.

    A cone that so many players do not have has no text. Every card and colour has one, for who owns the box asks for
    those that stay in it, too: they are refused with the rule (ICE-2).
    """
    if action < TAKE:
        return card_text(s, action)
    colour, cone = (action - TAKE) % COLOURS, (action - TAKE_LEFT) // COLOURS
    if cone >= 0 and s.players > 2:
        return None
    return f"take {LETTERS[colour]}" if cone < 0 else f"take {LETTERS[colour]} {CONE_NAMES[cone]}"


def action_kind(action: int) -> str:
    """Which kind of action it is."""
    if action < TAKE:
        return "play"
    return "take" if action < TAKE_LEFT else "take_onto"


def action_parts(s: State, action: int) -> Pieces:
    """The pieces that an action names."""
    if action < TAKE:
        return {"card": card_text(s, action)}
    named: Pieces = {"colour": LETTERS[(action - TAKE) % COLOURS]}
    if action >= TAKE_LEFT:
        named["cone"] = CONE_NAMES[(action - TAKE_LEFT) // COLOURS]
    return named


def cards(masks: list[int], size: int) -> list[Card]:
    """The cards of ranks as bits by colour; where they are not seen, as many question marks."""
    if masks[0] == UNKNOWN:
        return ["?"] * size
    return [card for c in range(COLOURS) if masks[c] for card in cards_of(c, masks[c])]


@cache
def cards_of(colour: int, ranks: int) -> tuple[Card, ...]:
    """The cards of a colour, of ranks as bits."""
    return tuple(f"{LETTERS[colour]}{rank + 1}" for rank in range(RANKS) if ranks >> rank & 1)


Cones = list[list[list[int]]]
"""[seat, cone] the colours of the tiles on it, the first at the bottom."""


def piled(s: State) -> Cones:
    """The cones as far as the round was seen, but for what the last decision brought; bare where no order matters."""
    on: Cones = [[[] for _ in range(CONES)] for _ in range(SEATS)]
    mixed = any(sum(map(bool, scoops)) > 1 for seat in s.scoops for scoops in seat)
    n = since_lead(s) if mixed else 0
    if n == 0:
        return on
    after = s.copy()
    clear(after)
    for action in s.decision[: n - 1]:
        left = after.stock[:]
        apply(after, action)
        for colour in range(COLOURS):
            if after.stock[colour] < left[colour]:
                on[after.leader][RIGHT if action >= TAKE_RIGHT else LEFT].append(colour)
    return on


def tiles(s: State, p: int, cone: int) -> list[Tile]:
    """The tiles on a cone: `S+1` is a strawberry tile of 1 point, `S+2` the one of 2."""
    found: list[Tile] = []
    for colour, count in enumerate(s.scoops[p][cone]):
        top = s.topping[colour] == p * CONES + cone
        found += [f"{LETTERS[colour]}+1"] * (count - top) + [f"{LETTERS[colour]}+2"] * top
    return found


def in_order(shown: list[Tile], colours: list[int]) -> list[Tile]:
    """The same as they were taken; those that nobody saw taken, and the last one, lie on top."""
    left, found = list(shown), []
    for colour in colours:
        found.append(next(tile for tile in left if tile[0] == LETTERS[colour]))
        left.remove(found[-1])
    return found + left


def letters(bits: int) -> list[Colour]:
    """The colours of a bit each."""
    return [letter for colour, letter in enumerate(LETTERS) if bits >> colour & 1]


def trick(s: State) -> list[Played]:
    """The cards on the table, in the order they were played."""
    played: list[Played] = []
    p = s.leader
    for _ in range(s.in_trick):
        played.append({"seat": p, "card": card_text(s, s.trick[p])})
        p = next_seat(s, p)
    return played


def fallen(s: State) -> FourthTile | None:
    """Whose cone got a fourth tile, and which of the two; only the end of a round or of the game shows it (ICE-7)."""
    for p in range(s.players):
        for cone in range(CONES):
            if tiles_on(s, p, cone) > s.cone:
                return {"seat": p, "cone": CONE_NAMES[cone] if s.players == 2 else "only"}
    return None


def phase(s: State) -> Phase:
    """What is being done."""
    return "over" if s.over else "playing" if s.phase == PLAY else "choosing"


def seat_shown(s: State, p: int, on: Cones) -> SeatView:
    cone_names: tuple[Cone, ...] = CONE_NAMES if s.players == 2 else ("only",)
    cones = {name: tiles(s, p, cone) for cone, name in enumerate(cone_names)}
    return {
        "trophies": s.trophies[p],
        "hand": cards(s.hands[p], cards_in_hand(s, p)),
        "cones": cones,
        "piled": {name: in_order(cones[name], on[p][cone]) for cone, name in enumerate(cone_names)},
        "cards_taken": {LETTERS[c]: s.won[p][c] for c in range(COLOURS) if s.colours >> c & 1},
        "round_points": round_points(s, p),
        "could_not_follow": letters(s.void[p]),
    }


def show(s: State) -> View:
    """The state, or a view of it, in readable names. Of the stock, the next tile of a colour comes first."""
    in_play, on = letters(s.colours), piled(s)
    view: View = {
        "round": s.round_no,
        "to_move": None if s.over else s.to_move,
        "phase": phase(s),
        "colours_in_play": in_play,
        "leader": s.leader,
        "trick": trick(s),
        "tricks_left": s.tricks_left,
        "stock": {LETTERS[c]: tiles_left(s.stock[c]) for c in range(COLOURS) if s.colours >> c & 1},
        "seats": [seat_shown(s, p, on) for p in range(s.players)],
        "played_in_round": cards(s.played, 0),
        "aside": cards(s.aside, len(in_play) * s.ranks - s.players * hand_size(s)),
        "fourth_tile": fallen(s),
    }
    if s.cone != BEARS:
        view["cone_bears"] = s.cone
    if s.goal != GOAL:
        view["goal"] = s.goal
    return view


def show_own(s: State, p: int, unseen: View) -> View:
    """`show` of a seat's view, from that of a spectator: a hand."""
    own: SeatView = {**unseen["seats"][p], "hand": cards(s.hands[p], 0)}
    return {**unseen, "seats": with_own(unseen["seats"], p, own)}
