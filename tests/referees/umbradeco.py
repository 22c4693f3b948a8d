"""A referee for Umbradeco, written from the rules alone (UMB-1 to UMB-13); it shares nothing with the engine.

It reads the lines of `kobako replay FILE --json`. From the first it takes the deal; from then on it keeps its own
table, works out what may be done and what comes of it, and objects to any line that says otherwise. It copies from
the first line only what chance decides: who begins, and the order of the tiles.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.referees.compare import LINE, check_heading, check_pile, first_seat, follow, keys, same

COLOURS = "RYGBP"
EACH = 8  # UMB-1
STEPS = {"n": (0, -1), "ne": (1, -1), "se": (1, 0), "s": (0, 1), "sw": (-1, 1), "nw": (-1, 0)}
LINES = ("n", "ne", "se")  # and what lies opposite
DECK = {2: 32, 3: 28, 4: 26}  # UMB-3
TURNS = {2: 19, 3: 12, 4: 9}  # UMB-11
Cell = tuple[int, int]


def check(lines: Iterable[dict[str, Any]]) -> Counter[str]:
    """Follow a replay; gives how often each rare situation came up."""
    return follow(Referee, lines).seen


def in_order(tiles: Iterable[str]) -> list[str]:
    return sorted(tiles, key=COLOURS.index)


class Mat:
    """UMB-2: a hexagon of flat-topped hexagons. A cell is (column, slope) from the centre, which is (0, 0)."""

    def __init__(self, side: int) -> None:
        self.reach = side - 1
        span = range(-self.reach, side)
        cells = [(q, r) for q in span for r in span if abs(q + r) <= self.reach]
        self.names = {cell: self.name(cell) for cell in cells}
        self.by_name = {name: cell for cell, name in self.names.items()}
        self.cells = sorted(cells, key=lambda cell: (self.ring(cell), cell))
        self.near = {cell: {way: near for way in STEPS if (near := self.next(cell, way))} for cell in cells}

    def name(self, cell: Cell) -> str:
        """The column's letter, and the place in it from the top."""
        q, r = cell
        return f"{'abcdefghi'[q + self.reach]}{r - max(-self.reach, -self.reach - q) + 1}"

    def ring(self, cell: Cell) -> int:
        """How far from the centre."""
        return max(abs(cell[0]), abs(cell[1]), abs(cell[0] + cell[1]))

    def next(self, cell: Cell, way: str, far: int = 1) -> Cell | None:
        to = (cell[0] + far * STEPS[way][0], cell[1] + far * STEPS[way][1])
        return to if self.ring(to) <= self.reach else None

    def in_sight(self, cell: Cell) -> list[Cell]:
        """UMB-10: all cells on the three lines through one, to the edge, without itself."""
        steps = [far for far in range(-2 * self.reach, 2 * self.reach + 1) if far]
        return [seen for way in LINES for far in steps if (seen := self.next(cell, way, far))]


