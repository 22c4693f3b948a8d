"""The table of Dokitto! Ice as lines of text."""

from kobako.core.words import Words
from kobako.games.ice.view import SeatView, View


def draw(shown: View, words: Words, names: list[str]) -> list[str]:
    """The stock and the trick above, two lines per player below: what they have won, then their hand."""
    stock = "  ".join(f"{colour} " + (",".join(map(str, tiles)) or "-") for colour, tiles in shown["stock"].items())
    lines = [
        words.label("round", round=shown["round"])
        + "   "
        + words.label("tricks_left", tricks=shown["tricks_left"])
        + "   "
        + words.label("stock", tiles=stock)
    ]
    for played in shown["trick"]:
        lines.append(f"    {played['card']:>3}  {names[played['seat']]}")
    for seat, player in enumerate(shown["seats"]):
        mark = "*" if seat == shown["to_move"] else " "
        lines.append(f"{mark} {names[seat]}: " + "  ".join(standing(seat, player, shown, words)))
        if player["hand"]:
            lines.append("    " + " ".join(player["hand"]))
    return lines


def standing(seat: int, player: SeatView, shown: View, words: Words) -> list[str]:
    """What a player has won: trophies, cones, cards, points; and the colours they could not follow."""
    parts = [words.label("trophies", trophies=player["trophies"])]
    for cone, tiles in player["cones"].items():
        parts.append(words.label(f"cone_{cone}", tiles=" ".join(tiles) or "-"))
    cards = " ".join(f"{colour}×{count}" for colour, count in player["cards_taken"].items() if count)
    parts.append(words.label("cards_taken", cards=cards or "-"))
    parts.append(words.label("points", points=player["round_points"]))
    if player["could_not_follow"]:
        parts.append(words.label("could_not_follow", colours=" ".join(player["could_not_follow"])))
    if shown["fourth_tile"] and shown["fourth_tile"]["seat"] == seat:
        parts.append(words.label("fourth_tile"))
    return parts
