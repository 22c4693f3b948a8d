"""The table's text picture as an image: for those who record what an agent does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kobako.core.position import View

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

CLOTH, TEXT, TURN = (24, 60, 48), (238, 232, 213), (255, 205, 96)
MARGIN, SCALE = 8, 2
# What the small bitmap font lacks, by what comes nearest.
PLAIN = str.maketrans({"★": "*", "─": "-", "│": "|", "…": "."})


def table_image(view: View) -> npt.NDArray[np.uint8]:
    """The table as a seat sees it, height x width x 3: its text on green cloth, the seat to move in gold."""
    import numpy as np
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default_imagefont()  # the same small font on every machine, each letter of one width
    lines = [line.translate(PLAIN).encode("latin-1", "replace").decode("latin-1") for line in view.draw().split("\n")]
    _, _, wide, high = font.getbbox("M")
    high += 3
    size = (2 * MARGIN + wide * max(map(len, lines)), 2 * MARGIN + high * len(lines))
    image = Image.new("RGB", size, CLOTH)
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        draw.text((MARGIN, MARGIN + row * high), line, TURN if line.startswith("*") else TEXT, font)
    return np.asarray(image).repeat(SCALE, 0).repeat(SCALE, 1)
