"""What an action would do in Tokkuri Taking: which flasks a card would drink from, and what would be left in them; and
which of them one could still choose."""

from collections.abc import Sequence

from kobako.games.tokkuri.drinking import can_pick, choose_flask, equals_after, first_flask, picked, settle_flasks
from kobako.games.tokkuri.notation import flask_card, flask_text
from kobako.games.tokkuri.rules import AS, FROM, GIVE, PLAY, STEAL
from kobako.games.tokkuri.state import ONE_TO_THREE, State, standing
from kobako.games.tokkuri.view import Asked, Drunk, Would

MOST_COUNTED = 3  # TOK-9: what `1~3` counts at most


def foresee(s: State, action: int) -> Would | None:
    """What playing a card, counting 1~3 or choosing a flask would drink; of other actions nothing is to be said."""
    return foresee_all(s, [action])[0]


def foresee_all(s: State, actions: Sequence[int]) -> list[Would | None]:
    """The same for some actions: all are tried in one copy."""
    after, there = s.copy(), [f for f in range(s.flasks) if standing(s, f)]
    return [foreseen(s, after, there, action) for action in actions]


def foreseen(s: State, after: State, there: Sequence[int], action: int) -> Would | None:
    """What an action would do, tried in a copy of the state in which others may have been tried; and the flasks that
    are on the table."""
    if PLAY <= action < GIVE and s.effect[action - PLAY] == ONE_TO_THREE:
        return one_to_three(s, there)
    if not (PLAY <= action < GIVE or FROM <= action < STEAL):
        return None
    after.part, after.picks[:], after.drinking[:] = s.part, s.picks, s.drinking
    if action < GIVE:
        after.drinking[:] = s.numbers[action - PLAY]
    elif action < AS:
        choose_flask(after, action - FROM)
    else:
        after.drinking[0] = action - AS + 1
    following = asked(after, there) if settle_flasks(after) == 1 else None
    drinks = [drunk(after, after.picks[part], after.drinking[part]) for part in range(after.part)]
    emptied = sum(one["level"] == 0 for one in drinks) + can_empty(after, there)
    return {"drinks": drinks, "can_empty": emptied, "following": following}


def drunk(s: State, f: int, number: int) -> Drunk:
    """A flask after a drink."""
    return {"flask": flask_text(s, f), "level": s.level[f] - number, "card": flask_card(s, f)}


def asked(s: State, there: Sequence[int]) -> Asked:
    """The next number that has a choice, with all numbers alike that follow it."""
    number, picks = s.drinking[s.part], picked(s)
    flasks = [f for f in there if f >= first_flask(s, number) and can_pick(s, f, number, picks)]
    return {"number": number, "times": equals_after(s) + 1, "flasks": [drunk(s, f, number) for f in flasks]}


def can_empty(s: State, there: Sequence[int]) -> int:
    """How many of the numbers without a flask can find one that has exactly so much (TOK-6)."""
    picked = s.picks[: s.part]
    free = [f for f in there if f not in picked]
    emptied = 0
    for number in filter(None, s.drinking[s.part :]):
        exact = [f for f in free if s.level[f] == number and f >= first_flask(s, number)]
        if exact:
            free.remove(exact[0])
            emptied += 1
    return emptied


def one_to_three(s: State, there: Sequence[int]) -> Would:
    """TOK-9: what it counts is chosen later; so is its flask, where there are several."""
    exact = any(s.level[f] <= MOST_COUNTED for f in there)
    flasks = [drunk(s, f, min(MOST_COUNTED, s.level[f])) for f in there]
    return {"drinks": [], "can_empty": int(exact), "following": {"number": None, "times": 1, "flasks": flasks}}
