"""Tokkuri Taking: every numbered rule, every ruling, the rulebook's own cases, and what a seat may know."""

import random
from collections import Counter

import pytest

from kobako.core.errors import BadKifu, BadOption, IllegalAction, UnknownAction
from kobako.core.fields import NONE, SEATS, UNKNOWN
from kobako.core.kifu import replay
from kobako.core.options import Whole
from kobako.games.tokkuri import GAME
from kobako.games.tokkuri.deck import ODD_LIST, RECONSTRUCTION, Deck, read_face, read_list
from kobako.games.tokkuri.notation import card_text
from kobako.games.tokkuri.rounds import clear, end_round, settle
from kobako.games.tokkuri.state import BITS, DISCARDED, DUMMY, FLASKS, KINDS, TROUBLESOME, TURN, put_in, was_last

broken = GAME.why.broken


def kind_of(s, text):
    return next(kind for kind in range(KINDS) if s.deck[kind] and card_text(s, kind) == text)


def position(hands, flasks=(), pile="", turn=0, **options):
    """A match in a turn: hands as texts with commas, flasks as (laid by, card, level), the pile from the next card on.

    All other cards are discarded, so that the state is sound.
    """
    match = GAME.new(players=len(hands), seed=1, **options)
    s = match.state
    clear(s)
    rest = Counter({kind: s.deck[kind] for kind in range(KINDS)})

    def kinds(text):
        found = [kind_of(s, card.strip()) for card in text.split(",") if card.strip()]
        rest.subtract(found)
        return found

    for p, hand in enumerate(hands):
        for kind in kinds(hand):
            put_in(s, p, kind)
    for f, (layer, card, level) in enumerate(flasks):
        (s.laid[layer][f],) = kinds(card)
        s.laid_by[f], s.level[f] = layer, level
        s.last[f // BITS] += (card == "troublesome") << f % BITS
        s.flasks += 1
    drawn = kinds(pile)[::-1]
    s.pile[:] = drawn + [NONE] * (len(s.pile) - len(drawn))
    s.pile_left = len(drawn)
    assert min(rest.values()) >= 0, "the deck has no such cards"
    for kind in range(KINDS):
        s.discards[kind] = rest[kind]
    s.turn = s.to_move = turn
    s.phase, s.together = TURN, 0
    assert broken(s) is None
    return match


def play(match, *actions):
    """Play actions; gives the events as they are shown."""
    shown = []
    for action in actions:
        shown += [event.show() for event in match.play(action)]
        assert broken(match.state) is None
    return shown


def names(events):
    return [event["event"] for event in events]


def texts(match):
    return [str(action) for action in match.legal()]


def hand(match, seat):
    s = match.state
    return [card_text(s, kind) for kind in s.hands[seat][: s.cards[seat]]]


def levels(match):
    return match.state.level[: match.state.flasks]


def refused(match, action):
    """The rule that forbids an action, checked to be said in both languages."""
    before = match.to_bytes()
    with pytest.raises(IllegalAction) as refusal:
        match.play(action)
    assert match.to_bytes() == before
    for lang in ("en", "ja"):
        told = match.refusal(match.setup.action(action), match.legal(), lang)
        assert told.why == GAME.words(lang).get("rule", told.rule)
    return refusal.value.rule


def random_games(count, **options):
    """Random games, as (match, rng), to be played on by the caller."""
    for seed in range(count):
        yield GAME.new(players=2 + seed % 3, seed=seed, **options), random.Random(seed)


def random_positions(count, **options):
    """Positions of random games, some five plies apart."""
    for match, rng in random_games(1000, **options):
        while not match.over:
            if rng.random() < 0.2:
                yield match, rng
                count -= 1
                if count == 0:
                    return
            match.play(rng.choice(match.legal()))


# The deck and the deal


def test_deck():
    """TOK-1: 32 cards, 28 with numbers, 3 Dummies, 1 Troublesome; the reconstruction is the list of the rules page."""
    assert len(RECONSTRUCTION) == 32
    once = "7, 8, 9+4, 8+5, 7+6, 5+5, 6+4, 4+4+4, 1+1+1 pass, 3+3+3 pass, 7+7+7*, 8+8+8*, 2+2+2+2, troublesome"
    expected = dict.fromkeys(once.split(", "), 1) | dict.fromkeys(["2", "3", "4", "5", "6", "9 steal"], 2)
    assert Counter(RECONSTRUCTION) == expected | {"1~3 draw": 3, "dummy": 3}
    s = GAME.setup(4).template
    assert sum(s.deck) == 32
    assert (s.deck[DUMMY], s.deck[TROUBLESOME]) == (3, 1)
    assert s.numbers[kind_of(s, "9+4")] == 9400
    assert s.numbers[kind_of(s, "2+2+2+2")] == 2222


@pytest.mark.parametrize(("players", "pile"), [(2, 18), (3, 11), (4, 4)])
def test_deal(players, pile):
    """TOK-2: 10 points each, 7 cards each, the rest is the deck."""
    match = GAME.new(players=players, seed=3)
    s = match.state
    assert s.totals[:players] == [10] * players
    assert s.cards[:players] == [7] * players
    assert s.pile_left == pile
    assert broken(s) is None
    assert names(e.show() for e in match.events) == ["round"]
    assert GAME.new(players=players, seed=4).state.hands != s.hands


def test_first_player():
    """TOK-17: the seed draws the first start player, unless `first` names one; the next round's is to the left."""
    assert {GAME.new(players=4, seed=seed).state.start for seed in range(40)} == {0, 1, 2, 3}
    match = GAME.new(players=3, seed=1, first=2)
    assert match.seat == 2
    rng = random.Random(1)
    while match.state.round_no == 1:
        match.play(rng.choice(match.legal()))
    assert match.state.start == match.seat == 0


# First flasks


def test_first_flasks_are_chosen_unseen():
    """TOK-3: all choose at the same time: nothing is seen until all have, then all flasks are there at level 10."""
    match = GAME.new(players=3, seed=1, first=1)
    s = match.state
    assert all(text.startswith("lay ") for text in texts(match))
    assert s.together == 0b111
    before = match.view(0).state
    chosen = {}
    for seat in (1, 2):
        assert match.seat == seat
        chosen[seat] = match.legal()[0]
        assert match.play(chosen[seat]) == []
        assert s.chosen[seat] == int(chosen[seat])
    for seat in (1, 2):
        assert match.view(seat).state.chosen[seat] == int(chosen[seat])
    after = match.view(0).state
    after.to_move = before.to_move
    assert after == before
    chosen[0] = match.legal()[-1]
    events = match.play(chosen[0])
    assert [(e.kind.name, e.record[1]) for e in events] == [("laid", 1), ("laid", 2), ("laid", 0)]
    assert levels(match) == [10, 10, 10]
    assert s.laid_by[:3] == [1, 2, 0]
    assert [s.laid[p][f] for f, p in enumerate((1, 2, 0))] == [int(chosen[p]) for p in (1, 2, 0)]
    assert s.cards[:3] == [6, 6, 6]
    assert (s.together, s.chosen, match.seat) == (0, [NONE] * SEATS, 1)


def test_equal_choices_are_one():
    """TOK-3: seven cards of few kinds give one choice a kind, and one kind is still asked for."""
    match = position(["5, 5, 1~3 draw, 1~3 draw, 1~3 draw, 2", "3"])
    assert texts(match) == ["lay 1~3 draw", "lay 2", "lay 5"]
    match = position(["5, 5", "3"])
    assert texts(match) == ["lay 5"]


def test_refusals_at_the_beginning():
    """TOK-3: nothing else than laying a card of one's hand is the first move."""
    match = GAME.new(players=4, seed=1)
    s = match.state
    absent = next(k for k in range(DUMMY) if s.deck[k] and k not in s.hands[match.seat])
    for action in (f"lay {card_text(s, absent)}", "from f1", "as 1", "steal 0", f"play {hand(match, match.seat)[0]}"):
        assert refused(match, action) == "TOK-3"


# Turns


def test_lay():
    """TOK-4: a card laid face down is a flask at level 10 in front of the layer, and the turn goes clockwise."""
    match = position(["5, 9+4", "3", "4"], [(1, "2", 4)])
    assert play(match, "lay 5") == [{"event": "laid", "seat": 0, "card": "5", "flask": "f2"}]
    assert levels(match) == [4, 10]
    assert match.state.laid_by[1] == 0
    assert hand(match, 0) == ["9+4"]
    assert match.seat == 1


def test_a_card_must_be_in_hand():
    """TOK-4: only a card of one's hand is laid or played."""
    match = position(["5, dummy", "3"], [(1, "2", 4)])
    assert refused(match, "lay 3") == refused(match, "play 3") == refused(match, "play troublesome") == "TOK-4"


def test_drinking():
    """TOK-5: the number is drunk from one flask, anyone's; the card is discarded face up."""
    match = position(["5, 2", "3"], [(0, "2", 10), (1, "4", 9)])
    assert texts(match) == ["lay 2", "lay 5", "play 2", "play 5"]
    assert names(play(match, "play 5")) == ["played"]
    assert texts(match) == ["from f1", "from f2"]
    assert match.state.discards[kind_of(match.state, "5")] == 1
    assert play(match, "from f2") == [{"event": "drank", "seat": 0, "sake": 5, "flask": "f2", "level": 4}]
    assert levels(match) == [10, 4]
    assert match.state.discards[kind_of(match.state, "5")] == 2
    assert match.seat == 1


def test_never_below_0():
    """TOK-5: the rulebook's case: a 5 cannot drink from a flask at 4."""
    match = position(["5, 4", "3"], [(0, "2", 4)])
    assert texts(match) == ["lay 4", "lay 5", "play 4"]
    assert refused(match, "play 5") == "TOK-5"
    assert refused(match, "from f1") == "TOK-5"


@pytest.mark.parametrize(
    ("card", "flasks", "can"),
    [
        ("9+4", [10, 4], True),
        ("9+4", [10, 3], False),
        ("9+4", [10], False),
        ("9+4", [4, 4], False),
        ("9+4", [3, 4, 9], True),
        ("8+5", [8, 8], True),
        ("4+4+4", [4, 4, 3, 3], False),
        ("4+4+4", [1, 4, 10, 4], True),
        ("2+2+2+2", [2, 2, 2, 1], False),
        ("2+2+2+2", [2, 2, 10, 2], True),
        ("8+8+8*", [8, 7, 10, 9], True),
    ],
)
def test_all_numbers_or_none(card, flasks, can):
    """TOK-5: a card is played only if each of its numbers has a different flask with enough in it."""
    cards = ["2", "3", "6", "7"]
    match = position([f"{card}, 5", "3"], [(1, cards[i], level) for i, level in enumerate(flasks)])
    assert (f"play {card}" in texts(match)) == can
    if not can:
        assert refused(match, f"play {card}") == "TOK-5"


def test_flasks_that_are_gone_give_nothing():
    """TOK-5: only what stands on the table is drunk from."""
    match = position(["5, 4, 2", "3, 3"], [(0, "2", 5), (1, "4", 10)])
    play(match, "play 5", "from f1", "lay 3")
    assert refused(match, "from f1") == "TOK-5"
    play(match, "play 4")
    assert texts(match) == ["from f2", "from f3"]
    assert refused(match, "from f1") == "TOK-5"
    assert refused(match, "from f4") == "TOK-5"
    assert refused(match, "lay 2") == "TOK-5"


def test_numbers_choose_their_flasks_high_to_low():
    """TOK-5: each number chooses a flask; nothing is drunk before the last has; the same flask does not give twice."""
    match = position(["9+4, 5", "3"], [(1, "2", 10), (1, "3", 10), (0, "4", 4)])
    play(match, "play 9+4")
    assert texts(match) == ["from f1", "from f2"]
    assert play(match, "from f2") == []
    assert levels(match) == [10, 10, 4]
    assert match.view(1).state.picks[0] == 1
    assert texts(match) == ["from f1", "from f3"]
    assert refused(match, "from f2") == "TOK-5"
    events = play(match, "from f3")
    assert names(events) == ["drank", "drank", "took"]
    assert levels(match) == [10, 1, 0]


def test_equal_numbers_choose_in_order():
    """TOK-5: equal numbers choose in ascending order, each leaving enough for the rest: equal choices are one."""
    match = position(["4+4+4, 5", "3"], [(1, "2", 10), (1, "3", 3), (0, "4", 4), (0, "6", 4), (0, "6", 4)])
    play(match, "play 4+4+4")
    assert texts(match) == ["from f1", "from f3"]
    play(match, "from f1")
    assert texts(match) == ["from f3", "from f4"]
    play(match, "from f4")
    assert levels(match) == [6, 3, 4, 0, 0]
    match = position(["4+4+4, 5", "3"], [(1, "2", 10), (1, "3", 3), (0, "4", 4), (0, "6", 4), (0, "6", 4)])
    play(match, "play 4+4+4", "from f3")
    assert levels(match) == [10, 3, 0, 0, 0]
    match = position(["4+4+4, 5", "3"], [(1, "2", 10), (1, "3", 3), (0, "4", 4), (0, "6", 4), (0, "6", 4)])
    play(match, "play 4+4+4", "from f1")
    assert refused(match, "from f5") == "TOK-5"


def test_the_only_flasks_are_drunk_from_unasked():
    """TOK-5: where all can see that a number has one flask only, it is not asked for."""
    match = position(["9+4, 5", "3"], [(1, "2", 10), (1, "3", 4)])
    assert names(play(match, "play 9+4")) == ["played", "drank", "drank", "took"]
    assert levels(match) == [1, 0]
    match = position(["9+4, 5", "3"], [(1, "2", 10), (1, "3", 4), (0, "4", 4)])
    play(match, "play 9+4")
    assert match.state.picks[:2] == [0, NONE]
    assert texts(match) == ["from f2", "from f3"]


def test_every_choice_of_flasks_can_be_completed():
    """TOK-5: each full choice of flasks is offered exactly once, and no choice leads nowhere."""

    def ways(match):
        if match.state.playing == NONE:
            return [tuple(match.state.level[: match.state.flasks])]
        found = []
        for action in match.legal():
            branch = match.copy()
            branch.play(action)
            found += ways(branch)
        return found

    rng = random.Random(5)
    for card, numbers in (("4+4+4", (4, 4, 4)), ("9+4", (9, 4)), ("2+2+2+2", (2, 2, 2, 2)), ("5+5", (5, 5))):
        for _ in range(15):
            full = [rng.randint(1, 10) for _ in range(5)]
            cards = ["3", "6", "7", "8", "6+4"]
            match = position([f"{card}, 2", "3"], [(1, c, n) for c, n in zip(cards, full, strict=True)])
            expected = outcomes(tuple(full), numbers)
            if not expected:
                assert f"play {card}" not in texts(match)
                continue
            match.play(f"play {card}")
            found = ways(match)
            assert len(found) == len(set(found)) or len(set(full)) < len(full)
            assert set(found) == expected


def outcomes(full, numbers, used=()):
    """All ways to drink the numbers from different flasks, worked out plainly."""
    if not numbers:
        return {full}
    found = set()
    for f, level in enumerate(full):
        if f not in used and level >= numbers[0]:
            after = (*full[:f], level - numbers[0], *full[f + 1 :])
            found |= outcomes(after, numbers[1:], (*used, f))
    return found


# Flasks taken


def test_take():
    """TOK-6: a flask brought to exactly 0 is taken by who drank it, whoever laid it."""
    match = position(["5, 2", "3"], [(1, "4", 5), (1, "6", 4)])
    events = play(match, "play 5")
    assert events[-1] == {"event": "took", "seat": 0, "flask": "f1", "card": "4"}
    assert match.state.taken_by[:2] == [0, NONE]


def test_dummy_taken():
    """TOK-6: a Dummy taken is revealed and discarded: it is nobody's, and no point."""
    match = position(["5", ""], [(1, "dummy", 5)])
    dummies = match.state.discards[DUMMY]
    match.state.rounds = 1
    events = play(match, "play 5")
    assert events[2] == {"event": "was_dummy", "seat": 0, "flask": "f1", "card": "dummy"}
    assert match.state.taken_by[0] == DISCARDED
    assert match.state.discards[DUMMY] == dummies + 1
    assert match.state.points[:2] == [0, 0]


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
    assert names(play(match, "lay 4"))[:2] == ["laid", "round_ended"]


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
    assert names(play(match, "play 3+3+3 pass"))[-7:-4] == ["took", "no_cards", "round_ended"]
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
    assert names(play(match, "play 9 steal"))[:4] == ["played", "drank", "no_cards", "round_ended"]
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


# Stars, Dummies, the Troublesome


STAR_FLASKS = [(0, "6", 10), (1, "7", 7), (1, "8", 7)]


def test_star():
    """TOK-11: emptying two flasks keeps the card as one more point."""
    match = position(["7+7+7*", ""], STAR_FLASKS, rounds=1)
    events = play(match, "play 7+7+7*")
    assert names(events)[:7] == ["played", "drank", "drank", "drank", "took", "took", "kept_star"]
    scored = next(e for e in events if e["event"] == "scored")
    assert scored == {"event": "scored", "seat": 0, "taken": 2, "stars": 1, "unfinished": 1, "points": 1}
    s = match.state
    assert (s.stars, s.kept[0], s.kept_by[0]) == (1, kind_of(s, "7+7+7*"), 0)
    assert s.discards[kind_of(s, "7+7+7*")] == 0


def test_star_with_one_flask():
    """TOK-11: one flask is not enough."""
    match = position(["7+7+7*, 2", "3"], [(0, "6", 10), (1, "7", 7), (1, "8", 8)])
    events = play(match, "play 7+7+7*")
    assert names(events)[4:] == ["took"]
    assert match.state.stars == 0
    assert match.state.discards[kind_of(match.state, "7+7+7*")] == 1


@pytest.mark.parametrize("first", [7, 10])
def test_star_with_a_dummy(first):
    """TOK-11: not if one of the emptied flasks was a Dummy, even if two others were none."""
    match = position(["7+7+7*, 2", "3"], [(0, "6", first), (1, "7", 7), (1, "dummy", 7)])
    events = play(match, "play 7+7+7*")
    assert names(events)[-2:] == ["was_dummy", "lost_star"]
    assert match.state.stars == 0
    assert match.state.taken_by[:3] == [0 if first == 7 else NONE, 0, DISCARDED]


def test_dummy_is_only_laid():
    """TOK-12: a Dummy is never played face up; it can be laid at any time."""
    match = position(["dummy, 5", "3"], [(1, "2", 10)])
    assert texts(match) == ["lay 5", "lay dummy", "play 5"]
    assert refused(match, "play dummy") == "TOK-12"
    play(match, "lay dummy")
    assert levels(match) == [10, 10]


def test_dummy_left_costs():
    """TOK-12: a Dummy left at 3 or more costs as any flask."""
    match = position(["2", ""], [(0, "dummy", 3), (1, "dummy", 4), (1, "dummy", 2)], rounds=1)
    play(match, "lay 2")
    assert match.state.points[:2] == [-4, -2]


def test_troublesome_is_laid_last():
    """TOK-13: only face down, and only as the last card of a hand."""
    match = position(["troublesome, 5", "3"], [(1, "2", 10)])
    assert texts(match) == ["lay 5", "play 5"]
    assert refused(match, "lay troublesome") == refused(match, "play troublesome") == "TOK-13"
    match = position(["troublesome", "3"], [(1, "2", 10)])
    assert texts(match) == ["lay troublesome"]
    assert refused(match, "play troublesome") == "TOK-13"
    play(match, "lay troublesome")
    assert was_last(match.state, 1) == 1
    assert was_last(match.state, 0) == 0


def test_troublesome_is_no_first_flask():
    """TOK-13: so never in TOK-3."""
    match = next(m for m in (GAME.new(2, seed=i) for i in range(50)) if TROUBLESOME in m.state.hands[m.seat])
    assert "lay troublesome" not in texts(match)
    assert refused(match, "lay troublesome") == "TOK-13"


def test_troublesome_is_passed_on_and_stolen():
    """TOK-13: by another card's effect it can leave a hand that has others."""
    flasks = [(0, "6", 10), (1, "6", 10), (1, "7", 10)]
    match = position(["3+3+3 pass, troublesome, 5", "2"], flasks)
    play(match, "play 3+3+3 pass")
    assert texts(match) == ["pass 5", "pass troublesome"]
    play(match, "pass troublesome")
    assert hand(match, 1) == ["troublesome"]
    match = position(["9 steal, 5", "troublesome"], flasks)
    events = play(match, "play 9 steal", "from f1")
    assert {"event": "stole", "seat": 0, "card": "troublesome", "victim": 1} in events
    assert match.state.discards[TROUBLESOME] == 1


def test_troublesome_taken():
    """TOK-13: taken as a flask it is 1 point."""
    match = position(["5", ""], [(1, "troublesome", 5)], rounds=1)
    play(match, "play 5")
    assert match.state.points[:2] == [1, 0]


# The end of a round


def test_no_cards_no_turn():
    """TOK-14: without cards the turn is skipped; the round ends when all hands are empty."""
    match = position(["5, 4", "", "3", ""], [(0, "6", 2)])
    events = play(match, "lay 5")
    assert events[1:] == [{"event": "skipped", "seat": 1}]
    assert match.seat == 2
    events = play(match, "lay 3")
    assert events[1:] == [{"event": "skipped", "seat": 3}]
    assert match.seat == 0
    match.state.totals[:] = [19, 7, 7, 7]
    assert names(play(match, "lay 4"))[1] == "round_ended"
    assert match.state.round_no == 2


def test_with_cards_one_must_play():
    """TOK-14: while the game lasts, who is to move can do nothing but use a card; one card left is still asked for."""
    match = position(["5", "3"], [(0, "6", 1)])
    assert texts(match) == ["lay 5"]
    with pytest.raises(UnknownAction):
        match.play("pass")


def test_round_score():
    """TOK-15: 1 a flask taken, -2 for each flask in front of you at level 3 or more; below 3 costs nothing."""
    flasks = [(0, "6", 5), (0, "6", 2), (1, "7", 3), (1, "8", 10), (0, "4", 4), (1, "3", 4), (1, "2", 4)]
    match = position(["4+4+4", "2"], flasks, rounds=1)
    play(match, "play 4+4+4", "from f5")
    events = play(match, "lay 2")
    assert match.state.taken_by[4:7] == [0, 0, 0]
    assert [e for e in events if e["event"] == "scored"] == [
        {"event": "scored", "seat": 0, "taken": 3, "stars": 0, "unfinished": 1, "points": 1},
        {"event": "scored", "seat": 1, "taken": 0, "stars": 0, "unfinished": 3, "points": -6},
    ]


@pytest.mark.parametrize(
    ("points", "change"),
    [
        ([2, 1, 0, -1], [6, -1, -2, -3]),
        ([2, 2, 1, 0], [3, 3, -2, -4]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
        ([-4, -6, -4, -4], [2, -6, 2, 2]),
    ],
)
def test_payments(points, change):
    """TOK-16: everyone not highest pays each highest the difference (the first two cases are the rulebook's)."""
    s = GAME.new(players=4, seed=1).state
    s.points[:] = points
    settle(s)
    assert [total - 10 for total in s.totals] == change


def test_payment_events():
    """TOK-16: each payment is told; debts are written down in full, below 0 if need be."""
    match = position(["5", "", ""], [(1, "4", 5), (1, "3", 10), (1, "6", 10)], rounds=8)
    match.state.totals[:3] = [27, 2, 1]
    events = play(match, "play 5", "from f1")
    assert [e for e in events if e["event"] == "paid"] == [
        {"event": "paid", "seat": 1, "receiver": 0, "points": 5},
        {"event": "paid", "seat": 2, "receiver": 0, "points": 1},
    ]
    assert match.scores == [33, -3, 0]
    assert [e for e in events if e["event"] == "bankrupt"] == [
        {"event": "bankrupt", "seat": 1, "points": -3},
        {"event": "bankrupt", "seat": 2, "points": 0},
    ]


def test_totals_are_conserved():
    """TOK-16: the totals sum to 10 a player, always."""
    for match, rng in random_games(6):
        match.run(lambda m, rng=rng: rng.choice(m.legal()))
        assert sum(match.scores) == 10 * match.players


@pytest.mark.parametrize(("total", "over"), [(1, False), (0, True), (-1, True)])
def test_bankrupt(total, over):
    """TOK-17: the game ends after a round that leaves someone at 0 or less."""
    s = GAME.new(players=2, seed=1).state
    s.totals[:2] = [20 - total, total]
    end_round(s)
    assert bool(s.over) == over


def test_rounds_and_winners():
    """TOK-17: or after `rounds` rounds; the highest total wins, ties share."""
    match = position(["5", "", ""], [(0, "4", 10)], rounds=2)
    match.state.totals[:3] = [10, 10, 10]
    play(match, "lay 5")
    assert match.scores == [2, 14, 14]
    assert not match.over
    assert match.state.round_no == 2
    match = position(["5", "", ""], [], rounds=2)
    match.state.round_no = 2
    match.state.totals[:3] = [8, 11, 11]
    events = play(match, "lay 5")
    assert names(events)[-1] == "ended"
    assert match.over
    assert match.scores == [4, 13, 13]
    assert match.winners == [1, 2]


def test_bound():
    """TOK-17: every game ends, well within its bound."""
    for match, rng in random_games(6, rounds=3):
        match.run(lambda m, rng=rng: rng.choice(m.legal()))
        assert len(match.actions) <= match.setup.bound
        assert match.state.round_no <= 3


# What is known


def test_no_limit_on_flasks():
    """TOK-18: one may lay flask after flask; every card dealt can become one."""
    match = GAME.new(players=4, seed=1, rounds=1)
    while not match.over:
        match.play(next(a for a in match.legal() if str(a).startswith("lay")))
    assert match.state.flasks == FLASKS == 28


def test_who_knows_a_flask():
    """TOK-18: a flask's card is known to who laid it, and once taken to the taker."""
    match = position(["5, 2", "3", "3"], [(1, "4", 5)])
    assert [match.view(p).show()["flasks"][0]["card"] for p in (0, 1, 2, None)] == ["?", "4", "?", "?"]
    match.play("play 5")
    assert [match.view(p).show()["flasks"][0]["card"] for p in (0, 1, 2, None)] == ["4", "4", "?", "?"]
    took = match.events[-1]
    assert [took.seen_by(p).show()["card"] for p in (0, 2, None)] == ["4", None, None]
    assert took.seen_by(2).words() == "Seat 0 takes f1. It was no Dummy."
    match = position(["5, 2", "3", "3"], [(1, "dummy", 5)])
    match.play("play 5")
    assert [match.view(p).show()["flasks"][0]["card"] for p in (0, 1, 2, None)] == ["dummy"] * 4


PASS_FLASKS = [(0, "6", 10), (1, "6", 10), (2, "7", 10)]


def passed_position(second="2, 8"):
    """Seat 0 has passed a 5 to seat 1, 1 a 2 to seat 2, 2 a 3 to seat 0; it is the turn of seat 1."""
    match = position(["5, 9+4, 1+1+1 pass", second, "3, 4"], PASS_FLASKS, pile="2, 3, 4")
    play(match, "play 1+1+1 pass", "pass 5", "pass 2", "pass 3")
    return match


def test_who_passed_knows():
    """TOK-18: who passed a card knows that the receiver has it, and nobody else does."""
    match = passed_position()
    s = match.state
    assert s.gave[:3] == [kind_of(s, text) for text in ("5", "2", "3")]
    assert s.passed[:3] == [1, 1, 1]
    assert match.view(0).show()["seats"][0]["passed_and_still_there"] == "5"
    assert match.view(2).show()["seats"][0]["passed_and_still_there"] == "?"
    for seed in range(60):
        assert kind_of(s, "5") in match.view(0).imagine(seed).hands[1]
    assert any(kind_of(s, "5") not in match.view(2).imagine(seed).hands[1] for seed in range(60))


def test_known_until_laid_unseen():
    """TOK-18: when the receiver lays a card, whichever, the giver knows no more."""
    match = passed_position()
    play(match, "lay 8")
    assert (match.state.gave[0], match.state.got[1], match.state.passed[0]) == (NONE, NONE, 0)
    assert match.state.passed[1:3] == [1, 1]


def test_known_until_passed_unseen():
    """TOK-18: a new pass ends what was known of a hand that passes on; of one card at most."""
    match = passed_position("2, 3+3+3 pass, 8")
    s = match.state
    play(match, "play 3+3+3 pass")
    assert s.passed[0] == 2
    assert s.gave[0] == kind_of(s, "5")
    play(match, "pass 8", "pass 4", "pass 9+4")
    assert [card_text(s, card) for card in s.gave[:3]] == ["9+4", "8", "4"]
    assert s.passed[:3] == [1, 1, 1]


def test_known_until_shown():
    """TOK-18: a card shown that is the one passed is known no more; all others see only that a card was shown."""
    match = passed_position()
    s = match.state
    twin = match.copy()
    play(match, "play 5", "from f1")
    assert (s.gave[0], s.got[1], s.passed[0]) == (NONE, NONE, 2)
    play(twin, "play 8", "from f1")
    assert (twin.state.gave[0], twin.state.passed[0]) == (kind_of(s, "5"), 2)
    # Seat 2 cannot tell: it imagines both that the card is still there and that it was the one shown.
    for branch in (match, twin):
        imagined = [branch.view(2).imagine(seed) for seed in range(60)]
        assert {state.gave[0] == NONE for state in imagined} == {True, False}


def test_known_until_stolen():
    """TOK-18: a card stolen is shown as well; an emptied hand is known by nobody."""
    match = position(["5, 1+1+1 pass", "2", "3, 9 steal"], PASS_FLASKS, pile="8", turn=0)
    play(match, "play 1+1+1 pass", "pass 3")
    match.state.turn = match.state.to_move = 2
    play(match, "play 9 steal", "from f1", "steal 1")
    assert (match.state.gave[0], match.state.passed[0]) == (NONE, 0)
    assert hand(match, 1) == ["8"]


def test_imagined_states_fit():
    """TOK-18: what a seat imagines is sound and fits its view, in many positions, and is not always the truth."""
    differ = 0
    for match, rng in random_positions(250):
        for seat in range(match.players):
            view = match.view(seat)
            s = view.imagine(rng)
            assert broken(s) is None
            differ += s.hands != match.state.hands
            GAME.plain.hide(s, seat)
            assert s == view.state
    assert differ > 400


def test_imagined_specials():
    """TOK-6, TOK-13: no taken flask is imagined a Dummy, none but one laid as a last card the Troublesome."""
    taken, last = Counter(), Counter()
    for match, rng in random_positions(250, deck=ODD_LIST):
        seat = rng.randrange(match.players)
        s = match.view(seat).imagine(rng)
        assert broken(s) is None
        for f in range(s.flasks):
            kind = s.laid[s.laid_by[f]][f]
            if s.taken_by[f] in range(4):
                taken[kind == DUMMY] += 1
            last[kind == TROUBLESOME, was_last(s, f)] += 1
    assert taken[False] > 50
    assert taken[True] == 0
    assert last[True, 1] > 0
    assert last[True, 0] == 0


def test_imagining_is_fair():
    """TOK-18: all deals that fit are as likely: here the Troublesome and a Dummy are unseen, with three other cards."""
    match = position(["5", "dummy, 7"], [(1, "2", 10), (1, "3", 4), (1, "troublesome", 5)], turn=0)
    s = match.state
    s.level[1], s.taken_by[1] = 0, 1
    s.level[2], s.taken_by[2] = 0, 1
    assert broken(s) is None
    # Places: a hand of two, a flask on the table, a taken one, a taken one laid last. The Troublesome: hand or last.
    # Of the deals that fit, it is in the hand in 2 * 2 (the Dummy on the other card or the flask), else in 1 * 3.
    counts = Counter()
    for seed in range(3000):
        imagined = match.view(0).imagine(seed)
        troublesome = "hand" if TROUBLESOME in imagined.hands[1] else "last"
        dummy = "flask" if imagined.laid[1][0] == DUMMY else "hand"
        counts[troublesome, dummy] += 1
    expected = {("hand", "hand"): 2 / 7, ("hand", "flask"): 2 / 7, ("last", "hand"): 2 / 7, ("last", "flask"): 1 / 7}
    assert set(counts) == set(expected)
    for key, share in expected.items():
        assert abs(counts[key] / 3000 - share) < 0.04


def test_imagined_choices():
    """TOK-3: who has chosen before is imagined to have chosen a card they can have, and nobody else to have chosen."""
    match = GAME.new(players=4, seed=1, first=0)
    play(match, match.legal()[0], match.legal()[0])
    for seed in range(40):
        s = match.view(2).imagine(seed)
        assert broken(s) is None
        assert [card != NONE for card in s.chosen] == [True, True, False, False]
    choices = {match.view(2).imagine(seed).chosen[0] for seed in range(40)}
    assert len(choices) > 5


def test_views_hide():
    """TOK-18: others' hands, choices and flasks, the deck and what the others know are hidden; the table is not."""
    match = passed_position()
    s = match.view(0).state
    assert s.hands[0] == match.state.hands[0]
    assert set(s.hands[1]) == set(s.laid[1]) == set(s.pile) == {UNKNOWN}
    assert (s.gave[1], s.got[1], s.chosen[1]) == (UNKNOWN,) * 3
    assert (s.cards, s.level, s.discards, s.pile_left) == tuple(
        getattr(match.state, name) for name in ("cards", "level", "discards", "pile_left")
    )


def test_event_audiences():
    """TOK-18: a card laid, passed, received or drawn is told to one seat only; a card played or stolen to all."""
    secret = {"laid", "took", "passed", "received", "drew"}
    seen = Counter()
    for match, rng in random_games(9):
        match.run(lambda m, rng=rng: rng.choice(m.legal()))
        for event in match.events:
            name = event.kind.name
            for reader in (*range(match.players), None):
                shown = event.seen_by(reader).show()
                if "card" in shown:
                    assert (shown["card"] is None) == (name in secret and reader != shown["seat"])
                    seen[name] += 1
    assert {*secret, "played", "stole"} <= set(seen)


def test_observation():
    """TOK-18: an observation is of small numbers, the same from the view and the truth, and counts seats from me."""
    from kobako.games.tokkuri.knowledge import FLASK_AT, FLASK_SIZE, MINE_AT, OBSERVATION, SEAT_AT, SEAT_SIZE

    def observed(s, seat):
        x = [0] * OBSERVATION
        GAME.knowledge.observe(s, seat, x)
        return x

    for match, _ in random_positions(150):
        for seat in range(match.players):
            x = observed(match.state, seat)
            assert x == observed(match.view(seat).state, seat)
            assert 0 <= min(x) <= max(x) <= 255
            assert sum(x[:KINDS]) == match.state.cards[seat]
    match = passed_position()
    x = observed(match.view(1).state, 1)
    assert [x[SEAT_AT + i * SEAT_SIZE] for i in range(3)] == [2, 2, 2]
    assert [x[SEAT_AT + i * SEAT_SIZE + 5] for i in range(3)] == [1, 0, 0]
    assert [x[FLASK_AT + f * FLASK_SIZE + 1] for f in range(3)] == [3, 1, 2]
    assert x[FLASK_AT + FLASK_SIZE + 4] == kind_of(match.state, "6") + 1
    assert x[MINE_AT + 1 : MINE_AT + 3] == [kind_of(match.state, text) + 1 for text in ("2", "5")]


# Options


def test_options():
    """TOK-17, TOK-1: what the options are, and what is said of a wrong one."""
    assert GAME.setup(4).option_texts() == {"first": "drawn", "rounds": "8", "deck": "reconstruction"}
    assert GAME.setup(2, rounds=50).template.rounds == 50
    for wrong in (0, 51, "many"):
        with pytest.raises(BadOption, match="1 to 50"):
            GAME.setup(2, rounds=wrong)
    with pytest.raises(BadOption, match="deck, first, rounds"):
        GAME.setup(2, cards=7)
    with pytest.raises(BadOption, match="2, 3, 4 players"):
        GAME.setup(5)
    assert isinstance(GAME.options[1], Whole)


OWN = """
# the cards of my box
5 x10, 9+4 ×4
4+9             # numbers in any order
１＋１＋１　パス
9 steal
1〜3 ドロー x2
7+7+7★
2+2+2+2 draw x8
ダミー x3
厄介者
"""


def test_deck_from_text():
    """TOK-1: an owner's list, as text: counts, comments, full-width and Japanese spellings."""
    match = GAME.new(players=3, seed=1, deck=OWN)
    s = match.state
    assert broken(s) is None
    cards = {card_text(s, kind): s.deck[kind] for kind in range(KINDS) if s.deck[kind]}
    assert cards == {
        "1~3 draw": 2,
        "5": 10,
        "9 steal": 1,
        "9+4": 5,
        "1+1+1 pass": 1,
        "7+7+7*": 1,
        "2+2+2+2 draw": 8,
        "dummy": 3,
        "troublesome": 1,
    }
    assert list(cards)[0:3] == ["1~3 draw", "5", "9 steal"]
    assert "lay 2" not in map(str, match.setup.actions)
    with pytest.raises(UnknownAction):
        match.setup.action("lay 2")
    assert GAME.setup(3, deck=list(read_list(OWN))).template == GAME.setup(3, deck=OWN).template


def test_deck_from_a_file(tmp_path, monkeypatch):
    """TOK-1: the name of a file; the kifu has the list itself, and replays without the file."""
    path = tmp_path / "box.txt"
    path.write_text(OWN, encoding="utf-8")
    match = GAME.new(players=2, seed=1, deck=str(path))
    assert match.setup.template == GAME.setup(2, deck=path).template == GAME.setup(2, deck=OWN).template
    rng = random.Random(1)
    match.run(lambda m: rng.choice(m.legal()))
    kifu = match.kifu()
    path.unlink()
    monkeypatch.setattr(Deck, "read_file", None)
    assert "box.txt" not in kifu
    assert "option deck: 1~3 draw, 1~3 draw, 5, 5, 5," in kifu
    assert replay(kifu).to_bytes() == match.to_bytes()
    assert replay(GAME.new(players=2, seed=1).kifu()).setup.options["deck"] == RECONSTRUCTION


def test_a_text_from_elsewhere_opens_no_file(tmp_path):
    """TOK-1: in a kifu or a message the option is the list itself; a file name is read as a card that is none."""
    path = tmp_path / "box.txt"
    path.write_text(OWN, encoding="utf-8")
    kifu = GAME.new(players=2, seed=1).kifu()
    with pytest.raises(BadKifu, match=r"box.txt' is no card"):
        replay(kifu.replace("deck: reconstruction", f"deck: {path.name}"))
    with pytest.raises(BadOption, match="is no card"):
        GAME.setup_from("2", {"deck": str(path)})
    assert GAME.setup_from("2", {"deck": OWN}).options["deck"] == read_list(OWN)


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        ("no such file", "cannot be 'no such file': allowed is the name of a file"),
        ("", "allowed is the name of a file"),
        (7, "cannot be 7: allowed is the name of a file"),
        (None, "allowed is the name of a file"),
        ("a\0b", "allowed is the name of a file"),
        ("5 x2,\n\n10+2", "line 3: '10\\+2' is no card: a card is one to four numbers from 1 to 9"),
        ("0,", "line 1: '0' is no card"),
        ("5 pass steal,", "'5 pass steal' is no card"),
        ("1+1+1+1+1,", "is no card"),
        ("1~3,", "'1~3' is no card: .*'1~3 draw'"),
        ("2~4 draw,", "is no card"),
        ("dummy pass,", "is no card"),
        ("5 x0,", "line 1: '5 x0': a card is there 1 to 32 times"),
        ("5 x9999,", "1 to 32 times"),
        ("5 x28, dummy x4", "has 32 cards, .* this one has 28 with numbers, 4 'dummy' and 0 'troublesome', 32 in all"),
        ("5 x27, dummy x3, troublesome", "this one has 27 with numbers, .* 31 in all"),
    ],
)
def test_deck_refused(deck, told):
    """TOK-1: a list that is not 28, 3 and 1 cards, or has unknown faces, is refused, saying where and why."""
    with pytest.raises(BadOption, match=told):
        GAME.setup(2, deck=deck)


