"""Any seed, any setup, any sequence of actions, illegal ones included: the game stays whole and answers clearly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kobako
from kobako.core.errors import GameOver, IllegalAction, UnknownAction
from kobako.core.words import LANGUAGES
from kobako.testing import setups
from kobako.testing.laws import check_imagining, check_state
from tests.soaking import long

SETUPS = {name: list(setups(kobako.game(name))) for name in kobako.game_names()}
SEEDS = st.integers(0, 2**128 - 1)


def answer(match, wrong):
    """Try an action that may be legal by chance; gives the refusal, if it is one of those there should be."""
    try:
        match.play(wrong)
    except (IllegalAction, UnknownAction, GameOver) as refused:
        return refused
    return None


@pytest.mark.parametrize("name", kobako.game_names())
@settings(max_examples=25, deadline=None)
@given(data=st.data(), seed=SEEDS)
def test_any_actions(name, data, seed):
    setup = data.draw(st.sampled_from(SETUPS[name]))
    match = setup.new(seed)
    for _ in range(data.draw(st.integers(0, 60))):
        check_state(match)
        legal = match.legal()
        if legal and data.draw(st.integers(0, 3)):
            match.play(data.draw(st.sampled_from(legal)))
            continue
        before, plies = match.to_bytes(), len(match.actions)
        wrong = data.draw(st.one_of(st.integers(-3, setup.game.actions + 3), st.text(max_size=8)))
        refused = answer(match, wrong)
        if isinstance(refused, IllegalAction):
            assert refused.legal == tuple(map(str, legal))
            assert all(setup.game.words(lang).get("rule", refused.rule) for lang in LANGUAGES)
        if refused:
            assert match.to_bytes() == before
            assert len(match.actions) == plies


@pytest.mark.parametrize("name", kobako.game_names())
@settings(max_examples=15, deadline=None)
@given(data=st.data(), seed=SEEDS, rng=st.randoms(use_true_random=False))
def test_any_position_can_be_imagined(name, data, seed, rng):
    setup = data.draw(st.sampled_from(SETUPS[name]))
    match = setup.new(seed)
    for _ in range(data.draw(st.integers(0, 80))):
        if match.over:
            break
        match.play(rng.choice(match.legal()))
    check_imagining(match, data.draw(st.integers(0, setup.players - 1)), rng)


@pytest.mark.parametrize("name", kobako.game_names())
def test_imagining_is_not_always_the_truth(name):
    match = kobako.game(name).new(players=4, seed=5)
    view = match.view(0)
    imagined = [view.imagine(i) for i in range(20)]
    hidden = [k for k in match.game.fields if k != "rng"]
    assert any(any(getattr(s, k) != getattr(match.state, k) for k in hidden) for s in imagined)
    assert len({tuple(map(str, (getattr(s, k) for k in hidden))) for s in imagined}) > 10


@pytest.mark.soak
@pytest.mark.parametrize("name", kobako.game_names())
def test_thousands_of_games_under_all_laws(name):
    from kobako.testing import check_compiled, check_match

    states = games = 0
    for setup in SETUPS[name]:
        states += check_compiled(setup, setup.game.compiled, range(10_000, 10_000 + long(150)))
        for seed in range(10_000, 10_000 + long(15)):
            check_match(setup, seed, every=3)
            games += 1
    print(f"{name}: plain and compiled agree on {states:,} states; {games} games under all laws")
