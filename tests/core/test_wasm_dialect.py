"""What the dialect means in WebAssembly: the same as in Python; and what is not in it is refused, by file and line."""

import random
import struct
from math import exp as exp_of_c
from math import log as log_of_c
from math import ulp

import numpy as np
import pytest

from kobako.bots.wasm import wasm_of
from kobako.core import maths
from kobako.core.arrays import Doubles, Longs
from kobako.core.compiling import Compiled, Kernels
from kobako.core.errors import BadGame
from kobako.core.wasm import build
from kobako.testing import LawBroken
from kobako.testing.dialect import check_dialect
from kobako.testing.wasm import InWasm

SQUARES = ((0, 1, 4), (9, 16, 250), (36, -49, 64))
HALVES = (0.5, 1.5, 2.5)
WIDE = (1 << 40, -(1 << 40))
SEVEN = 7


def twice_or(x: int, times: int = 2, more: int = 0) -> int:
    return x * times + more


def is_even(x: int) -> bool:
    return x % 2 == 0


def both(x: int, y: int) -> tuple[int, float]:
    return x - y, x / 4


def bump(out: Longs, place: int) -> int:
    out[0] += 1
    return place


def sum_of(numbers: Longs, n: int) -> int:
    total = 0
    for i in range(n):
        total += numbers[i]
    return total


def arithmetic(a: int, b: int, out: Longs, x: Doubles) -> int:
    out[0] = a // SEVEN
    out[1] = a % SEVEN
    out[2] = a // 8
    out[3] = a % 8
    out[4] = a // b
    out[5] = a % b
    out[6] = min(a, b, 3)
    out[7] = max(a, -b, -5)
    out[8] = abs(a) + abs(b - a)
    out[9] = (a & b) | (a ^ 5) + (~b << 2) - (a >> 1)
    out[10] = -a * b
    out[11] = 1 if 0 <= a < b <= 50 else -1
    out[12] = int(a / 3)
    out[13] = int(-a / 3) if a != b else int(False)
    x[0] = a / b
    x[1] = min(a, 0.5) * max(x[0], b, 1.25)
    x[2] = abs(-x[1]) - float(a)
    x[3] = 1 if a > b else 0.5
    x[4] = -x[0] + HALVES[a % 3]
    return a - b


def steering(a: int, b: int, out: Longs, x: Doubles) -> int:
    best, found, last = 0, False, 0
    for i in range(10, -10, -3):
        if i == a:
            continue
        if i < b - 60:
            break
        best += i
        last = i
        i = 100
    out[0] = best + last
    n = 0
    while True:
        n += 1
        if n * n > abs(a) and not is_even(n):
            break
    out[1] = n
    while n > 0 and (n != 4 or b > 0):
        n -= 1
        if n % 3 == 0:
            continue
        out[2] += n
    found = is_even(a) or is_even(b)
    out[3] = found
    out[4] = twice_or(a) + twice_or(a, more=1) + twice_or(b, 3)
    out[5], share = both(a, b)
    total = 0
    total += share
    total *= 2
    x[0] = total
    a, b = b, a
    out[6] = a
    out[7] = out[8] = b + n
    row = SQUARES[abs(a) % 3]
    out[9] = row[2] + len(row) + SQUARES[2][1] + WIDE[abs(b) % 2]
    out[10] = sum_of(out, 5) if a != b else 0
    return 1 if found else b


def order(a: int, b: int, out: Longs, x: Doubles) -> int:
    """What is worked out first, where a call changes something."""
    out[0] = 2
    out[out[0]] = bump(out, a)
    out[1] += bump(out, b)
    out[bump(out, 7)] += out[0]
    out[4] = out[0] + bump(out, 10) * out[0]
    if (a > 0 and bump(out, 1) == 1) or bump(out, 0) == 1:
        out[5] = out[0]
    out[6] = -1 if bump(out, -1) < out[0] < bump(out, 90) else out[0]
    return out[0]


