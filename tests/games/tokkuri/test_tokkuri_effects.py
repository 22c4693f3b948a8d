"""Tokkuri Taking: Pass, Steal, and 1~3."""

from collections import Counter

from kobako.games.tokkuri import GAME
from kobako.games.tokkuri.deck import ODD_LIST
from kobako.games.tokkuri.state import TURN
from tests.games.tokkuri.table import hand, kind_of, levels, names, play, position, refused, texts

# Pass


def test_pass():
    """TOK-7: after drinking, all with cards pass one to the left, unseen and at once, first asked who played."""
    flasks = [(0, "6", 10), (1, "6", 10), (2, "7", 10)]
    match = position(["4, 1+1+1 pass, 5", "2", "3, 8"], flasks, turn=0)
    assert names(play(match, "play 1+1+1 pass")) == ["played", "drank", "drank", "drank"]
    assert levels(match) == [9, 9, 9]
    assert match.state.together == 0b101
    assert texts(match) == ["pass 4", "pass 5"]
    assert play(match, "pass 5") == []
    assert hand(match, 0) == ["4", "5"]
    assert match.seat == 2
    assert texts(match) == ["pass 3", "pass 8"]
    assert refused(match, "pass 2") == refused(match, "lay 3") == "TOK-7"
    events = play(match, "pass 8")
    assert names(events) == ["passed", "received"] * 3
    assert [hand(match, p) for p in range(3)] == [["4", "8"], ["5"], ["2", "3"]]
    assert (match.state.together, match.seat) == (0, 1)


def test_a_card_just_received_is_not_passed_on():
    """TOK-7: an empty hand passes nothing, is filled, and its player is back in; a hand may empty."""
    flasks = [(0, "6", 10), (1, "6", 10), (2, "7", 10)]
    match = position(["4, 3+3+3 pass", "", ""], flasks)
    events = play(match, "play 3+3+3 pass")
    assert [hand(match, p) for p in range(3)] == [[], ["4"], []]
    assert match.seat == 1
    assert names(events)[-2:] == ["passed", "received"]
    assert names(play(match, "lay 4"))[:2] == ["laid", "scored"]


def test_the_player_of_a_pass_may_have_no_cards():
    """TOK-7: then the next with cards is asked first; and the giver skipped over gets a card all the same."""
    flasks = [(0, "6", 10), (1, "6", 10), (2, "7", 10)]
    match = position(["3+3+3 pass", "4, 3", "5, 2"], flasks)
    play(match, "play 3+3+3 pass")
    assert (match.seat, match.state.together) == (1, 0b110)
    play(match, "pass 4", "pass 5")
    assert [hand(match, p) for p in range(3)] == [["5"], ["3"], ["2", "4"]]
    assert match.seat == 1


def test_a_single_card_is_passed_without_asking():
    """TOK-7: all can see that there is no choice; but who holds equal cards is asked, for skipping would tell."""
    flasks = [(0, "6", 10), (1, "6", 10), (2, "7", 10)]
    match = position(["3+3+3 pass", "4", "5, 5"], flasks)
    play(match, "play 3+3+3 pass")
    assert (match.seat, match.state.together, texts(match)) == (2, 0b100, ["pass 5"])
    assert match.view(0).show()["seats"][1]["chosen"] == "?"
    events = play(match, "pass 5")
    assert names(events)[:4] == ["passed", "received", "passed", "received"]
    assert [hand(match, p) for p in range(3)] == [["5"], [], ["4", "5"]]


def test_when_all_have_a_single_card_it_is_passed_at_once():
    """TOK-7: then nobody is asked, and the turn goes on."""
    match = position(["3+3+3 pass, 8", "4", "5"], [(0, "6", 10), (1, "6", 10), (2, "7", 10)])
    events = play(match, "play 3+3+3 pass")
    assert names(events).count("passed") == 3
    assert [hand(match, p) for p in range(3)] == [["5"], ["8"], ["4"]]
    assert (match.seat, match.state.phase) == (1, TURN)


def test_pass_with_no_cards():
    """TOK-7: nobody has cards: nothing is passed, and the round ends."""
    match = position(["3+3+3 pass", ""], [(0, "6", 10), (1, "6", 3), (1, "7", 10)], rounds=1)
    assert names(play(match, "play 3+3+3 pass"))[-7:-4] == ["took", "no_cards", "scored"]
    assert match.over


def test_pass_comes_only_after_a_pass_card():
    """TOK-7: passing is no move of one's own."""
    match = position(["5, 4", "3"], [(1, "2", 10)])
    assert refused(match, "pass 5") == "TOK-7"


# Steal


def test_steal():
    """TOK-8: choose another who has cards; a random one is discarded face up, and the victim draws."""
    match = position(["9 steal, 5", "2, 3", "4", ""], [(0, "6", 10)], pile="7, 8")
    assert names(play(match, "play 9 steal")) == ["played", "drank"]
    assert texts(match) == ["steal 1", "steal 2"]
    assert refused(match, "steal 0") == refused(match, "steal 3") == refused(match, "lay 5") == "TOK-8"
    events = play(match, "steal 2")
    assert events == [
        {"event": "stole", "seat": 0, "card": "4", "victim": 2},
        {"event": "drew", "seat": 2, "card": "7"},
    ]
    assert hand(match, 2) == ["7"]
    assert match.state.discards[kind_of(match.state, "4")] == 2
    assert match.state.pile_left == 1
    assert match.seat == 1


