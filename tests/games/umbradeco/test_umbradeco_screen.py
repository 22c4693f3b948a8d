"""Umbradeco on the screen: the browser's mat is ours.

The browser draws the mat from `src/kobako/games/umbradeco/web/mat.json`. Where it should change, change `mat.py` and
write the data anew with `python -m tests.games.umbradeco.test_umbradeco_screen`.
"""

import json
from pathlib import Path

from kobako.games.umbradeco.mat import COLUMN, DIRECTIONS, FALLING, NAMES, SIZES, beside

DATA = Path(__file__).parents[3] / "src/kobako/games/umbradeco/web/mat.json"


def mat() -> dict[str, dict[str, list[int]]]:
    """For each direction and, on the mat of each side, for each cell: its column and its diagonal from the centre."""
    steps = {name: [COLUMN[beside(0, i)], FALLING[beside(0, i)]] for i, name in enumerate(DIRECTIONS)}
    sides = {str(side): {NAMES[side][c]: [COLUMN[c], FALLING[c]] for c in range(SIZES[side])} for side in (3, 4, 5)}
    return {"steps": steps, **sides}


def written() -> str:
    """The data as it stands in the file: a line for each cell."""
    parts = (
        f"  {json.dumps(part)}: {{\n"
        + ",\n".join(f"    {json.dumps(name)}: {place}" for name, place in content.items())
        for part, content in mat().items()
    )
    return "{\n" + "\n  },\n".join(parts) + "\n  }\n}\n"


def test_the_mat_of_the_browser():
    """UMB-2: what the browser draws is the mat of the rules, cell by cell."""
    assert json.loads(DATA.read_text()) == mat()


def test_steps_lead_to_the_cell_beside():
    """UMB-7: a step in a direction, counted in columns and diagonals, is the cell that the rules push to."""
    data = json.loads(DATA.read_text())
    for side in (3, 4, 5):
        names = {tuple(place): name for name, place in data[str(side)].items()}
        for cell in range(SIZES[side]):
            column, diagonal = data[str(side)][NAMES[side][cell]]
            for i, direction in enumerate(DIRECTIONS):
                across, down = data["steps"][direction]
                to = beside(cell, i)
                there = NAMES[side][to] if 0 <= to < SIZES[side] else None
                assert names.get((column + across, diagonal + down)) == there


if __name__ == "__main__":
    DATA.write_text(written())
