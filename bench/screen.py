"""The browser's weight and pace: `python -m bench.screen`.

Weight: what the first page and each game's table bring, gzipped, scripts and styles. Pace: frames a second while a
round's end is told, in a Chromium that is slowed down four times; the middle of all moments, and the slowest.
"""

from __future__ import annotations

import contextlib
import gzip
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, Response

import kobako
from tests.web.conftest import Server, chromium, new_page, serving
from tests.web.playing import ending, sit

SLOWED = 4
MOMENT = 1500  # milliseconds of a moment that are looked at
COUNT = """(long) => new Promise((done) => {
  const begun = performance.now();
  let frames = 0;
  const next = (now) => {
    frames += 1;
    if (now - begun < long) requestAnimationFrame(next);
    else done((1000 * frames) / (now - begun));
  };
  requestAnimationFrame(next);
})"""


def weigh(page: Page, address: str, seen: set[str]) -> int:
    """The gzipped bytes of the scripts and styles that an address brings and that were not seen before."""
    fetched: list[Response] = []

    def note(answer: Response) -> None:
        fetched.append(answer)

    page.on("response", note)
    page.goto(address, wait_until="networkidle")
    page.remove_listener("response", note)
    total = 0
    for answer in fetched:
        if answer.request.resource_type in ("script", "stylesheet") and answer.url not in seen:
            seen.add(answer.url)
            total += len(gzip.compress(answer.body()))
    return total


def pace(page: Page, other: Page, server: Server, game: str) -> list[float]:
    """Frames a second in each moment of the last moves of a game, as the first of two players sees them."""
    end = ending(game, 14, players=2, seed=3)
    people = [{"by": "person", "name": name} for name in ("Aya", "Ben")]
    made = server.ask("tables", {**end.wish, "seats": people})
    sit(page, server, made["table"], game, made["seats"][:1])
    page.locator(".stage > *").wait_for()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    found = []
    sit(other, server, made["table"], game, made["seats"][1:])
    page.bring_to_front()
    for seat, move in end.left:
        mover = (page, other)[seat]
        mover.locator(f"[data-move='{move}']").first.wait_for(state="attached")
        mover.evaluate("move => document.querySelector(`[data-move='${move}']`).click()", move)
        page.wait_for_timeout(250)
        while page.locator(".bar .buttons", has_text="Go on").count() > 0:
            found.append(page.evaluate(COUNT, MOMENT))
            page.keyboard.press("Escape")
            page.wait_for_timeout(100)
    return found


def main() -> None:
    """Weigh and time every game."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, chromium() as browser:
        with contextlib.ExitStack() as stack:
            page = new_page(browser, stack, server.address)
            seen: set[str] = set()
            print(f"first page {weigh(page, '/', seen) / 1000:.1f} KB")
            for game in kobako.game_names():
                made = server.ask("tables", {"game": game, "players": 2, "seats": [{"by": "bot"}, {"by": "bot"}]})
                print(f"{game} {weigh(page, '/t/' + made['table'], set(seen)) / 1000:.1f} KB more")
        for game in kobako.game_names():
            with contextlib.ExitStack() as stack:
                page = new_page(browser, stack, server.address, size="phone", settings={"motion": "calm"})
                other = new_page(browser, stack, server.address)
                page.goto("/")
                other.goto("/")
                frames = pace(page, other, server, game)
                if frames:
                    middle, slowest = statistics.median(frames), min(frames)
                    print(f"{game} {middle:.0f} frames/s, slowest {slowest:.0f}, {len(frames)} moments")


if __name__ == "__main__":
    main()
