"""The notebooks run, and show what is stored in them. `python -m tests.test_notebooks` runs them and stores it anew.

They are run as Jupyter would, cell by cell in one namespace, but without Jupyter. A cell tagged `varies` prints what
depends on the machine (floating point, the games that are installed): it is run, but its output is not compared.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


def outputs(source: str, namespace: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run a cell: what it printed, and the value of its last line if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, f"cell {count}", "exec"), namespace)
        value = None if last is None else eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), namespace)
    found: list[dict[str, Any]] = []
    if text := printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)})
    if value is not None:
        shown = {"text/plain": repr(value).splitlines(keepends=True)}
        found.append({"data": shown, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return found


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs that it has now."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    cells = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell = {**cell, "execution_count": count, "outputs": outputs("".join(cell["source"]), namespace, count)}
        cells.append(cell)
    return {**notebook, "cells": cells}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_gives(path):
    stored = json.loads(path.read_text(encoding="utf-8"))
    for before, now in zip(stored["cells"], run(stored)["cells"], strict=True):
        if "varies" not in before["metadata"].get("tags", []):
            assert now == before, "".join(now["source"])


if __name__ == "__main__":
    for path in NOTEBOOKS:
        ran = run(json.loads(path.read_text(encoding="utf-8")))
        path.write_text(json.dumps(ran, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