class Referee:
    """The referee's own table, in the shape of the replay's states."""

    def __init__(self, line: dict[str, Any]) -> None:
        check_heading(line, "umbradeco", {"first", "side", "edge_stack"})
        options = line["options"]
        assert options["side"] in ("3", "4", "5"), f"side: {options['side']!r}"
        assert options["edge_stack"] in ("on", "off"), f"edge_stack: {options['edge_stack']!r}"
        self.n = line["players"]
        self.seen: Counter[str] = Counter()
        self.mat = Mat(int(options["side"]))
        starter = first_seat(line)
        self.s: dict[str, Any] = {"turn": 1, "turns_each": TURNS[self.n], "to_move": starter, "first_seat": starter}
        self.s |= {"phase": "placing", "side": int(options["side"]), "edge_stack": options["edge_stack"] == "on"}
        self.s |= {"pushing": None, "discarded": []}
        self.turns = [0] * self.n
        self.lying: dict[Cell, list[str]] = {}
        self.events: list[dict[str, Any]] = []
        self.line = line
        self.deal(line["state"], line["events"])
        self.compare()

    def deal(self, dealt: dict[str, Any], told: list[dict[str, Any]]) -> None:
        """UMB-1, UMB-3: the tiles are chance's, all else is not."""
        centre, below = self.mat.names[(0, 0)], self.mat.names[(0, 1)]
        keys("the mat", dealt["mat_bottom_to_top"], {centre, below})
        for name in (centre, below):
            tiles = dealt["mat_bottom_to_top"][name]
            assert len(tiles) == 1, f"{name} begins with {tiles}"
            self.lying[self.mat.by_name[name]] = list(tiles)
        first, second = (self.lying[cell][0] for cell in ((0, 0), (0, 1)))
        assert first != second, f"two {first} tiles to begin with"
        assert len(dealt["seats"]) == self.n, f"{len(dealt['seats'])} seats"
        hands = [check_pile(f"hand {p}", seat["hand"], 2, COLOURS) for p, seat in enumerate(dealt["seats"])]
        self.s["seats"] = [{"points": 0, "hand": hand, "known_to_all": [], "dealt_tile_is_not": []} for hand in hands]
        self.s["open_tiles"] = check_pile("open tiles", dealt["open_tiles"], 2, COLOURS)
        self.s["deck_top_first"], self.s["removed"] = list(dealt["deck_top_first"]), list(dealt["removed"])
        assert len(self.s["deck_top_first"]) == DECK[self.n], f"{len(self.s['deck_top_first'])} tiles in the deck"
        assert len(self.s["removed"]) == (2 if self.n > 2 else 0), f"removed: {self.s['removed']}"
        self.tell_the_deal(told, centre, below)

    def tell_the_deal(self, told: list[dict[str, Any]], centre: str, below: str) -> None:
        """The order in which a hand or the open tiles came is chance's; so is how many tiles went back (UMB-3)."""
        self.say("began", seat=self.s["first_seat"])
        if self.n > 2:
            self.say("removed", tiles=2)
        self.say("started", colour=self.lying[(0, 0)][0], cell=centre)
        back = sum(event["event"] == "put_back" for event in told)
        self.seen[f"{min(back, 2)} start tiles put back"] += 1
        for _ in range(back):
            self.say("put_back", colour=self.lying[(0, 0)][0])
        self.say("started", colour=self.lying[(0, 1)][0], cell=below)
        came = told[len(self.events) :]
        for p in range(self.n):
            got = [came[p]["one"], came[p]["two"]]
            same(f"dealt to {p}", in_order(got), self.s["seats"][p]["hand"])
            self.say("dealt", seat=p, one=got[0], two=got[1])
        opened = [event["colour"] for event in came[self.n : self.n + 2]]
        same("opened", in_order(opened), self.s["open_tiles"])
        for colour in opened:
            self.say("opened", colour=colour)

    def step(self, line: dict[str, Any], ply: int) -> None:
        """One action: was it legal, and did it lead to this line?"""
        keys("line", line, LINE)
        same("ply", line["ply"], ply)
        assert self.s["phase"] != "over", "an action after the end"
        same("seat", line["seat"], self.s["to_move"])
        legal = self.legal()
        same("legal", line["legal"], legal)
        assert line["action"] in legal, f"{line['action']!r} is not legal"
        self.events, self.line = [], line
        word, what = line["action"].split()
        if word == "push":
            pushing = self.s["pushing"]
            self.push(pushing["new_tile"], self.mat.by_name[pushing["cell"]], what)
        elif word == "take":
            self.take(what)
        elif word == "discard":
            self.discard(what)
        else:
            self.place(word, self.mat.by_name[what])
        self.compare()

    def compare(self) -> None:
        same("events", self.line["events"], self.events)
        self.s["deck_left"] = len(self.s["deck_top_first"])
        self.s["mat_bottom_to_top"] = {self.mat.names[cell]: tiles for cell, tiles in self.lying.items()}
        same("state", self.line["state"], self.s)
        points = [seat["points"] for seat in self.s["seats"]]
        same("scores", self.line["scores"], points)
        winners = [p for p in range(self.n) if points[p] == max(points)]  # UMB-12
        same("winners", self.line["winners"], winners if self.s["phase"] == "over" else None)
        self.seen["shared win"] += self.line["winners"] is not None and len(winners) > 1
        self.check_tiles()

    def check_tiles(self) -> None:
        """Every tile is somewhere, once; UMB-5 and UMB-8 hold on the mat."""
        s = self.s
        tiles = [*s["open_tiles"], *s["deck_top_first"], *s["discarded"], *s["removed"]]
        tiles += [tile for pile in self.lying.values() for tile in pile]
        tiles += [tile for seat in s["seats"] for tile in seat["hand"]]
        tiles += [s["pushing"]["new_tile"]] if s["pushing"] else []
        same("all tiles", in_order(tiles), [colour for colour in COLOURS for _ in range(EACH)])
        for cell, pile in self.lying.items():
            assert len(set(pile)) == len(pile) <= 2, f"a pile of {pile}"
            assert pile[-1] not in self.touching(cell), f"{self.mat.names[cell]} touches its own colour"

    def say(self, event: str, **pieces: Any) -> None:
        self.events.append({"event": event, **pieces})

    def touching(self, cell: Cell, without: Cell | None = None) -> set[str]:
        """The visible colours around a cell, but for one cell."""
        return {self.lying[near][-1] for near in self.mat.near[cell].values() if near in self.lying and near != without}

    # What may be done

    def legal(self) -> list[str]:
        hand = in_order(set(self.s["seats"][self.s["to_move"]]["hand"]))  # README: equal pieces are one choice
        if self.s["phase"] == "pushing":
            pushing = self.s["pushing"]
            ways = self.ways(pushing["new_tile"], self.mat.by_name[pushing["cell"]])
            self.seen[f"push in {len(ways)} directions"] += 1
            return [f"push {way}" for way in ways]
        if self.s["phase"] == "taking":
            return [f"take {colour}" for colour in in_order(set(self.s["open_tiles"]))]
        places = [f"{colour} {self.mat.names[cell]}" for colour in hand for cell in self.places(colour)]
        self.seen["one of two tiles cannot be placed"] += len({place[0] for place in places}) == 1 < len(hand)
        return places or [f"discard {colour}" for colour in hand]  # UMB-9

    def places(self, colour: str) -> list[Cell]:
        return [cell for cell in self.mat.cells if self.can_place(colour, cell)]

    def can_place(self, colour: str, cell: Cell) -> bool:
        pile, around = self.lying.get(cell, []), self.touching(cell)
        if not pile:
            return bool(around) and colour not in around  # UMB-6, UMB-5
        if len(pile) == 2:
            return False  # UMB-7, UMB-8
        if self.is_enclosed(cell):
            edge = len(self.mat.near[cell]) < 6
            return colour not in {*around, pile[0]} and (self.s["edge_stack"] or not edge)  # UMB-8
        return bool(self.ways(colour, cell))

    def is_enclosed(self, cell: Cell) -> bool:
        return all(near in self.lying for near in self.mat.near[cell].values())

    def ways(self, colour: str, cell: Cell) -> list[str]:
        """UMB-7: which ways the tile there can be pushed."""
        pushed = self.lying[cell][0]
        if colour in self.touching(cell) or colour == pushed:
            return []
        empty = {way: near for way, near in self.mat.near[cell].items() if near not in self.lying}
        return [way for way, near in empty.items() if pushed not in self.touching(near, without=cell)]

    # What comes of it

    def place(self, colour: str, cell: Cell) -> None:
        self.use(colour)
        p, name, pile = self.s["to_move"], self.mat.names[cell], self.lying.get(cell, [])
        if not pile:
            self.lying[cell] = [colour]
            self.say("placed", seat=p, colour=colour, cell=name)
            self.score(colour, cell, 0)
        elif self.is_enclosed(cell):
            pile.append(colour)
            self.say("stacked", seat=p, colour=colour, cell=name, below=pile[0])
            self.seen["stack at the edge" if len(self.mat.near[cell]) < 6 else "stack inside"] += 1
            self.seen["stack in a corner"] += len(self.mat.near[cell]) == 3
            self.score(colour, cell, 5)
        else:
            ways = self.ways(colour, cell)
            if len(ways) == 1:  # seen by all
                empty = sum(near not in self.lying for near in self.mat.near[cell].values())
                self.seen["push in 1 directions"] += 1
                self.seen["push in 1 direction, the others would touch"] += empty > 1
                self.push(colour, cell, ways[0])
            else:
                self.s |= {"phase": "pushing", "pushing": {"cell": name, "new_tile": colour, "pushed_tile": pile[0]}}
                self.say("aimed", seat=p, colour=colour, cell=name, pushed=pile[0])

    def push(self, colour: str, cell: Cell, way: str) -> None:
        to = self.mat.near[cell][way]
        self.lying[to], self.lying[cell] = self.lying[cell], [colour]
        names = {"cell": self.mat.names[cell], "pushed": self.lying[to][0], "to": self.mat.names[to]}
        self.say("pushed", seat=self.s["to_move"], colour=colour, **names)
        self.s["pushing"] = None
        self.seen["pushed tile touches no other"] += self.touching(to) == {colour}
        self.score(colour, cell, 1)

    def score(self, colour: str, cell: Cell, more: int) -> None:
        """UMB-10."""
        rows = sum(self.lying[seen][-1] == colour for seen in self.mat.in_sight(cell) if seen in self.lying)
        hidden = sum(colour in self.lying[seen][:-1] for seen in self.mat.in_sight(cell) if seen in self.lying)
        four = 3 if len(self.touching(cell)) == 4 else 0
        self.seen["own colour hidden on a line"] += hidden > 0
        self.seen["four colours"] += four > 0
        self.seen["rows, four colours and push"] += rows > 0 and four > 0 and more == 1
        self.seen["four rows or more"] += rows > 3
        assert not (four and more == 5), "a stack with four colours around it"
        seat, total = self.s["seats"][self.s["to_move"]], rows + four + more
        seat["points"] += total
        if more:
            self.say("push_paid" if more == 1 else "stack_paid", seat=self.s["to_move"], points=more)
        self.say("scored", seat=self.s["to_move"], rows=rows, four_colours=four, push_or_stack=more, total=total)
        self.take_alone()

    def discard(self, colour: str) -> None:
        """UMB-9; what the others learn of a dealt tile that stays: UMB-13."""
        p = self.s["to_move"]
        seat = self.s["seats"][p]
        self.seen["discard"] += 1
        self.seen["discard with a choice"] += len(set(seat["hand"])) == 2
        self.seen["discard on the last turns"] += not self.s["open_tiles"]
        self.use(colour)
        self.s["discarded"] = in_order([*self.s["discarded"], colour])
        self.say("discarded", seat=p, colour=colour)
        if len(seat["hand"]) > len(seat["known_to_all"]):
            self.seen["dealt tile stays after a discard"] += 1
            excluded = {*seat["dealt_tile_is_not"], *(other for other in COLOURS if self.places(other))}
            seat["dealt_tile_is_not"] = in_order(excluded)
        self.take_alone()

    def use(self, colour: str) -> None:
        """A tile leaves the hand: the known one of its colour, if there is one (UMB-13)."""
        seat = self.s["seats"][self.s["to_move"]]
        seat["hand"].remove(colour)
        if colour in seat["known_to_all"]:
            seat["known_to_all"].remove(colour)
        elif len(seat["hand"]) == len(seat["known_to_all"]):
            seat["dealt_tile_is_not"] = []

    def take_alone(self) -> None:
        """UMB-4, UMB-11: take an open tile; equal ones need no asking, and there may be none."""
        colours = set(self.s["open_tiles"])
        if len(colours) > 1:
            self.s["phase"] = "taking"
            return
        self.seen["two equal open tiles"] += len(self.s["open_tiles"]) == 2
        self.seen["the last open tile"] += len(self.s["open_tiles"]) == 1
        if colours:
            self.take(colours.pop())
        else:
            self.seen["no open tile"] += 1
            self.end_turn()

    def take(self, colour: str) -> None:
        s = self.s
        seat = s["seats"][s["to_move"]]
        seat["hand"] = in_order([*seat["hand"], colour])
        seat["known_to_all"] = in_order([*seat["known_to_all"], colour])
        s["open_tiles"].remove(colour)
        self.say("took", seat=s["to_move"], colour=colour)
        if s["deck_top_first"]:
            top = s["deck_top_first"].pop(0)
            s["open_tiles"] = in_order([*s["open_tiles"], top])
            self.say("opened", colour=top)
            if not s["deck_top_first"]:
                self.say("deck_empty")
        elif not s["open_tiles"]:
            self.say("none_open")
        self.end_turn()

    def end_turn(self) -> None:
        """UMB-11."""
        s = self.s
        self.turns[s["to_move"]] += 1
        s["to_move"], s["phase"] = (s["to_move"] + 1) % self.n, "placing"
        if not any(seat["hand"] for seat in s["seats"]):
            same("turns", self.turns, [TURNS[self.n]] * self.n)
            s |= {"phase": "over", "to_move": None}
            self.say("ended")
            return
        assert s["seats"][s["to_move"]]["hand"], f"seat {s['to_move']} has no tiles"
        s["turn"] += s["to_move"] == s["first_seat"]
