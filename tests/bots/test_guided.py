"""The search with a learned mind: the same plain and compiled, honest, and guided by what it was taught."""

import random

import pytest

import kobako
from kobako.bots.bot import Budget
from kobako.bots.minds import learned_of, weights_of
from kobako.bots.policy import apart
from kobako.bots.search.nodes import Nodes
from kobako.bots.search.search import SearchBot, candidates
from kobako.bots.search.thinking import classic_thinking, thinking_of
from kobako.core.words import LANGUAGES
from tests.bots.test_honest import twins
from tests.bots.test_search import positions

GAMES = [name for name in kobako.game_names() if learned_of(kobako.game(name))]


def some_weights(game, seed=0):
    """Any weights: what holds must hold for all."""
    rng = random.Random(seed)
    return [rng.randrange(-800, 800) for _ in range(learned_of(game).shape.size)]


@pytest.mark.parametrize("name", GAMES)
def test_plain_and_compiled_think_alike(name):
    game = kobako.game(name)
    for i, match in enumerate(positions(name, 3)):
        thinking, view = thinking_of(game, some_weights(game, i)), match.view(match.seat)
        fast, slow = thinking.tree(view, 62, i), thinking.plain_tree(view, 62, i)
        fast.think(thinking.compiled.kernel("guided"), 60, thinking.explore)
        slow.think(thinking.plain, 60, thinking.explore)
        assert candidates(view, view.legal(), [fast.thought()]) == candidates(view, view.legal(), [slow.thought()])
        used = int(fast.book[1])
        for field, _ in Nodes.RECORD:
            assert fast.nodes[field][:used].tolist() == [getattr(node, field) for node in slow.nodes[:used]]


@pytest.mark.parametrize("name", GAMES)
def test_a_choice_hangs_on_nothing_unseen(name):
    """Beliefs too are made from the view alone: in twins of one view everything is thought alike."""
    game, differing = kobako.game(name), 0
    thinking = thinking_of(game, some_weights(game))
    for players in (2, 4):
        for truth, other, differ in list(twins(name, players, players + 1))[:6]:
            mine, theirs = (
                SearchBot(game, Budget(80), 11, thinking=thinking).explain(view, view.legal())
                for view in (truth, other)
            )
            assert mine == theirs
            differing += differ
    assert differing > 0


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_an_action_hangs_on_nothing_unseen(name):
    """Traits are read off the true state by who imagines it; the policy may use of it what the mover sees."""
    game = kobako.game(name)
    learned = learned_of(game)
    for players in (2, 4):
        for truth, other, _ in list(twins(name, players, 3))[:6]:
            for action in truth.legal():
                found = []
                for state in (truth.imagine(1), other.imagine(2), truth.state):
                    x = [0] * len(learned.shape.traits)
                    learned.functions["note_traits"](state, int(action), x)
                    found.append(x)
                assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("name", GAMES)
def test_a_branch_that_the_policy_likes_is_tried_first(name):
    game = kobako.game(name)
    learned = learned_of(game)
    weights = some_weights(game)
    for match in positions(name, 4):
        view = match.view(match.seat)
        bot = SearchBot(game, Budget(1), 1, thinking=thinking_of(game, weights))
        first = bot.explain(view, view.legal())[0]
        assert first.visits == 1
        likes = {}
        for action in view.legal():
            x = [0] * len(learned.shape.traits)
            learned.functions["note_traits"](view.state, int(action), x)
            likes[action] = sum(w * v for w, v in zip(weights, x, strict=False))
        assert likes[first.action] == max(likes.values())


def test_house_rules_are_met_without_what_was_learned():
    """Weights are learned by the rulebook; what they are worth where a stack brings nothing, nobody knows."""
    game = kobako.game("umbradeco")
    thinking = thinking_of(game, some_weights(game))
    assert thinking.at(game.setup(2)) is thinking
    assert thinking.at(game.setup(2, first=1)) is thinking
    house = game.setup(2, stack_points=0)
    assert thinking.at(house) == classic_thinking(game)
    match = house.new(1)
    view = match.view(match.seat)
    guided, classic = (
        SearchBot(game, Budget(50), 3, thinking=one).explain(view, view.legal())
        for one in (thinking, classic_thinking(game))
    )
    assert guided == classic


@pytest.mark.parametrize("name", [name for name in GAMES if weights_of(kobako.game(name))])
def test_what_speaks_for_an_action_is_said_in_words(name):
    game, told = kobako.game(name), set()
    for match in positions(name, 12):
        view = match.view(match.seat)
        best, *_, worst = SearchBot(game, Budget(200), 1).explain(view, view.legal())
        for trait, x, y in apart(view, best.action, worst.action):
            assert x != y
            told.add(trait)
        assert apart(view, best.action, best.action) == []
    for lang in LANGUAGES:
        words = game.words(lang)
        said = {trait: words.get("would", trait) for trait in told if words.has("would", trait)}
        assert said
        for trait, sentence in said.items():  # what names no numbers is true of the better action alone
            weight = weights_of(game).numbers[learned_of(game).shape.traits.index(trait)]
            assert "{best}" in sentence or weight > 0
