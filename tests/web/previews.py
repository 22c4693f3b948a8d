"""The pictures that links show where they are sent to someone: `python -m tests.web.previews` draws them anew.

Each game's is made of its emblem and its title, 1200×630 as all who show such pictures want it.
"""

from __future__ import annotations

import base64
from pathlib import Path

import kobako
from kobako.server.preview import PICTURE, SIZE
from tests.web.conftest import ROOT, chromium

PAGE = """<!doctype html><meta charset="utf-8"><style>
  body {{ margin: 0; height: 630px; display: grid; grid-template-columns: 540px 1fr; align-items: center; gap: 30px;
          background: #f6efdf; color: #2d241b; font-family: "Noto Serif CJK JP", serif; }}
  img {{ width: 430px; max-height: 470px; margin-left: 80px; }}
  h1 {{ font-size: 76px; line-height: 1.2; margin: 0; }}
  p {{ font-size: 40px; margin: 14px 40px 0 0; color: #6b5d4c; }}
</style><img src="data:image/svg+xml;base64,{emblem}"><div><h1>{title}</h1><p>{below}</p></div>"""


def pictures() -> dict[Path, str]:
    """Each picture's place, and the page that it is taken of."""
    games = ROOT / "src" / "kobako" / "games"
    drawn = {
        games / name / "web" / PICTURE: page(
            games / name / "web" / "emblem.svg", kobako.game(name).title("en"), kobako.game(name).title("ja")
        )
        for name in kobako.game_names()
    }
    public = ROOT / "web" / "public"
    return {**drawn, public / PICTURE: page(public / "kobako.svg", "Kobako 小箱", "Five little boxes from Japan")}


def page(emblem: Path, title: str, below: str) -> str:
    return PAGE.format(emblem=base64.b64encode(emblem.read_bytes()).decode(), title=title, below=below)


if __name__ == "__main__":
    with chromium() as browser:
        view = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        for path, html in pictures().items():
            view.set_content(html, wait_until="load")
            view.screenshot(path=path)
            print(path.relative_to(ROOT), path.stat().st_size)
