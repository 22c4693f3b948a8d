"""A page around a house, for tests: what is kept is kept as text, and the compiled search thinks."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import numpy as np

import kobako
from kobako.bots.minds import mind_of
from kobako.bots.prospects import LINE
from kobako.bots.search.thinking import classic_thinking, thinking_of


class Kept(dict):
    """What a browser has kept of each table: its row and its entries, as texts."""


class TestPage:
    """The outside of a house, and the person before it."""

    __test__ = False

    def __init__(self, kept: Kept | None = None) -> None:
        self.kept = Kept() if kept is None else kept
        self.heard: dict[int, asyncio.Queue] = {}
        self.asked: list[dict] = []
        self.cancelled: list[int] = []
        self.full = False
        self.never = False  # whether its thinkers never answer
        self.lost = False  # whether the search cannot be had

    async def keep(self, job: str) -> bool:
        if self.full:
            raise OSError("QuotaExceededError")
        said = json.loads(job)
        row, entries = self.kept.get(said["table"], (None, {}))
        row = {**(said.get("row") or row), **said.get("change", {})}
        fresh = {entry["seq"]: entry for entry in said["entries"]}
        if fresh.keys() & entries.keys():
            return False
        self.kept[said["table"]] = row, {**entries, **fresh}
        return True

    async def load(self, table: str, since: int) -> str:
        row, entries = self.kept.get(table, (None, {}))
        return json.dumps({"row": row, "entries": [entries[seq] for seq in sorted(entries) if seq >= since]})

    async def lobby(self) -> str:
        return json.dumps([name for name, (row, _) in self.kept.items() if row["status"] == "playing"])

    async def think(self, asked: str, number: int) -> bytes:
        """As web/src/here/thinker.worker.ts does it, from the words of the seed on."""
        if self.never:
            await asyncio.sleep(3600)
        if self.lost:
            raise OSError("no search for this game")
        question = json.loads(asked)
        self.asked.append(question)
        return answered(question)

    def cancel(self, number: int) -> None:
        self.cancelled.append(number)

    def say(self, line: int, text: str) -> None:
        self.heard.setdefault(line, asyncio.Queue()).put_nowait(json.loads(text))

    def shut(self, line: int, code: int, reason: str) -> None:
        self.say(line, json.dumps({"type": "shut", "code": code, "reason": reason}))


def answered(question: dict) -> bytes:
    """What the compiled search answers to a question as it crosses the border: to a view's bytes and four words."""
    game = kobako.game(question["game"])
    method = thinking_of(game) if question.get("guided") else classic_thinking(game)
    method = replace(method, parts=question["parts"])
    compiled, some_view = method.compiled, game.new(seed=0).view(0)
    tree = method.tree(some_view, question["nodes"], 0)
    tree.views = np.frombuffer(bytes.fromhex(question["view"]), compiled.dtype).copy()
    tree.seat, tree.random = question["seat"], np.array(question["words"], np.int64)
    if "action" in question:
        lines, start = np.zeros((question["visits"], LINE)), np.array(question["words"], np.int64)
        room = (tree.views, tree.seat, question["action"], tree.work, tree.out, tree.mark, tree.path, tree.actors)
        explore = mind_of(game).exploration
        run = compiled.kernel("weigh")
        run(*room, tree.gain, tree.nodes, tree.book, start, explore, tree.roots, lines, tree.random)
        return lines.tobytes()
    tree.think(compiled.kernel(method.kernel), question["simulations"], question["explore"])
    rows = [[action, *tried[:2], *tried.shares] for action, tried in tree.thought().items()]
    return np.array(rows, np.float64).tobytes()
