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


def page_at(screen: Path, address: bytes, about: str) -> str:
    """The one page as it stands at an address, with what is said about that in its head.

    It finds its files by a base, which leads up from there: so it holds under any path that a proxy may add.
    """
    base = "../" * (address.count(b"/") - 1) or "./"
    html = (screen / "index.html").read_text(encoding="utf-8")
    return html.replace("<head>", f'<head>\n    <base href="{base}" />', 1).replace("  </head>", f"{about}  </head>", 1)
