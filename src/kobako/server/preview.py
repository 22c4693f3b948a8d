"""What a link shows where it is sent to someone: title, sentence and picture of its page, by the Open Graph protocol.

Programs that look at a link run no script, so the server writes this into the page it hands out.
"""

from __future__ import annotations

import re
from html import escape

from starlette.requests import Request

import kobako
from kobako.core.errors import KobakoError
from kobako.house.game_files import files_of
from kobako.house.house import House
from kobako.kit.words import screen_words

PICTURE = "preview.png"  # of a game, in its folder `web`, or of Kobako itself
SIZE = (1200, 630)
PLACES = {
    re.compile(r"(?:new|rules)/([\w-]+)"): "game",
    re.compile(r"t/(\w+)"): "table",
    re.compile(r"replay/(\w+)"): "replay",
}


async def preview(house: House, request: Request, path: str) -> str:
    """The lines for the head of the page at an address."""
    lang = "ja" if request.headers.get("accept-language", "").lower().startswith("ja") else "en"
    base = str(request.base_url).rstrip("/")
    kind, game = await place_of(house, path)
    words = screen_words("browser", lang)
    title, about, picture = "Kobako 小箱", words.get("preview", "home"), f"/{PICTURE}"
    if game:
        found = kobako.game(game)
        title = f"{found.title(lang)} · Kobako 小箱"
        about = str(found.words(lang).tables["about"])
        if words.has("preview", kind):
            about = words.get("preview", kind).format(about=about)
        picture = files_of(game).address(PICTURE) or picture
    tags = {
        "og:type": "website",
        "og:site_name": "Kobako 小箱",
        "og:locale": {"en": "en_US", "ja": "ja_JP"}[lang],
        "og:title": title,
        "og:description": about,
        "og:url": f"{base}/{path}",
        "og:image": base + picture,
        "og:image:width": str(SIZE[0]),
        "og:image:height": str(SIZE[1]),
        "og:image:alt": title,
        "twitter:card": "summary_large_image",
    }
    return "".join(f'    <meta property="{name}" content="{escape(text)}" />\n' for name, text in tags.items())


async def place_of(house: House, path: str) -> tuple[str, str]:
    """What an address is of, and the game it is about, if any."""
    for form, kind in PLACES.items():
        found = form.fullmatch(path)
        if not found:
            continue
        try:
            name = found[1]
            if kind != "game":
                row = await house.store.row(name)
                name = row["game"] if row else ""
            return kind, kobako.game(name).name
        except (
            KobakoError,
            OSError,
        ):  # none of that name, or it cannot be read now: the page itself says so
            return kind, ""
    return "home", ""
