"""A game without a `terminal.py`, drawn as its text picture: lines of text."""

from kobako.core.shown import ShownView
from kobako.kit.canvas import Canvas, Rect, wrap
from kobako.kit.scene import Scene


def headline(scene: Scene[ShownView]) -> str:
    """Nothing is known of it."""
    return ""


def draw(c: Canvas, scene: Scene[ShownView]) -> Rect:
    """The lines of the picture; the log below them."""
    y = 0
    for line in scene.setup.game.picture.draw(scene.view, scene.words, list(scene.called)):
        indent = 1 + len(line) - len(line.lstrip())
        for part in wrap(line, c.width - indent - 1) if line.strip() else [""]:
            c.put(indent, y, part)
            y += 1
    return Rect(0, y + 1, c.width, max(0, c.height - y - 1))
