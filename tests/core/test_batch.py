"""A batch is many matches: the same games, moves refused as a match refuses them."""

import copy
import hashlib
import pickle
import subprocess
import sys

import numpy as np
import pytest

import kobako
from kobako.core.batch import MAGIC, BadBatch, Batch, action_array
from kobako.core.errors import BadOption, BadSeed, IllegalAction, UnknownAction
from kobako.core.fields import kept_size, ruled_size
from kobako.core.position import legal_actions


def bytes_of(batch, i):
    """A state of a batch as a match has it: a record ends with the house rules, which are the setup's."""
    return batch.states[i].tobytes()[: kept_size(batch.setup.game.fields)]


@pytest.mark.parametrize("name", kobako.game_names())
@pytest.mark.parametrize("players", [2, 4])
def test_a_batch_plays_the_same_games_as_matches_do(name, players):
    setup = kobako.game(name).setup(players)
    n, first = 8, 2**128 - 3  # seeds that wrap around
    batch = Batch(setup, n, seed=first)
    matches = [setup.new((first + i) % 2**128) for i in range(n)]
    began = [first + i for i in range(n)]
    ended = 0
    for _ in range(setup.bound):
        for i, match in enumerate(matches):
            assert batch.seed(i) == match.seed
            assert bytes_of(batch, i) == match.to_bytes()
            assert batch.seats[i] == match.seat
            assert np.flatnonzero(batch.mask[i]).tolist() == [int(a) for a in match.legal()]
            assert batch.legal[i, : batch.counts[i]].tolist() == [int(a) for a in match.legal()]
            assert np.array_equal(batch.observations[i], match.view(match.seat).observation())
        actions = batch.random_actions().copy()
        batch.step(actions)
        for i, match in enumerate(matches):
            match.play(int(actions[i]))
            assert batch.done[i] == match.over
            if match.over:
                ended += 1
                share = np.array([seat in match.winners for seat in range(players)]) / len(match.winners)
                assert np.allclose(batch.rewards[i], (players * share - 1) / (players - 1), atol=1e-6)
                began[i] += n
                matches[i] = setup.new(began[i] % 2**128)
            else:
                assert not batch.rewards[i].any()
        if ended >= n:
            return
    raise AssertionError("the games did not end within their bound")


def test_observations_can_be_floats():
    setup = kobako.game("kotori").setup(3)
    small, large = (Batch(setup, 4, seed=1, observations=kind) for kind in ("uint8", "float32"))
    for _ in range(20):
        actions = small.random_actions()
        small.step(actions)
        large.step(actions)
        assert large.observations.dtype == np.float32
        assert np.array_equal(small.observations, large.observations)


@pytest.mark.parametrize("threads", [1, 2])
def test_without_observations_the_games_are_the_same(threads):
    setup = kobako.game("ice").setup(3)
    all_told = Batch(setup, 6, seed=1)
    bare = Batch.restore(Batch(setup, 6, seed=1, observations=None).save(), threads)
    for _ in range(300):
        actions = all_told.random_actions().copy()
        assert np.array_equal(bare.random_actions(), actions)
        for batch in (all_told, bare):
            batch.step(actions)
        assert bare.observations.shape == (6, 0)
        for name in ("states", "mask", "seats", "rewards", "done"):
            assert getattr(bare, name).tobytes() == getattr(all_told, name).tobytes()


def test_one_wrong_action_and_none_is_played():
    batch = Batch(kobako.game("kotori").setup(2), 4, seed=1)
    before = batch.states.copy()
    actions = batch.random_actions().copy()
    actions[2] = 1
    with pytest.raises(IllegalAction, match=r"game 2 of the batch: 'pass' is not allowed \(KOT-4\)"):
        batch.step(actions)
    actions[2] = 7
    with pytest.raises(UnknownAction, match="game 2 of the batch: 7 is not an action of kotori"):
        batch.step(actions)
    with pytest.raises(UnknownAction, match="a step takes 4 actions"):
        batch.step(actions[:3])
    assert np.array_equal(batch.states, before)


def test_a_batch_begins_anew():
    batch = Batch(kobako.game("kotori").setup(2), 3, seed=5)
    start = batch.states.copy()
    batch.step(batch.random_actions())
    batch.reset(5)
    assert np.array_equal(batch.states, start)
    batch.reset(6)
    assert not np.array_equal(batch.states, start)


