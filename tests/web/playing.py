"""Hands for a browser: what a person does at a table."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

import kobako
from kobako.core.match import Match
from tests.web.conftest import HALL

WHOLE = 1000  # more moves than any game has
# In one step in the page, so that nothing moves in between: press one of the legal moves' buttons, by chance.
PRESS = """(chance) => {
  const moves = [...document.querySelectorAll('[data-move]')];
  if (moves.length === 0) return null;
  const move = moves[Math.floor(chance * moves.length)];
  move.click();
  return move.dataset.move;
}"""


def sit(page: Page, server: Any, table: str, game: str, seats: list[dict[str, Any]]) -> None:
    """Let the page hold these seats, as if it had taken them, and go to the table."""
    kept = [{"table": table, "game": game, "seats": seats, "at": 0}]
    if page.url == "about:blank":
        page.goto(HALL)
    page.evaluate("kept => localStorage.setItem('kobako.tables', JSON.stringify(kept))", kept)
    page.goto(f"/t/{table}")


def reach(game: str, wanted: Callable[[Match], bool], players: int = 2) -> tuple[str, int]:
    """A position where seat 0 has to decide and which is as wanted: a kifu, and after how many moves it is there."""
    for seed in itertools.count():
        rng = random.Random(seed)
        match = kobako.game(game).new(players=players, seed=seed)
        ply = 0
        while not match.over:
            if match.seat == 0 and wanted(match):
                return match.kifu(), ply
            match.play(rng.choice(match.legal()))
            ply += 1
    raise AssertionError


@dataclass
class Ending:
    """The end of a game that was played at random: a table can begin there, and the moves that were left be made."""

    kifu: str
    ply: int
    left: list[tuple[int, str]]  # seat and move

    @property
    def wish(self) -> dict[str, Any]:
        """What a table is asked for with, beside its seats."""
        return {"kifu": self.kifu, "ply": self.ply}


def ending(game: str, moves: int, players: int = 2, seed: int = 1) -> Ending:
    """The last so many moves of a game, or all it has."""
    rng = random.Random(seed)
    match, made = kobako.game(game).new(players=players, seed=seed), []
    while not match.over:
        move = rng.choice(match.legal())
        made.append((match.seat, str(move)))
        match.play(move)
    return Ending(match.kifu(), max(0, len(made) - moves), made[-moves:])


def sit_at(page: Page, server: Any, game: str, wanted: Callable[[Match], bool], players: int = 2) -> None:
    """Play on from such a position, among people who do nothing."""
    kifu, ply = reach(game, wanted, players)
    seats = [{"by": "person", "name": name} for name in ("Aya", "Ben", "Cat", "Dan")[:players]]
    made = server.ask("tables", {"kifu": kifu, "ply": ply, "seats": seats})
    sit(page, server, made["table"], game, made["seats"][:1])
    page.locator(".stage > *").wait_for()


def speak(page: Page, language: str) -> None:
    """Change the language, in the settings of the table."""
    page.locator(".top nav button").last.click()
    page.get_by_role("button", name=language).click()
    page.keyboard.press("Escape")


def is_over(page: Page) -> bool:
    """Whether the page shows the end of the game."""
    return page.locator("[data-over=true]").count() > 0


def show_moves(page: Page) -> None:
    """Open the list of all moves."""
    page.locator(".game").wait_for()
    if page.locator("details[open] [data-moves]").count() == 0:
        page.keyboard.press("m")
        page.locator("details[open] [data-moves]").wait_for()


def play_out(pages: list[Page], seed: int = 0, most: float = 900) -> int:
    """Play until the game is over on every page, each pressing moves when it has some; how many were pressed."""
    rng = random.Random(seed)
    pressed, end = 0, time.monotonic() + most
    for page in pages:
        show_moves(page)
    while not all(is_over(page) for page in pages):
        assert time.monotonic() < end, [page.locator(".status").inner_text() for page in pages]
        moved = [page.evaluate(PRESS, rng.random()) for page in pages]
        pressed += sum(move is not None for move in moved)
        if not any(moved):
            pages[0].wait_for_timeout(20)
    return pressed


def open_choices(page: Page) -> None:
    """Before a game: open what one mostly leaves as it is, the seats, options and clock."""
    page.locator("form > details.choices > summary").click()


def seat_random(page: Page) -> None:
    """Where the choices are open: give each bot's seat to one that plays anything, at once."""
    for seat in page.locator("details.choices select:has(option[value=me])").all():
        if seat.input_value() not in ("me", "here", "open"):
            seat.select_option("random")


def bringing(best: list[str], *with_: str, without: tuple[str, ...] = ()) -> Callable[[Match], bool]:
    """Whether an action brings all of these events, and none of those; `best` has it."""

    def wanted(match: Match) -> bool:
        best.clear()
        for action in match.legal():
            kinds = {event.kind.name for event in match.copy().play(action)}
            if kinds.issuperset(with_) and kinds.isdisjoint(without):
                best.append(str(action))
        return bool(best)

    return wanted
