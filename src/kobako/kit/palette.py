"""Colours. Each piece also bears a letter or a number: what a colour says, the text says too.

A piece is dark on light or white on dark, so that it stays legible where a terminal has 16 colours only.
"""

from rich.style import Style

INK, PAPER = "#101010", "#ffffff"


def on(colour: str, light: bool = True) -> Style:
    """A piece of a colour."""
    return Style(color=INK if light else PAPER, bgcolor=colour)


TITLE = Style(color=PAPER, bgcolor="#005f5f", bold=True)
QUIET = Style(color="#a8a8a8")
YOURS = Style(color="#ffd75f", bold=True)
GOOD = Style(color="#5fff87", bold=True)
WARN = Style(color=INK, bgcolor="#ffd75f", bold=True)
LINE = Style(color="#6c8c8c")
MAY = Style(color="#ffffff", bold=True)

BACK = on("#4e4e4e", light=False)  # a card that is not seen
