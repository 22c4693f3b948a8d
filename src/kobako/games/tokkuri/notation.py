"""How Tokkuri Taking is written: cards, flasks, actions, and the whole state in readable names."""

from functools import lru_cache

from kobako.core.fields import NONE, UNKNOWN
from kobako.core.shown import Pieces, with_own
from kobako.games.tokkuri.deck import DUMMY_FACE, TROUBLESOME_FACE, face_text
from kobako.games.tokkuri.rounds import score_seat
from kobako.games.tokkuri.rules import AS, FROM, GIVE, LAY, PLAY, STEAL
from kobako.games.tokkuri.state import (
    COUNTING,
    DISCARDED,
    DRINKING,
    DUMMY,
    FULL,
    KINDS,
    OPENING,
    PASSING,
    ROBBING,
    TOO_MUCH,
    TROUBLESOME,
    TURN,
    State,
    has_chosen,
    standing,
    was_last,
)
from kobako.games.tokkuri.view import Card, Drink, FlaskName, FlaskView, Phase, Playing, SeatView, View

PHASES: dict[int, Phase] = {
    OPENING: "opening",
    TURN: "turn",
    COUNTING: "counting",
    DRINKING: "drinking",
    PASSING: "passing",
    ROBBING: "stealing",
}


def card_text(s: State, card: int) -> Card:
    if card == UNKNOWN:
        return "?"
    if card == DUMMY:
        return str(DUMMY_FACE)
    if card == TROUBLESOME:
        return str(TROUBLESOME_FACE)
    return face(tuple(s.numbers[card]), s.effect[card])


@lru_cache(maxsize=1024)
def face(numbers: tuple[int, ...], effect: int) -> Card:
    """A face with numbers as it is written: the same few are asked for again and again."""
    return face_text(numbers, effect)


def flask_text(s: State, flask: int) -> FlaskName:
    return f"f{flask + 1}"


TEXTS = {"card": card_text, "flask": flask_text}


def action_kind(action: int) -> str:
    """Which kind of action it is."""
    for kind, first in (("steal", STEAL), ("as", AS), ("from", FROM), ("pass", GIVE), ("play", PLAY)):
        if action >= first:
            return kind
    return "lay"


def action_parts(s: State, action: int) -> Pieces:
    """The pieces that an action names."""
    kind = action_kind(action)
    if kind == "steal":
        return {"seat": action - STEAL}
    if kind == "as":
        return {"sake": action - AS + 1}
    if kind == "from":
        return {"flask": flask_text(s, action - FROM)}
    return {"card": card_text(s, (action - LAY) % KINDS)}


def action_text(s: State, action: int) -> str | None:
    """`lay 5`, `play 9+4`, `pass 5`, `from f3`, `as 2`, `steal 1`. Cards, flasks and seats that are not there: None."""
    kind = action_kind(action)
    if kind == "steal":
        return f"steal {action - STEAL}" if action - STEAL < s.players else None
    if kind == "as":
        return f"as {action - AS + 1}"
    if kind == "from":
        return f"from {flask_text(s, action - FROM)}" if action - FROM < s.hand * s.players else None
    card = (action - LAY) % KINDS
    return f"{kind} {card_text(s, card)}" if s.deck[card] > 0 else None


def flask_card(s: State, flask: int) -> Card:
    """The card of a flask, as far as this state or view tells."""
    if s.taken_by[flask] == DISCARDED:
        return card_text(s, DUMMY)
    known = [s.laid[p][flask] for p in (s.laid_by[flask], s.taken_by[flask]) if p != NONE]
    return next((card_text(s, card) for card in known if card != UNKNOWN), "?")


def flask_shown(s: State, flask: int) -> FlaskView:
    taken = s.taken_by[flask]
    return {
        "flask": flask_text(s, flask),
        "laid_by": s.laid_by[flask],
        "card": flask_card(s, flask),
        "level": s.level[flask],
        "on_the_table": bool(standing(s, flask)),
        "taken_by": None if taken in (NONE, DISCARDED) else taken,
        "revealed_and_discarded": taken == DISCARDED,
        "laid_as_last_card": bool(was_last(s, flask)),
    }


def drinking_shown(s: State) -> Playing | None:
    """The card being played face up, and what it will drink from where, as far as that is chosen."""
    if s.playing == NONE:
        return None
    numbers = [number for number in s.drinking if number > 0]
    chosen = [flask_text(s, s.picks[part]) if part < s.part else None for part in range(len(numbers))]
    drinks: list[Drink] = [{"number": n, "from": f} for n, f in zip(numbers, chosen, strict=True)]
    return {"card": card_text(s, s.playing), "drinks": drinks}


def optional(s: State, card: int) -> Card | None:
    return None if card == NONE else card_text(s, card)


def points_so_far(s: State, p: int) -> int:
    """What the round would be worth if it ended now (TOK-15): nothing of that is hidden."""
    ended = s.copy()
    score_seat(ended, p)
    return int(ended.points[p])


def seat_shown(s: State, p: int) -> SeatView:
    return {
        "total": s.totals[p],
        "points_of_last_round": s.points[p],
        "points_so_far": points_so_far(s, p),
        "hand": [card_text(s, card) for card in s.hands[p][: s.cards[p]]],
        "has_chosen": bool(has_chosen(s, p)),
        "chosen": card_text(s, s.chosen[p]) if has_chosen(s, p) else None,
        "stars_kept": [card_text(s, s.kept[i]) for i in range(s.stars) if s.kept_by[i] == p],
        "passed_and_still_there": optional(s, s.gave[p]) if s.passed[p] else None,
        "cards_shown_by_left_since_pass": s.passed[p] - 1 if s.passed[p] else None,
    }


def show(s: State) -> View:
    """The state, or a view of it, in readable names."""
    view: View = {
        "round": s.round_no,
        "rounds": s.rounds,
        "to_move": None if s.over else s.to_move,
        "phase": "over" if s.over else PHASES[s.phase],
        "start_player": s.start,
        "turn_of": s.turn,
        "choosing_together": [p for p in range(s.players) if s.together >> p & 1],
        "seats": [seat_shown(s, p) for p in range(s.players)],
        "flasks": [flask_shown(s, flask) for flask in range(s.flasks)],
        "playing": drinking_shown(s),
        "deck": [card_text(s, s.pile[i]) for i in range(s.pile_left - 1, -1, -1)],
        "discards": [card_text(s, kind) for kind in range(KINDS) for _ in range(s.discards[kind])],
    }
    if s.full != FULL:
        view["flask_holds"] = s.full
    if s.too_much != TOO_MUCH:
        view["too_much"] = s.too_much
    return view


def show_own(s: State, p: int, unseen: View) -> View:
    """`show` of a seat's view, from that of a spectator: what it holds, has chosen, passed and laid."""
    flasks: list[FlaskView] = [
        flask if s.laid[p][i] in (NONE, UNKNOWN) else {**flask, "card": flask_card(s, i)}
        for i, flask in enumerate(unseen["flasks"])
    ]
    return {**unseen, "flasks": flasks, "seats": with_own(unseen["seats"], p, seat_shown(s, p))}
