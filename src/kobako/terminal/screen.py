"""The whole screen of a table: title, the game's own drawing, log, prompt, choices and keys."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType

from rich.cells import cell_len

from kobako.core.errors import describe
from kobako.core.game import Game
from kobako.core.shown import ShownView
from kobako.core.words import Number
from kobako.kit import default_drawing
from kobako.kit.canvas import BOLD, PLAIN, Canvas, Piece, Rect, cut, wrap
from kobako.kit.palette import LINE, MAY, QUIET, TITLE, WARN
from kobako.kit.scene import BRACKETS, Scene
from kobako.terminal.choosing import Choice, Move
from kobako.terminal.telling import move_words

WIDE = 80  # what a game's drawing needs
LOG = 34  # what a log beside it needs
FOOT = 3  # prompt, choices, keys

Key = tuple[str, str, str]  # the key, what it does, its label


@dataclass
class Frills:
    """What stands around the game: the choice being made, a message, keys."""

    prompt: str = ""
    message: str = ""
    corner: str = ""
    keys: Sequence[Key] = ()
    choice: Choice | None = None
    moves: Sequence[tuple[Piece, str]] = field(default_factory=list)
    waiting: Collection[int] | None = None  # while the table waits for players: the seats that are open


def drawer(game: Game) -> ModuleType:
    """The module that draws a game: `terminal.py` in its folder, or its text picture."""
    return game.part("terminal") or default_drawing


def draw_table(scene: Scene[ShownView], frills: Frills, width: int, height: int) -> Canvas:
    """The screen. Where a game's own drawing fails, its text picture, and the log says so."""
    try:
        return drawn(drawer(scene.setup.game), scene, frills, width, height)
    except Exception as wrong:  # anyone may have written it
        told = scene.say.label("drawing_failed", why=describe(wrong))
        return drawn(default_drawing, replace(scene, log=[*scene.log, told]), frills, width, height)


