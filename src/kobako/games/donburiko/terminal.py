"""Donburiko: the rows on the left, your hand below them, the players on the right."""

from rich.cells import cell_len

from kobako.games.donburiko.view import Counting, Lying, View
from kobako.kit.canvas import BOLD, PLAIN, Canvas, Rect
from kobako.kit.palette import BACK, MAY, QUIET, on
from kobako.kit.scene import Scene

CARDS = {
    **dict.fromkeys("12345", on("#ffd787")),
    "W": on("#ffff5f"),
    "L": on("#8a5a00", light=False),
    "-1": on("#5fd7ff"),
    "-2": on("#5fd7ff"),
}

MOST = 7  # cards in a row
LEFT = 44


def headline(scene: Scene[View]) -> str:
    """What stands in the title."""
    view, words = scene.view, scene.words
    parts = [words.label("round", round=view["round"]), words.label("bank", chips=view["bank"])]
    return "  ".join(parts + ([words.label("last_round")] if view["last_round"] else []))


def draw(c: Canvas, scene: Scene[View]) -> Rect:
    """Draw the table; gives the part that is left for the log."""
    big = c.height >= 30 and c.width >= 84
    size = (7, 5) if big else (5, 3)
    left = 5 + MOST * size[0] + 2
    y = 0
    for row, cards in scene.view["rows"].items():
        draw_row(c, scene, row, cards, y, size)
        y += size[1]
    if counting := scene.view["counting"]:
        draw_counting(c, scene, counting, y, left)
        y += 1
    if scene.you is not None:
        draw_hand(c, scene, scene.you, max(y, c.height - size[1] - 1), size, left)
    below = draw_seats(c, scene, left + 2, c.width - left - 2)
    return Rect(left + 2, below + 1, c.width - left - 2, c.height - below - 1)


def draw_row(c: Canvas, scene: Scene[View], row: str, cards: list[Lying], y: int, size: tuple[int, int]) -> None:
    """A row: its letter, which can be picked, and its cards. A card laid face down is seen by who laid it."""
    piece = ("row", row)
    middle = y + size[1] // 2
    scene.chip(c, 0, middle, row, MAY if scene.state(piece) != "lies" else BOLD, piece)
    x = 4
    for lying in cards:
        down = "face_down_by" in lying
        label = [f"({lying['card']})" if down and lying["card"] != "?" else "▒?▒" if down else lying["card"]]
        x = scene.card(c, x, y, label, BACK if down else CARDS[lying["card"]], None, size)
    scene.zone(c, piece, Rect(0, y, max(x, 4), size[1]))


def draw_counting(c: Canvas, scene: Scene[View], counting: Counting, y: int, width: int) -> None:
    """A taken row whose wild acorns are being counted."""
    text = scene.words.label("counting", points=counting["points_with_ones"], wilds=counting["wild_acorns"])
    c.put(0, y, text, BOLD, c.width if cell_len(text) > width else width)


def draw_hand(c: Canvas, scene: Scene[View], you: int, y: int, size: tuple[int, int], width: int) -> None:
    """Your own cards."""
    scene.heading(c, 0, y, scene.say.label("your_hand"), width)
    x = 4
    for card in scene.view["seats"][you]["hand"]:
        x = scene.card(c, x, y + 1, card, CARDS[card], ("card", card), size) + 1


def draw_seats(c: Canvas, scene: Scene[View], x: int, width: int) -> int:
    """The players, two lines each; gives the line below them."""
    y = 0
    for seat in scene.seats():
        player = scene.view["seats"][seat]
        chips = scene.words.label("chips", chips=player["chips"])
        if player["credit"]:
            chips += " " + scene.words.label("credit", points=player["credit"])
        scene.name(c, x, y, seat, width, chips)
        at = x + 2
        if player["has_taken"]:
            c.put(at, y + 1, scene.words.label("has_taken"), QUIET, width - 2)
        elif seat != scene.you:
            for card in player["hand"]:
                style = BACK if card == "?" else CARDS[card]
                at = c.put(at, y + 1, "▒?" if card == "?" else f" {card} ", style) + 1
        else:
            c.put(at, y + 1, scene.say.label("cards", cards=len(player["hand"])), PLAIN, width - 2)
        y += 2
    return y
