"""For those who do not see the screen: games are played by ear, news is said once, the keyboard is always somewhere.

Of one game its last moves, one from the deal. `make soak` plays all of all of them from the deal, in both languages.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

import kobako
from kobako.core.words import LANGUAGES
from kobako.kit.words import screen_words
from tests.web.conftest import Open, Server
from tests.web.playing import sit
from tests.web.reader import Reader

# Names of places, pieces and moves as those write who note a game down.
NOTATION = re.compile(r"(?<![A-Za-z0-9])([a-i]\d|f\d+|[WLA-Z]>[A-Z]|\([^)]*\)>[A-Z])(?![A-Za-z0-9])")
# Every text that comes into a live region, as it comes; and each time when the focus was at the body, and was still
# there some pictures later: what had it before, and what was told then.
WATCH = """
window.heard = [];
window.fell = [];
addEventListener('DOMContentLoaded', () => {
  const live = '[role=log], [role=status], [role=alert]';
  const element = (node) => (node instanceof Element ? node : node.parentElement);
  const note = (node) => {
    const region = element(node)?.closest(live);
    const text = node.textContent.trim();
    if (region && text) window.heard.push([region.getAttribute('role'), text]);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') note(target);
      for (const added of addedNodes) note(added);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });

  let last = '';
  let long = 0;
  const after = (pictures, then) => requestAnimationFrame(() => (pictures > 1 ? after(pictures - 1, then) : then()));
  const look = () => {
    const at = document.activeElement;
    const lost = [document.body, null].includes(at);
    if (!lost) last = `${at.className} ${at.getAttribute('aria-label') ?? at.textContent.trim().slice(0, 40)}`;
    long = last && lost && document.querySelector('main') ? long + 1 : 0; // between two pages there is nothing
    if (long === 2) window.fell.push([last, document.querySelector('.bar')?.textContent.trim()]);
    after(3, look);
  };
  look();
});
"""


class Lines:
    """How much news a page was told: what each frame but a line's first added to the log, or that it took from it."""

    def __init__(self, page: Page) -> None:
        self.told = 0
        page.on("websocket", lambda line: line.on("framereceived", self._hear()))

    def _hear(self) -> Callable[[str | bytes], None]:
        known: int | None = None  # how long the log is

        def hear(text: str | bytes) -> None:
            nonlocal known
            message = json.loads(text)
            frame = message if message["type"] == "table" else message.get("table")
            if isinstance(frame, dict):
                begin, items = frame["log"]["from"], frame["log"]["items"]
                self.told += 0 if known is None else len(items) + (begin < known)
                known = begin + len(items)

        return hear


def late(game: str, most: int = 12) -> tuple[dict[str, Any], bool]:
    """A table near the end of a game: where a move is forced, with choices after it, or else its last moves; which."""
    for seed in range(60):
        rng, match = random.Random(seed), kobako.game(game).new(players=2, seed=seed)
        mine: list[tuple[int, int]] = []  # when it was our turn, and how much there was to choose from
        while not match.over:
            if match.seat == 0:
                mine.append((len(match.actions), len(match.legal())))
            match.play(rng.choice(match.legal()))
        last = len(match.actions)
        for i, (ply, legal) in enumerate(mine):
            if legal == 1 and ply > last - most and sum(n > 1 for _, n in mine[i:]) > 1:
                return {"kifu": match.kifu(), "ply": ply}, True
    return {"kifu": match.kifu(), "ply": last - 10}, False


def dealt(game: str, **options: str) -> tuple[dict[str, Any], bool]:
    """A table where a game begins."""
    return {"game": game, "players": 2, "options": options}, False


