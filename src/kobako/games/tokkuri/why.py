"""Why not: the rule that forbids an action, and what must hold in every state."""

from collections import Counter

from kobako.core.fields import NONE, SEATS
from kobako.games.tokkuri.notation import action_kind, card_text
from kobako.games.tokkuri.state import (
    COUNTING,
    DISCARDED,
    DRINKING,
    DUMMY,
    FULL,
    HAND,
    KINDS,
    OPENING,
    PASSING,
    ROBBING,
    TROUBLESOME,
    TURN,
    State,
    has_chosen,
    left_of,
    was_last,
)

# In these phases one question is open, and its rule says what may answer it.
ASKED_BY = {OPENING: "TOK-3", COUNTING: "TOK-9", DRINKING: "TOK-5", PASSING: "TOK-7", ROBBING: "TOK-8"}
# In a turn these actions come too early: the rule says when their time is.
COMES_LATER = {"from": "TOK-5", "as": "TOK-9", "pass": "TOK-7", "steal": "TOK-8"}


def why(s: State, action: int) -> str:
    """The rule that forbids the seat to move this action."""
    kind, card = action_kind(action), action % KINDS
    held = kind in ("lay", "play") and card in s.hands[s.to_move]
    if s.phase == OPENING and kind == "lay" and held:
        return "TOK-13"
    if s.phase != TURN:
        return ASKED_BY[s.phase]
    if kind in COMES_LATER:
        return COMES_LATER[kind]
    if not held:
        return "TOK-4"
    if card == TROUBLESOME:
        return "TOK-13"
    return "TOK-12" if card == DUMMY else "TOK-5"


def broken(s: State) -> str | None:
    """What is wrong with a state, if anything."""
    checks = (wrong_totals, wrong_hands, wrong_flasks, wrong_choices, wrong_knowledge, wrong_cards)
    return next(filter(None, (check(s) for check in checks)), None)


def wrong_totals(s: State) -> str | None:
    if sum(s.totals) != s.start_total * s.players:
        return f"the totals sum to {sum(s.totals)}, not to {s.start_total} a player"
    if not s.over and min(s.totals[: s.players]) <= 0:
        return "someone is bankrupt and the game goes on"
    if not 1 <= s.round_no <= s.rounds:
        return f"round {s.round_no} of {s.rounds}"
    return None


def wrong_hands(s: State) -> str | None:
    for p in range(SEATS):
        hand = s.hands[p]
        held = [card for card in hand if card != NONE]
        if len(held) != s.cards[p] or hand != sorted(held) + [NONE] * (HAND - len(held)):
            return f"the hand of seat {p} is out of order, or has another number of cards than all are told"
    most = s.hand if s.phase == OPENING else s.hand - 1
    if max(s.cards) > most or any(s.cards[s.players :]):
        return "a hand has too many cards"
    if not s.over and s.phase == TURN and s.cards[s.to_move] == 0:
        return "a player without cards has the turn"
    return None


def wrong_flasks(s: State) -> str | None:
    for f in range(len(s.level)):
        known = [p for p in range(SEATS) if s.laid[p][f] != NONE]
        if f >= s.flasks:
            if known or s.laid_by[f] != NONE or s.taken_by[f] != NONE or s.level[f] or was_last(s, f):
                return f"flask {f} is not laid and yet there"
            continue
        layer, taker = s.laid_by[f], s.taken_by[f]
        if not 0 <= layer < s.players or not 0 <= s.level[f] <= s.full or (s.level[f] == 0) == (taker == NONE):
            return f"flask {f} is laid by {layer}, taken by {taker}, at level {s.level[f]}"
        knowers = {NONE: {layer}, DISCARDED: set()}.get(taker, {layer, taker})
        if set(known) != knowers or len({s.laid[p][f] for p in known}) > 1:
            return f"flask {f} is known to {known}"
        if taker not in (NONE, DISCARDED) and s.laid[layer][f] == DUMMY:
            return f"flask {f} is a Dummy and was taken"
        if known and s.laid[layer][f] == TROUBLESOME and not was_last(s, f):
            return f"flask {f} is the Troublesome and was not a last card"
    having = [sum(level >= sake for level in s.level[: s.flasks]) for sake in range(FULL + 1)]
    if s.having != having:
        return f"flasks with at least so much sake are counted as {s.having}, and are {having}"
    return None


def wrong_choices(s: State) -> str | None:
    for p in range(SEATS):
        chose = p < s.players and has_chosen(s, p) == 1
        if chose != (s.chosen[p] != NONE) or (chose and s.chosen[p] not in s.hands[p]):
            return f"seat {p} has chosen {s.chosen[p]}"
        if chose and s.phase == OPENING and s.chosen[p] == TROUBLESOME:
            return f"seat {p} has chosen the Troublesome as first flask"
    if (s.together != 0) != (s.phase in (OPENING, PASSING) and not s.over):
        return f"seats {s.together:b} choose together in phase {s.phase}"
    if (s.playing != NONE) != (s.phase in (COUNTING, DRINKING)):
        return f"card {s.playing} is being played in phase {s.phase}"
    if any((s.picks[i] != NONE) != (i < s.part) for i in range(len(s.picks))):
        return f"flasks {s.picks} are chosen for {s.part} numbers"
    return None


def wrong_knowledge(s: State) -> str | None:
    """TOK-18: what a giver knows, the receiver knows to be known, and has."""
    for p in range(SEATS):
        if p >= s.players:
            if s.gave[p] != NONE or s.got[p] != NONE or s.passed[p]:
                return f"seat {p}, where nobody sits, knows a card"
            continue
        q = left_of(s, p)
        if s.gave[p] != s.got[q]:
            return f"seat {p} knows {s.gave[p]} of the next hand, which thinks {s.got[q]}"
        if s.gave[p] != NONE and (s.gave[p] not in s.hands[q] or s.passed[p] < 1):
            return f"seat {p} knows {s.gave[p]} of the next hand, which does not have it"
        if s.passed[p] == 1 and s.gave[p] == NONE:
            return f"seat {p} has forgotten what it passed"
    return None


def wrong_cards(s: State) -> str | None:
    """Each card of the deck is in one place."""
    there: Counter[int] = Counter(s.pile[: s.pile_left])
    for p in range(s.players):
        there.update(s.hands[p][: s.cards[p]])
    there.update(s.laid[s.laid_by[f]][f] for f in range(s.flasks) if s.taken_by[f] != DISCARDED)
    there.update(s.kept[: s.stars])
    there.update([s.playing] if s.playing != NONE else [])
    for kind in range(KINDS):
        there[kind] += s.discards[kind]
    for kind, count in sorted(there.items()):
        if not 0 <= kind < KINDS or count != s.deck[kind]:
            name = card_text(s, kind) if 0 <= kind < KINDS and s.deck[kind] else f"kind {kind}"
            return f"there are {count} cards {name}"
    if any(card != NONE for card in s.pile[s.pile_left :]):
        return "cards lie beyond the end of the deck"
    return None