def test_wrong_requests():
    setup = kobako.game("kotori").setup(2)
    for n in (0, -1, 1.5, None, "many", True):
        with pytest.raises(BadOption, match=f"1 game or more, not {n!r}"):
            Batch(setup, n)
    for n in (10**17, 2**62, 10**30):
        with pytest.raises(BadOption, match=f"{n} games do not fit in memory"):
            Batch(setup, n)
    with pytest.raises(BadOption, match="uint8, float32 or None, not 'int64'"):
        Batch(setup, 1, observations="int64")
    with pytest.raises(BadOption, match="uint8, float32 or None, not 5"):
        Batch(setup, 1, observations=5)


@pytest.mark.parametrize("n", [np.int64(2), 2.0, "2"])
def test_what_spells_a_whole_number_is_one(n):
    batch = kobako.batch("kotori", players=2, n=n, seed=1, observations=np.dtype("float32"), threads=n)
    assert Batch.restore(batch.save()).n == batch.work.threads == 2
    assert batch.observations.dtype == np.float32


def test_random_actions_are_even():
    setup = kobako.game("ice").setup(4)
    batch = Batch(setup, 1, seed=3)
    counts = np.bincount([batch.random_actions()[0] for _ in range(5000)], minlength=setup.game.actions)
    legal = [int(a) for a in legal_actions(setup, setup.deal(3))]
    assert sorted(np.flatnonzero(counts)) == legal
    assert counts[legal].min() > 5000 / len(legal) * 0.8


def arrays(batch):
    """All that a batch shows, as bytes."""
    shown = (batch.states, batch.mask, batch.observations, batch.seats, batch.rewards, batch.done)
    return [array.tobytes() for array in shown]


def play(batch, steps):
    """Random steps; gives what was seen on the way."""
    seen = []
    for _ in range(steps):
        batch.step(batch.random_actions())
        seen.append((batch.actions.tolist(), arrays(batch)))
    return seen


def test_threads_change_nothing():
    one, three = (kobako.batch("kotori", players=3, n=50, seed=9, threads=threads) for threads in (1, 3))
    assert arrays(one) == arrays(three)
    assert play(one, 60) == play(three, 60)
    assert one.rewards.shape == (50, 3)


def test_a_game_is_the_same_in_any_batch():
    large, small = (kobako.batch("kotori", players=2, n=n, seed=[30, 31, 5, 6][:n]) for n in (4, 2))
    for _ in range(12):
        assert large.states[:2].tobytes() == small.states.tobytes()
        assert large.random_actions()[:2].tolist() == small.random_actions().tolist()
        large.step(large.actions)
        small.step(small.actions)


def test_each_game_can_have_a_seed_of_its_own():
    batch = kobako.batch("kotori", players=2, n=3, seed=[7, "0xff", np.int64(3)])
    assert [int(batch.seed(i), 16) for i in range(3)] == [7, 255, 3]
    for i, seed in enumerate((7, 255, 3)):
        assert bytes_of(batch, i) == kobako.game("kotori").new(players=2, seed=seed).to_bytes()
    batch.reset([1, 2, 3])
    assert [int(batch.seed(i), 16) for i in range(3)] == [1, 2, 3]
    with pytest.raises(BadSeed, match="3 games need one seed, or 3, not 2"):
        batch.reset([1, 2])
    batch.reset(np.arange(3))
    assert [int(batch.seed(i), 16) for i in range(3)] == [0, 1, 2]
    batch.reset(np.array(5))
    assert [int(batch.seed(i), 16) for i in range(3)] == [5, 6, 7]


@pytest.mark.parametrize(
    "seed",
    [1.5, True, b"abc", {1, 2, 3}, [1, 2, 3.5], [1, 2, None], np.ones(3), np.zeros((3, 1), int), iter([1, 2, 3])],
)
def test_what_is_no_seed_deals_nothing(seed):
    batch = kobako.batch("kotori", players=2, n=3, seed=7)
    with pytest.raises(BadSeed):
        batch.reset(seed)
    assert [int(batch.seed(i), 16) for i in range(3)] == [7, 8, 9]


