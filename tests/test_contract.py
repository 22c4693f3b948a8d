"""What a table tells is written once, as types in Python; the browser's types and the pages' lists are made from them.

`make types` writes them anew; these tests find them out of date.
"""

import json
import re
from pathlib import Path

import pytest

import kobako
from kobako.core.game import Game
from kobako.testing.contract import Shape, page_part, shapes, typescript

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "kobako" / "games"
MAKE = "out of date: `make types` writes it anew"
HEAD = """# Views, events and actions

What the [protocol](protocol.md) says of each game: the `view` of a frame and what a legal action `would` do (`Would`),
the `event`s of its log, and the `kind`s of actions with the pieces they name. Made by `make types` from the games
themselves: each writes its view as types in its `view.py`. `?` in a view, and null in an event, is what you may not
know. A seat is a number, counted from 0.
"""


def protocol() -> dict[str, list[Shape]]:
    """The types of all that a server tells, by their modules."""
    reviewed = shapes("kobako.bots.report", ("Considered", "DecisionShown", "Grade"))
    plain = {name: shapes(name) for name in ("kobako.core.shown", "kobako.table.protocol", "kobako.server.models")}
    learnt = shapes("kobako.core.lessons", ("LessonState",))
    studied = shapes("kobako.core.published")
    return {**plain, "kobako.core.lessons": learnt, "kobako.core.published": studied, "kobako.bots.report": reviewed}


def protocol_in_typescript() -> str:
    files = [f"src/{name.replace('.', '/')}.py" for name in protocol()]
    return typescript(", ".join(files), *protocol().values())


def view_in_typescript(game: str) -> str:
    return typescript(f"src/kobako/games/{game}/view.py", shapes(f"kobako.games.{game}.view"))


# The page of house rules


def house_page(text: str) -> str:
    """The page with its list anew, between two marks."""
    made = "\n".join(map(house_section, map(kobako.game, kobako.game_names())))
    return LIST.sub(lambda found: found[1] + made + found[3], text)


def house_section(game: Game) -> str:
    """One game: a line for each house rule."""
    lines = [f"## {game.title('en')} (`{game.name}`)\n", "| option | what | allowed | rule |", "|---|---|---|---|"]
    for rule in game.house:
        lines.append(f"| `{rule.name}` | {game.words('en').option(rule.name)} | {rule.allowed} | {rule.rule} |")
    also = [f"`{o.name}`, with {o.players[0]} players {o.by_house}" for o in game.options if o.by_house]
    lines += [f"\nAnd the usual option {', '.join(also)}."] if also else []
    return "\n".join(lines) + "\n"


# The page of views


def views_page() -> str:
    return HEAD + "".join(section(kobako.game(name)) for name in kobako.game_names())


def section(game: Game) -> str:
    """One game: the fields of its view, one from the middle of a game of two, its events, its actions."""
    match = game.new(players=2, seed=1)
    while len(match.actions) < 12 or match.seat != 0:
        match.play(match.legal()[len(match.actions) % len(match.legal())])
    view = json.dumps(match.view(0).show(), ensure_ascii=False)
    actions: dict[str, str] = {}
    for action in (a for setup in (match.setup, game.setup(4)) for a in setup.actions if a is not None):
        shown = match.setup.describe(action)
        actions.setdefault(shown["kind"], json.dumps(shown, ensure_ascii=False))
    lines = [f"\n## {game.title('en')} (`{game.name}`)\n", view_fields(game)]
    lines += ["Seat 0 of 2, in mid-game:\n", "```json", view, "```\n"]
    lines += ["| event | pieces |", "|---|---|"]
    for kind in game.events.values():
        pieces = ", ".join(f"`{arg.name}`" + (" (its seat's eyes only)" if arg.secret else "") for arg in kind.args)
        lines.append(f"| `{kind.name}` | {pieces} |")
    lines += ["", "An action of each kind:\n", "```json", *actions.values(), "```\n"]
    return "\n".join(lines)


def view_fields(game: Game) -> str:
    """The types of a view: the whole first, then what is in it."""
    found = sorted(shapes(f"{game.package}.view"), key=lambda shape: shape.name != "View")
    return page_part(found, {shape.name: shape for shape in found}) + "\n"


# The lists of the protocol's page, each between two marks

LIST = re.compile(r"(<!-- by `make types`: (.+?) -->\n\n).*?(\n<!-- end -->)", re.S)


def protocol_page(text: str) -> str:
    known = {shape.name: shape for found in protocol().values() for shape in found}
    return LIST.sub(lambda found: found[1] + page_part([known[n] for n in found[2].split()], known) + found[3], text)


def files() -> dict[Path, str]:
    """All that is made, as it should be."""
    page, house = ROOT / "docs" / "protocol.md", ROOT / "docs" / "house-rules.md"
    games = [path.parent.name for path in sorted(GAMES.glob("*/view.py"))]
    return {
        ROOT / "web" / "src" / "lib" / "protocol.ts": protocol_in_typescript(),
        **{GAMES / game / "web" / "view.ts": view_in_typescript(game) for game in games},
        ROOT / "docs" / "views.md": views_page(),
        house: house_page(house.read_text(encoding="utf-8")),
        page: protocol_page(page.read_text(encoding="utf-8")),
    }


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_what_is_made_is_up_to_date(path):
    assert path.read_text(encoding="utf-8") == files()[path], MAKE


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