def test_steal_is_random():
    """TOK-8: each card of the victim's is as likely, whatever the seed."""
    stolen = Counter()
    match = position(["9 steal, 5", "2, 2, 3"], [(0, "6", 10)])
    for seed in range(300):
        branch = match.copy()
        GAME.plain.seed_chance(branch.state, seed, 0, 0, 0)
        stolen[branch.play("play 9 steal")[2].show()["card"]] += 1
    assert 160 < stolen["2"] < 240
    assert stolen["2"] + stolen["3"] == 300


def test_the_only_victim_is_not_asked_for():
    """TOK-8: one other with cards: all can see who it must be."""
    match = position(["9 steal, 5", "", "4"], [(0, "6", 10)])
    assert names(play(match, "play 9 steal"))[:4] == ["played", "drank", "stole", "no_draw"]


def test_only_the_thief_has_cards():
    """TOK-8: then it is one of the thief's own, and the thief draws too."""
    match = position(["9 steal, 5", "", ""], [(0, "6", 10)], pile="7")
    events = play(match, "play 9 steal")
    assert events[2:4] == [
        {"event": "lost", "seat": 0, "card": "5"},
        {"event": "drew", "seat": 0, "card": "7"},
    ]
    assert hand(match, 0) == ["7"]


def test_steal_with_no_cards():
    """TOK-8: nobody has cards: nothing happens."""
    match = position(["9 steal", ""], [(0, "6", 10)], pile="7", rounds=1)
    assert names(play(match, "play 9 steal"))[:4] == ["played", "drank", "no_cards", "scored"]
    assert match.state.pile_left == 1


def test_steal_comes_only_after_a_steal_card():
    """TOK-8: stealing is no move of one's own."""
    match = position(["5, 4", "3"], [(1, "2", 10)])
    assert refused(match, "steal 1") == "TOK-8"


# 1~3


def test_one_to_three():
    """TOK-9: counts as 1, 2 or 3, and the player draws."""
    match = position(["1~3 draw, 5", "3"], [(1, "2", 10), (0, "4", 2)], pile="7, 8")
    assert names(play(match, "play 1~3 draw")) == ["played"]
    assert texts(match) == ["as 1", "as 2", "as 3"]
    assert refused(match, "from f1") == refused(match, "lay 5") == "TOK-9"
    assert play(match, "as 2") == [{"event": "counted_as", "seat": 0, "card": "1~3 draw", "sake": 2}]
    assert texts(match) == ["from f1", "from f2"]
    assert names(play(match, "from f2")) == ["drank", "took", "drew"]
    assert hand(match, 0) == ["5", "7"]


def test_one_to_three_counts_only_as_what_can_be_drunk():
    """TOK-9: some flask must give the number; one answer is not asked for; with no flask it cannot be played."""
    match = position(["1~3 draw, 5", "3"], [(1, "2", 2), (0, "4", 1)], pile="7")
    play(match, "play 1~3 draw")
    assert texts(match) == ["as 1", "as 2"]
    assert refused(match, "as 3") == "TOK-9"
    assert names(play(match, "as 2")) == ["counted_as", "drank", "took", "drew"]
    match = position(["1~3 draw, 5", "3"], [(1, "2", 1)], pile="7")
    assert names(play(match, "play 1~3 draw")) == ["played", "counted_as", "drank", "took", "drew"]
    match = position(["1~3 draw, 5", "3"])
    assert refused(match, "play 1~3 draw") == "TOK-5"
    assert refused(match, "as 1") == "TOK-9"


def test_a_last_card_may_draw_another():
    """TOK-9: who draws has a card again, and the round goes on."""
    match = position(["1~3 draw", ""], [(1, "2", 10)], pile="7")
    events = play(match, "play 1~3 draw", "as 1")
    assert names(events) == ["played", "counted_as", "drank", "drew", "skipped"]
    assert match.seat == 0


def test_draw_on_other_cards():
    """TOK-9: in a deck that has them, any card that says so draws."""
    match = position(["9+1 draw, 3 draw", "1"], [(1, "5+5", 10), (0, "1+1+1", 1)], pile="9*, 1 pass", deck=ODD_LIST)
    assert names(play(match, "play 9+1 draw")) == ["played", "drank", "drank", "took", "drew"]
    assert hand(match, 0) == ["3 draw", "9*"]


def test_empty_deck():
    """TOK-10: with no deck nothing is drawn, and the discards are not shuffled back."""
    match = position(["1~3 draw, 5", "3"], [(1, "2", 1)])
    assert names(play(match, "play 1~3 draw"))[-1] == "no_draw"
    assert hand(match, 0) == ["5"]
    assert match.state.pile_left == 0
