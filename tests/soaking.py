"""How long a soak is: about three quarters of an hour on two cores, or as many times that as SOAK says."""

import os

TIMES = float(os.environ.get("SOAK") or 1)


def long(count: int) -> int:
    """A count of games, messages or kills, as long as was asked for."""
    return max(1, round(count * TIMES))
