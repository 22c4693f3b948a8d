"""Pictures of every game's table: `make pictures`, or `python -m tests.web.pictures FOLDER [GAME …]`.

Each game is played once, by somebody with eight screens: both languages, light and dark, phone and desktop.
Every screen is drawn at the start, in the middle and at the end.
"""

from __future__ import annotations

import contextlib
import itertools
import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import kobako
from tests.web.conftest import CHROMIUM, QUIET, Server, new_page, serving
from tests.web.playing import PRESS, is_over, play_out, show_moves, sit

LOOKS = list(itertools.product(("en", "ja"), ("light", "dark"), ("desktop", "phone")))
SEATS = [{"by": "person", "name": "Aya"}, *[{"by": "bot", "level": level} for level in ("regular", "novice", "master")]]
MIDDLE = {"kotori": 12, "donburiko": 4, "ice": 8, "tokkuri": 9, "umbradeco": 10}


def picture(game: str, folder: Path, server: Server, stack: contextlib.ExitStack, browser: object) -> None:
    """One game, from the first frame to the last."""
    made = server.ask("tables", {"game": game, "players": 3, "seats": SEATS[:3], "private": True})
    pages: dict[str, Page] = {}
    for lang, scheme, size in LOOKS:
        page = new_page(browser, stack, server.address, lang, size, scheme)  # type: ignore[arg-type]
        page.goto("/")
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
    with contextlib.suppress(TimeoutError):
        first.wait_for_function("document.title.startsWith('●') || document.querySelector('[data-over=true]')")
    first.keyboard.press("m")
    draw(pages, folder, f"{game}-2-middle")
    play_out([first], seed=1)
    draw(pages, folder, f"{game}-3-end")


def draw(pages: dict[str, Page], folder: Path, name: str) -> None:
    """Draw every screen."""
    for look, page in pages.items():
        page.wait_for_timeout(150)
        page.screenshot(path=folder / f"{name}-{look}.png", full_page="phone" in look)


def main(folder: Path, games: list[str]) -> None:
    """Draw the games that are named, or all; and the first page."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, serving(Path(kept)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for game in games or kobako.game_names():
            with contextlib.ExitStack() as stack:
                picture(game, folder, server, stack, browser)
                print(game, flush=True)
        with contextlib.ExitStack() as stack:
            for lang, scheme, size in LOOKS:
                page = new_page(browser, stack, server.address, lang, size, scheme)
                page.goto("/", wait_until="networkidle")
                page.screenshot(path=folder / f"home-{lang}-{scheme}-{size}.png", full_page=True)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
