"""Kotori Atsume's table as lines of text."""

from collections import Counter
from collections.abc import Sequence

from kobako.core.words import Words
from kobako.games.kotori.notation import deck_label
from kobako.games.kotori.view import SeatView, View


def draw(shown: View, words: Words, names: list[str]) -> list[str]:
    """Treetop and field above, players below, and last what everyone can count."""
    deck = words.label(deck_label(shown), cards=len(shown["deck_from_the_top"]))
    head = [words.label("round", round=shown["round"]), deck]
    lines = [
        "   ".join(head),
        "  " + words.label("treetop", card=shown["treetop"] or "-"),
        "  " + words.label("field", cards=cards_text(shown["field"])),
    ]
    for seat, player in enumerate(shown["seats"]):
        mark = "*" if seat == shown["to_move"] else " "
        dealer = words.label("dealer") if seat == shown["dealer"] else ""
        lines.append(f"{mark} {names[seat]}{dealer}")
        lines.append("    " + row_text(player, words))
        lines.append("    " + words.label("cage", cards=cards_text(player["cage"]), size=len(player["cage"])))
    lines.append(words.label("in_deck", cards=counts_text(shown["cards_in_deck"])))
    lines.append(words.label("discards", cards=counts_text(shown["discards"])))
    return lines


def cards_text(cards: Sequence[str]) -> str:
    return " ".join(cards) or "-"


def row_text(player: SeatView, words: Words) -> str:
    """A bid row, its face-down card in brackets, with its sum."""
    row = [f"({card})" if card == player["face_down"] else card for card in player["bid_row"]]
    text = words.label("bid_row", cards=cards_text(row), sum=player["sum_face_up"])
    return text if player["this_round"] in ("in", None) else f"{text} {words.label(player['this_round'])}"


def counts_text(cards: Sequence[str]) -> str:
    """Many cards, shortly: 8 8 8 10 as 8x3 10."""
    return cards_text([card if n == 1 else f"{card}x{n}" for card, n in Counter(cards).items()])
