"""Donburiko's table as lines of text."""

from kobako.core.words import Words
from kobako.games.donburiko.view import View


def draw(shown: View, words: Words, names: list[str]) -> list[str]:
    """Rows above, players below."""
    lines = [words.label("round", round=shown["round"]) + "   " + words.label("bank", chips=shown["bank"])]
    if shown["last_round"]:
        lines[0] += "   " + words.label("last_round")
    for row, lying in shown["rows"].items():
        cards = [f"({c['card']})" if "face_down_by" in c else c["card"] for c in lying]
        lines.append(f"  {row}: " + " ".join(cards))
    for seat, player in enumerate(shown["seats"]):
        mark = "*" if seat == shown["to_move"] else " "
        line = f"{mark} {names[seat]}: {words.label('chips', chips=player['chips'])}"
        if player["credit"]:
            line += " " + words.label("credit", points=player["credit"])
        line += f" [{' '.join(player['hand'])}]"
        if player["has_taken"]:
            line += " " + words.label("has_taken")
        lines.append(line)
    if shown["counting"]:
        counting = shown["counting"]
        lines.append(words.label("counting", points=counting["points_with_ones"], wilds=counting["wild_acorns"]))
    return lines
