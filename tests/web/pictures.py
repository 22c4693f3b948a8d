"""Pictures of every game's table: `make pictures`, or `python -m tests.web.pictures FOLDER [GAME …]`.

Each game is played once, by somebody with eight screens: four sizes, each in both languages, one light and one dark.
Every screen is drawn at the start, in the middle and at the end. A poster of each game shows two of them together,
and one game is reviewed.
"""

from __future__ import annotations

import base64
import contextlib
import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page

import kobako
from tests.web.conftest import Server, chromium, new_page, serving
from tests.web.playing import PRESS, is_over, play_out, show_moves, sit

LOOKS = [
    ("en", "light", "desk"),
    ("ja", "dark", "phone"),
    ("en", "light", "phone"),
    ("ja", "dark", "desk"),
    ("ja", "light", "side"),
    ("en", "dark", "side"),
    ("en", "light", "large"),
    ("ja", "dark", "large"),
]
SEATS = [{"by": "person", "name": "Aya"}, *[{"by": "bot", "level": level} for level in ("regular", "novice", "master")]]
POSTER = """<!doctype html><style>
  body { margin: 0; height: 776px; position: relative; background: #efe5cd; }
  img { position: absolute; box-shadow: 0 2px 6px rgb(60 45 20 / .25), 0 12px 36px rgb(60 45 20 / .28); }
  .desk { left: 28px; top: 28px; width: 1152px; border-radius: 12px; }
  .phone { right: 28px; bottom: 28px; width: 276px; aspect-ratio: 390 / 800; border: 7px solid #1d1a16;
           border-radius: 30px; object-fit: cover; object-position: top; }
</style><img class="desk" src="@desk"><img class="phone" src="@phone">"""
STUDIED = ("umbradeco",)
MIDDLE = {"kotori": 12, "donburiko": 4, "ice": 8, "tokkuri": 9, "umbradeco": 10}


def picture(game: str, folder: Path, server: Server, stack: contextlib.ExitStack, browser: object) -> None:
    """One game, from the first frame to the last."""
    made = server.ask("tables", {"game": game, "players": 3, "seats": SEATS[:3], "private": True})
    pages: dict[str, Page] = {}
    for lang, scheme, size in LOOKS:
        page = new_page(browser, stack, server.address, lang, size, scheme)  # type: ignore[arg-type]
        sit(page, server, made["table"], game, made["seats"])
        pages[f"{lang}-{scheme}-{size}"] = page
    first = next(iter(pages.values()))
    first.locator("[data-move]").or_(first.locator("text=All moves")).first.wait_for()
    draw(pages, folder, f"{game}-1-start")
    show_moves(first)
    rng, moved = random.Random(game), 0
    while moved < MIDDLE.get(game, 8) and not is_over(first):
        moved += first.evaluate(PRESS, rng.random()) is not None
        first.wait_for_timeout(150)
    while not is_over(first) and not first.title().startswith("●"):
        first.wait_for_timeout(50)
    first.keyboard.press("m")
    draw(pages, folder, f"{game}-2-middle")
    play_out([first], seed=1)
    draw(pages, folder, f"{game}-3-end")
    poster(folder, game, browser.new_page(viewport={"width": 1280, "height": 776}))  # type: ignore[attr-defined]
    if game in STUDIED:
        study(folder, game, first, made["table"])


def poster(folder: Path, game: str, page: Page) -> None:
    """By day at a desk, by night in the hand: one picture."""
    drawn = POSTER
    for name, look in (("@desk", "en-light-desk"), ("@phone", "ja-dark-phone")):
        data = base64.b64encode((folder / f"{game}-2-middle-{look}.png").read_bytes()).decode()
        drawn = drawn.replace(name, f"data:image/png;base64,{data}")
    page.set_content(drawn)
    page.screenshot(path=folder / f"poster-{game}.png")
    page.close()


def study(folder: Path, game: str, page: Page, table: str) -> None:
    """The game again with its review, at the first costly move."""
    page.goto(f"/replay/{table}?review=1")
    page.locator(".costly button").first.wait_for(timeout=300_000)
    page.get_by_text("Reviewing:").wait_for(state="hidden", timeout=300_000)
    page.locator(".costly button").first.click()
    page.wait_for_timeout(300)
    page.screenshot(path=folder / f"{game}-4-review.png")


def draw(pages: dict[str, Page], folder: Path, name: str) -> None:
    """Draw every screen."""
    for look, page in pages.items():
        page.wait_for_timeout(150)
        page.screenshot(path=folder / f"{name}-{look}.png", full_page=False)


def main(folder: Path, games: list[str]) -> None:
    """Draw the games that are named, or all; and the first page."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, serving(Path(kept)) as server, chromium() as browser:
        for game in games or kobako.game_names():
            with contextlib.ExitStack() as stack:
                picture(game, folder, server, stack, browser)
                print(game, flush=True)
        with contextlib.ExitStack() as stack:
            for lang, scheme, size in LOOKS:
                page = new_page(browser, stack, server.address, lang, size, scheme)
                page.goto("/", wait_until="networkidle")
                page.screenshot(path=folder / f"home-{lang}-{scheme}-{size}.png", full_page=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
