"""Why not: the rule that forbids an action, and what must hold in every state."""

from collections.abc import Iterator

from kobako.core.fields import SEATS
from kobako.games.kotori.rules import BID, CARDS, HIGHEST, NO_CARD, NUMBERS, State, copies


def why(s: State, action: int) -> str:
    """The rule that forbids the seat to move this action: by the rulebook bidding is always allowed, so a pass."""
    return "KOT-3" if action == BID else "KOT-4"


def broken(s: State) -> str | None:
    """What is wrong with a state, if anything: no card is ever lost, and each lies where its counts say."""
    return next(faults(s), None)


def faults(s: State) -> Iterator[str]:
    """Everything that is wrong with a state."""
    yield from faults_of_places(s)
    for number in range(1, NUMBERS):
        if (count := lying(s, number)) != copies(s, number):
            yield f"there are {count} cards of number {number}, not {copies(s, number)}"
        if s.deck[: s.deck_size].count(number) != s.in_deck[number]:
            yield f"the deck has another number of {number}s than all can count"
    yield from faults_of_the_turn(s)


def lying(s: State, number: int) -> int:
    """How many cards of a number there are, wherever they lie."""
    in_rows = sum(cards.count(number) for cards in (s.deck, s.field_card, [s.treetop], *s.row))
    return in_rows + s.discards[number] + sum(cage[number] for cage in s.cage)


def faults_of_places(s: State) -> Iterator[str]:
    """A row of places is filled from its start, to its stated length, with numbers from 1 to 10."""
    rows = [(s.deck, s.deck_size, CARDS, "deck"), (s.field_card, s.field_size, s.to_field, "field")]
    rows += [(s.row[p], s.length[p], s.row_cards, f"bid row of seat {p}") for p in range(SEATS)]
    for cards, size, most, name in rows:
        if not 0 <= size <= most:
            yield f"the {name} has {size} cards"
        elif not all(1 <= card <= HIGHEST for card in cards[:size]) or any(cards[size:]):
            yield f"the {name} holds {cards}, of which {size} are cards"
        elif name != "deck" and len(set(cards[:size])) != size:
            yield f"the {name} has two cards of one number"
    if any(flag not in (0, 1) for cage in s.cage for flag in cage) or any(cage[0] for cage in s.cage):
        yield "a cage holds something else than one card of a number"
    if min(s.discards) < 0 or s.discards[0] or min(s.in_deck) < 0 or s.in_deck[0]:
        yield "discards or deck are counted wrongly"
    if any(s.length[p] or s.face_down[p] or any(s.cage[p]) for p in range(s.players, SEATS)):
        yield "someone who does not play has cards"


def faults_of_the_turn(s: State) -> Iterator[str]:
    """Who has burst, who is to move, and when the game is over."""
    for p in range(s.players):
        if s.face_down[p] != NO_CARD and (s.face_down[p] not in s.row[p] or s.done[p] != 1):
            yield f"seat {p} has {s.face_down[p]} face down, yet did not burst with it"
    if not 0 <= s.dealer < s.players or not 0 <= s.to_move < s.players:
        yield "the dealer, or who is to move, does not play"
    elif s.over:
        if s.treetop != NO_CARD or s.deck_size or s.field_size or any(s.length):
            yield "the game is over, yet cards lie on the table"
    elif not 1 <= s.treetop <= HIGHEST or not 0 <= s.deck_outs < s.decks:
        yield "the deck is out, yet the game goes on"
    elif s.done[s.to_move] or s.treetop in s.row[s.to_move]:
        yield "the seat to move has passed or burst"
    elif s.field_size == 0:
        yield "there is no field to bid for"
    else:
        turns = (s.to_move - s.dealer) % s.players
        if any(s.done[(s.dealer + i) % s.players] != (i < turns) for i in range(s.players)):
            yield "the turns did not go round from the dealer"
