"""The pictures of play on the first page: `python -m tests.web.shelf [GAME …]` draws `play.webp` of each game anew.

A table in mid-game, as it is on a phone on its side, twice as wide as high: so pieces are large enough to be told
apart.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

import kobako
from tests.web.conftest import chromium, new_page, serving
from tests.web.playing import ending, sit

SHOWN = (760, 380)  # of the table
DRAWN = (520, 260)  # of the picture
BARS = 52  # pixels above the table
LEFT = {"donburiko": 5, "ice": 9, "kotori": 14, "tokkuri": 40, "umbradeco": 12}  # moves still to come
NAMES = ("Aya", "Ben", "Chika")
FACES = ("usagi", "tanuki", "risu")


def main(games: list[str]) -> None:
    """Play, draw, and lay the picture into the game's folder."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        chromium() as browser,
        contextlib.ExitStack() as stack,
    ):
        for game in games:
            page = new_page(browser, stack, server.address, "en", "side")
            page.set_viewport_size({"width": SHOWN[0], "height": SHOWN[1] + BARS})
            seats = [{"by": "person", "name": n, "face": face} for n, face in zip(NAMES, FACES, strict=True)]
            made = server.ask("tables", {**ending(game, LEFT[game], len(seats)).wish, "seats": seats})
            sit(page, server, made["table"], game, made["seats"][:1])
            page.locator(".stage > *").first.wait_for()
            page.wait_for_timeout(800)
            shot = Image.open(io.BytesIO(page.locator("[data-table]").screenshot()))
            file = Path(str(kobako.game(game).part("rules").__file__)).parent / "web" / "play.webp"
            shot.resize(DRAWN, Image.Resampling.LANCZOS).save(file, quality=72, method=6)
            print(f"{file}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:] or kobako.game_names())
