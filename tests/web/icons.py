"""The app's icons, from our mark: `python -m tests.web.icons` draws them anew.

A plain one keeps a margin of its own. One that a system cuts to its own shape (`maskable`, and every one of iOS) fills
its square, with the mark inside the circle that is never cut: https://w3c.github.io/manifest/#icon-masks
"""

from __future__ import annotations

import base64

from tests.web.conftest import ROOT, chromium

PUBLIC = ROOT / "web" / "public"
PAGE = """<!doctype html><style>
  body {{ margin: 0; width: {size}px; height: {size}px; display: grid; place-items: center;
          background: {paper}; border-radius: {round}; }}
  img {{ width: {mark}%; }}
</style><img src="data:image/svg+xml;base64,{emblem}">"""
# Name, size in pixels, how much of it the mark takes in per cent, and whether the system cuts it.
ICONS = (
    ("icon-192.png", 192, 76, False),
    ("icon-512.png", 512, 76, False),
    ("maskable-192.png", 192, 56, True),
    ("maskable-512.png", 512, 56, True),
    ("apple-touch-icon.png", 180, 68, True),
)


def page(size: int, mark: int, cut: bool) -> str:
    """The page that an icon is taken of."""
    emblem = base64.b64encode((PUBLIC / "kobako.svg").read_bytes()).decode()
    return PAGE.format(size=size, mark=mark, emblem=emblem, paper="#f7f1e3", round="0" if cut else "18%")


if __name__ == "__main__":
    with chromium() as browser:
        for name, size, mark, cut in ICONS:
            view = browser.new_page(viewport={"width": size, "height": size})
            view.set_content(page(size, mark, cut), wait_until="load")
            path = PUBLIC / "icons" / name
            view.screenshot(path=path, omit_background=not cut)
            view.close()
            print(path.relative_to(ROOT), path.stat().st_size)
