"""Hints say why: what speaks for the best move rather than the next, and what the others may hold."""

import random
from collections import Counter

import pytest

import kobako
from kobako.bots.beliefs import beliefs
from kobako.bots.bot import Budget
from kobako.bots.report import hint_reasons
from kobako.bots.search.search import SearchBot
from kobako.core.words import LANGUAGES, number
from kobako.table.frame import shown_candidate
from kobako.terminal.telling import belief_words, hint_words
from tests.bots.test_honest import twins
from tests.bots.test_search import positions


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", kobako.game_names())
def test_what_names_both_moves_leaves_open_which_the_other_is(name, lang):
    """The same words serve a review, where the other move is the one played, and a hint, where it is the next best."""
    for fact, sentence in kobako.game(name).words(lang).tables.get("would", {}).items():
        assert ("{mine}" in sentence) == ("{other}" in sentence), f"[would] {fact}: {sentence}"


def told(would):
    """What an action would do, as a sentence is filled with it: as coach.ts has it."""
    values = {}
    for name, value in (would or {}).items():
        if isinstance(value, dict):
            values.update({name: f"{value['least']}"} if "least" in value else told(value))
        elif isinstance(value, int | str) and not isinstance(value, bool):
            values[name] = number(value)
    return values


@pytest.mark.parametrize("name", kobako.game_names())
def test_of_every_move_there_is_something_good_to_know(name):
    """A coach who finds all moves as good says what one of them brings."""
    game = kobako.game(name)
    for match in positions(name, 30):
        view = match.view(match.seat)
        for action in view.legal():
            kind, would = game.notation.action_kind(int(action)), view.foresee(action)
            if would is None or would.get("risk", True) is not None or kind == "pass":
                for lang in LANGUAGES:
                    assert game.words(lang).get("tip", kind).format(**told(would))


@pytest.mark.parametrize(("lang", "other"), [("en", "the next best move"), ("ja", "次善の手")])
def test_a_hint_says_what_speaks_for_it(lang, other):
    game, told = kobako.game("umbradeco"), []
    for match in positions("umbradeco", 12):
        view = match.view(match.seat)
        thought = SearchBot(game, Budget(100), 1).explain(view, view.legal())
        why = hint_reasons(view, thought)
        said = hint_words([shown_candidate(one) for one in thought], why, game, lang).splitlines()
        assert len(said) == 1 + len(why)
        assert not any("{" in line for line in said)
        told += [line for line in said[1:] if other in line]
        assert hint_reasons(view, thought[:1]) == []
    assert told


def beliefs_at(name, players, seed, plies):
    """What the seat to move may believe after some random actions."""
    match, rng = kobako.game(name).new(players=players, seed=seed), random.Random(seed)
    for _ in range(plies):
        match.play(rng.choice(match.legal()))
    return match, beliefs(match.view(match.seat), states=200)


@pytest.mark.parametrize(("name", "plies"), [("donburiko", 5), ("ice", 9), ("tokkuri", 12)])
def test_what_the_others_may_hold_has_what_they_do_hold(name, plies):
    """Whatever is truly there can be believed, and nothing is believed of one's own hand."""
    match, held = beliefs_at(name, 3, 4, plies)
    assert set(held) == {0, 1, 2} - {match.seat}
    truth = match.game.notation.show(match.state)
    for seat, pieces in held.items():
        assert set(truth["seats"][seat]["hand"]) <= set(pieces)
        assert list(pieces.values()) == sorted(pieces.values(), reverse=True)
        assert all(0 < chance <= 1 for chance in pieces.values())


@pytest.mark.parametrize("name", kobako.game_names())
def test_beliefs_hang_on_nothing_unseen(name):
    for truth, other, _ in list(twins(name, 4, 5))[:4]:
        assert beliefs(truth, 40) == beliefs(other, 40)


def test_what_was_learned_makes_some_cards_likelier():
    """By an even deal a Dummy is as likely kept as laid; who has learned Tokkuri knows that it is laid soon."""
    game = kobako.game("tokkuri")
    match = game.new(players=4, seed=2)
    rng = random.Random(1)
    for _ in range(12):
        match.play(rng.choice(match.legal()))
    view = match.view(match.seat)
    learned = beliefs(view, states=2000)
    even = Counter()
    for i in range(2000):
        shown = game.notation.show(view.imagine(i))
        even.update(seat for seat in learned if "dummy" in shown["seats"][seat]["hand"])
    assert sum(pieces.get("dummy", 0) for pieces in learned.values()) < sum(even.values()) / 2000


SAID = {
    "en": "Who may hold strawberry 1? Ben (50%), Chie (0%)",
    "ja": "を持っていそうな人：Ben（50%）",
}


@pytest.mark.parametrize(("lang", "said"), SAID.items())
def test_who_may_hold_a_card_is_said(lang, said):
    game, names = kobako.game("ice"), ["Aya", "Ben", "Chie"]
    held = {1: {"S1": 0.5, "M2": 0.25}, 2: {"M2": 0.5}}
    card = game.words(lang).get("card", "S1")
    for asked in ("s1", card.upper()):
        [line] = belief_words(held, asked, names, game, lang)
        assert said in line
    first, second = belief_words(held, "", names, game, lang)
    assert "Ben" in first
    assert card in first
    assert "Chie" in second
    assert "nobody" in belief_words(held, "S9", names, game, "en")[0]
    assert belief_words({}, "", names, game, lang)
