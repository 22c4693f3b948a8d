"""Kotori Atsume: treetop and field above, bid rows and cages below, and what everyone can count."""

from collections import Counter
from collections.abc import Sequence

from kobako.games.kotori.notation import deck_label
from kobako.games.kotori.view import View
from kobako.kit.canvas import BOLD, PLAIN, Canvas, Rect
from kobako.kit.palette import BACK, QUIET, WARN, on
from kobako.kit.scene import Scene

BIRDS = {
    str(number): on(colour)
    for number, colour in enumerate(
        ("#ffd7d7", "#ffd7af", "#ffffaf", "#d7ffaf", "#afffd7", "#afffff", "#afd7ff", "#d7d7ff", "#ffafff", "#ffaf87"),
        start=1,
    )
}

LEFT = 50
LABEL = 11  # columns of a label before cards


def headline(scene: Scene[View]) -> str:
    """What stands in the title."""
    view = scene.view
    deck = scene.label(deck_label(view), cards=len(view["deck_from_the_top"]))
    return scene.words.label("round", round=view["round"]) + "  " + deck


def draw(c: Canvas, scene: Scene[View]) -> Rect:
    """Draw the table; gives the part that is left for the log."""
    big = c.height >= 30
    size = (7, 5) if big else (5, 3)
    left = min(LEFT + (10 if big else 0), c.width - 28)
    treetop = scene.view["treetop"]
    c.put(0, 0, scene.label("treetop"), BOLD)
    label, style = (treetop, BIRDS[treetop]) if treetop else ("-", BACK)
    scene.card(c, 1, 1, label, style, ("kind", "bid"), size)
    c.put(14, 0, scene.label("field"), BOLD)
    x = 14
    for card in scene.view["field"]:
        x = scene.card(c, x, 1, card, BIRDS[card], None, size)
    y = size[1] + 1 + big
    for seat in scene.seats():
        y = draw_seat(c, scene, seat, y, left) + big
    draw_counts(c, scene, y, left)
    return Rect(left + 2, 0, c.width - left - 2, c.height)


def draw_seat(c: Canvas, scene: Scene[View], seat: int, y: int, width: int) -> int:
    """A player's bid row and cage; gives the line below."""
    player, words = scene.view["seats"][seat], scene.words
    scene.name(c, 0, y, seat, width, words.label("dealer").strip() if seat == scene.view["dealer"] else "")
    c.put(3, y + 1, scene.label("bid"), QUIET, LABEL)
    x = LABEL + 1
    for card in player["bid_row"]:
        down = card == player["face_down"]
        x = c.put(x, y + 1, f"({card})" if down else f" {card} ", BACK if down else BIRDS[card]) + 1
    x = c.put(x, y + 1, f"= {player['sum_face_up']}", BOLD) + 1
    if player["this_round"] not in ("in", None):
        c.put(x, y + 1, words.label(player["this_round"]), WARN if player["this_round"] == "burst" else PLAIN)
    c.put(3, y + 2, scene.label("cage"), QUIET, LABEL)
    x = draw_cards(c, LABEL + 1, y + 2, player["cage"])
    c.put(x, y + 2, f"= {len(player['cage'])}", BOLD)
    return y + 3


def draw_cards(c: Canvas, x: int, y: int, cards: Sequence[str]) -> int:
    """Cards in a line; gives the column after them."""
    for card in cards:
        x = c.put(x, y, f" {card} ", BIRDS[card]) + 1
    return x


def draw_counts(c: Canvas, scene: Scene[View], y: int, width: int) -> None:
    """How many of each number are in the deck and among the discards."""
    numbers = list(BIRDS)
    c.put(LABEL + 1, y, "".join(f"{n:>3}" for n in numbers), QUIET)
    counted = {"in_deck": scene.view["cards_in_deck"], "discards": scene.view["discards"]}
    for row, (label, cards) in enumerate(counted.items(), start=1):
        counts = Counter[str](cards)
        c.put(0, y + row, scene.label(label), QUIET, LABEL)
        c.put(LABEL + 1, y + row, "".join(f"{counts[n] or '·':>3}" for n in numbers), PLAIN, width - LABEL)
