"""Where the page is that a browser shows."""

from __future__ import annotations

from pathlib import Path


def screen_folder() -> Path | None:
    """The built front end: inside the package, or in a checkout beside it."""
    here = Path(__file__).parent
    for folder in (here / "static", here.parents[2] / "web" / "dist"):
        if (folder / "index.html").is_file():
            return folder
    return None
