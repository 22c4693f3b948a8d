"""The nodes of a tree: records for the compiled search, objects for the plain one."""

from __future__ import annotations

from dataclasses import dataclass

from kobako.core.arrays import Array

NO_NODE = -1


@dataclass
class Node:
    """A node of a plain tree: the same fields as a record has."""

    child: int = NO_NODE
    sibling: int = NO_NODE
    action: int = 0
    visits: int = 0
    avail: int = 0
    prior: int = 0
    total: float = 0.0


class Nodes(Array[Node]):
    """A tree: its nodes name each other by their places."""

    ELEMENT = "node"
    RECORD = (
        *((name, "i4") for name in ("child", "sibling", "action", "visits", "avail", "prior")),
        ("total", "f8"),
    )
