"""The tables of another checkout beside ours, on one sheet: `python -m tests.web.beside CHECKOUT SHEET.jpg [GAME …]`.

The other one has its front end built, and is served by our Python: CONTRIBUTING.md says how it is made. Both are shown
the same position of each game, in the four sizes that `make pictures` draws.
"""

from __future__ import annotations

import base64
import contextlib
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

import kobako
from tests.web.conftest import SIZES, Server, chromium, new_page, serving
from tests.web.pictures import MIDDLE
from tests.web.playing import reach, sit

SEATS = [{"by": "person", "name": name} for name in ("Aya", "Ben", "千代")]
# How much there is to choose from, so that the table is a full one.
CHOICE = {"donburiko": 12, "kotori": 2, "ice": 4, "tokkuri": 6, "umbradeco": 12}
LOOKS = ("phone", "side", "desk", "large")
HEIGHT = 200
SHEET = f"""<!doctype html><meta charset="utf-8"><style>
  body {{ margin: 0; padding: 14px; width: max-content; background: #efe5cd; font: 15px sans-serif; color: #3a2f20; }}
  .game {{ display: flex; gap: 14px; margin-bottom: 14px; }}
  figure {{ display: flex; gap: 4px; margin: 0; }}
  .side {{ flex-direction: column; }}
  img {{ display: block; height: {HEIGHT}px; border-radius: 4px; }}
  .side img {{ height: {HEIGHT // 2 - 2}px; }}
  img:first-child {{ opacity: 0.92; outline: 1px solid #a08f6c; }}
  img:last-child {{ outline: 2px solid #b3261e; }}
</style>"""


def drawn(game: str, size: str, server: Server, browser: Browser) -> str:
    """A position in the middle of a game, at a table of this server: a picture, as an address."""
    least, most = MIDDLE[game] + 3, CHOICE[game]
    kifu, ply = reach(game, lambda match: len(match.actions) >= least and len(match.legal()) >= most, players=3)
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": SEATS})
    with contextlib.ExitStack() as opened:
        page = new_page(browser, opened, server.address, size=size)
        sit(page, server, made["table"], game, made["seats"][:1])
        page.locator("[data-table] > *").first.wait_for()
        page.wait_for_timeout(500)
        return "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()


def main(other: Path, sheet: Path, games: list[str]) -> None:
    """Draw both, game by game: theirs on the left or above, ours framed in red."""
    with (
        tempfile.TemporaryDirectory() as theirs,
        tempfile.TemporaryDirectory() as ours,
        serving(Path(theirs), (), PYTHONPATH=str(other.resolve() / "src")) as before,
        serving(Path(ours)) as now,
        chromium() as browser,
    ):
        html = SHEET
        for game in games or kobako.game_names():
            pairs = [(size, [drawn(game, size, server, browser) for server in (before, now)]) for size in LOOKS]
            figures = "".join(
                f'<figure class="{size}"><img src="{a}"><img src="{b}"></figure>' for size, (a, b) in pairs
            )
            html += f'<div class="game">{figures}</div>'
            print(game, flush=True)
        width, height = SIZES["large"]
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_content(html)
        page.locator("body").screenshot(path=sheet, type="jpeg", quality=72)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
