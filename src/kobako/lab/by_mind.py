"""How the lab's kernel thinks where nothing was learned: by the game's mind alone. (Where it was, as `guided` does.)"""

from __future__ import annotations

from kobako.bots.search.kernel import search
from kobako.bots.search.nodes import Nodes
from kobako.core.arrays import Doubles, Doubles2d, Ints, Longs, States


def ponder(
    views: States,
    seat: int,
    work: States,
    out: Ints,
    mark: Ints,
    path: Ints,
    actors: Ints,
    gain: Doubles,
    tree: Nodes,
    book: Longs,
    outcome: Doubles2d,
    sims: int,
    explore: float,
    roots: Doubles,
    r: Longs,
    widen: float,
    w: Ints,
    x: Ints,
    likes: Doubles,
    walk: States,
    belief: Doubles,
) -> None:
    """Think so many times more. What only weights need is left alone."""
    search(views, seat, work, out, mark, path, actors, gain, tree, book, outcome, sims, explore, roots, r)
