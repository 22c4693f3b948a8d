"""Umbradeco's table as lines of text: the mat with its columns staggered, and the players below."""

from kobako.core.words import Words
from kobako.games.umbradeco.mat import COLUMN, FALLING, NAMES, RISING, SIZES
from kobako.games.umbradeco.view import View

STEP = 5  # characters from a column to the next; in a line every other column has a cell


def draw(shown: View, words: Words, names: list[str]) -> list[str]:
    """The mat above, tiles and players below."""
    lines = [
        words.label("turn", turn=shown["turn"], turns=shown["turns_each"]),
        *draw_mat(shown),
        words.label("legend"),
    ]
    lines.append(words.label("open", tiles=" ".join(shown["open_tiles"]) or "-", deck=shown["deck_left"]))
    if shown["discarded"]:
        lines.append(words.label("discarded", tiles=" ".join(shown["discarded"])))
    if shown["pushing"]:
        lines.append(words.label("pushing", **shown["pushing"]))
    for seat, player in enumerate(shown["seats"]):
        mark = "*" if seat == shown["to_move"] else " "
        line = f"{mark} {names[seat]}: {words.label('points', points=player['points'])} [{' '.join(player['hand'])}]"
        if player["dealt_tile_is_not"]:
            line += " " + words.label("is_not", tiles=" ".join(player["dealt_tile_is_not"]))
        lines.append(line)
    return lines


def draw_mat(shown: View) -> list[str]:
    """`d4` is an empty cell, `d4:R` a tile, `d4#R` a stack (its top), `d4>R` a tile about to be pushed away."""
    side = shown["side"]
    far = side - 1
    rows = [[" "] * (STEP * (2 * far + 1)) for _ in range(4 * far + 1)]
    for cell in range(SIZES[side]):
        name = NAMES[side][cell]
        pile = shown["mat_bottom_to_top"].get(name, [])
        mark = "#" if len(pile) == 2 else ">" if shown["pushing"] and shown["pushing"]["cell"] == name else ":"
        text = f"{name}{mark}{pile[-1]}" if pile else name
        at = STEP * (COLUMN[cell] + far)
        # A step down is two lines, a step to the next column is one line: diagonal + rising = 2 diagonal + column.
        rows[FALLING[cell] + RISING[cell] + 2 * far][at : at + len(text)] = text
    return ["  " + "".join(row).rstrip() for row in rows]
