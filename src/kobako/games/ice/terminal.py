"""Dokitto! Ice: cones with their scoops above, stock and trick in the middle, your hand below."""

from kobako.games.ice.rules import BEARS
from kobako.games.ice.view import Cone, Tile, View
from kobako.kit.canvas import BOLD, PLAIN, Canvas, Rect, centre
from kobako.kit.palette import BACK, GOOD, MAY, QUIET, WARN, on
from kobako.kit.scene import BRACKETS, Scene

FLAVOURS = {
    "S": on("#ffafd7"),
    "C": on("#7a3b10", light=False),
    "M": on("#afdf5f"),
    "V": on("#fff7c8"),
}

SCOOP = 6  # columns of a scoop


def headline(scene: Scene[View]) -> str:
    """What stands in the title."""
    view, words = scene.view, scene.words
    return words.label("round", round=view["round"]) + "  " + words.label("tricks_left", tricks=view["tricks_left"])


def draw(c: Canvas, scene: Scene[View]) -> Rect:
    """Draw the table; gives the part that is left for the log."""
    big = c.height >= 28 and c.width >= 80
    size = (6, 5) if big else (5, 3)
    width = c.width // scene.setup.players
    below = max(draw_seat(c, scene, seat, i * width, width - 1, big) for i, seat in enumerate(scene.seats()))
    draw_stock(c, scene, 0, below)
    right = draw_trick(c, scene, 27, below, size)
    end = c.height
    if scene.you is not None:
        end -= size[1] + 1
        draw_hand(c, scene, scene.you, end, size)
    return Rect(right, below, c.width - right, end - below)


def draw_seat(c: Canvas, scene: Scene[View], seat: int, x: int, width: int, big: bool) -> int:
    """A player: name, cones, what was won, and the hand as far as it is seen; gives the line below."""
    player, words = scene.view["seats"][seat], scene.words
    scene.name(c, x, 0, seat, width)
    y = 1 + big
    step = width // max(2, len(player["piled"]))
    for i, (cone, tiles) in enumerate(player["piled"].items()):
        middle = x + 1 if len(player["piled"]) > 1 else x + max(0, (width - 12) // 2)
        draw_cone(c, scene, seat, cone, tiles, middle + i * step, y, len(player["piled"]) > 1)
    y += most(scene) + 2
    points = words.label("points", points=player["round_points"])
    end = c.put(x + 1, y, f"★{player['trophies']}", GOOD if player["trophies"] else QUIET, width - 1)
    c.put(end + 2, y, points, BOLD, x + width - end - 2)
    won = " ".join(f"{colour}×{count}" for colour, count in player["cards_taken"].items() if count)
    c.put(x + 1, y + 1, won, PLAIN, width - 1)
    return y + 2 + draw_known(c, scene, seat, x + 1, y + 2, width - 1)


def draw_known(c: Canvas, scene: Scene[View], seat: int, x: int, y: int, width: int) -> int:
    """Colours that a player is known to lack, or the cards themselves where all is open; gives the lines it took."""
    player = scene.view["seats"][seat]
    open_hand = scene.you is None and "?" not in player["hand"]
    if player["could_not_follow"]:
        lacking = scene.words.label("could_not_follow", colours=" ".join(player["could_not_follow"]))
        c.put(x, y, lacking, QUIET, width)
    elif not open_hand and seat != scene.you:
        scene.back(c, x, y, min(1, len(player["hand"])))
        c.put(x + 3, y, f"×{len(player['hand'])}", QUIET, width - 3)
    if not open_hand:
        return 1
    at, row = x, y + 1
    for card in player["hand"]:
        if at + len(card) > x + width:
            at, row = x, row + 1
        at = c.put(at, row, card, FLAVOURS[card[0]]) + 1
    return row - y + 1


def most(scene: Scene[View]) -> int:
    """Scoops that are seen on a cone: the last is one too many."""
    return scene.view.get("cone_bears", BEARS) + 1


def draw_cone(
    c: Canvas, scene: Scene[View], seat: int, cone: Cone, tiles: list[Tile], x: int, y: int, named: bool
) -> None:
    """A cone with its scoops from the bottom up: colour and points on each."""
    piece = ("cone", cone) if seat == scene.you and named else None
    foot = y + most(scene)
    for place, tile in enumerate(tiles):
        full = place == most(scene) - 1
        text = f"({tile[0]} {tile[1:]})"
        c.put(x, foot - 1 - place, text, WARN if full else FLAVOURS[tile[0]])
    state = scene.state(piece)
    left, right = {**BRACKETS, "lies": ("╲", "╱")}[state]
    label = scene.words.get("cone", cone, "") if named else ""
    edge = MAY if state != "lies" else PLAIN
    c.put(x, foot, f"{left}████{right}", edge)
    c.put(x, foot + 1, centre("╲╱", SCOOP), edge)
    c.put(x + 4, foot + 1, " " + label, edge if state != "lies" else QUIET)
    scene.zone(c, piece, Rect(x, y, SCOOP + 1, foot + 2 - y))


def draw_stock(c: Canvas, scene: Scene[View], x: int, y: int) -> None:
    """What is left of each colour, the next tile first; a colour can be picked by the winner of a trick."""
    scene.heading(c, x, y, scene.label("stock"), 24)
    for row, (colour, tiles) in enumerate(scene.view["stock"].items(), start=1):
        piece = ("colour", colour)
        scene.chip(c, x, y + row, colour, FLAVOURS[colour], piece)
        c.put(x + 4, y + row, scene.words.get("colour", colour), PLAIN, 11)
        at = x + 15
        for points in tiles:
            at = c.put(at, y + row, f"+{points}", FLAVOURS[colour]) + 1
        if not tiles:
            c.put(at, y + row, "-", QUIET)
        scene.zone(c, piece, Rect(x, y + row, 24, 1))


def draw_trick(c: Canvas, scene: Scene[View], x: int, y: int, size: tuple[int, int]) -> int:
    """The cards of the trick, each with its player; gives the column to the right of it."""
    players = scene.setup.players
    step = 8
    scene.heading(c, x, y, scene.label("trick"), players * step - 1)
    for i in range(players):
        at = x + i * step
        if i >= len(scene.view["trick"]):
            c.put(at + 1, y + 1 + size[1] // 2, "· ·", QUIET)
            continue
        played = scene.view["trick"][i]
        card = played["card"]
        piece = ("colour", card[0])
        scene.card(c, at, y + 1, card, FLAVOURS[card[0]], piece if piece in scene.live else None, size)
        c.put(at, y + 1 + size[1], centre(scene.called[played["seat"]], step - 1), QUIET, step - 1)
    return x + players * step + 1


def draw_hand(c: Canvas, scene: Scene[View], you: int, y: int, size: tuple[int, int]) -> None:
    """Your own cards."""
    hand = scene.view["seats"][you]["hand"]
    scene.heading(c, 0, y, scene.say.label("your_hand"), c.width)
    x = 1
    for card in hand:
        style = BACK if card == "?" else FLAVOURS[card[0]]
        x = scene.card(c, x, y + 1, card, style, ("card", card), size) + (
            1 if len(hand) * (size[0] + 1) < c.width else 0
        )
