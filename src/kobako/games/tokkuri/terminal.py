"""Tokkuri Taking: everyone's flasks with what is left in them, and your hand below."""

from rich.style import Style

from kobako.games.tokkuri.state import FULL, HAND
from kobako.games.tokkuri.view import FlaskView, Playing, SeatView, View
from kobako.kit.canvas import BOLD, Canvas, Rect, cut
from kobako.kit.palette import BACK, MAY, QUIET, on
from kobako.kit.scene import BRACKETS, EDGES, Scene

CARDS = {
    "plain": on("#eeeeee"),
    "effect": on("#87d7ff"),
    "star": on("#ffff5f"),
    "trouble": on("#af0000", light=False),
}
FLASK = on("#d7af87")

GAUGE = " ▁▂▃▄▅▆▇█"
CARD = (9, 4)
LEFT = 46


def headline(scene: Scene[View]) -> str:
    """What stands in the title."""
    view, words = scene.view, scene.words
    return (
        words.label("round", round=view["round"], rounds=view["rounds"])
        + "  "
        + words.label("deck", cards=len(view["deck"]))
    )


def draw(c: Canvas, scene: Scene[View]) -> Rect:
    """Draw the table; gives the part that is left for the log."""
    players = scene.setup.players
    foot = CARD[1] + 1 if scene.you is not None else 0
    bottles = players * 5 + foot + 1 <= c.height
    y = 0
    for seat in scene.seats():
        y = draw_seat(c, scene, seat, y, bottles, LEFT)
    if playing := scene.view["playing"]:
        draw_playing(c, scene, playing, y, LEFT)
    end = c.height - foot
    if scene.you is not None:
        draw_hand(c, scene, scene.you, end)
    return Rect(LEFT + 1, 0, c.width - LEFT - 1, end)


def face(card: str, scene: Scene[View]) -> list[str]:
    """A card's numbers and its effect, a line each."""
    if not card[0].isdigit():
        return scene.words.get("short", card, card).replace("Troublesome", "Trouble some").split()
    numbers, _, effect = card.partition(" ")
    return [numbers.replace("*", "★"), *([scene.words.get("effect", effect, effect)] if effect else [])]


def paint(card: str) -> Style:
    """The colour of a card."""
    if card == "?":
        return BACK
    kind = "trouble" if not card[0].isdigit() else "star" if "*" in card else "effect" if " " in card else "plain"
    return CARDS[kind]


def draw_seat(c: Canvas, scene: Scene[View], seat: int, y: int, bottles: bool, width: int) -> int:
    """A player: name and points, flasks below; gives the line below."""
    player, view = scene.view["seats"][seat], scene.view
    parts = [scene.words.label("total", points=player["total"])]
    won = [f["flask"] for f in view["flasks"] if f["taken_by"] == seat] + ["★"] * len(player["stars_kept"])
    if won:
        parts.append(scene.words.label("won") + " " + " ".join(won))
    scene.name(c, 0, y, seat, width, "  ".join(parts))
    steal = ("seat", seat)
    scene.zone(c, steal if steal in scene.live else None, Rect(0, y, width, 1))
    x = 2
    for flask in (f for f in view["flasks"] if f["laid_by"] == seat and f["on_the_table"]):
        x = (draw_bottle if bottles else draw_flask)(c, scene, flask, x, y + 1)
    if seat != scene.you:
        draw_others_hand(c, scene, player, x, y + 1, width)
    elif player["has_chosen"]:
        c.put(x, y + 1, scene.words.label("has_chosen", card=player["chosen"]), BOLD, width - x)
    return y + (5 if bottles else 3)


def draw_others_hand(c: Canvas, scene: Scene[View], player: SeatView, x: int, y: int, width: int) -> None:
    """Another player's cards: their number, or their faces where all is open."""
    if not player["hand"]:
        return
    if "?" in player["hand"]:
        scene.back(c, x, y, 1)
        c.put(x + 3, y, f"×{len(player['hand'])}", QUIET)
        return
    c.put(x, y, cut(" ".join(player["hand"]), width - x), QUIET)


def gauge(scene: Scene[View], level: int) -> str:
    """How full a flask is."""
    return GAUGE[min(8, -(-8 * level // scene.view.get("flask_holds", FULL)))]


def draw_flask(c: Canvas, scene: Scene[View], flask: FlaskView, x: int, y: int) -> int:
    """A flask in two lines: its name, and its level as a column and a number."""
    piece = ("flask", flask["flask"])
    state = scene.state(piece)
    c.put(x + 1, y, flask["flask"], MAY if state != "lies" else QUIET)
    left, right = {**BRACKETS, "lies": ("│", "│")}[state]
    c.put(x, y + 1, left, MAY if state != "lies" else QUIET)
    c.put(x + 1, y + 1, f"{gauge(scene, flask['level'])}{flask['level']:>2}", FLASK)
    c.put(x + 4, y + 1, right, MAY if state != "lies" else QUIET)
    scene.zone(c, piece, Rect(x, y, 5, 2))
    return x + 6


def draw_bottle(c: Canvas, scene: Scene[View], flask: FlaskView, x: int, y: int) -> int:
    """A flask as it looks, with a neck; its level stands in it, its card below if you know it."""
    piece = ("flask", flask["flask"])
    state = scene.state(piece)
    edge = MAY if state != "lies" else QUIET
    e = EDGES[state]
    c.put(x + 1, y, f"{e[0]}{e[1]}{e[2]}", edge)
    c.put(x, y + 1, f"{e[0]}{e[5]} {e[4]}{e[2]}", edge)
    c.put(x, y + 2, e[3], edge)
    c.put(x + 1, y + 2, f"{gauge(scene, flask['level'])}{flask['level']:>2}", FLASK)
    c.put(x + 4, y + 2, e[3], edge)
    c.put(x, y + 3, e[4] + e[1] * 3 + e[5], edge)
    c.put(x + 1, y + 3, flask["flask"], edge)
    scene.zone(c, piece, Rect(x, y, 5, 4))
    return x + 6


def draw_playing(c: Canvas, scene: Scene[View], playing: Playing, y: int, width: int) -> None:
    """The card being played, and what it drinks from where."""
    drinks = "  ".join(f"{d['number']}←{d['from'] or '…'}" for d in playing["drinks"])
    c.put(1, y, scene.words.label("playing", card=" ".join(face(playing["card"], scene))) + "  " + drinks, BOLD, width)


def draw_hand(c: Canvas, scene: Scene[View], you: int, y: int) -> None:
    """Your own cards; those flasks whose card you know stand in the heading."""
    known = [
        f"{f['flask']} = {' '.join(face(f['card'], scene))}"
        for f in scene.view["flasks"]
        if f["laid_by"] == you and f["on_the_table"] and f["card"] != "?"
    ]
    heading = scene.say.label("your_hand")
    if known:
        heading += f"   ({scene.label('your_flasks', flasks='  '.join(known))})"
    scene.heading(c, 0, y, cut(heading, c.width - 2), c.width)
    x = 1
    for card in scene.view["seats"][you]["hand"]:
        x = scene.card(c, x, y + 1, face(card, scene), paint(card), ("card", card), CARD)
        x += 1 if c.width >= HAND * (CARD[0] + 1) else 0
