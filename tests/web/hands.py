"""Hands that play with the pieces: for each game, what a person presses on the table to make a move. Never the list."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

import kobako
from kobako.kit.words import screen_words
from tests.web.conftest import ROOT
from tests.web.playing import WHOLE, is_over

MAT = json.loads((ROOT / "src" / "kobako" / "games" / "umbradeco" / "web" / "mat.json").read_text(encoding="utf-8"))
# The table's own list of moves, closed as it is, says what is legal.
LEGAL = "[...document.querySelectorAll('[data-move]')].map((move) => move.dataset.move)"
AWAITED = """() => {
  const there = (piece) => document.querySelector(piece) !== null;
  if (there('[data-over=true]')) return true;
  return document.title.startsWith('●') && there('.stage > *') && there('[data-move]');
}"""


class Hands:
    """Two hands at a table, with a mouse or with a finger."""

    def __init__(self, page: Page, game: str, lang: str = "en", finger: bool = False, seed: int = 0) -> None:
        self.page, self.game, self.finger = page, game, finger
        self.take_back_words = screen_words("browser", lang).get("label", "take_back")
        self.catalogue = kobako.game(game).words(lang)
        self.words: dict[str, Any] = self.catalogue.tables
        self.rng = random.Random(seed)
        self.moved = 0
        self.done: Counter[str] = Counter()
        self.cell = ""
        self.pieces: Callable[[str], None] = getattr(self, f"_{game}")

    def play_out(self, most: int = WHOLE) -> Counter[str]:
        """Play to the end, or for so many moves; how often what was done."""
        while self.moved < most:
            self.page.wait_for_function(AWAITED)
            if is_over(self.page):
                break
            self.move()
        return self.done

    def move(self) -> None:
        """Make a move by chance, and confirm it; now and then a part of it, or all of it, is taken back before."""
        self.moved += 1
        if self.done["undo"] < 2 and self.undo():
            return
        move: str = self.rng.choice(self.legal())
        if self.moved % 3 == 0:
            self.let_go(move)
        self.show(move)
        if self.moved % 5 == 2 or not self.done["take back"]:
            self.take_back()
            self.show(move)
        self.confirm()
        self.done[move.split()[0]] += 1

    def legal(self) -> list[str]:
        """What may be done now, when it is our turn."""
        self.page.wait_for_function(AWAITED)
        found: list[str] = self.page.evaluate(LEGAL)
        return found

    def show(self, move: str) -> None:
        """Reach for the pieces of a move: the table shows it, and waits."""
        self.pieces(move)
        expect(self.page.locator(".bar")).to_have_attribute("data-staged", move)

    def confirm(self) -> None:
        """Let it stand. What was wished for together with it may lie ready then."""
        staged = self.page.locator(".bar").get_attribute("data-staged") or ""
        self.press(self.page.locator(".bar .button.main"))
        expect(self.page.locator(f".bar[data-staged={json.dumps(staged)}]")).to_have_count(0)

    def take_back(self) -> None:
        """Take back what is shown."""
        self.press(self.page.locator(".bar .take-back"))
        expect(self.page.locator(".bar[data-staged]")).to_have_count(0)
        self.done["take back"] += 1

    def undo(self) -> bool:
        """Take back a part that was already played, where the table still allows it."""
        button = self.page.locator(".bar .button", has_text=self.take_back_words)
        if button.count() == 0:
            return False
        before = self.legal()
        self.press(button)
        self.page.wait_for_function(
            f"before => {{ const now = {LEGAL}; return now.length && '' + now !== '' + before }}", arg=before
        )
        self.done["undo"] += 1
        return True

    def let_go(self, move: str) -> None:
        """Pick up the first piece of a move that has two, and put it down again. The only move there is stays told."""
        if len(self.legal()) == 1:
            return
        if re.fullmatch(r"[A-Z] \w+", move) and self.tiles() > 1:
            piece = self.page.locator(f"[data-cell={move.split()[1]}]")
        elif ">" in move or (move.startswith(("lay", "play")) and not self._choosing_together()):
            piece = self.card(re.sub(r"[()]|>.*|^lay |^play ", "", move))
        else:
            return
        self.press(piece)
        prompt = self.page.locator(".bar .status")
        asked = prompt.inner_text()
        self.press(piece)
        expect(prompt).not_to_have_text(asked)
        self.done["let go"] += 1

    def press(self, piece: Locator) -> None:
        """As a person does: it must be there, in reach, and under nothing else."""
        if self.finger:
            piece.tap()
        else:
            piece.click()

    def drag(self, piece: Locator, place: str) -> None:
        """Drag a piece onto a place; some places appear only when it is picked up."""
        mouse = self.page.mouse
        piece.scroll_into_view_if_needed()
        x, y = middle(piece)
        mouse.move(x, y)
        mouse.down()
        mouse.move(x, y - 12, steps=3)
        mouse.move(*middle(self.page.locator(f"[data-drop='{place}']")), steps=5)
        mouse.up()

    def show_by_drag(self, move: str) -> None:
        """The same as `show`, with the piece dragged to its place."""
        self.drag(*self._dragged(move))
        expect(self.page.locator(".bar")).to_have_attribute("data-staged", move)

    def _dragged(self, move: str) -> tuple[Locator, str]:
        """What is dragged for a move, and where to."""
        first, _, second = move.partition(" ")
        match self.game:
            case "kotori":
                return self.page.locator(".treetop button"), "row"
            case "donburiko":
                card, row = move.split(">")
                return self.card(card.strip("()")), f"{'down' if '(' in card else 'up'}:{row}"
            case "ice":
                return self.card(move), "trick"
            case "tokkuri":
                return self.card(second), first
            case _:
                return self.tile("hand", first), second

    def region(self, key: str) -> Locator:
        """A part of the table by its name."""
        return self.page.get_by_role("region", name=self.words["screen"][key], exact=True)

    def card(self, card: str) -> Locator:
        """A card of the hand; of two that are alike, the first."""
        name = self.catalogue.get("card", card, card)
        return self.region("hand").get_by_role("button", name=name, exact=True).first

    def button(self, key: str, **values: str) -> Locator:
        """A button of the table by what it says."""
        name = self.words["screen"][key].format(**values)
        return self.page.locator("[data-table]").get_by_role("button", name=name, exact=True)

    def _kotori(self, move: str) -> None:
        if move == "bid" and self.rng.random() < 0.5:
            self.press(self.page.locator(".treetop button"))
        else:
            self.press(self.page.locator(".moves button").nth(["bid", "pass"].index(move)))

    def _donburiko(self, move: str) -> None:
        if move.startswith("take"):
            self.press(self.button("take_row", row=move[-1]))
        elif move.startswith("fives"):
            self.press(self.page.locator(".choices button").nth(self._nth(move)))
        else:
            card, row = move.split(">")
            bare = card.strip("()")
            self.press(self.card(bare))
            name = self.words["card"][bare]
            # What it earns or costs is said behind it, and a house rule may change that.
            said = re.split("[:：（]", self.words["screen"]["add_up" if card == bare else "add_down"])[0]
            place = re.compile("^" + re.escape(said.format(card=name, row=row)))
            self.press(self.page.locator("[data-table]").get_by_role("button", name=place))

    def _ice(self, move: str) -> None:
        if not move.startswith("take"):
            return self.press(self.card(move))
        _, colour, *cone = move.split()
        name = re.compile(f"^{self.words['colour'][colour]}[:：]")
        self.press(self.region("stock").get_by_role("button", name=name))
        if cone:
            self.press(self.page.locator(f"[data-drop='cone:{cone[0]}']"))

    def _tokkuri(self, move: str) -> None:
        kind, what = move.split(" ", 1)
        if kind == "from":
            self._flasks(what)
        elif kind == "steal":
            self.press(self.page.locator(f"[data-steal='{what}']"))
        elif kind == "as":
            self.press(self.page.locator(".tray .answers button").nth(self._nth(move)))
        else:
            together = self._choosing_together()
            self.press(self.card(what))
            if kind != "pass" and not together:
                self.press(self.button(f"do_{kind}"))

    def _flasks(self, first: str) -> None:
        """Tokkuri: a flask, and where a card has its number more than once, those behind it that make it enough."""
        if self.page.locator(".bar[data-staged]").count() > 0:
            self.press(self.page.locator(".bar .take-back"))
        several = re.escape(self.words["screen"]["ask_from_several"]).replace(r"\{n\}", r"\d+")
        asked = re.search(several.replace(r"\{flasks\}", r"(\d+)"), self.page.locator(".bar .status").inner_text())
        names = self.page.locator(".spot.can").evaluate_all("all => all.map((one) => one.dataset.flask)")
        behind = sorted((name for name in names if int(name[1:]) > int(first[1:])), key=lambda name: int(name[1:]))
        for name in [first, *behind][: int(asked[1]) if asked else 1]:
            self.press(self.page.locator(f"[data-drop='flask:{name}']"))

    def _umbradeco(self, move: str) -> None:
        first, second = move.split()
        if first == "push":
            self.press(self.page.locator(f"[data-cell={beside(self.cell, second)}]"))
        elif first == "take":
            self.press(self.tile("open", second))
        elif first == "discard":
            self.press(self.tile("hand", second))
        else:
            self.cell = second
            # In either order; with a single tile in hand the cell is enough.
            pieces = [self.page.locator(f"[data-cell={second}]")]
            if self.tiles() > 1:
                pieces.insert(self.rng.randrange(2), self.tile("hand", first))
            for piece in pieces:
                self.press(piece)

    def tiles(self) -> int:
        """How many tiles are in hand."""
        return self.region("hand").get_by_role("button").count()

    def tile(self, where: str, colour: str) -> Locator:
        """A tile of the hand, or of those that lie open."""
        name = self.words["screen"]["open_tile" if where == "open" else "tile"]
        called = name.format(colour=self.words["colour"][colour])
        return self.region(where).get_by_role("button", name=called, exact=True).first

    def _nth(self, move: str) -> int:
        """The place of a move among the legal ones, where the table asks with one button for each."""
        return self.legal().index(move)

    def _choosing_together(self) -> bool:
        """Tokkuri: all lay their first flasks, and one press is all it takes."""
        asked: str = self.words["screen"]["ask_first"]
        return asked in self.page.locator(".bar .status").inner_text()


def middle(piece: Locator) -> tuple[float, float]:
    """The middle of a piece on the screen."""
    box = piece.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def beside(cell: str, way: str) -> str:
    """The cell of Umbradeco's mat that lies this way."""
    column, diagonal = (at + step for at, step in zip(MAT["4"][cell], MAT["steps"][way], strict=True))
    return next(str(name) for name, at in MAT["4"].items() if at == [column, diagonal])