def test_faces():
    """TOK-1: a face is written in one way, and read in many."""
    for given, written in {
        "4 + 9": "9+4",
        "1+3+2 pass": "3+2+1 pass",
        "7+7+7 *": "7+7+7*",
        "9steal": "9 steal",
        "1 ~ 3 draw": "1~3 draw",
        "1+2+3+4": "4+3+2+1",
        "troublesome": "troublesome",
    }.items():
        assert str(read_face(given)) == written
        assert str(read_face(written)) == written


def test_odd_decks_play():
    """TOK-1: any deck of the grammar can be played: effects on cards of every size, up to four stars."""
    for match, rng in random_games(6, deck=ODD_LIST, rounds=3):
        while not match.over:
            match.play(rng.choice(match.legal()))
            assert broken(match.state) is None


# Texts


def test_action_texts():
    """TOK-4: actions are written as on the rules page, case and full-width letters do not matter."""
    setup = GAME.setup(3)
    for text in ("lay 9+4", "play 1~3 draw", "pass troublesome", "from f21", "as 3", "steal 2"):
        assert str(setup.action(text)) == text
    assert str(setup.action("ＬＡＹ  9+4")) == "lay 9+4"
    for text in ("from f22", "steal 3", "as 4", "from f0"):
        with pytest.raises(UnknownAction):
            setup.action(text)