WAYS = {
    "save": lambda batch: Batch.restore(batch.save()),
    "copy": copy.deepcopy,
    "pickle": lambda batch: pickle.loads(pickle.dumps(batch)),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_saved_batch_goes_on_as_it_would_have(way):
    batch = kobako.batch("ice", players=2, n=20, seed=4, hand=12, observations="uint8")
    play(batch, 70)
    twin = WAYS[way](batch)
    assert twin.setup.options == batch.setup.options
    assert arrays(twin) == arrays(batch)
    assert play(twin, 80) == play(batch, 80)


def test_a_batch_saved_before_a_game_remembered_goes_on():
    """Its states lack what is only remembered; that is 0 then, and the games are the same."""
    batch = kobako.batch("ice", players=2, n=5, seed=4)
    play(batch, 30)
    table = batch.setup.game.fields
    head, _, body = batch.save()[len(MAGIC) + 32 :].partition(b"\n")
    size = batch.n * kept_size(table)
    states = np.frombuffer(body[:size], np.uint8).reshape(batch.n, -1)[:, : ruled_size(table)]
    assert states.nbytes < size
    twin = Batch.restore(sealed(head + b"\n" + states.tobytes() + body[size:]))
    assert twin.states["decided"].tolist() == [0] * batch.n != batch.states["decided"].tolist()
    assert twin.states["hands"].tolist() == batch.states["hands"].tolist()
    assert twin.mask.tolist() == batch.mask.tolist()


def test_bytes_that_are_no_saved_batch():
    saved = kobako.batch("kotori", players=2, n=2, seed=1).save()
    with pytest.raises(BadBatch, match="no saved batch"):
        Batch.restore(b"GIF89a")
    with pytest.raises(BadBatch, match="another form"):
        Batch.restore(saved.replace(b"kobako batch 1", b"kobako batch 9", 1))
    for damaged in (saved[:-1], saved + b"x", saved[:-5] + b"12345", saved[:20]):
        with pytest.raises(BadBatch, match="damaged"):
            Batch.restore(damaged)
    for was, told, why in [(b'"rules": 1', b'"rules": 7', "rules 7 of kotori"), (b'"n": 2', b'"n": 3', "another form")]:
        assert was in saved
        body = saved[len(MAGIC) + 32 :].replace(was, told, 1)
        with pytest.raises(BadBatch, match=why):
            Batch.restore(sealed(body))
    assert Batch.restore(memoryview(saved)).save() == saved
    with pytest.raises(BadBatch, match="a saved batch is bytes, not str"):
        Batch.restore("abc")


def sealed(body):
    """A saved batch whose hash fits, whatever it says."""
    return MAGIC + hashlib.sha256(body).digest() + body


@pytest.mark.parametrize("head", [b"", b"{", b"\xff", b"[]", b"{}", b'{"game": "kotori", "rules": 1}'])
def test_a_saved_batch_says_what_it_is(head):
    with pytest.raises(BadBatch, match="does not say what it is: its first line has game, n, observations, options"):
        Batch.restore(sealed(head + b"\n"))


def test_actions_are_taken_as_they_are_or_refused():
    batch = kobako.batch("kotori", players=2, n=3, seed=1)
    given = np.zeros(3, np.int32)
    assert action_array(given, 3) is given  # no copy
    batch.step([0, 0, 0])
    batch.step(batch.random_actions().astype(np.uint8))
    for wrong, what in (
        (np.zeros(3), "an array of float64"),
        ([0, 0, np.nan], "an array of float64"),
        (["bid"] * 3, "an array of <U3"),
        ([0, 0, 2**70], "an array of object"),
        ([0, 0, 2**32], "4294967296"),
    ):
        with pytest.raises(UnknownAction, match=f"whole numbers of 32 bits or fewer, not {what}"):
            batch.step(wrong)
    with pytest.raises(UnknownAction, match="game 2 of the batch: actions are"):
        batch.step([0, 0, 2**32])
    with pytest.raises(BadOption, match="1 thread or more, not 0"):
        kobako.batch("kotori", n=2, threads=0)


def test_the_kernels_are_given_arrays_of_one_kind():
    frozen = np.zeros(3, np.int32)
    frozen.flags.writeable = False
    crooked = np.frombuffer(bytearray(13), np.int32, 3, 1)
    for given in (frozen, crooked, np.zeros(6, np.int32)[::2], np.zeros(3, ">i4")):
        assert action_array(given, 3).flags.carray
        assert action_array(given, 3).dtype == np.int32


def test_importing_kobako_imports_no_numpy():
    code = "import sys, kobako; kobako.batch; sys.exit(any(name in sys.modules for name in ('numpy', 'numba')))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
