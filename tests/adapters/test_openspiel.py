"""OpenSpiel's own tests on every setup, its algorithms on our games, and what agrees with what."""

import pickle
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots, generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

import kobako
from kobako.adapters.openspiel import Resampler, SeatBot, game_text
from kobako.bots.registry import make_bot
from kobako.core.errors import BadOption, GameOver, IllegalAction, UnknownAction
from tests.adapters.tables import SETUPS
from tests.soaking import long

GAMES = kobako.game_names()


def dealt(game, seed=1):
    """A state with the seed drawn."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(seed)
    return state


def states_of(game, seed, every=5):
    """Some states of a random game."""
    state, rng, ply = dealt(game, seed), random.Random(seed), 0
    while not state.is_terminal():
        if ply % every == 0:
            yield state
        state.apply_action(rng.choice(state.legal_actions()))
        ply += 1
    yield state


@pytest.mark.sampled(20)
@pytest.mark.parametrize("setup", SETUPS)
def test_random_simulations_with_serialisation(setup):
    game = pyspiel.load_game(game_text(setup))
    assert game.num_players() == setup.players
    assert dict(game.setup.options) == dict(setup.options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize("setup", SETUPS)
def test_random_simulations_at_length(setup):
    pyspiel.random_sim_test(pyspiel.load_game(game_text(setup)), num_sims=long(5), serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_python_api_tests_of_openspiel(name, players):
    """Its test cases, on the states of one random game rather than the first 400 of the tree: those are all deals."""
    from open_spiel.integration_tests import api_test  # two seconds, which only who runs this need wait

    suite = type("Suite", (api_test.EnforceAPIOnPartialTreeBase,), {})
    checks = [name for name in dir(suite) if name.startswith("test_")]
    suite.game = pyspiel.load_game(f"kobako_{name}(players={players})")
    suite.game_name, suite.game_type = name, suite.game.get_type()
    suite.some_states = [suite.game.new_initial_state(), *(s.clone() for s in states_of(suite.game, 3))]
    assert len(checks) >= 5
    for check in checks:
        getattr(suite(check), check)()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_of_openspiel(name):
    """What OpenSpiel writes of a game, all that a state can be asked, comes out the same from the same actions."""
    game = f"kobako_{name}(players=2)"
    first = generate_playthrough.playthrough(game, [1, 2, 3, 4], seed=1, observation_params_string=None)
    again = generate_playthrough.playthrough(game, None, seed=1, observation_params_string=None)
    assert first == generate_playthrough.playthrough(game, [1, 2, 3, 4], seed=1)
    assert again == generate_playthrough.playthrough(game, None, seed=1)
    assert "InformationStateTensor(0)" in again


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_known_agrees_with_the_view(name, players):
    game = pyspiel.load_game(f"kobako_{name}(players={players})")
    match, rng = kobako.game(name).new(players=players, seed=0x01010101), random.Random(1)
    state, known = dealt(game), {}
    while not match.over:
        assert state.table.position.to_bytes() == match.to_bytes()
        assert state.current_player() == match.seat
        assert state.legal_actions() == sorted(map(int, match.legal()))
        for seat in range(players):
            view = match.view(seat)
            assert np.array_equal(state.observation_tensor(seat), view.observation())
            whole = state.information_state_string(seat)
            agreeing = (view.to_bytes(), tuple(state.information_state_tensor(seat)))
            assert known.setdefault(whole, agreeing) == agreeing
        action = rng.choice(match.legal())
        assert state.action_to_string(match.seat, int(action)) == str(action)
        match.play(action)
        state.apply_action(int(action))
    assert len(set(known.values())) == len(known)
    assert state.is_terminal()
    assert [value == max(state.returns()) for value in state.returns()] == [rank == 1 for rank in match.ranks]


@pytest.mark.parametrize("name", GAMES)
def test_resampling_fits_and_tells_nothing(name):
    game, resample, differing = pyspiel.load_game(f"kobako_{name}(players=4)"), Resampler(5), 0
    for state in states_of(game, 2):
        if state.is_terminal():
            break
        seat = state.current_player()
        other = resample(state, seat)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == []
        differing += other.table.position.to_bytes() != state.table.position.to_bytes()
    assert differing > 2


@pytest.mark.parametrize("name", GAMES)
def test_copies_go_on_apart(name):
    game = pyspiel.load_game(f"kobako_{name}(players=3)")
    for state in states_of(game, 4):
        for twin in (state.clone(), pickle.loads(pickle.dumps(state))):
            before = state.table.position.to_bytes()
            assert str(twin) == str(state)
            assert twin.table.position.to_bytes() == before
            assert twin.history() == state.history()
            if not twin.is_terminal():
                twin.apply_action(twin.legal_actions()[0])
                assert twin.table.position.to_bytes() != before
            assert state.table.position.to_bytes() == before
        read, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert str(again) == str(state)
        assert str(read) == str(game)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def rollouts(seed):
    return mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))


@pytest.mark.parametrize("name", GAMES)
def test_ismcts_of_openspiel_plays(name):
    game = pyspiel.load_game(f"kobako_{name}(players=2)")
    bot = ismcts.ISMCTSBot(game, rollouts(1), 2.0, 8, random_state=np.random.RandomState(1))
    bot.set_resampler(Resampler(1))
    state = dealt(game)
    for _ in range(4):
        policy, action = bot.step_with_policy(state)
        assert sorted(a for a, _ in policy) == state.legal_actions()
        state.apply_action(int(action))


@pytest.mark.parametrize("name", GAMES)
def test_mcts_of_openspiel_plays(name):
    game = pyspiel.load_game(f"kobako_{name}(players=3)")
    state = dealt(game)
    bot = mcts.MCTSBot(game, 2.0, 6, rollouts(2), random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()
    inside = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 3), 2.0, 6, 10, False, 3, False)
    assert inside.step_with_policy(state)[1] in state.legal_actions()


@pytest.mark.parametrize("name", GAMES)
def test_evaluate_bots_of_openspiel_seats_ours(name):
    game = pyspiel.load_game(f"kobako_{name}(players=2)")
    for deal in range(3):
        ours = SeatBot(make_bot("greedy", kobako.game(name), deal))
        theirs = pyspiel.make_uniform_random_bot(1, deal)
        result = evaluate_bots.evaluate_bots(dealt(game, deal), [ours, theirs], np.random.RandomState(deal))
        assert tuple(result) in {(1, -1), (0, 0), (-1, 1)}


def test_observers_of_less():
    game = pyspiel.load_game("kobako_ice(players=4)")
    state = dealt(game)
    none, one = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    public = make_observation(game, pyspiel.IIGObservationType(True, False, none))
    private = make_observation(game, pyspiel.IIGObservationType(False, False, one))
    assert "hands" not in public.string_from(state, 1)
    assert private.string_from(state, 1).startswith("seat 1 hands=[")
    with pytest.raises(ValueError, match="no player's view"):
        make_observation(game, pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS))
    with pytest.raises(ValueError, match="takes no parameters"):
        make_observation(game, params={"colour": 1})


def test_wrong_requests():
    with pytest.raises(BadOption, match="ice is for 2, 3, 4 players, not '7'"):
        pyspiel.load_game("kobako_ice(players=7)")
    with pytest.raises(BadOption, match="house rule 'hand' cannot be '12': allowed is 3 to 10"):
        pyspiel.load_game("kobako_ice(players=4,hand=12)")
    state = dealt(pyspiel.load_game("kobako_kotori(players=2)"))
    with pytest.raises(IllegalAction, match="KOT-4"):
        state.apply_action(1)


def test_what_is_refused_spoils_nothing():
    state = pyspiel.load_game("kobako_kotori(players=2)").new_initial_state()
    with pytest.raises(UnknownAction, match="a byte of the seed is 0 to 255, not 256"):
        state.apply_action(256)
    for look in (state.view, lambda seat: Resampler(1)(state, seat)):
        with pytest.raises(BadOption, match="the seed is not drawn yet"):
            look(0)
    assert state.history() == []
    *_, end = states_of(state.get_game(), 1)
    with pytest.raises(GameOver, match="the game is over"):
        end.apply_action(0)
