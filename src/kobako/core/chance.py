"""Chance: two generators, written in plain Python on whole numbers so that they compile with the rules.

*The deal* must be fair and unguessable: someone who has watched three rounds must not be able to work out the fourth.
So a game draws from ChaCha8 (a stream cipher's keystream) keyed with the game's 128-bit seed, kept inside the state.

*Imagined* games and random players need millions of numbers a second and keep no secret: they draw from `quick`, sfc32.
"""

from typing import Any

MASK = 0xFFFFFFFF

# Where things lie in `s.rng`: the key (the seed), the number of blocks made, the words used of this block, the block.
KEY, BLOCKS, USED, BLOCK = 0, 4, 5, 6
WORDS = 16
RNG_SIZE = BLOCK + WORDS


def seed_chance(s: Any, a: int, b: int, c: int, d: int) -> None:
    """Start the game's own generator from the four 32-bit words of its seed."""
    s.rng[KEY] = a
    s.rng[KEY + 1] = b
    s.rng[KEY + 2] = c
    s.rng[KEY + 3] = d
    s.rng[BLOCKS] = 0
    s.rng[USED] = WORDS


def rotate(x: int, n: int) -> int:
    return (x << n | x >> 32 - n) & MASK


def quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """ChaCha's quarter round."""
    a = a + b & MASK
    d = rotate(d ^ a, 16)
    c = c + d & MASK
    b = rotate(b ^ c, 12)
    a = a + b & MASK
    d = rotate(d ^ a, 8)
    c = c + d & MASK
    b = rotate(b ^ c, 7)
    return a, b, c, d


def refill(s: Any) -> None:
    """The next sixteen words: one ChaCha8 block with a 128-bit key, nonce 0."""
    k0, k1, k2, k3 = s.rng[0] & MASK, s.rng[1] & MASK, s.rng[2] & MASK, s.rng[3] & MASK
    blocks = s.rng[BLOCKS] & MASK
    a0, a1, a2, a3 = 0x61707865, 0x3120646E, 0x79622D36, 0x6B206574  # "expand 16-byte k"
    b0, b1, b2, b3 = k0, k1, k2, k3
    c0, c1, c2, c3 = k0, k1, k2, k3
    d0, d1, d2, d3 = blocks, 0, 0, 0
    for _ in range(4):
        a0, b0, c0, d0 = quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter(a3, b0, c1, d2)
    s.rng[BLOCK] = a0 + 0x61707865 & MASK
    s.rng[BLOCK + 1] = a1 + 0x3120646E & MASK
    s.rng[BLOCK + 2] = a2 + 0x79622D36 & MASK
    s.rng[BLOCK + 3] = a3 + 0x6B206574 & MASK
    s.rng[BLOCK + 4] = b0 + k0 & MASK
    s.rng[BLOCK + 5] = b1 + k1 & MASK
    s.rng[BLOCK + 6] = b2 + k2 & MASK
    s.rng[BLOCK + 7] = b3 + k3 & MASK
    s.rng[BLOCK + 8] = c0 + k0 & MASK
    s.rng[BLOCK + 9] = c1 + k1 & MASK
    s.rng[BLOCK + 10] = c2 + k2 & MASK
    s.rng[BLOCK + 11] = c3 + k3 & MASK
    s.rng[BLOCK + 12] = d0 + blocks & MASK
    s.rng[BLOCK + 13] = d1
    s.rng[BLOCK + 14] = d2
    s.rng[BLOCK + 15] = d3
    s.rng[BLOCKS] = blocks + 1 & MASK
    s.rng[USED] = 0


def rand(s: Any, n: int) -> int:
    """A whole number in 0..n-1 from the game's own chance. (The bias of a 32-bit word is below n/2**32.)"""
    if s.rng[USED] == WORDS:
        refill(s)
    word: int = s.rng[BLOCK + s.rng[USED]] & MASK
    s.rng[USED] += 1
    return word * n >> 32


def shuffle(s: Any, cards: Any, n: int) -> None:
    """Put the first n cards into an order drawn from the game's own chance."""
    for i in range(n - 1, 0, -1):
        j = rand(s, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


def seed_quick(r: Any, a: int, b: int, c: int, d: int) -> None:
    """Start a quick generator `r` (four words) from any four numbers."""
    r[0] = a & MASK
    r[1] = b & MASK
    r[2] = c & MASK
    r[3] = d & MASK
    for _ in range(12):
        quick_word(r)


def quick_word(r: Any) -> int:
    """sfc32: 32 bits from adds, xors and shifts."""
    a, b, c, n = r[0], r[1], r[2], r[3]
    word: int = a + b + n & MASK
    r[0] = b ^ b >> 9
    r[1] = c + (c << 3) & MASK
    r[2] = rotate(c, 21) + word & MASK
    r[3] = n + 1 & MASK
    return word


def quick(r: Any, n: int) -> int:
    """A whole number in 0..n-1 from the quick generator."""
    return quick_word(r) * n >> 32


def quick_shuffle(r: Any, cards: Any, n: int) -> None:
    """Put the first n cards into an order drawn from the quick generator."""
    for i in range(n - 1, 0, -1):
        j = quick(r, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
