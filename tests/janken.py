"""The worked example of docs/adding-a-game.md, cut out of the page and laid down as a package from elsewhere."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-game.md"


def lay_down(folder: Path) -> Path:
    """Write every file of the page below the folder, with the metadata that an installer would leave."""
    blocks = re.findall(
        r"^```\w+\n(?:# |<!-- )(\S+?)(?: -->)?\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S
    )
    for name, text in blocks:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    meta = folder / "janken-1.0.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: janken\nVersion: 1.0\n")
    (meta / "entry_points.txt").write_text("[kobako.games]\njanken = janken:GAME\n")
    return folder
