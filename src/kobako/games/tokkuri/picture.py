"""Tokkuri Taking's table as lines of text."""

from collections.abc import Callable

from kobako.core.words import Words
from kobako.games.tokkuri.view import SeatView, View


def draw(shown: View, words: Words, names: list[str]) -> list[str]:
    """The round above; for each player a line for hand and points, and a line for the flasks; below, what is open."""

    def card(text: str) -> str:
        return text.replace("*", "★") if text[0].isdigit() else words.get("short", text, text)

    lines = [
        words.label("round", round=shown["round"], rounds=shown["rounds"])
        + "   "
        + words.label("deck", cards=len(shown["deck"]))
        + "   "
        + words.label("start_player", seat=names[shown["start_player"]])
    ]
    for seat, player in enumerate(shown["seats"]):
        lines += draw_seat(shown, seat, player, words, names, card)
    if shown["discards"]:
        lines.append(words.label("discards") + " " + "  ".join(map(card, shown["discards"])))
    if shown["playing"]:
        playing = shown["playing"]
        drinks = [f"{d['number']} ← {d['from'] or '…'}" for d in playing["drinks"]]
        lines.append(words.label("playing", card=card(playing["card"])) + "   " + "  ".join(drinks))
    return lines


def draw_seat(
    shown: View, seat: int, player: SeatView, words: Words, names: list[str], card: Callable[[str], str]
) -> list[str]:
    """A player's hand and total; below, the flasks in front of them and what they have won."""
    mark = "*" if seat == shown["to_move"] else " "
    head = f"{mark} {names[seat]}: {words.label('total', points=player['total'])}"
    head += f"   [{'  '.join(map(card, player['hand']))}]"
    if player["chosen"]:
        head += " " + words.label("has_chosen", card=card(player["chosen"]))
    if player["passed_and_still_there"]:
        left = names[(seat + 1) % len(names)]
        head += " " + words.label("passed", card=card(player["passed_and_still_there"]), seat=left)
    mine = [f for f in shown["flasks"] if f["laid_by"] == seat and f["on_the_table"]]
    won = [f for f in shown["flasks"] if f["taken_by"] == seat]
    parts = [f"{f['flask']}:{f['level']}({card(f['card'])})" for f in mine]
    below = "      " + (" ".join(parts) if parts else words.label("no_flask"))
    if won or player["stars_kept"]:
        taken = [f"{f['flask']}({card(f['card'])})" for f in won] + list(map(card, player["stars_kept"]))
        below += "   " + words.label("won") + " " + " ".join(taken)
    return [head, below]
