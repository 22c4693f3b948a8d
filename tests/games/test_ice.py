"""Dokitto! Ice: each numbered rule, the rulebook's worked cases, the rulings, the options, and who knows what."""

import itertools
import random

import pytest

from kobako.core.errors import BadOption, IllegalAction, UnknownAction
from kobako.core.fields import NONE, UNKNOWN
from kobako.games.ice import GAME, rules
from kobako.games.ice.notation import COLOUR_NAMES, LETTERS
from kobako.games.ice.why import broken

S, C, M, V = range(4)
LEFT, RIGHT = 0, 1


def card(text):
    return LETTERS.index(text[0]) * 10 + int(text[1:]) - 1


def masks(texts):
    """Ranks as bits by colour, from a text such as "S1 S10 V3"."""
    found = [0] * 4
    for text in texts.split():
        found[card(text) // 10] |= 1 << card(text) % 10
    return found


def table(*hands, leader=0, **options):
    """A match with these hands, the leader to play; the cards of nobody count as aside."""
    match = GAME.new(players=len(hands), seed=1, first=leader, **options)
    s = match.state
    rest = [(1 << rules.DEALT_RANKS[s.players]) - 1 if s.colours >> c & 1 else 0 for c in range(4)]
    for p, hand in enumerate(hands):
        for c, held in enumerate(masks(hand)):
            s.hands[p][c] = held
            rest[c] &= ~held
    s.aside[:] = rest
    s.tricks_left = len(hands[0].split())
    return match


def put(match, seat, tiles, cone=LEFT):
    """Put tiles such as "S1 S2 C1" (colour and points) on a cone, out of the stock."""
    for tile in tiles.split():
        colour = LETTERS.index(tile[0])
        match.state.scoops[seat][cone][colour] += 1
        match.state.stock[colour] -= 1
        if tile[1] == "2":
            match.state.topping[colour] = seat * 2 + cone


def play(match, actions):
    """Play a text such as "S1 S2, take S"; gives all that happened."""
    return [event for text in split(actions) for event in match.play(text)]


def split(actions):
    return [text for part in actions.split(",") for text in ([part] if "take" in part else part.split())]


def names(events):
    return [event.kind.name for event in events]


def told(events, name):
    """The numbers of the events of a kind."""
    return [event.record[1 : 1 + len(event.kind.args)] for event in events if event.kind.name == name]


def texts(match):
    return [str(action) for action in match.legal()]


def refused(match, action):
    """The rule that forbids an action; its sentence is there in both languages, and nothing changed."""
    before = match.to_bytes()
    with pytest.raises(IllegalAction) as error:
        match.play(action)
    assert match.to_bytes() == before
    chosen = match.setup.action(action)
    for lang in ("en", "ja"):
        refusal = match.refusal(chosen, match.legal(), lang)
        assert refusal.rule == error.value.rule
        assert refusal.why == GAME.words(lang).get("rule", error.value.rule)
    return error.value.rule


def positions(players, games=6, **options):
    """Positions of random games, every one of them."""
    for seed in range(games):
        rng = random.Random(seed)
        match = GAME.new(players=players, seed=seed, **options)
        while not match.over:
            yield match, rng
            match.play(rng.choice(match.legal()))
        yield match, rng


# The box, and the deal.


def test_tiles_are_taken_1_1_2():
    """ICE-1: three tiles a colour; the two of 1 point come first, the one of 2 with the topping last."""
    match = table("S10 S9 S8 C1", "S7 S6 S5 C2", "S4 S3 S2 C3")
    assert match.state.stock == [3, 3, 3, 0]
    left = []
    points = []
    for trick in ("S10 S7 S4", "S9 S6 S3", "S8 S5 S2"):
        left.append(match.view(None).show()["stock"]["S"])
        points += told(play(match, trick), "took")
    assert left == [[1, 1, 2], [1, 2], [2]]
    assert points == [(0, S, 1), (0, S, 1), (0, S, 2)]
    assert match.state.stock == [0, 3, 3, 0]
    assert match.state.topping == [0, NONE, NONE, NONE]
    assert match.view(None).show()["seats"][0]["cones"] == {"only": ["S+1", "S+1", "S+2"]}


def test_the_box_has_forty_cards():
    """ICE-1: four colours of 1 to 10 are forty cards, each with its text."""
    actions = GAME.setup(4).actions
    assert [str(a) for a in actions[:40]] == [f"{letter}{n}" for letter in "SCMV" for n in range(1, 11)]
    hands = GAME.new(players=4, seed=3).state.hands
    for colour in range(4):
        assert sum(hand[colour] for hand in hands) == 1023


@pytest.mark.parametrize(
    ("players", "options", "hand", "aside"),
    [(4, {}, 10, 0), (3, {}, 9, 3), (2, {}, 10, 4), (2, {"hand": 10}, 10, 4), (2, {"hand": "12"}, 12, 0)],
)
def test_the_deal(players, options, hand, aside):
    """ICE-2: 4 players 10 cards each; 3 players 9 of 30, 3 aside; 2 players 10 (or 12) of 24, the rest aside."""
    for seed in range(20):
        match = GAME.new(players=players, seed=seed, **options)
        shown = match.game.notation.show(match.state)
        assert [len(seat["hand"]) for seat in shown["seats"]] == [hand] * players
        assert len(shown["aside"]) == aside
        dealt = sorted(card(c) for seat in shown["seats"] for c in seat["hand"]) + [card(c) for c in shown["aside"]]
        ranks, colours = (6, 4) if players == 2 else (10, 3) if players == 3 else (10, 4)
        assert sorted(dealt) == [c * 10 + r for c in range(colours) for r in range(ranks)]
        assert match.state.tricks_left == hand
        assert match.view(0).show()["aside"] == ["?"] * aside


def test_three_colours_and_their_tiles():
    """ICE-2: three players use three colours, and only their tiles."""
    match = GAME.new(players=3, seed=5, colours="vanilla strawberry chocolate")
    assert match.state.colours == 0b1011
    assert match.state.stock == [3, 3, 0, 3]
    assert all(hand[M] == 0 for hand in match.state.hands)
    assert match.state.aside[M] == 0
    assert list(match.view(0).show()["stock"]) == ["S", "C", "V"]


def test_actions_that_have_no_text():
    """ICE-2, ICE-12: cards that are not in the deck and cones that are not there have no text."""
    two, three, four = (GAME.setup(n) for n in (2, 3, 4))
    assert len(two.actions) == len(three.actions) == len(four.actions) == 52
    assert [str(a) for a in two.actions if a is not None and a < 40] == [f"{c}{n}" for c in "SCMV" for n in range(1, 7)]
    assert [str(a) for a in two.actions[40:]] == [f"take {c}{cone}" for cone in ("", " left", " right") for c in "SCMV"]
    assert [str(a) for a in four.actions[40:44]] == ["take S", "take C", "take M", "take V"]
    assert set(four.actions[44:]) == set(three.actions[44:]) == {None}
    assert three.actions[30:40] == (None,) * 10
    assert [str(a) for a in three.actions[40:44]] == ["take S", "take C", "take M", "None"]
    with pytest.raises(UnknownAction, match="'S1'"):
        GAME.new(players=2, seed=1).play("S7")
    with pytest.raises(UnknownAction):
        GAME.new(players=4, seed=1).play("take S left")
    with pytest.raises(UnknownAction):
        GAME.new(players=3, seed=1).play("V1")


# A trick.


def test_the_leader_plays_any_card():
    """ICE-3: the leader plays any card of the hand."""
    match = table("S1 C2 V10", "S2 C3 M1", "S3 C4 M2", "S4 C5 M3")
    assert texts(match) == ["S1", "C2", "V10"]


def test_the_others_follow_if_they_can():
    """ICE-3: who holds the led colour plays it; who does not plays anything; clockwise from the leader."""
    match = table("S5 C2", "S2 C3", "M3 C4", "S4 S6", leader=3)
    match.play("S4")
    assert (match.seat, texts(match)) == (0, ["S5"])
    match.play("S5")
    assert (match.seat, texts(match)) == (1, ["S2"])
    match.play("S2")
    assert (match.seat, texts(match)) == (2, ["C4", "M3"])


def test_refusals_while_playing():
    """ICE-2, ICE-3, ICE-5: a card not held, a colour not followed, a tile before the trick is won."""
    match = table("S5 C2", "S2 C3", "M3 C4", "S4 S6")
    assert refused(match, "S2") == "ICE-2"
    assert refused(match, "take S") == "ICE-5"
    match.play("S5")
    assert refused(match, "C3") == "ICE-3"
    assert refused(match, "C4") == "ICE-2"
    assert refused(match, "take S") == "ICE-5"


@pytest.mark.parametrize(
    ("trick", "winner", "how"),
    [
        ("S4 S9 S2 S7", 1, "won_highest"),
        ("S4 S9 C2 S7", 2, "won_lowest"),
        ("S3 S8 M3 V5", 2, "won_lowest"),
        ("S1 C1 M1 V1", 3, "won_lowest"),
        ("S1 C1 M2 V3", 1, "won_lowest"),
        ("S1 S10 M2 S9", 0, "won_lowest"),
        ("V1 V10 V9 V8", 1, "won_highest"),
        ("V10 V9 V8 V1", 0, "won_highest"),
        ("C10 C9 C8 M10", 2, "won_lowest"),
    ],
)
@pytest.mark.parametrize("leader", [0, 2])
def test_who_wins_a_trick(trick, winner, how, leader):
    """ICE-4: of one colour the highest; of several the lowest of any colour, the later of equals."""
    cards = trick.split()
    hands = [""] * 4
    for i, text in enumerate(cards):
        hands[(leader + i) % 4] = text
    match = table(*hands, leader=leader)
    match.state.tricks_left = 2  # so that the round does not end with it
    events = play(match, trick)
    seat = (leader + winner) % 4
    assert told(events, how) == [(seat, card(cards[winner]))]
    assert match.seat == seat


def test_the_winner_chooses_a_colour_and_takes_the_cards():
    """ICE-5: one of the colours played, its next tile, and all the cards."""
    match = table("S3 S4", "S8 S9", "M3 M4", "V5 V6")
    events = play(match, "S3 S8 M3 V5")
    assert names(events)[-1] == "won_lowest"
    assert (match.seat, texts(match)) == (2, ["take S", "take M", "take V"])
    assert refused(match, "take C") == "ICE-5"
    assert refused(match, "M4") == "ICE-6"
    events = match.play("take V")
    assert told(events, "took") == [(2, V, 1)]
    assert told(events, "gathered") == [(2, 4)]
    assert match.state.won[2] == [2, 0, 1, 1]
    assert match.state.scoops[2][LEFT] == [0, 0, 0, 1]
    assert match.state.stock == [3, 3, 3, 2]
    assert match.state.trick == [NONE] * 4


def test_one_colour_is_taken_at_once():
    """ICE-5, ruling: with a single answer there is nothing to choose; the events are the same."""
    match = table("S3 S4", "S8 S9", "S2 M4", "S5 V6")
    events = play(match, "S3 S8 S2 S5")
    assert names(events)[-3:] == ["won_highest", "took", "gathered"]
    assert told(events, "took") == [(1, S, 1)]
    assert (match.seat, texts(match)) == (1, ["S9"])
    assert match.state.won[1] == [4, 0, 0, 0]


def test_a_colour_without_tiles_dodges_the_fourth_scoop():
    """ICE-5, ruling: a colour whose tiles are gone may be chosen, and gives none."""
    match = table("S1 S4", "C6 C7", "M8 M9")
    put(match, 0, "C1 C1 M1")
    put(match, 1, "S1 S1 S2")
    play(match, "S1 C6 M8")
    assert texts(match) == ["take S", "take C", "take M"]
    events = match.play("take S")
    assert told(events, "took_none") == [(0, S)]
    assert "thrown_out" not in names(events)
    assert match.state.won[0] == [1, 1, 1, 0]
    assert match.state.scoops[0][LEFT] == [0, 2, 1, 0]
    assert match.state.stock == [0, 1, 2, 0]
    assert match.state.round_no == 1


def test_one_colour_without_tiles_is_taken_at_once():
    """ICE-5, ruling: also where the only colour has no tiles left, with any number of players."""
    for hands in (("S3 S4", "S2 S1"), ("S3 S4", "S2 M5", "S1 C4")):
        match = table(*hands)
        put(match, 0, "C1 C1 M1")
        put(match, 1, "S1 S1 S2")
        events = play(match, " ".join(hand.split()[0] for hand in hands))
        assert names(events)[-3:] == ["won_highest", "took_none", "gathered"]
        assert (match.seat, match.state.phase) == (0, rules.PLAY)
        assert match.state.scoops[0][LEFT] == [0, 2, 1, 0]


def test_the_winner_leads():
    """ICE-6: whoever won the trick leads the next."""
    match = table("S3 S4", "S8 S9", "S2 M4", "S5 V6")
    play(match, "S3 S8 S2 S5")
    assert match.seat == match.state.leader == 1
    play(match, "S9 M4")
    assert match.seat == 3


# The end of a round.


def test_the_fourth_tile_ends_the_round():
    """ICE-7: who takes a fourth tile is thrown out, hands or not; the trick is taken first."""
    match = table("S9 C4", "S8 C9", "S2 M4", "S5 V6")
    put(match, 0, "C1 C1 M1")
    match.state.won[1][V] = 1
    put(match, 1, "V1")
    events = play(match, "S9 S8 S2 S5")
    assert names(events)[4:] == [
        *("won_highest", "took", "gathered", "thrown_out"),
        *("scored", "scored", "scored", "scored", "trophy", "round"),
    ]
    assert told(events, "thrown_out") == [(0,)]
    assert match.state.round_no == 2


def test_three_tiles_do_not_end_the_round():
    """ICE-7: three scoops are allowed."""
    match = table("S9 C4", "S8 C9", "S2 M4", "S5 V6")
    put(match, 0, "C1 M1")
    events = play(match, "S9 S8 S2 S5")
    assert names(events)[-1] == "gathered"
    assert match.state.round_no == 1


def test_empty_hands_end_the_round():
    """ICE-7: when all hands are empty the round ends."""
    match = table("S9", "S8", "S2", "S5")
    events = play(match, "S9 S8 S2 S5")
    assert "hands_empty" in names(events)
    assert told(events, "scored") == [(0, 4), (1, 0), (2, 0), (3, 0)]
    assert match.state.round_no == 2


def test_the_last_card_is_asked_for():
    """ICE-3: a turn's own move is asked for even where one card is left."""
    match = table("S9", "S8", "S2", "S5")
    for text in ("S9", "S8", "S2", "S5"):
        assert texts(match) == [text]
        match.play(text)


def test_the_worked_case():
    """ICE-8: 3 chocolate and 6 matcha cards, tiles chocolate 1 + 2 and matcha 1: 3 x 3 + 6 x 1 = 15."""
    match = table("S1", "S2", "S3", "S4")
    match.state.won[0][:] = [0, 3, 6, 0]
    put(match, 0, "C1 C2 M1")
    assert rules.round_points(match.state, 0) == 15
    assert match.view(0).show()["seats"][0]["round_points"] == 15
    assert told(play(match, "S1 S2 S3 S4"), "scored") == [(0, 15), (1, 0), (2, 0), (3, 4)]


def test_thrown_out_scores_nothing():
    """ICE-8: who was thrown out scores 0, whatever they took."""
    match = table("S9 C4", "S8 C9", "S2 M4", "S5 V6")
    match.state.won[0][:] = [0, 8, 8, 0]
    put(match, 0, "C1 C1 M1")
    match.state.won[1][V] = 3
    put(match, 1, "V1")
    events = play(match, "S9 S8 S2 S5")
    assert told(events, "scored") == [(0, 0), (1, 3), (2, 0), (3, 0)]
    assert told(events, "trophy") == [(1, 1)]


def finish(match, won, cones):
    """Seat 0 wins the last trick, S9 with 4 cards, after these cards and tiles; gives what happened."""
    for p, row in enumerate(won):
        match.state.won[p][:] = row
        put(match, p, cones[p])
    return play(match, "S9 S8 S2 S5")


def last_table():
    return table("S9", "S8", "S2", "S5")


def test_the_most_points_win_the_round():
    """ICE-9: the most points get the trophy."""
    events = finish(last_table(), [[0] * 4, [0, 5, 0, 0], [0, 0, 6, 0], [0] * 4], ["", "C1", "M1", ""])
    assert told(events, "scored") == [(0, 4), (1, 5), (2, 6), (3, 0)]
    assert told(events, "trophy") == [(2, 1)]
    assert "tie_broken" not in names(events)


def test_a_tie_is_broken_by_tiles():
    """ICE-9: of equal points, more tiles."""
    events = finish(last_table(), [[0] * 4, [0, 4, 2, 0], [0, 0, 6, 0], [0] * 4], ["", "C1 M1", "M1", ""])
    assert told(events, "scored") == [(0, 4), (1, 6), (2, 6), (3, 0)]
    assert told(events, "tie_broken") == [(2,)]
    assert told(events, "trophy") == [(1, 1)]


def test_tiles_come_before_ones():
    """ICE-9: three tiles of 1 + 2 + 2 win against two of 1 + 1."""
    won = [[0] * 4, [0, 2, 1, 0], [0, 0, 0, 8], [0] * 4]
    events = finish(last_table(), won, ["", "C1 C2 M2", "V1 S1", ""])
    assert told(events, "scored")[1:3] == [(1, 8), (2, 8)]
    assert told(events, "tie_broken") == [(2,)]
    assert told(events, "trophy") == [(1, 1)]


def test_a_tie_is_broken_by_ones():
    """ICE-9: of equal points and tiles, more 1-point tiles: 1 + 1 + 1 against 1 + 1 + 2."""
    won = [[0] * 4, [0, 4, 4, 0], [0, 2, 0, 10], [0] * 4]
    events = finish(last_table(), won, ["", "C1 M1 M2", "C1 V1 S1", ""])
    assert told(events, "scored")[1:3] == [(1, 16), (2, 12)]
    won[2] = [4, 2, 0, 10]
    events = finish(last_table(), won, ["", "C1 M1 M2", "C1 V1 S1", ""])
    assert told(events, "scored")[1:3] == [(1, 16), (2, 16)]
    assert told(events, "tie_broken") == [(1,)]
    assert told(events, "trophy") == [(2, 1)]


def test_a_full_tie_gives_all_a_trophy():
    """ICE-9: equal in points, tiles and 1-point tiles: all of them get one."""
    events = finish(last_table(), [[0] * 4, [0, 6, 0, 0], [0, 0, 6, 0], [0, 5, 0, 0]], ["", "C1", "M1", "C1"])
    assert told(events, "trophy") == [(1, 1), (2, 1)]
    assert "tie_broken" not in names(events)


def test_one_thrown_out_cannot_win_the_round():
    """ICE-9, ruling: with 3-4 players; if all others have 0 points they are compared as usual."""
    match = table("S9 C4", "S8 C9", "S2 M4", "S5 V6")
    put(match, 0, "C1 C1 M1")
    events = play(match, "S9 S8 S2 S5")
    assert told(events, "scored") == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert told(events, "trophy") == [(1, 1), (2, 1), (3, 1)]
    assert match.state.trophies == [0, 1, 1, 1]


def test_three_trophies_win():
    """ICE-10: the third trophy ends the game."""
    match = last_table()
    match.state.trophies[:] = [2, 2, 0, 1]
    match.state.round_no = 5
    events = play(match, "S9 S8 S2 S5")
    assert match.over
    assert names(events)[-2:] == ["trophy", "ended"]
    assert match.winners == [0]
    assert match.scores == [3, 2, 0, 1]
    assert match.ranks == [1, 2, 4, 3]
    assert match.state.round_no == 5


def test_two_trophies_do_not_win():
    """ICE-10: two are not enough."""
    match = last_table()
    match.state.trophies[:] = [1, 2, 2, 2]
    play(match, "S9 S8 S2 S5")
    assert not match.over
    assert match.winners == []
    assert match.scores == [2, 2, 2, 2]


def test_third_trophies_at_once_share_the_game():
    """ICE-10: those who get their third at the same time share the win."""
    match = last_table()
    match.state.trophies[:] = [2, 2, 2, 0]
    finish(match, [[0] * 4, [0, 6, 0, 0], [0, 0, 6, 0], [0] * 4], ["", "C1", "M1", ""])
    assert match.over
    assert match.winners == [1, 2]
    assert match.scores == [2, 3, 3, 0]


def test_trophies_never_run_out():
    """ICE-10, ruling: the box has ten, but four players can get more."""
    match = last_table()
    match.state.trophies[:] = [2, 2, 2, 2]
    won = [[0] * 4, [0, 6, 0, 0], [0, 0, 6, 0], [0, 0, 0, 6]]
    finish(match, won, ["", "C1", "M1", "V1"])
    assert match.scores == [2, 3, 3, 3]


def test_the_next_round():
    """ICE-11: tiles back, all cards dealt anew, trophies kept; the winner of the last trick leads."""
    match = table("S5", "S8", "S9", "S2")
    put(match, 1, "C1 C1 M1")
    match.state.won[1][:] = [0, 9, 0, 0]
    match.state.void[3] = 0b10
    match.state.trophies[:] = [0, 1, 0, 2]
    events = play(match, "S5 S8 S9 S2")
    assert told(events, "trophy") == [(1, 2)]
    assert told(events, "round") == [(2, 2)]
    s = match.state
    assert (s.round_no, s.to_move, s.leader, s.tricks_left) == (2, 2, 2, 10)
    assert s.trophies == [0, 2, 0, 2]
    assert s.stock == [3] * 4
    assert s.topping == [NONE] * 4
    assert s.scoops == [[[0] * 4] * 2] * 4
    assert s.won == [[0] * 4] * 4
    assert s.void == s.played == [0] * 4
    assert broken(s) is None


def test_the_one_thrown_out_leads_the_next_round():
    """ICE-11: the winner of the last trick leads, thrown out or not."""
    match = table("S1 C4", "S8 C9", "S9 M4", "S5 V6")
    put(match, 2, "C1 C1 M1")
    events = play(match, "S1 S8 S9 S5")
    assert told(events, "thrown_out") == [(2,)]
    assert match.seat == 2


def test_rounds_are_dealt_differently():
    """ICE-11: the cards are shuffled."""
    match = last_table()
    before = [row[:] for row in GAME.new(players=4, seed=1, first=0).state.hands]
    play(match, "S9 S8 S2 S5")
    assert match.state.hands != before


# Two players.


def test_two_cones():
    """ICE-12: the tile goes on the cone of the winner's choice, in one decision with the colour."""
    match = table("S3 S4 M1", "C5 M6 M2")
    play(match, "S3 C5")
    assert texts(match) == ["take S left", "take C left", "take S right", "take C right"]
    assert refused(match, "take S") == "ICE-12"
    assert refused(match, "take M left") == "ICE-5"
    assert refused(match, "take M") == "ICE-5"
    assert refused(match, "S4") == "ICE-6"
    events = match.play("take C right")
    assert told(events, "took_onto") == [(0, C, 1, RIGHT)]
    assert match.state.scoops[0] == [[0, 0, 0, 0], [0, 1, 0, 0]]
    play(match, "M1 M6")
    assert (match.seat, texts(match)) == (1, ["take M left", "take M right"])  # one colour, but two cones


def test_no_cone_for_a_colour_without_tiles():
    """ICE-5, ruling: in the 2-player game a colour whose tiles are gone is one action, without a cone."""
    match = table("S3 S4", "C5 C6")
    put(match, 1, "C1 C1 C2", RIGHT)
    play(match, "S3 C5")
    assert texts(match) == ["take C", "take S left", "take S right"]
    assert refused(match, "take C left") == "ICE-12"
    events = match.play("take C")
    assert told(events, "took_none") == [(0, C)]
    assert match.state.scoops[0] == [[0] * 4, [0] * 4]
    assert match.state.won[0] == [1, 1, 0, 0]


def test_dodging_does_not_lose_a_full_cone():
    """ICE-5, ICE-12: with three tiles on a cone a colour without tiles ends nothing."""
    match = table("S3 S4", "C5 C6")
    put(match, 0, "S1 M1 V1", LEFT)
    put(match, 0, "M1 V1 V2", RIGHT)
    put(match, 1, "C1 C1 C2", RIGHT)
    play(match, "S3 C5, take C")
    assert match.state.round_no == 1
    assert match.seat == 0


def test_a_fourth_tile_loses_that_cone_only():
    """ICE-7, ICE-12: that cone scores nothing, the other does, with the cards of the trick: 5 chocolate x 3 = 15."""
    match = table("C3 S4", "M5 S6")
    put(match, 0, "S1 V1 M1", LEFT)
    put(match, 0, "C1 C2", RIGHT)
    put(match, 1, "C1", LEFT)
    match.state.won[0][:] = [2, 4, 1, 2]
    match.state.won[1][:] = [0, 2, 0, 0]
    events = play(match, "C3 M5, take M left")
    assert told(events, "cone_lost") == [(0, LEFT)]
    assert told(events, "scored") == [(0, 15), (1, 2)]
    assert told(events, "trophy") == [(0, 1)]
    assert match.state.round_no == 2


def test_both_cones_score():
    """ICE-12: the score is that of both cones; four tiles on two cones end nothing."""
    match = table("S3 S4", "S1 S2")
    put(match, 0, "S1 C1", LEFT)
    put(match, 0, "S1 M1", RIGHT)
    match.state.won[0][:] = [2, 3, 1, 0]
    assert rules.round_points(match.state, 0) == 2 * 2 + 3 + 1
    play(match, "S3 S1, take S right")
    assert match.state.round_no == 1
    assert match.state.topping[S] == RIGHT
    assert rules.round_points(match.state, 0) == 4 * 1 + 3 + 4 * 3 + 1


def test_ties_count_scoring_cones_only():
    """ICE-12, ruling: the tie-breaks count the tiles on scoring cones."""
    match = table("C3 S4", "M5 S6")
    put(match, 0, "S1 V1 M1", LEFT)
    put(match, 0, "C1", RIGHT)
    put(match, 1, "S1 V1", LEFT)
    match.state.won[0][:] = [2, 4, 1, 2]  # 5 chocolate cards with the trick: 5 points, 1 tile that counts
    match.state.won[1][:] = [3, 0, 0, 2]  # 5 points, 2 tiles
    events = play(match, "C3 M5, take M left")
    assert told(events, "scored") == [(0, 5), (1, 5)]
    assert told(events, "tie_broken") == [(0,)]
    assert told(events, "trophy") == [(1, 1)]


def test_two_players_can_tie_at_nothing():
    """ICE-9, ICE-12: who lost a cone can share the round with one who has nothing either."""
    match = table("C3 S4", "M5 S6")
    put(match, 0, "S1 V1 M1", LEFT)
    events = play(match, "C3 M5, take M left")
    assert told(events, "scored") == [(0, 0), (1, 0)]
    assert told(events, "trophy") == [(0, 1), (1, 1)]


# Who knows what.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views(players):
    """ICE-13: all see the cards played, who could not follow, all tiles; not the other hands, nor the cards aside."""
    public = ("played", "void", "trick", "won", "stock", "scoops", "topping", "trophies", "tricks_left", "leader")
    for match, _ in positions(players, games=2):
        s = match.state
        for viewer in (*range(players), None):
            view = match.view(viewer).state
            for name in public:
                assert getattr(view, name) == getattr(s, name)
            for p in range(4):
                assert view.hands[p] == (s.hands[p] if p == viewer else [UNKNOWN] * 4)
            assert view.aside == [UNKNOWN] * 4
            assert set(view.rng) == {0}
            shown = match.view(viewer).show()
            for p in range(players):
                true = match.game.notation.show(s)["seats"][p]["hand"]
                assert shown["seats"][p]["hand"] == (true if p == viewer else ["?"] * len(true))


def test_who_could_not_follow_is_remembered():
    """ICE-13: failing to follow marks the colour led for the rest of the round, and following does not."""
    match = table("S3 S4", "S8 S9", "M2 M4", "V5 V6")
    events = play(match, "S3 S8 M2 V5")
    assert match.state.void == [0, 0, 1 << S, 1 << S]
    assert told(events, "no_follow") == [(2, S), (3, S)]
    match.play("take M")
    assert match.state.void == [0, 0, 1 << S, 1 << S]
    assert match.view(None).show()["seats"][2]["could_not_follow"] == ["S"]


@pytest.mark.parametrize(
    ("players", "options"), [(2, {}), (2, {"hand": 12}), (3, {}), (3, {"colours": "C M V"}), (4, {})]
)
def test_imagining(players, options):
    """ICE-13: imagined states fit the view and the voids, and are sound, in every position of some games."""
    differ = checked = voids = 0
    for match, rng in positions(players, games=4, **options):
        for seat in range(players):
            view = match.view(seat)
            s = view.imagine(rng)
            checked += 1
            voids += any(match.state.void[q] for q in range(players) if q != seat)
            assert broken(s) is None
            assert all(not (s.void[q] >> c & 1 and s.hands[q][c]) for q in range(players) for c in range(4))
            differ += s.hands != match.state.hands
            again = s.copy()
            match.game.plain.hide(again, seat)
            assert again == view.state
    assert checked > 500
    assert voids > 100
    if options.get("hand") == 12:
        assert differ == 0  # no card is aside: each knows the other's hand
    else:
        assert differ > checked / 2


def test_imagining_where_it_could_get_stuck():
    """ICE-13: two seats void in different colours leave one deal, and it is found every time."""
    match = table("S1 S2", "C1 C2", "S3 S4", "C3 M1", leader=0)
    s = match.state
    s.played[:] = [1023 & ~h for h in (0b1111, 0b111, 0b1, 0)]
    s.aside[:] = [0] * 4
    s.void[:] = [0, 1 << S | 1 << M, 1 << C | 1 << M, 0]  # M1 must be seat 3's, then S3 S4 or some C
    found = set()
    for seed in range(300):
        t = match.view(0).imagine(seed)
        assert t.hands[1][S] == t.hands[1][M] == t.hands[2][C] == t.hands[2][M] == 0
        assert t.hands[3][M] == 1
        assert [sum(h.bit_count() for h in t.hands[p]) for p in range(4)] == [2, 2, 2, 2]
        found.add(tuple(map(tuple, t.hands)))
    # Seat 3's other card is an S (then seat 1 lacks one) or a C: only a C fits, any of the three.
    assert len(found) == 3


def test_imagining_is_fair_where_nobody_is_void():
    """ICE-13: with no voids all deals of the unseen cards are equally likely, those aside included."""
    match = table("S1 S2", "S3 S4", "S5 S6")
    s = match.state
    s.played[:] = [1023 & ~0b111111, 1023 & ~0b1, 1023, 0]
    s.aside[:] = [0, 1, 0, 0]
    rng = random.Random(6)
    counts = {}
    view = match.view(1)
    for _ in range(6000):
        t = view.imagine(rng)
        key = (*map(tuple, t.hands), tuple(t.aside))
        counts[key] = counts.get(key, 0) + 1
    assert len(counts) == 30  # 5 cards: 2 of them, 2 of them, 1 aside
    assert all(140 < n < 270 for n in counts.values())


def test_imagining_is_fair_where_one_seat_is_void():
    """ICE-13: with voids of one seat all fitting deals are equally likely."""
    match = table("S1 S2", "S3 S4", "M1 C3", "C1 C2", leader=0)
    s = match.state
    s.played[:] = [1023 & ~h for h in (0b1111, 0b111, 0b1, 0)]
    s.aside[:] = [0] * 4
    s.void[:] = [0, 0, 1 << S, 0]
    rng = random.Random(4)
    counts = {}
    view = match.view(0)
    for _ in range(6000):
        t = view.imagine(rng)
        key = tuple(map(tuple, t.hands))
        counts[key] = counts.get(key, 0) + 1
    # Seat 2 gets two of the four cards that are no S: 6 ways; the other four cards fall on seats 1 and 3: 6 ways.
    assert len(counts) == 36
    assert all(110 < n < 230 for n in counts.values())


def test_imagining_is_nearly_fair_where_voids_cross():
    """ICE-13: one seat without strawberry, another without chocolate: all fitting deals come up, nearly as often."""
    match = table("S1 S2", "C1 M1", "S3 M2", "S4 C2", leader=0)
    s = match.state
    s.played[:] = [1023 & ~h for h in (0b1111, 0b11, 0b11, 0)]
    s.aside[:] = [0] * 4
    s.void[:] = [0, 1 << S, 1 << C, 0]
    rng = random.Random(4)
    counts = {}
    view = match.view(0)
    for _ in range(4000):
        key = tuple(map(tuple, view.imagine(rng).hands))
        counts[key] = counts.get(key, 0) + 1
    fitting = 0
    for first in itertools.combinations(["C1", "C2", "M1", "M2"], 2):
        for second in itertools.combinations(["S3", "S4", "M1", "M2"], 2):
            fitting += not set(first) & set(second)
    assert len(counts) == fitting == 19
    assert all(0.7 < n * fitting / 4000 < 1.4 for n in counts.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_observation(players):
    """ICE-13: an observation is made of what the seat sees, and shows its hand and the cards played."""
    for match, _ in positions(players, games=2):
        for seat in range(players):
            x, y = ([0] * GAME.knowledge.OBSERVATION for _ in range(2))
            GAME.knowledge.observe(match.state, seat, x)
            GAME.knowledge.observe(match.view(seat).state, seat, y)
            assert x == y
            assert all(0 <= value <= 255 for value in x)
            hand = match.view(seat).show()["seats"][seat]["hand"]
            assert [i for i in range(40) if x[i]] == sorted(map(card, hand))
            played = match.view(seat).show()["played_in_round"]
            assert [i for i in range(40) if x[40 + i]] == sorted(map(card, played))


def test_observation_counts_seats_from_the_observer():
    """ICE-13: the same table, seen from another seat, is turned."""
    match = table("S3 S4", "S8 S9", "M2 M4", "V5 V6", leader=1)
    play(match, "S8 M2 V5")
    k = GAME.knowledge
    for seat in range(4):
        x = [0] * k.OBSERVATION
        k.observe(match.state, seat, x)
        for p, text in ((1, "S8"), (2, "M2"), (3, "V5")):
            at = k.SEAT_AT + (p - seat) % 4 * k.SEAT_SIZE
            assert [i for i in range(40) if x[at + i]] == [card(text)]
            assert x[at + k.VOID_AT + S] == (p != 1)
            assert x[at + k.MORE_AT] == 1
            assert x[at + k.MORE_AT + 2] == (p == 1)
        at = k.SEAT_AT + (0 - seat) % 4 * k.SEAT_SIZE
        assert sum(x[at : at + 40]) == 0
        assert x[at + k.MORE_AT] == 2
        assert x[at + k.MORE_AT + 3] == 1


def test_events_are_for_all():
    """ICE-13: nothing is played in secret: everyone reads the same events, and the deal alone shows something new."""
    for match, _ in positions(3, games=2):
        last = match
    for event in last.events:
        assert all(event.seen_by(seat) == event for seat in (0, 1, 2, None))
    assert [kind.name for kind in GAME.events.values() if kind.reveals] == ["round"]


# Options, the course of a game, words.


def test_defaults():
    """ICE-2: two players hold 10 cards; three play without vanilla; the others have no such option."""
    assert GAME.setup(2).option_texts() == {"first": "drawn", "hand": "10"}
    assert GAME.setup(3).option_texts() == {"first": "drawn", "colours": "strawberry chocolate matcha"}
    assert GAME.setup(4).option_texts() == {"first": "drawn"}
    assert [GAME.setup(n).template.colours for n in (2, 3, 4)] == [0b1111, 0b111, 0b1111]


@pytest.mark.parametrize(
    "value",
    ["vanilla, S,Matcha", "v m s", ["M", "strawberry", "V"], ("strawberry", "matcha", "vanilla"), {"S", "M", "V"}],
)
def test_colours_are_read(value):
    """ICE-2: the option takes names or letters, in any order, as a text or a sequence."""
    setup = GAME.setup(3, colours=value)
    assert setup.option_texts()["colours"] == "strawberry matcha vanilla"
    assert setup.template.colours == 0b1101
    assert GAME.setup(3, colours=setup.option_texts()["colours"]).template == setup.template


@pytest.mark.parametrize("value", ["", "S C", "S C M V", "S S C", "S C lemon", "SCM", 7, None, ["S", "C", 3], True])
def test_colours_are_checked(value):
    """ICE-2: what is not three different colours is refused, naming what is allowed."""
    with pytest.raises(BadOption, match="three of strawberry, chocolate, matcha, vanilla"):
        GAME.setup(3, colours=value)


@pytest.mark.parametrize("value", [9, 11, "ten", None, 10.5])
def test_hand_is_checked(value):
    """ICE-2: a hand of two players is 10 or 12 cards."""
    with pytest.raises(BadOption, match="10 or 12"):
        GAME.setup(2, hand=value)


@pytest.mark.parametrize(("players", "options"), [(3, {"hand": 10}), (4, {"hand": 10}), (2, {"colours": "S C M"})])
def test_options_that_do_not_apply(players, options):
    """ICE-2: an option of another number of players is refused."""
    with pytest.raises(BadOption, match="does not apply"):
        GAME.setup(players, **options)
    with pytest.raises(BadOption, match="colours, first, hand"):
        GAME.setup(players, toppings=5)


def test_first():
    """ICE-3: the option names the first leader; else the seed draws one."""
    assert all(GAME.new(players=4, seed=seed, first=2).seat == 2 for seed in range(5))
    assert {GAME.new(players=4, seed=seed).seat for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("players", "options"), [(2, {}), (2, {"hand": 12}), (3, {}), (3, {"colours": "C M V"}), (4, {})]
)
def test_random_games_are_sound(players, options):
    """ICE-7, ICE-10: every state is sound, every round gives trophies, and games end within their bound."""
    for match, _ in positions(players, games=12, **options):
        s = match.state
        assert broken(s) is None
        if match.over:
            assert max(s.trophies) == 3
            assert len(match.actions) <= match.setup.bound
            assert s.round_no <= 2 * players + 1
            rounds = told(match.events, "round")
            assert [number for number, _ in rounds] == list(range(1, s.round_no + 1))
            assert len(told(match.events, "trophy")) == sum(s.trophies)
            assert len(told(match.events, "scored")) == s.round_no * players
        else:
            assert 1 <= len(match.legal()) <= rules.MOST_LEGAL


def spoil(field, *where, add=1):
    """A state with one number changed."""
    match = GAME.new(players=3, seed=8)
    rng = random.Random(8)
    for _ in range(7):
        match.play(rng.choice(match.legal()))
    value = match.state
    *path, last = where or (None,)
    if last is None:
        setattr(value, field, getattr(value, field) + add)
    else:
        row = getattr(value, field)
        for i in path:
            row = row[i]
        row[last] += add
    return match.state


@pytest.mark.parametrize(
    "where",
    [
        ("hands", 0, 0),
        ("hands", 3, 1),
        ("aside", 2),
        ("played", 0),
        ("won", 0, 0),
        ("won", 2, 3),
        ("stock", 1),
        ("scoops", 0, 0, 0),
        ("scoops", 1, 1, 2),
        ("scoops", 3, 0, 0),
        ("topping", 0),
        ("tricks_left",),
        ("in_trick",),
        ("leader",),
        ("to_move",),
        ("colours",),
        ("round_no",),
        ("trick", 3),
        ("over",),
        ("void", 3),
    ],
)
def test_broken_notices(where):
    """ICE-1: a card, a tile or a turn out of place is noticed."""
    field, *path = where
    assert broken(spoil(field, *path, add=0)) is None
    assert broken(spoil(field, *path)) is not None


def test_every_rule_has_its_sentence():
    """ICE-3: refusals name a rule of the page, in words of both languages, and no sentence is left over."""
    given = set()
    for players in (2, 3, 4):
        for match, _ in positions(players, games=2):
            if not match.over:
                view = match.view(match.seat).state
                legal = match.legal()
                given |= {GAME.why.why(view, a) for a in match.setup.actions if a is not None and a not in legal}
    assert given == {"ICE-2", "ICE-3", "ICE-5", "ICE-6", "ICE-12"}
    for lang in ("en", "ja"):
        assert set(GAME.words(lang).tables["rule"]) == given


def test_words_and_picture():
    """ICE-5: a trick reads well in both languages, and is drawn with its cards, tiles and question marks."""
    match = table("S1 S4", "C6 C7", "M8 M9")
    events = play(match, "S1 C6 M8, take C")
    assert [str(event) for event in events] == [
        "Seat 0 plays strawberry 1.",
        "Seat 1 plays chocolate 6.",
        "Seat 1 has no strawberry.",
        "Seat 2 plays matcha 8.",
        "Seat 2 has no strawberry.",
        "More than one colour: Seat 0 wins the trick with the lowest, strawberry 1.",
        "Seat 0 takes a chocolate scoop of 1 point.",
        "Seat 0 takes the 3 cards.",
    ]
    assert events[-2].words("ja") == "席0がチョコのアイス(1点)を取りました。"
    match.play("S4")
    drawn = match.view(1).draw("en", ["Ann", "Ben", "Cat"])
    assert "S4  Ann" in drawn
    assert "Ann: 0 trophies  cone: C+1  cards: S×1 C×1 M×1  = 1 point" in drawn
    assert "* Ben: 0 trophies  cone: -  cards: -  = 0 points  has no S\n    C7" in drawn
    assert drawn.endswith("    ?")
    assert "ストック: S 1,1,2  C 1,2  M 1,1,2" in match.view(1).draw("ja")


def test_the_end_is_drawn():
    """ICE-7: a finished game still shows whose cone got the fourth scoop."""
    match = table("C3 S4", "M5 S6")
    match.state.trophies[:] = [0, 2, 0, 0]
    put(match, 0, "S1 V1 M1", RIGHT)
    match.state.won[1][S] = 1
    put(match, 1, "S1")
    play(match, "C3 M5, take M right")
    assert match.winners == [1]
    assert match.view(None).show()["fourth_tile"] == {"seat": 0, "cone": "right"}
    assert "right cone: S+1 M+1 M+1 V+1" in match.view(None).draw()
    assert "(fourth scoop!)" in match.view(None).draw()


def test_the_colours_of_the_words():
    """ICE-1: strawberry, chocolate, matcha, vanilla."""
    english = GAME.words("en").tables["colour"]
    assert tuple(english[letter] for letter in LETTERS) == COLOUR_NAMES
