"""Somebody who does not see the screen: all they know is what Chromium tells a screen reader, and they press keys."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from playwright.sync_api import Page

from kobako.kit.words import screen_words

LIVE = ("log", "status", "alert")
PARTS = ("region", "group", "complementary", "dialog")
PATIENCE = 30.0
T = TypeVar("T")


@dataclass(frozen=True)
class Thing:
    """One thing that is told of: what it is, what it is called, the named parts of the page it stands in, its state."""

    role: str
    name: str
    within: tuple[str, ...]
    states: dict[str, Any]
    texts: tuple[str, ...]
    node: int

    @property
    def can(self) -> bool:
        """Whether it may be pressed, and does more than show something."""
        return self.role == "button" and not self.states.get("disabled") and "expanded" not in self.states


@dataclass(frozen=True)
class Heard:
    """The page as a screen reader is told of it, in the order in which it reads."""

    things: list[Thing]

    @property
    def news(self) -> tuple[str, ...]:
        """What was said to have happened, the newest last."""
        return next((thing.texts for thing in self.things if thing.role == "log"), ())

    @property
    def status(self) -> str:
        """Whose turn it is said to be, and what is asked."""
        told = [thing.texts for thing in self.things if thing.role == "status" and not thing.within]
        return "".join(text for texts in told for text in texts)

    @property
    def focused(self) -> Thing:
        """What the keyboard is at: of nested things the innermost."""
        found = [thing for thing in self.things if thing.states.get("focused")]
        return (found or self.things)[-1 if found else 0]

    def choices(self, part: str) -> list[Thing]:
        """What may be pressed in a part of the page."""
        return [thing for thing in self.things if thing.can and part in thing.within]

    def picked(self, part: str) -> list[Thing]:
        """What has been picked there, and waits for the rest of a move."""
        return [thing for thing in self.choices(part) if thing.states.get("pressed") in ("true", True)]


class Reader:
    """A player who listens."""

    def __init__(self, page: Page, lang: str, seed: int = 0) -> None:
        self.page, self.rng, self.moved = page, random.Random(seed), 0
        self._wire = page.context.new_cdp_session(page)
        self._wire.send("Accessibility.enable")
        self.learn(lang)

    def learn(self, lang: str) -> None:
        """What the page is going to say, in this language."""
        self.lang, self.words = lang, screen_words("browser", lang)
        self.table = self.words.label("stage")
        self.my_turn = self.words.get("status", "your_turn").split("{can}")[0]
        ends = [self.words.get("label", key) for key in ("you_win", "you_share", "won", "won_shared")]
        self.ends = re.compile("|".join(re.escape(end).replace(re.escape("{names}"), ".+") for end in ends))

    def listen(self) -> Heard:
        """The page as it is now."""
        nodes = {node["nodeId"]: node for node in self._wire.send("Accessibility.getFullAXTree")["nodes"]}
        found: list[Thing] = []

        def children(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
            return (nodes[child] for child in node.get("childIds", []) if child in nodes)

        def texts(node: dict[str, Any]) -> tuple[str, ...]:
            if node.get("role", {}).get("value") == "StaticText":
                return (node["name"]["value"],)
            return tuple(text for child in children(node) for text in texts(child))

        def walk(node: dict[str, Any], within: tuple[str, ...]) -> None:
            if not node["ignored"]:
                role, name = (node.get(key, {}).get("value", "") for key in ("role", "name"))
                states = {state["name"]: state["value"].get("value") for state in node.get("properties", [])}
                said = texts(node) if role in LIVE else ()
                found.append(Thing(role, name, within, states, said, node.get("backendDOMNodeId", 0)))
                if name and role in PARTS:
                    within = (*within, name)
            for child in children(node):
                walk(child, within)

        walk(next(node for node in nodes.values() if "parentId" not in node), ())
        return Heard(found)

    def until(self, wanted: Callable[[Heard], T | None]) -> T:
        """Listen until there is what is wanted."""
        end = time.monotonic() + PATIENCE
        while True:
            heard = self.listen()
            found = wanted(heard)
            if found is not None:
                return found
            assert time.monotonic() < end, (heard.status, heard.news[-3:], heard.focused)
            self.page.wait_for_timeout(30)

    def press(self, thing: Thing) -> None:
        """Go there, as a reader's cursor does, and press Enter."""
        self._wire.send("DOM.focus", {"backendNodeId": thing.node})
        self.page.keyboard.press("Enter")

    def named(self, name: str, role: str = "button", within: str = "") -> Thing:
        """The one thing that is called so, its key aside, in this part of the page."""

        def wanted(heard: Heard) -> Thing | None:
            parts = [thing for thing in heard.things if thing.role == role and (not within or within in thing.within)]
            found = [thing for thing in parts if thing.name == name or thing.name.startswith(f"{name} ")]
            return found[0] if len(found) == 1 else None

        return self.until(wanted)

    def awaited(self) -> bool:
        """Whether it is our turn, and not the end of the game: one of them is waited for. Moments are gone on from."""

        def wanted(heard: Heard) -> bool | None:
            if heard.focused.role == "region" and self.ends.fullmatch(heard.focused.name):
                return False
            if heard.focused.name.startswith((self.words.label("go_on"), self.words.label("hurry_on"))):
                self.page.keyboard.press("Enter")
            return True if heard.status.startswith(self.my_turn) else None

        return self.until(wanted)

    def move(self) -> list[str]:
        """Make a move by chance: press a piece and, as long as one is picked, a place for it. What they are called."""
        before = heard = self.listen()
        pressed: list[str] = []
        while (heard.status, heard.news) == (before.status, before.news):
            if not (choices := self._open_to(heard)):  # what was wished for besides is being answered
                heard = self.until(partial(self._may_go_on, before))
                continue
            had, thing = len(heard.picked(self.table)), self.rng.choice(choices)
            pressed.append(thing.name)
            self.press(thing)
            heard = self.until(partial(self._went_on, before, had))
        self.moved += 1
        return pressed

    def _open_to(self, heard: Heard) -> list[Thing]:
        """What may be pressed: elsewhere than where something is picked, or beside it where several are to be."""
        picked, choices = heard.picked(self.table), heard.choices(self.table)
        parts = [one.within for one in picked]
        return [one for one in choices if one.within not in parts] or [one for one in choices if one not in picked]

    def _may_go_on(self, before: Heard, now: Heard) -> Heard | None:
        """The page, once there is something to press, or news."""
        return now if (now.status, now.news) != (before.status, before.news) or self._open_to(now) else None

    def _went_on(self, before: Heard, had: int, now: Heard) -> Heard | None:
        """The page, once there is news, another question, or one piece more that is picked."""
        made = (now.status, now.news) != (before.status, before.news)
        return now if made or len(now.picked(self.table)) > had else None