class Player(Reader):
    """Someone at a table, who also uses what stands around it."""

    def __init__(self, page: Page, game: str, lang: str) -> None:
        super().__init__(page, lang)
        self.game = kobako.game(game)

    def set(self, name: str, setting: str) -> None:
        """Change one of the settings."""
        self.press(self.named(self.words.get("settings", "title")))
        self.press(self.named(name, within=self.words.get("settings", setting)))
        self.page.keyboard.press("Escape")

    def speak(self, lang: str) -> None:
        """Change the language."""
        self.set(screen_words("browser", lang).get("language", lang), "lang")
        self.learn(lang)
        self.named(self.words.label("rules"))

    def check_words(self) -> None:
        """What may be pressed has words for a name, and only pieces that are alike have the same."""
        alike = {self.game.words(self.lang).get("screen", part, "") for part in ("hand", "open")}
        for (name, *within), n in Counter((one.name, *one.within) for one in self.listen().choices(self.table)).items():
            self.check_name(name)
            assert n == 1 or alike & set(within), (name, within)

    def check_moves(self) -> None:
        """Each legal move is in the list of all moves, by a name of its own."""
        self.page.keyboard.press("m")
        beside = self.words.label("beside")
        kinds = self.game.words(self.lang).tables["kind"].values()
        listed = self.until(
            lambda heard: [one.name for one in heard.choices(beside) if one.within[-1] in kinds] or None
        )
        for name in listed:
            self.check_name(name)
        assert len(set(listed)) == len(listed)
        self.press(self.named(self.words.label("close"), within=beside))

    def check_name(self, name: str) -> None:
        """It is made of words of the language, and not of signs for those who write games down."""
        assert name
        assert not NOTATION.search(name), name
        assert self.lang == "en" or not re.search("[A-Za-z]{2}", name.replace("Aya", "")), name

    def look_around(self) -> None:
        """Open and close what stands around the table."""
        self.press(self.named(self.words.label("rules")))
        self.named(self.words.label("rules"), role="dialog")
        self.page.keyboard.press("Escape")
        self.press(self.named(self.words.label("log")))
        self.press(self.named(self.words.label("close"), within=self.words.label("beside")))

    def take_back(self) -> None:
        """Take the last move back, and hear of it."""
        self.press(self.named(self.words.label("take_back")))
        self.until(lambda heard: heard.news[-1:] == (self.words.label("taken_back"),) or None)
        assert self.awaited()


LAST = [
    ("ice", "en", False),
    ("tokkuri", "ja", False),
    *(
        pytest.param(game, lang, False, marks=pytest.mark.soak)
        for game, lang in [("donburiko", "ja"), ("kotori", "ja"), ("umbradeco", "en")]
    ),
]
WHOLE = [pytest.param(game, lang, True, marks=pytest.mark.soak) for game in kobako.game_names() for lang in LANGUAGES]


@pytest.mark.parametrize(("game", "lang", "whole"), [*LAST, *WHOLE])
def test_a_game_by_ear(game: str, lang: str, whole: bool, server: Server, open_page: Open) -> None:
    page = open_page(own=True, lang=lang, settings={"motion": "quick", "auto": True, "drawer": False})
    page.add_init_script(WATCH)
    lines = Lines(page)
    # A round of Tokkuri is a game from its deal to its end.
    begin, forced = dealt(game, **({} if whole else {"rounds": "1"})) if whole or game == "tokkuri" else late(game)
    seats = [{"by": "person", "name": "Aya"}, {"by": "bot", "level": "random"}]
    made = server.ask("tables", {**begin, "practice": True, "seats": seats})
    sit(page, server, made["table"], game, made["seats"])
    player = Player(page, game, lang)
    page.keyboard.press("Tab")

    if forced:  # it plays itself, and that is told
        player.until(lambda heard: heard.news or None)
    assert player.awaited()
    player.set(player.words.label("off"), "auto")
    player.look_around()
    assert player.awaited()
    for language in (*[other for other in LANGUAGES if other != lang], lang):
        player.speak(language)
        player.check_words()
        player.check_moves()
    player.move()
    if player.awaited():
        player.take_back()
    while player.awaited():
        player.check_words()
        player.move()
    assert player.moved > 2

    player.press(player.named(player.words.label("look_at_table")))
    player.press(player.named(player.words.label("result")))
    assert not player.awaited()
    heard = page.evaluate("window.heard")
    said = [text for role, text in heard if role == "log"]
    assert len(said) == lines.told
    assert not any(NOTATION.search(text) for text in said)
    assert not set(said) & {text for role, text in heard if role != "log"}
    player.press(player.named(player.words.label("rematch")))
    assert player.awaited()
    assert page.evaluate("window.fell") == []
