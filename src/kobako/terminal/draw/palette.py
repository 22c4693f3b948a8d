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
DONBURIKO = {
    **dict.fromkeys("12345", on("#ffd787")),
    "W": on("#ffff5f"),
    "L": on("#8a5a00", light=False),
    "-1": on("#5fd7ff"),
    "-2": on("#5fd7ff"),
}
ICE = {
    "S": on("#ffafd7"),
    "C": on("#7a3b10", light=False),
    "M": on("#afdf5f"),
    "V": on("#fff7c8"),
}
KOTORI = {
    str(number): on(colour)
    for number, colour in enumerate(
        ("#ffd7d7", "#ffd7af", "#ffffaf", "#d7ffaf", "#afffd7", "#afffff", "#afd7ff", "#d7d7ff", "#ffafff", "#ffaf87"),
        start=1,
    )
}
TOKKURI = {
    "plain": on("#eeeeee"),
    "effect": on("#87d7ff"),
    "star": on("#ffff5f"),
    "trouble": on("#af0000", light=False),
}
FLASK = on("#d7af87")
UMBRADECO = {
    "R": on("#d70000", light=False),
    "Y": on("#ffff00"),
    "G": on("#00875f", light=False),
    "B": on("#0037da", light=False),
    "P": on("#8700af", light=False),
}
STYLES = (BACK, FLASK, TITLE, WARN, *DONBURIKO.values(), *ICE.values(), *KOTORI.values(), *TOKKURI.values())
STYLES = (*STYLES, *UMBRADECO.values())