def sweep(a: int, b: int, out: Longs, x: Doubles) -> int:
    for i in range(len(x)):
        x[i] = maths_exp(x[i]) if i % 2 == 0 else maths_log(abs(x[i]) + 1e-9)
    return 0


maths_exp, maths_log = maths.exp, maths.log
TEXTS = (arithmetic, steering, order, sweep)
LOOPS = Kernels(({f.__name__: f for f in TEXTS},), tuple(f.__name__ for f in TEXTS))


def bits(numbers):
    return struct.pack(f"<{len(numbers)}d", *numbers)


def test_the_dialect_means_the_same_in_all_three_forms(janken):
    game, rng = janken(), random.Random(1)
    forms = (
        Compiled(game, loops=LOOPS),
        InWasm(game, build(game, LOOPS)),
        InWasm(game, build(game, LOOPS, checked=True)),
    )
    for text in TEXTS:
        for _ in range(40):
            a, b = rng.randint(-40, 40), rng.choice([*range(-9, 0), *range(1, 60)])
            out, x = [0] * 16, [rng.uniform(-40, 40) for _ in range(64)]
            arrays = [(np.array(out, np.int64), np.array(x)) for _ in forms]
            plain = text(a, b, out, x)
            for form, (outs, xs) in zip(forms, arrays):
                assert form.kernel(text.__name__)(a, b, outs, xs) == plain, (text, a, b)
                assert outs.tolist() == out, (text, a, b)
                assert bits(xs) == bits(x), (text, a, b)


def test_exp_and_log_are_those_of_mathematics():
    rng = random.Random(2)
    for _ in range(20_000):
        x, y = rng.uniform(-700, 700), 10 ** rng.uniform(-300, 300)
        assert abs(maths.exp(x) - exp_of_c(x)) <= 2 * ulp(exp_of_c(x))
        assert abs(maths.log(y) - log_of_c(y)) <= 2 * ulp(log_of_c(y))
    assert (maths.exp(0), maths.exp(-1000), maths.exp(1000), maths.log(1)) == (1, 0, float("inf"), 0)


REFUSED = [
    ("x = s.round_no ** 2", r"has a power \(`\*\*`\); multiply, or shift"),
    ("x = 1 if s.phase in (1, 2) else 0", r"asks `s.phase in \(1, 2\)`; compare one by one: x == A or x == B"),
    ("x = len(s.points[1:])", r"cuts `s.points\[1:\]` out; hand on the array and from where to where"),
    ("x = s.pionts[0]", "has `s.pionts`, and `s` has no field `pionts`; fields are declared"),
    ("x = s.points[-1]", "there is no such place; places count from 0"),
    ("x = s.points[4]", "there is no such place; places count from 0"),
    ("x = s.points", None),
    ("x = s.points + 1", "uses `s.points`, an array, as a number; name one of its numbers"),
    ("x = s.points\n    x = 1", "has a whole number in `x`, which is an array elsewhere; use two names"),
    ("for x in s.points:\n        pass", r"goes through `s.points`; go through its places: for i in range\(len\(x\)\)"),
    ("x = s.round_no or 3", "takes a number out of `s.round_no or 3`; `and` and `or` are for conditions"),
    ("s.round_no = 1.5 * s.round_no", "writes a fraction into `s.round_no`; make it whole with int"),
    ("x = 1.5 // 2", r"divides or shifts a fraction as if it were a whole number; make it one with int"),
    ("x = round(2.5)", r"calls round\(\); there are the functions of the game"),
    ("x = s.copy()", "calls `s.copy`; a function is called by its bare name"),
    ("while s.over == 0:\n        s.over = 1\n    else:\n        s.over = 1", "has an else behind a loop; write an if"),
    ("assert s.over == 0", "has `assert s.over == 0`; a statement is an assignment, an if, a loop"),
    ("x = f'{s.over}'", "makes a text; what is compiled has whole numbers"),
    ("x = [1, 2]", "makes a list; what is compiled has whole numbers"),
    ("x = apply(s, 1)", r"which gives nothing; it is a statement of its own|calls it in turn; write a loop"),
    ("x = 1 << 64", "has the number 18446744073709551616; a whole number has 64 bits"),
    ("x = 1 << -1", "shifts by -1; a shift is by 0 to 63"),
    ("x = s.round_no >> 64", "shifts by 64; a shift is by 0 to 63"),
    ("x = len()", r"has `len\(\)`, with 0 arguments; it takes 1"),
    ("x = abs(1, 2)", r"has `abs\(1, 2\)`, with 2 arguments; it takes 1"),
    ("x = int()", r"has `int\(\)`, with 0 arguments; it takes 1"),
    ("x = float()", r"has `float\(\)`, with 0 arguments; it takes 1"),
    ("x = bool(1, 2)", r"has `bool\(1, 2\)`, with 2 arguments; it takes 1"),
    ("put(s)", r"has `put\(s\)`, with 1 arguments; it takes 4"),
    ("for i in range():\n        pass", r"has `range\(\)`, with 0 arguments; it takes 1 to 3"),
    ("for i in range(1, 2, 3, 4):\n        pass", r"has `range\(1, 2, 3, 4\)`, with 4 arguments; it takes 1 to 3"),
    ("for i in range(stop=3):\n        pass", r"has `range\(stop=3\)`, with a keyword; give it numbers only"),
]


