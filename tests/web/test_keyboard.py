"""Games with no hand on the mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Open, Server
from tests.web.hands import AWAITED, Hands
from tests.web.playing import WHOLE, ending, is_over, sit

PIECES = "[data-table] :is(button, [role=button]):not(:disabled, [aria-disabled=true])"

# The arrow key that leads from the cell that has the focus towards another: first sideways, then up or down.
TOWARD = """(cell) => {
  const boxes = [document.activeElement, document.querySelector(`[data-cell=${cell}]`)];
  const [from, to] = boxes.map((one) => one.getBoundingClientRect());
  if (Math.abs(to.left - from.left) > 5) return to.left > from.left ? 'ArrowRight' : 'ArrowLeft';
  return to.top > from.top ? 'ArrowDown' : 'ArrowUp';
}"""


def tab_to(page: Page, selector: str, most: int = 120) -> bool:
    """Press Tab until the focus is on such an element."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement?.matches({selector!r}) ?? false"):
            return True
    return False


def test_from_the_shelf_to_the_first_moves_by_keyboard(open_page: Open) -> None:
    page = open_page("/", settings={"confirm": "always", "toured": []})
    page.evaluate("localStorage.setItem('kobako.wish.kotori', JSON.stringify({seats: ['me', 'random']}))")
    page.locator(".boxes").wait_for()
    assert tab_to(page, "a[href='/new/kotori']")
    page.keyboard.press("Enter")
    page.locator("form").wait_for()
    assert tab_to(page, "[aria-pressed=false]")
    page.keyboard.press("Shift+Tab")
    assert tab_to(page, "button.go")
    page.keyboard.press("Enter")
    page.locator(".game").wait_for()
    assert tab_to(page, ".tour button.quiet") or page.locator(".tour").count() == 0
    page.keyboard.press("Enter")
    expect(page.locator(".tour")).to_have_count(0)
    assert play_by_keyboard(page, most=4) == 4


@pytest.mark.parametrize("moves", [16, pytest.param(WHOLE, marks=pytest.mark.soak)])
def test_to_the_end_by_keyboard(moves: int, server: Server, open_page: Open) -> None:
    page = open_page(settings={"confirm": "always"})
    seats = [{"by": "person", "name": "Aya"}, {"by": "bot", "level": "random"}]
    made = server.ask("tables", {**ending("kotori", moves).wish, "seats": seats})
    sit(page, server, made["table"], "kotori", made["seats"])
    assert play_by_keyboard(page) > 3
    expect(page.get_by_role("heading", name="win")).to_be_visible()


def play_by_keyboard(page: Page, most: int = WHOLE) -> int:
    """Play on the table itself, to the end or for so many moves; gives how many were made."""
    moves = 0
    while moves < most:
        page.wait_for_function(AWAITED)
        if is_over(page):
            break
        # Where the pieces are: a first Enter picks, a second confirms.
        assert tab_to(page, PIECES)
        page.keyboard.press("Enter")
        if page.locator(".bar[data-staged]").count() > 0:
            page.keyboard.press("Enter")
            expect(page.locator(".bar[data-staged]")).to_have_count(0)
            moves += 1
    return moves


class Keys(Hands):
    """Hands that reach for a piece with Tab and the arrows, and press Enter."""

    def press(self, piece: Locator) -> None:
        cell = piece.get_attribute("data-cell")
        if cell:
            self.walk(cell)
        else:
            piece.evaluate("(piece) => { window.wanted = piece; }")
            for _ in range(60):
                if self.page.evaluate("document.activeElement === window.wanted"):
                    break
                self.page.keyboard.press("Tab")
        assert piece.evaluate("(piece) => document.activeElement === piece")
        self.page.keyboard.press("Enter")

    def walk(self, cell: str) -> None:
        """From a tile in hand an arrow leads up to the mat, and there from cell to cell; else Tab finds it."""
        here = "document.activeElement?.dataset.cell"
        self.page.keyboard.press("ArrowUp")
        assert self.page.evaluate(here) or tab_to(self.page, "[data-cell]")
        while self.page.evaluate(here) != cell:
            self.page.keyboard.press(self.page.evaluate(TOWARD, cell))

    def confirm(self) -> None:
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".bar[data-staged]")).to_have_count(0)

    def take_back(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.page.locator(".bar[data-staged]")).to_have_count(0)
        self.done["take back"] += 1


@pytest.mark.parametrize("moves", [26, pytest.param(WHOLE, marks=pytest.mark.soak)])
def test_a_game_on_a_board_by_keyboard(moves: int, server: Server, open_page: Open) -> None:
    page = open_page(own=True, settings={"confirm": "always"})
    page.add_init_script("addEventListener('pointerdown', () => { throw new Error('a hand on the mouse'); })")
    seats = [{"by": "person", "name": "Aya"}, *[{"by": "bot", "level": "random"}] * 3]
    made = server.ask("tables", {**ending("umbradeco", moves, players=4).wish, "seats": seats})
    sit(page, server, made["table"], "umbradeco", made["seats"])
    keys = Keys(page, "umbradeco")
    assert keys.play_out()["take back"] > 0
    assert keys.moved > 5
    expect(page.get_by_role("heading", name="win")).to_be_visible()
