"""The deals made elsewhere: from what docs/kifu.md says and nothing else, all five games are dealt as they are here.

Nothing of the engine is used but the replay that an outsider would read. What the page says is written out below, anew.
"""

import re
from itertools import islice
from pathlib import Path

import pytest

import kobako
from tests.referees.playing import game_lines

PAGE = (Path(__file__).parents[1] / "docs" / "kifu.md").read_text(encoding="utf-8")
GAMES = 12  # seeds for each number of players: enough for tiles put back, thefts and reshuffles


def block(key, counter):
    """A block of ChaCha8 for four key words, as sixteen words."""
    constants = [int.from_bytes(b"expand 16-byte k"[i : i + 4], "little") for i in (0, 4, 8, 12)]
    start = [*constants, *key, *key, counter, 0, 0, 0]
    x = start[:]
    columns = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
    diagonals = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    for a, b, c, d in (columns + diagonals) * 4:  # eight rounds
        for into, add, mix, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[into] = x[into] + x[add] & 0xFFFFFFFF
            mixed = x[mix] ^ x[into]
            x[mix] = (mixed << by | mixed >> 32 - by) & 0xFFFFFFFF
    return [a + b & 0xFFFFFFFF for a, b in zip(x, start, strict=True)]


class Elsewhere:
    """The seed's keystream, and what is done with it."""

    def __init__(self, digits):
        key = [int(digits[i : i + 8], 16) for i in (24, 16, 8, 0)]
        self.words = (word for counter in range(1 << 32) for word in block(key, counter))

    def rand(self, n):
        return next(self.words) * n >> 32

    def shuffled(self, cards):
        cards = list(cards)
        for i in range(len(cards) - 1, 0, -1):
            j = self.rand(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    def first(self, heading):
        named = heading["options"]["first"]
        return self.rand(heading["players"]) if named == "drawn" else int(named)


def rounds(lines):
    """The states in which a round has just been dealt."""
    return [line["state"] for line in lines if any(event["event"] == "round" for event in line["events"])]


def check_donburiko(lines, chance):
    players = lines[0]["players"]
    assert lines[0]["state"]["to_move"] == chance.first(lines[0])
    order = ["1", "2", "2", "3", "3", "4", "4", "5", "W", "W", "L", "L", "-1", "-1", "-2", "-2"]
    size = {2: 4, 3: 4, 4: 3}[players]
    for state in rounds(lines):
        cards = iter(chance.shuffled(card for card in order if card != "W" or players > 2))
        assert [row[0]["card"] for row in state["rows"].values()] == list(islice(cards, players))
        for seat in state["seats"]:
            assert sorted(seat["hand"]) == sorted(islice(cards, size))
        assert sorted(state["aside"]) == sorted(cards)
    return len(rounds(lines))


def check_ice(lines, chance):
    players = lines[0]["players"]
    assert lines[0]["state"]["to_move"] == chance.first(lines[0])
    ranks = range(1, 7 if players == 2 else 11)
    size = {2: int(lines[0]["options"].get("hand", 0)), 3: 9, 4: 10}[players]
    names = lines[0]["options"].get("colours", "strawberry chocolate matcha vanilla").split()
    order = [name[0].upper() + str(rank) for name in names for rank in ranks]
    for state in rounds(lines):
        cards = iter(chance.shuffled(order))
        for seat in state["seats"]:
            assert sorted(seat["hand"]) == sorted(islice(cards, size))
        assert sorted(state["aside"]) == sorted(cards)
    return len(rounds(lines))


def check_kotori(lines, chance):
    players = lines[0]["players"]
    assert lines[0]["state"]["dealer"] == chance.first(lines[0])
    deck = chance.shuffled(n for n in range(1, 11) for _ in range(n))
    rows, discards = [[] for _ in range(players)], []
    for line in lines:
        for event in line["events"]:
            seat, card = event.get("seat"), int(event.get("card") or 0)
            if event["event"] in ("field", "took"):
                assert card == deck.pop()
                if event["event"] == "took":
                    rows[seat].append(card)
            elif event["event"] == "reshuffled":
                deck, discards = chance.shuffled(sorted(discards)), []
            elif event["event"] == "won":
                discards += rows[seat]
                rows[seat] = []
            elif event["event"] == "dropped":
                rows[seat].remove(card)
            discards += [card] * {"double": 1, "dropped": 1, "quarrelled": 2}.get(event["event"], 0)
        shown = line["state"]
        lying = [] if shown["treetop"] is None else [shown["treetop"], *shown["deck_from_the_top"]]
        assert lying == [str(card) for card in reversed(deck)]
    return sum(event["event"] == "reshuffled" for line in lines for event in line["events"])


def kind(card):
    """What cards of Tokkuri sort by."""
    if card in ("dummy", "troublesome"):
        return 5, [], card
    numbers = [1] if card == "1~3 draw" else [int(n) for n in re.findall(r"\d", card)]
    effects = [r"[\d+]+", r"[\d+]+ pass", r"[\d+]+ steal", r"[\d+]+ draw", r"[\d+]+\*", r"1~3 draw"]
    return len(numbers), numbers, [bool(re.fullmatch(effect, card)) for effect in effects].index(True)


def check_tokkuri(lines, chance):
    listed = lines[0]["options"]["deck"]
    cards = kinds_on_the_page() if listed == "reconstruction" else listed.split(", ")
    assert lines[0]["state"]["start_player"] == chance.first(lines[0])
    deck, stolen, hands = [], 0, []
    for line in lines:
        for event in line["events"]:
            if event["event"] == "round":
                deck = chance.shuffled(sorted(cards, key=kind))
                dealt = [[deck.pop() for _ in range(7)] for _ in line["state"]["seats"]]
                hands = [sorted(hand, key=kind) for hand in dealt]
                assert [seat["hand"] for seat in line["state"]["seats"]] == hands
            elif event["event"] in ("stole", "lost"):
                victim = event.get("victim", event["seat"])
                hand = [*hands[victim]]
                if victim == line["seat"] and line["action"].startswith("play "):
                    hand.remove(line["action"].removeprefix("play "))
                assert event["card"] == hand[chance.rand(len(hand))]
                stolen += 1
            elif event["event"] == "drew":
                assert event["card"] == deck.pop()
        hands = [seat["hand"] for seat in line["state"]["seats"]]
        assert line["state"]["deck"] == deck[::-1]
    return stolen


def check_umbradeco(lines, chance):
    players, shown = lines[0]["players"], lines[0]["state"]
    assert shown["first_seat"] == chance.first(lines[0])
    deck = chance.shuffled(colour for colour in "RYGBP" for _ in range(8))
    assert shown["removed"] == [deck.pop() for _ in range(2 if players > 2 else 0)]
    start, returned = [deck.pop(), deck.pop()], 0
    while start[0] == start[1]:
        deck.insert(chance.rand(len(deck)), start.pop())
        start.append(deck.pop())
        returned += 1
    column = "_abcde"[shown["side"]]
    below = f"{column}{shown['side'] + 1}"
    assert shown["mat_bottom_to_top"] == {f"{column}{shown['side']}": [start[0]], below: [start[1]]}
    for seat in shown["seats"]:
        assert sorted(seat["hand"]) == sorted([deck.pop(), deck.pop()])
    assert sorted(shown["open_tiles"]) == sorted([deck.pop(), deck.pop()])
    assert shown["deck_top_first"] == deck[::-1]
    return returned


def kinds_on_the_page():
    """The reconstruction, as the page lists it."""
    listed = re.search(r"So the\nreconstruction is\n\n((?:    .+\n)+)", PAGE).group(1)
    return [card.strip() for card in listed.replace("\n", " ").rstrip(" .").split(",")]


CHECKS = {
    "donburiko": (check_donburiko, {}),
    "ice": (check_ice, {}),
    "kotori": (check_kotori, {}),
    "tokkuri": (check_tokkuri, {"rounds": 2}),
    "umbradeco": (check_umbradeco, {}),
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", CHECKS)
def test_a_game_is_dealt_elsewhere(name, players):
    """DON-4, ICE-2, ICE-11, KOT-2, KOT-10, TOK-2, TOK-8, UMB-1, UMB-3: every card that chance decides, to the end."""
    check, options = CHECKS[name]
    digits = [f"{2**127 * (seed % 2) + 7**40 * seed + seed:032x}" for seed in range(GAMES)]
    found = 0
    for i, seed in enumerate(digits):
        lines = game_lines(name, players, int(seed, 16), first="drawn" if i % 3 else i % players, **options)
        assert lines[0]["seed"] == seed
        found += check(lines, Elsewhere(seed))
    assert found > 0


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("ice", 2, {"hand": 12}),
        ("ice", 3, {"colours": "V S C"}),
        ("umbradeco", 2, {"side": 3}),
        ("umbradeco", 3, {"side": 5}),
        ("tokkuri", 3, {"rounds": 2, "deck": "1 steal x5, 1*, 1~3 draw x3, 1 pass, 2 draw, 9+1, 9+2 x3, 5+5 steal x9, "
                        "5+5 pass x2, 2+2+2, 4+1+1+1*, dummy x3, troublesome"}),
    ],
)  # fmt: skip
def test_with_options(name, players, options):
    """ICE-2, UMB-2, TOK-1: what the options change in a deal."""
    for seed in range(3):
        lines = game_lines(name, players, seed, **options)
        CHECKS[name][0](lines, Elsewhere(lines[0]["seed"]))


def test_the_numbers_of_the_page():
    """The seed, the words and the draws that the page gives to check against."""
    seed, words = re.search(r"the seed ([0-9a-f]{32}) has.*?\n\n    ([0-9a-f ]+)\n\n", PAGE, re.DOTALL).groups()
    assert list(islice(Elsewhere(seed).words, 8)) == [int(word, 16) for word in words.split()]
    draws = re.search(r"ten times `rand\(55\)` gives ([\d ]+)\.", PAGE).group(1)
    chance = Elsewhere(seed)
    assert [chance.rand(55) for _ in range(10)] == [int(draw) for draw in draws.split()]


def test_the_reconstruction_of_the_page_is_the_deck():
    """TOK-1: the page lists the 32 cards in the order of their kinds."""
    assert sorted(kinds_on_the_page(), key=kind) == kinds_on_the_page()
    assert tuple(kinds_on_the_page()) == kobako.game("tokkuri").setup(2).options["deck"]