def drawn(module: ModuleType, scene: Scene[ShownView], frills: Frills, width: int, height: int) -> Canvas:
    """The screen, with the table as a module draws it."""
    c = Canvas(width, height)
    beside = width >= WIDE + LOG and frills.waiting is None
    log_width = min(60, max(LOG, width // 4)) if beside else 0
    area = Rect(0, 1, width - log_width - (1 if beside else 0), height - 1 - FOOT)
    draw_title(c, scene, frills, module)
    if frills.waiting is not None:
        draw_waiting(c, scene, frills.waiting, area)
    else:
        inner = Canvas(area.width, area.height)
        spare = module.draw(inner, scene)
        paste(c, inner, area)
        where = Rect(area.right + 1, 1, log_width, area.height) if beside else moved(spare, area)
        draw_log(c, scene, where, beside)
    draw_foot(c, scene, frills)
    return c


def paste(c: Canvas, inner: Canvas, area: Rect) -> None:
    """Put a drawing into a larger one."""
    for y, row in enumerate(inner.rows):
        c.rows[area.y + y][area.x : area.x + inner.width] = row
    for zone in inner.zones:
        c.zone(zone.piece, moved(zone.rect, area), zone.live)


def moved(rect: Rect, area: Rect) -> Rect:
    return Rect(rect.x + area.x, rect.y + area.y, rect.width, rect.height)


def draw_title(c: Canvas, scene: Scene[ShownView], frills: Frills, module: ModuleType) -> None:
    """Game and round on the left, what is to be known of the line on the right."""
    c.put(0, 0, " " * c.width, TITLE)
    title = scene.setup.game.title(scene.lang)
    headline = getattr(module, "headline", default_drawing.headline)
    state = headline(scene) if frills.waiting is None else ""
    right = frills.corner
    room = c.width - cell_len(right) - 3
    house = scene.say.label("house_rules") if scene.setup.house_rules else ""
    c.put(1, 0, cut("  ".join(part for part in (title, house, state) if part), room), TITLE)
    c.put(c.width - cell_len(right) - 1, 0, right, TITLE)


def draw_waiting(c: Canvas, scene: Scene[ShownView], free: Collection[int], area: Rect) -> None:
    """The seats of a table that waits for players."""
    y = area.y + 2
    c.put(4, y, scene.say.get("status", "waiting").format(n=Number(len(free))), BOLD)
    for seat, name in enumerate(scene.called):
        c.put(6, y + 2 + seat, f"{seat}  {name}", QUIET if seat in free else PLAIN)


def draw_log(c: Canvas, scene: Scene[ShownView], where: Rect, beside: bool) -> None:
    """The newest lines of the log, the last at the bottom."""
    if where.width < 12 or where.height < 1:
        return
    x, width = where.x, where.width
    if beside:
        for y in range(where.y, where.bottom):
            c.put(x - 1, y, "│", LINE)
    lines: list[tuple[str, bool]] = []
    for number, sentence in enumerate(reversed(scene.log)):
        if len(lines) >= where.height:
            break
        parts = wrap(sentence, width - 2)
        lines[:0] = [(("› " if i == 0 else "  ") + part, number == 0) for i, part in enumerate(parts)]
    fresh = lines[-where.height :]
    top = where.y if beside or len(fresh) < where.height else where.bottom - len(fresh)
    for i, (line, newest) in enumerate(fresh):
        c.put(x, top + i, line, PLAIN if newest else QUIET, width)


def draw_foot(c: Canvas, scene: Scene[ShownView], frills: Frills) -> None:
    """Prompt, choices, keys; a message over the lines above them."""
    y = c.height - FOOT
    c.put(0, y, " " * c.width)
    c.put(1, y, cut(frills.prompt, c.width - 2), BOLD)
    draw_choices(c, scene, frills, y + 1)
    draw_keys(c, frills.keys, c.height - 1)
    if frills.message:
        lines = wrap(frills.message, c.width - 4)[:4]
        top = y - len(lines) + 1
        for i, line in enumerate(lines):
            c.put(0, top + i, " " * c.width, WARN)
            c.put(2, top + i, line, WARN)
        c.covered = range(top, y + 1)
        c.zones = [zone for zone in c.zones if zone.rect.y not in c.covered]


def draw_choices(c: Canvas, scene: Scene[ShownView], frills: Frills, y: int) -> None:
    """The moves that are left if they fit in a line, else their kinds."""
    choice = frills.choice
    shown = [*frills.moves]
    if choice and choice.left:
        moves = [(("move", move["id"]), choice_label(move, choice, scene)) for move in choice.left]
        short = [(("move", move["id"]), f"{choice.number(move)}) {move['text']}") for move in choice.left]
        kinds = kind_choices(choice, scene)
        shown += next((some for some in (moves, short, kinds) if taken(some) <= c.width - 2), [])
        if not shown:
            c.put(1, y, scene.say.label("many_moves", moves=len(choice.left)), QUIET, c.width - 2)
    x = 1
    for piece, label in shown:
        state = scene.state(piece) if piece[0] == "kind" else "may"
        left, right = BRACKETS["picked" if state == "picked" else "may"]
        end = c.put(x, y, f"{left}{label}{right}", MAY)
        c.zone(piece, Rect(x, y, end - x, 1))
        x = end + 1


def taken(some: Sequence[tuple[Piece, str]]) -> int:
    return sum(cell_len(label) + 3 for _, label in some)


def choice_label(move: Move, choice: Choice, scene: Scene[ShownView]) -> str:
    return f"{choice.number(move)}) {move_words(move, scene.setup.game, scene.called, scene.lang)}"


def kind_choices(choice: Choice, scene: Scene[ShownView]) -> list[tuple[Piece, str]]:
    kinds = dict.fromkeys(
        move["kind"] for move in choice.fitting({k: v for k, v in choice.picked.items() if k != "kind"})
    )
    if len(kinds) < 2:
        return []
    return [(("kind", kind), scene.words.get("kind", kind, kind)) for kind in kinds]


def draw_keys(c: Canvas, keys: Sequence[Key], y: int) -> None:
    """The keys that do something now; they can be clicked on too."""
    c.put(0, y, " " * c.width)
    x = 1
    for key, does, label in keys:
        if x + cell_len(key) + 1 + cell_len(label) >= c.width:
            break
        start = x
        x = c.put(x, y, key, BOLD)
        x = c.put(x, y, f" {label}", QUIET)
        c.zone(("key", does), Rect(start, y, x - start, 1), live=False)
        x += 2
