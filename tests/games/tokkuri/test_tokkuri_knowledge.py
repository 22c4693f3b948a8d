"""Tokkuri Taking: what a seat may know."""

from collections import Counter

from kobako.core.fields import NONE, UNKNOWN
from kobako.games.tokkuri import GAME
from kobako.games.tokkuri.deck import ODD_LIST
from kobako.games.tokkuri.drinking import pour
from kobako.games.tokkuri.notation import card_text
from kobako.games.tokkuri.state import DUMMY, FLASKS, KINDS, TROUBLESOME, was_last
from tests.games.tokkuri.table import (
    PASS_FLASKS,
    broken,
    hand,
    kind_of,
    passed_position,
    play,
    position,
    random_games,
    random_positions,
)


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
    assert took.seen_by(2).words() == "Seat 1 takes f1. It was no Dummy."
    match = position(["5, 2", "3", "3"], [(1, "dummy", 5)])
    match.play("play 5")
    assert [match.view(p).show()["flasks"][0]["card"] for p in (0, 1, 2, None)] == ["dummy"] * 4


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
    for f in (1, 2):
        pour(s, f, s.level[f])
        s.taken_by[f] = 1
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