@pytest.mark.parametrize(("text", "told"), REFUSED, ids=[text for text, _ in REFUSED])
def test_what_is_not_in_the_dialect_is_refused_by_line(janken, tmp_path, text, told):
    game = janken(rules=("    drawn = True\n", f"    drawn = True\n    {text}\n"))
    lines = (tmp_path / "elsewhere" / "janken" / "rules.py").read_text(encoding="utf-8").splitlines()
    line = lines.index("    drawn = True") + 2
    if told is None:
        build(game)
        return
    line += {"use two names": 1, "write an if": 3}.get(told.rpartition("; ")[2], 0)
    with pytest.raises(BadGame, match=rf"^rules\.py, line {line}: `\w+` .*({told})"):
        build(game)
    with pytest.raises(LawBroken, match=r"^rules\.py, line"):
        check_dialect(game)


def test_a_function_of_c_is_refused_since_its_last_bit_is_anyones(janken):
    janken(rules=("    drawn = True\n", "    drawn = True\n    x = sin(0.5)\n"))
    game = janken(rules=("\n\n\ndef deal", "\nfrom math import sin\n\n\ndef deal"))
    with pytest.raises(BadGame, match=r"calls sin\(\) of math; .*kobako\.core\.maths has exp and log"):
        build(game)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("((1, 2), (3,))", "whose rows are of several lengths"),
        ("([1, 2], [3, 4])", "which holds other things than numbers"),
        ("(1 << 70, 2)", "which holds a number of more than 64 bits"),
        ("()", "which is empty"),
    ],
)
def test_a_table_that_is_none_is_refused(janken, table, told):
    janken(rules=("    drawn = True\n", "    drawn = True\n    x = ODD[0]\n"))
    game = janken(rules=("\n\n\ndef deal", f"\n\nODD = {table}\n\n\ndef deal"))
    wrong = rf"^rules\.py, line \d+: `\w+` uses the table `ODD`, {told}; a table holds numbers, or rows"
    with pytest.raises(BadGame, match=wrong):
        build(game)


def test_a_mind_with_an_exp_of_c_is_told_of_ours(janken, tmp_path):
    mind = "from math import exp\n\nfrom kobako.kit.shares import share_by_lead\n\n\ndef evaluate(s, view, gain):\n"
    mind += "    gain[0] = exp(0.5)\n    share_by_lead(s, gain, 1.0)\n"
    (tmp_path / "elsewhere" / "janken" / "mind.py").write_text(mind, encoding="utf-8")
    with pytest.raises(
        BadGame, match=r"'exp', used in .*, is another thing in .*; kobako\.core\.maths has the one to use"
    ):
        wasm_of(janken())
