"""Why not: the rule that forbids an action, and what must hold in every state."""

from kobako.core.fields import NONE
from kobako.core.house import Misfit
from kobako.games.donburiko.notation import action_kind
from kobako.games.donburiko.rules import COUNT, FACE_DOWN, KINDS, TAKE, State, copies


def why(s: State, action: int) -> str:
    """The rule that forbids the seat to move this action."""
    kind = action_kind(action)
    if kind == "count" or s.phase == COUNT:
        return "DON-10"
    if kind == "take":
        row = action - TAKE
        return "DON-4" if row >= s.players else "DON-5"
    row, card, face_down = action // 2 // KINDS, action // 2 % KINDS, action % 2
    if row >= s.players:
        return "DON-4"
    if copies(s, card) == 0:
        return "DON-1"
    if s.cards[s.to_move] == 0:
        return "DON-15"
    if s.length[row] == s.full:
        return "DON-8"
    if s.length[row] > 0 and s.hands[s.to_move][card] > 0 and face_down:
        return "DON-7"
    return "DON-5"


def broken(s: State) -> str | None:
    """What is wrong with a state, if anything: chips and cards are never lost."""
    lying = [(row, place) for row in range(s.players) for place in range(s.length[row])]
    on_cards = 0 if s.over else sum(s.laid_by[row][place] != NONE for row, place in lying)
    if sum(s.chips) + s.bank + on_cards != s.all_chips:
        return f"there are {sum(s.chips) + s.bank + on_cards} chips, not {s.all_chips}"
    if min(s.chips) < 0 or s.bank < 0:
        return "someone has less than no chips"
    for kind in range(KINDS):
        count = s.gone[kind] + s.aside[kind] + sum(hand[kind] for hand in s.hands)
        for row, place in lying:
            card = s.row[row][place]
            if card == FACE_DOWN:
                card = s.laid[s.laid_by[row][place]][row][place]
            count += card == kind
        if count != copies(s, kind):
            return f"there are {count} cards of kind {kind}, not {copies(s, kind)}"
    if any(sum(s.hands[p]) != s.cards[p] for p in range(s.players)):
        return "a hand has another number of cards than all are told"
    return None


def misfit(s: State) -> Misfit | None:
    """DON-3, DON-4: there must be chips for the start, and cards for rows and hands."""
    if (chips := s.players * s.start_chips) > s.all_chips:
        return Misfit("DON-3", ("start_chips", "chips"), chips, s.all_chips)
    cards = sum(copies(s, kind) for kind in range(KINDS))
    if (dealt := s.players * (1 + s.hand)) > cards:
        return Misfit("DON-4", ("hand", "wild_acorns", "loaches"), dealt, cards)
    return None
