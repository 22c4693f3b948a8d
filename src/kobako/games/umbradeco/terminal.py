"""Umbradeco: the mat of hexagons on the left, tiles and players on the right."""

from rich.style import Style

from kobako.games.umbradeco.mat import COLUMN, DIRECTIONS, FALLING, NAMES, RISING, SIZES, beside
from kobako.games.umbradeco.view import View
from kobako.kit.canvas import BOLD, PLAIN, Canvas, Piece, Rect, centre, cut
from kobako.kit.palette import BACK, LINE, MAY, QUIET, on
from kobako.kit.scene import Scene

UMBRELLAS = {
    "R": on("#d70000", light=False),
    "Y": on("#ffff00"),
    "G": on("#00875f", light=False),
    "B": on("#0037da", light=False),
    "P": on("#8700af", light=False),
}

SIDE = 24  # columns that players and tiles need at least


def headline(scene: Scene[View]) -> str:
    """What stands in the title."""
    return scene.words.label("turn", turn=scene.view["turn"], turns=scene.view["turns_each"])


def draw(c: Canvas, scene: Scene[View]) -> Rect:
    """Draw the table; gives the part that is left for the log."""
    columns = 2 * scene.view["side"] - 1
    sizes = ((10, 4), (8, 4), (6, 2), (4, 2))  # columns between the corners, lines
    fits = [(n, t) for n, t in sizes if columns * step(n, t) + 4 + SIDE <= c.width and columns * t + 1 <= c.height]
    inner, tall = fits[0] if fits else sizes[-1]
    draw_mat(c, scene, inner, tall)
    x = columns * step(inner, tall) + tall // 2 + 2
    y = draw_side(c, scene, x, c.width - x)
    return Rect(x, y + 1, c.width - x, c.height - y - 1)


def step(inner: int, tall: int) -> int:
    """Columns from a cell to the one beside it: they share a side, which is as wide as it is high."""
    return inner + 2 - tall // 2


def pieces(scene: Scene[View]) -> dict[str, Piece]:
    """The piece that each cell is: itself, or, while a tile is pushed, the way it would go."""
    side, pushing = scene.view["side"], scene.view["pushing"]
    named: dict[str, Piece] = {name: ("cell", name) for name in NAMES[side]}
    if pushing:
        cell = NAMES[side].index(pushing["cell"])
        for number, direction in enumerate(DIRECTIONS):
            there = beside(cell, number)
            if 0 <= there < SIZES[side]:
                named[NAMES[side][there]] = ("direction", direction)
    return named


def draw_mat(c: Canvas, scene: Scene[View], inner: int, tall: int) -> None:
    """The cells, flat-topped. Those around share their edges."""
    side = scene.view["side"]
    far = side - 1
    named = pieces(scene)
    for cell in range(SIZES[side]):
        x = (COLUMN[cell] + far) * step(inner, tall)
        # A step down is a whole cell, a step to the next column half of one.
        y = (FALLING[cell] + RISING[cell] + 2 * far) * tall // 2
        draw_edge(c, x, y, inner, tall)
    for cell in range(SIZES[side]):
        x = (COLUMN[cell] + far) * step(inner, tall)
        y = (FALLING[cell] + RISING[cell] + 2 * far) * tall // 2
        draw_cell(c, scene, NAMES[side][cell], named[NAMES[side][cell]], x, y, inner, tall)


def draw_edge(c: Canvas, x: int, y: int, inner: int, tall: int) -> None:
    half = tall // 2
    c.put(x + half, y, "_" * (inner + 2 - tall), LINE)
    for i in range(half):
        c.put(x + half - 1 - i, y + 1 + i, "/", LINE)
        c.put(x + inner + 2 - half + i, y + 1 + i, "\\", LINE)
        c.put(x + i, y + 1 + half + i, "\\", LINE)
        c.put(x + inner + 1 - i, y + 1 + half + i, "/", LINE)
    c.put(x + half, y + tall, "_" * (inner + 2 - tall), LINE)


def draw_cell(c: Canvas, scene: Scene[View], name: str, piece: Piece, x: int, y: int, inner: int, tall: int) -> None:
    """A cell: its name above, its tile below; a point where a tile may go."""
    pile = scene.view["mat_bottom_to_top"].get(name, [])
    pushed = scene.view["pushing"] and scene.view["pushing"]["cell"] == name
    state = scene.state(piece)
    style: Style = UMBRELLAS[pile[-1]] if pile else PLAIN
    letter = (pile[-1] + ("²" if len(pile) == 2 else ">" if pushed else "")) if pile else ""
    if state == "may":
        letter = f"[{letter or '·'}]" if piece[0] == "cell" else f"[{piece[1]}]"
    elif state == "picked":
        letter = f"<{letter or '·'}>"
    half = tall // 2
    bold = style + Style(bold=True) if state != "lies" else style
    for i in range(half):
        wide = inner - 2 * (half - 1 - i)
        c.put(x + 1 + half - 1 - i, y + 1 + i, centre(name if i == half - 1 else "", wide), style if pile else QUIET)
    for i in range(half):
        wide = inner - 2 * i
        last = i == half - 1
        text = centre(letter, wide) if i == 0 else " " * wide
        if last and not pile:
            text = text.replace(" ", "_")
        c.put(x + 1 + i, y + 1 + half + i, text, bold if pile else (MAY if state != "lies" else LINE))
    scene.zone(c, piece, Rect(x + 1, y + 1, inner, tall))


def draw_side(c: Canvas, scene: Scene[View], x: int, width: int) -> int:
    """Open tiles, the push that waits, and the players; gives the line below."""
    view, words = scene.view, scene.words
    c.put(x, 0, scene.label("open_tiles"), BOLD)
    at = x + 1
    for colour in view["open_tiles"]:
        piece = ("colour", colour)
        at = (
            scene.chip(c, at, 1, colour, UMBRELLAS[colour], piece if piece in scene.live and taking(scene) else None)
            + 1
        )
    if not view["open_tiles"]:
        c.put(at, 1, "-", QUIET)
    c.put(at + 1, 1, scene.label("deck_left", cards=view["deck_left"]), QUIET, x + width - at - 1)
    y = 2
    for seat in scene.seats():
        player = view["seats"][seat]
        scene.name(c, x, y, seat, width, words.label("points", points=player["points"]))
        draw_tiles(c, scene, seat, x + 2, y + 1, width - 2)
        y += 2
    if view["pushing"]:
        c.put(x, y, cut(scene.label("which_way", **view["pushing"]), width), BOLD)
        y += 1
    return y


def taking(scene: Scene[View]) -> bool:
    """Whether a colour is taken from the open tiles, rather than placed from the hand."""
    return scene.view["phase"] == "taking"


def draw_tiles(c: Canvas, scene: Scene[View], seat: int, x: int, y: int, width: int) -> None:
    """A player's tiles. Yours can be picked; of others' the known ones are seen."""
    player, end = scene.view["seats"][seat], x + width
    for colour in player["hand"]:
        piece = ("colour", colour) if seat == scene.you and not taking(scene) else None
        x = 1 + (c.put(x, y, "▒?▒", BACK) if colour == "?" else scene.chip(c, x, y, colour, UMBRELLAS[colour], piece))
    if player["dealt_tile_is_not"]:
        colours = " ".join(player["dealt_tile_is_not"])
        c.put(x, y, scene.label("is_not", tiles=colours), QUIET, max(0, end - x))
