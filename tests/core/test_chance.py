"""The two generators: against published vectors, and as sources of fair numbers."""

import struct
from collections import Counter
from types import SimpleNamespace

import pytest

from kobako.core import chance

# ChaCha8 with a 128-bit key and nonce 0: the keystream's first block for the all-zero key.
ZERO_KEY = (
    "e28a5fa4a67f8c5defed3e6fb7303486aa8427d31419a729572d777953491120"
    "b64ab8e72b8deb85cd6aea7cb6089a101824beeb08814a428aab1fa2c816081b"
)


def generator(*key):
    s = SimpleNamespace(rng=[0] * chance.RNG_SIZE)
    chance.seed_chance(s, *(key or (0, 0, 0, 0)))
    return s


def test_it_is_chacha8():
    s = generator()
    chance.refill(s)
    assert struct.pack("<16I", *s.rng[chance.BLOCK :]).hex() == ZERO_KEY


def test_words_come_in_order_and_blocks_follow_each_other():
    s = generator()
    words = [chance.rand(s, 1 << 32) for _ in range(40)]
    assert words[:16] == list(struct.unpack("<16I", bytes.fromhex(ZERO_KEY)))
    assert len(set(words)) == 40
    assert s.rng[chance.BLOCKS] == 3


def test_every_bit_of_the_seed_matters():
    first = {tuple(chance.rand(generator(), 1000) for _ in range(8))}
    for word in range(4):
        for bit in (0, 15, 31):
            key = [0, 0, 0, 0]
            key[word] = 1 << bit
            s = generator(*key)
            first.add(tuple(chance.rand(s, 1000) for _ in range(8)))
    assert len(first) == 13


@pytest.mark.parametrize("n", [1, 2, 6, 10, 55])
def test_rand_is_even(n):
    s, draws = generator(5, 6, 7, 8), 20_000
    counts = Counter(chance.rand(s, n) for _ in range(draws))
    assert set(counts) == set(range(n))
    chi2 = sum((c - draws / n) ** 2 / (draws / n) for c in counts.values())
    assert chi2 < n + 6 * (2 * n) ** 0.5


def test_shuffles_are_even():
    s, orders = generator(1, 2, 3, 4), Counter()
    for _ in range(12_000):
        cards = [0, 1, 2, 3]
        chance.shuffle(s, cards, 4)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    assert all(350 < count < 650 for count in orders.values())


def test_shuffle_leaves_the_rest_alone():
    s, cards = generator(), list(range(10))
    chance.shuffle(s, cards, 4)
    assert sorted(cards[:4]) == [0, 1, 2, 3]
    assert cards[4:] == [4, 5, 6, 7, 8, 9]


def test_quick_is_even_and_repeats_from_its_seed():
    runs = []
    for _ in range(2):
        r = [0] * 4
        chance.seed_quick(r, 1, 2, 3, 4)
        runs.append([chance.quick(r, 6) for _ in range(12_000)])
    assert runs[0] == runs[1]
    assert all(1800 < count < 2200 for count in Counter(runs[0]).values())
    cards = list(range(20))
    chance.quick_shuffle(r, cards, 20)
    assert sorted(cards) == list(range(20))
    assert cards != list(range(20))
