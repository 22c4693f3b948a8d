"""The worked example of docs/adding-a-game.md, cut out of the page and laid down as a package from elsewhere."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kobako.core import registry
from kobako.core.game import Game

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-game.md"

OWN = "\n## Its own table, drawing and mind\n"  # from here on the page is about what a game may leave out


def lay_down(folder: Path, own: bool = False) -> Path:
    """Write the files of the page below the folder, those that a game may leave out too if it brings its `own`.

    With the metadata that an installer would leave.
    """
    needed, optional = PAGE.read_text(encoding="utf-8").split(OWN)
    text = needed + optional if own else needed
    blocks = re.findall(r"^```\w+\n(?:# |// |<!-- )(\S+?)(?: -->)?\n(.*?)^```$", text, re.M | re.S)
    for name, text in blocks:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    meta = folder / "janken-1.0.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: janken\nVersion: 1.0\n")
    (meta / "entry_points.txt").write_text("[kobako.games]\njanken = janken:GAME\n")
    return folder


@contextmanager
def installed(folder: Path, own: bool = False) -> Iterator[Game]:
    """Janken as a game of this very process, for a while."""

    def forget() -> None:
        registry.forget()
        registry.game.cache_clear()
        for module in [name for name in sys.modules if name.split(".")[0] == "janken"]:
            del sys.modules[module]

    home = str(lay_down(folder, own))
    sys.path.insert(0, home)
    forget()
    try:
        yield registry.game("janken")
    finally:
        sys.path.remove(home)
        forget()
