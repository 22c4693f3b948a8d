"""The cards of Tokkuri Taking for its referee: the deck, what stands on a card, the flasks its numbers drink from."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from tests.referees.compare import same

DEFAULT = """
    2 2 3 3 4 4 5 5 6 6 7 8 9_steal 9_steal 1~3_draw 1~3_draw 1~3_draw 9+4 8+5 7+6 5+5 6+4
    1+1+1_pass 3+3+3_pass 4+4+4 7+7+7* 8+8+8* 2+2+2+2 dummy dummy dummy troublesome
"""  # TOK-1
EFFECTS = ["", " pass", " steal", " draw", "*"]
DUMMY, TROUBLESOME, ONE_TO_THREE = "dummy", "troublesome", "1~3 draw"


def default_deck() -> list[str]:
    return [face.replace("_", " ") for face in DEFAULT.split()]


def numbers_of(card: str) -> list[int]:
    """The numbers on a card as they are drunk, from high to low; none on 1~3 before it counts as one."""
    if card in (DUMMY, TROUBLESOME, ONE_TO_THREE):
        return []
    return [int(number) for number in card.rstrip("* abcdefghijklmnopqrstuvwxyz").split("+")]


def effect_of(card: str) -> str:
    """pass, steal, draw, * or nothing."""
    return "" if card in (DUMMY, TROUBLESOME) else card.lstrip("+~123456789").strip()


@cache
def place(card: str) -> tuple[Any, ...]:
    """Where a card stands in a hand: by how many numbers, by the numbers, by the effect; the 1~3 after the 1s."""
    if card == ONE_TO_THREE:
        return (1, [1], len(EFFECTS))
    if card in (DUMMY, TROUBLESOME):
        return (5, [], [DUMMY, TROUBLESOME].index(card))
    numbers = numbers_of(card)
    return (len(numbers), numbers, EFFECTS.index(card[2 * len(numbers) - 1 :]))


def in_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=place)


def read_deck(option: str) -> list[str]:
    """TOK-1: the 32 cards of the option `deck`, 28 of them with numbers."""
    cards = default_deck() if option == "reconstruction" else option.split(", ")
    for card in cards:
        good = card in (DUMMY, TROUBLESOME, ONE_TO_THREE) or re.fullmatch(r"[1-9](\+[1-9]){0,3}( [a-z]+|\*|)", card)
        assert good, f"option deck: {card!r} is no card"
        assert sorted(numbers_of(card), reverse=True) == numbers_of(card), f"option deck: {card!r} is not descending"
    counts = (len(cards), cards.count(DUMMY), cards.count(TROUBLESOME))
    assert counts == (32, 3, 1), f"option deck: {counts} cards, dummies, troublesomes"
    same("option deck, in order", cards, in_order(cards) if option != "reconstruction" else cards)
    return in_order(cards)


def flasks_for(numbers: list[int], levels: dict[int, int], picks: list[int]) -> list[int]:
    """TOK-5: the flasks that the next number can drink from, so that those after it can drink too.

    Each number has a flask of its own, high numbers choose first, equal ones in the order of the flasks.
    """
    part = len(picks)
    if part == len(numbers):
        return []
    after = picks[-1] if part and numbers[part] == numbers[part - 1] else -1
    fit = [f for f, level in levels.items() if f not in picks and level >= numbers[part] and f > after]
    if part + 1 == len(numbers):
        return fit
    return [f for f in fit if flasks_for(numbers, levels, [*picks, f])]
