"""`exp` and `log` in the dialect: adds, products and quotients in a fixed order, and so the same bits everywhere.

A C library's and a browser's own differ in the last bit from one machine to the next, and a search that differs in one
bit soon looks elsewhere. Square roots need no text of ours: IEEE 754 settles them.
"""

from __future__ import annotations

LN2_HIGH = 0.6931471803691238  # the first 32 bits of log(2), so that its product with a small whole number is exact …
LN2_LOW = 1.9082149292705877e-10  # … and the rest of it
EXP_STEPS = 16  # powers of two between 1 and 2 that are looked up
ROOT_2 = 1.4142135623730951

# 2 ** (j / EXP_STEPS). Written out, since `**` is the C library's as well.
# fmt: off
POWERS_OF_2 = (
    1.0, 1.0442737824274138, 1.0905077326652577, 1.1387886347566916,
    1.189207115002721, 1.241857812073484, 1.2968395546510096, 1.3542555469368927,
    1.4142135623730951, 1.4768261459394993, 1.5422108254079407, 1.6104903319492543,
    1.681792830507429, 1.7562521603732995, 1.8340080864093424, 1.9152065613971474,
)
# fmt: on

EXP_LEAST, EXP_MOST = -745.2, 709.78  # beyond these e ** x is 0 or infinite


def exp(x: float) -> float:
    """e ** x: a power of two that is looked up, and seven terms of the series for the little that is left."""
    if x < EXP_LEAST:
        return 0.0
    if x > EXP_MOST:
        return 1e300 * 1e300
    k = int(x * (EXP_STEPS / 0.6931471805599453) + (0.5 if x > 0.0 else -0.5))
    r = x - k * (LN2_HIGH / EXP_STEPS) - k * (LN2_LOW / EXP_STEPS)
    rest = 1.0 / 2 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040)))))
    power = POWERS_OF_2[k & EXP_STEPS - 1]
    y = power + power * (r + r * r * rest)
    n = k // EXP_STEPS
    while n > 60:  # as many powers of two at a time as a whole number holds
        y *= 1 << 60
        n -= 60
    while n < -60:
        y /= 1 << 60
        n += 60
    return y * (1 << n) if n >= 0 else y / (1 << -n)


def log(x: float) -> float:
    """The natural logarithm of a number above 0: x = m * 2 ** n, and the series of log((1 + z) / (1 - z)) for m."""
    m, n = x * 1.0, 0
    while m >= 65536.0:
        m /= 65536.0
        n += 16
    if m >= 256.0:
        m /= 256.0
        n += 8
    if m >= 16.0:
        m /= 16.0
        n += 4
    while m > ROOT_2:
        m /= 2.0
        n += 1
    while m < ROOT_2 / 2:
        m *= 2.0
        n -= 1
    z = (m - 1.0) / (m + 1.0)
    w = z * z
    high = 1.0 / 13 + w * (1.0 / 15 + w * (1.0 / 17 + w * (1.0 / 19 + w * (1.0 / 21 + w * (1.0 / 23)))))
    rest = w * (1.0 / 3 + w * (1.0 / 5 + w * (1.0 / 7 + w * (1.0 / 9 + w * (1.0 / 11 + w * high)))))
    return n * LN2_HIGH + (2.0 * z * (1.0 + rest) + n * LN2_LOW)
