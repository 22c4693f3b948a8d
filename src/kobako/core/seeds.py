"""Seeds: 128 bits that settle every deal of a game, promised by their hash before it and shown after it."""

from __future__ import annotations

import contextlib
import hashlib
import operator
import re
import secrets
from typing import SupportsIndex

from kobako.core.errors import BadSeed

BITS = 128


def parse_seed(value: SupportsIndex | str | None) -> int:
    """A seed from a whole number, its digits, or 32 hexadecimal digits as a kifu has them; None draws a new one.

    A text of exactly 32 digits is hexadecimal, whatever they are: what a kifu or a table shows can be given back.

    >>> parse_seed("000000000000000000000000000000ff"), parse_seed("255"), parse_seed("0xff"), parse_seed(255)
    (255, 255, 255, 255)
    """
    if value is None:
        return secrets.randbits(BITS)
    seed: int | None = None
    text = value.strip() if isinstance(value, str) else ""
    if re.fullmatch(r"\d{1,31}|\d{33,39}", text, re.ASCII):
        seed = int(text)
    elif re.fullmatch(r"0x[0-9a-fA-F]{1,32}|[0-9a-fA-F]{32}", text):
        seed = int(text, 16)
    elif not isinstance(value, str | bool):
        with contextlib.suppress(TypeError):
            seed = operator.index(value)
    if seed is None or not 0 <= seed < 1 << BITS:
        raise BadSeed(
            f"{value!r} is not a seed: a seed is a whole number from 0 to 2**128-1, or its 32 hexadecimal digits "
            "(so a text of exactly 32 digits is hexadecimal)"
        )
    return seed


def seed_text(seed: int) -> str:
    """The 32 hexadecimal digits of a seed."""
    return f"{seed:032x}"


def seed_hash(seed: int) -> str:
    """The promise shown before a game: the SHA-256 of the seed's 32 digits.

    Anyone can check it afterwards with the seed: `printf %s SEED | sha256sum`.
    """
    return hashlib.sha256(seed_text(seed).encode()).hexdigest()


def seed_words(seed: int) -> tuple[int, int, int, int]:
    """The seed as four 32-bit words, the lowest first."""
    a, b, c, d = (seed >> shift & 0xFFFFFFFF for shift in (0, 32, 64, 96))
    return a, b, c, d