def test_show_and_pictures():
    """TOK-18: every view can be shown and drawn in both languages, and shows a question mark for what is hidden."""
    for match, _ in random_positions(40):
        shown = GAME.notation.show(match.state)
        assert "'?'" not in str(shown)
        for seat in (*range(match.players), None):
            view = match.view(seat)
            hands = [player["hand"] for player in view.show()["seats"]]
            for p, cards in enumerate(hands):
                assert len(cards) == match.state.cards[p]
                assert (p == seat or not cards) == ("?" not in cards)
            assert view.show()["deck"] == ["?"] * match.state.pile_left
            for lang in ("en", "ja"):
                assert view.draw(lang)
    match = position(["9+4, dummy", "3"], [(1, "2", 10), (1, "3", 10), (0, "4", 4)])
    play(match, "play 9+4", "from f2")
    assert match.view(0).draw().splitlines()[-1] == "Playing 9+4   9 ← f2  4 ← …"
    assert "[Dummy]" in match.view(0).draw()
    assert "[ダミー]" in match.view(0).draw("ja")
    assert "[?]" in match.view(1).draw()


def test_broken_finds_what_is_wrong():
    """TOK-1, TOK-16: a lost card, a lost point, a hand out of order, a Dummy taken: none goes unseen."""

    def breaks(change):
        match = passed_position()
        change(match.state)
        assert broken(match.state) is not None

    breaks(lambda s: s.totals.__setitem__(0, 11))
    breaks(lambda s: s.discards.__setitem__(0, s.discards[0] + 1))
    breaks(lambda s: s.hands[0].reverse())
    breaks(lambda s: s.cards.__setitem__(0, 3))
    breaks(lambda s: s.level.__setitem__(0, 0))
    breaks(lambda s: s.laid[2].__setitem__(0, s.laid[0][0]))
    breaks(lambda s: s.gave.__setitem__(0, NONE))
    breaks(lambda s: s.got.__setitem__(1, TROUBLESOME))
    breaks(lambda s: s.chosen.__setitem__(1, s.hands[1][0]))
    breaks(lambda s: s.pile.__setitem__(0, s.pile[1]))
