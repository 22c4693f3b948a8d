"""docs/views.md is made from the games themselves: `make golden` writes it, this test finds it out of date."""

import json
from pathlib import Path

import kobako
from kobako.core.game import Game

PAGE = Path(__file__).parents[1] / "docs" / "views.md"
HEAD = """# Views, events and actions

What the [protocol](protocol.md) says of each game: the `view` of a frame, the `event`s of its log, and the `kind`s of
actions with the pieces they name. Made from the games themselves. `"?"` in a view, and null in an event, is what you
may not know.
"""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(section(kobako.game(name)) for name in kobako.game_names())


def section(game: Game) -> str:
    """One game: a view from the middle of a game of two, its events, its actions."""
    match = game.new(players=2, seed=1)
    while len(match.actions) < 12 or match.seat != 0:
        match.play(match.legal()[len(match.actions) % len(match.legal())])
    view = json.dumps(match.view(0).show(), ensure_ascii=False)
    actions: dict[str, str] = {}
    for action in (a for setup in (match.setup, game.setup(4)) for a in setup.actions if a is not None):
        shown = match.setup.describe(action)
        actions.setdefault(shown["kind"], json.dumps(shown, ensure_ascii=False))
    lines = [f"\n## {game.title('en')} (`{game.name}`)\n", "Seat 0 of 2, in mid-game:\n", "```json", view, "```\n"]
    lines += ["| event | pieces |", "|---|---|"]
    for kind in game.events.values():
        pieces = ", ".join(f"`{arg.name}`" + (" (its seat's eyes only)" if arg.secret else "") for arg in kind.args)
        lines.append(f"| `{kind.name}` | {pieces} |")
    lines += ["", "An action of each kind:\n", "```json", *actions.values(), "```\n"]
    return "\n".join(lines)


def test_the_page_shows_what_the_games_show():
    assert PAGE.read_text(encoding="utf-8") == page(), "out of date: `make golden` writes it anew"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
