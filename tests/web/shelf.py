"""The pictures of play on the first page: `python -m tests.web.shelf [GAME …]` draws `play.webp` of each game anew.

What a game is played with, cut large from its own table in mid-game: told apart at the size of a stamp, and without a
letter, so that one picture serves every language.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import FloatRect

import kobako
from tests.web.conftest import chromium, liked, serving
from tests.web.playing import ending, sit

DRAWN = (520, 260)  # of the picture
PLAYERS = {"tokkuri": 3}  # else two
LEFT = {"donburiko": 5, "ice": 9, "kotori": 14, "tokkuri": 40, "umbradeco": 4}  # moves still to come
# The pieces that are to be seen, which of them, and how much of the picture's height they take.
PIECES = {
    "donburiko": (".hand .held", (0, 2), 0.9),
    "ice": (".hand .held", (1, 4), 0.9),
    "kotori": (".offer li", (0, 3), 0.96),
    "tokkuri": (".mat .spot svg", (6, 9), 0.96),
    "umbradeco": (".mat .cell", (19, 20), 0.45),
}
LETTERS = """.letter, text:not(.face-number, .level) { display: none !important }
.offer > :not(ul), .offer li > :not(svg) { display: none !important }
.offer li::after { content: none !important }"""
NAMES = ("Aya", "Ben", "Chika")


def main(games: list[str]) -> None:
    """Play, draw, and lay the picture into the game's folder."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        chromium() as browser,
        contextlib.ExitStack() as stack,
    ):
        for game in games:
            looks = {"viewport": {"width": 1440, "height": 900}, "device_scale_factor": 2, "bypass_csp": True}
            context = stack.enter_context(browser.new_context(base_url=server.address, **looks))  # type: ignore[arg-type]
            kept = liked("en", {"drawer": False})
            context.add_init_script(f"localStorage.setItem('kobako.settings', {kept!r})")
            page = context.new_page()
            seats = [{"by": "person", "name": name} for name in NAMES[: PLAYERS.get(game, 2)]]
            made = server.ask("tables", {**ending(game, LEFT[game], len(seats)).wish, "seats": seats})
            sit(page, server, made["table"], game, made["seats"][:1])
            page.locator(".stage > *").first.wait_for()
            page.add_style_tag(content=LETTERS)
            page.wait_for_timeout(800)
            pieces, (first, last), share = PIECES[game]
            boxes = [box for one in page.locator(pieces).all()[first:last] if (box := one.bounding_box())]
            shot = Image.open(io.BytesIO(page.screenshot(clip=around(boxes, share))))
            file = Path(str(kobako.game(game).part("rules").__file__)).parent / "web" / "play.webp"
            shot.resize(DRAWN, Image.Resampling.LANCZOS).save(file, quality=60, method=6)
            print(f"{file}: {file.stat().st_size:,} bytes")


def around(boxes: list[FloatRect], share: float) -> FloatRect:
    """A place twice as wide as high with these in the middle of it, as large as they may be."""
    left, top = min(box["x"] for box in boxes), min(box["y"] for box in boxes)
    right, bottom = max(box["x"] + box["width"] for box in boxes), max(box["y"] + box["height"] for box in boxes)
    height = max((bottom - top) / share, (right - left) / share / 2)
    return {
        "x": (left + right) / 2 - height,
        "y": (top + bottom) / 2 - height / 2,
        "width": 2 * height,
        "height": height,
    }


if __name__ == "__main__":
    main(sys.argv[1:] or kobako.game_names())
