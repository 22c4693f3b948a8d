"""A referee for Donburiko, written from the rules alone (DON-1 to DON-19); it shares nothing with the engine.

It reads the lines of `kobako replay FILE --json`. From the first it takes the deal; from then on it keeps its own
table, works out what may be done and what comes of it, and objects to any line that says otherwise. It copies from
the lines only what chance decides: who begins, and the cards of each deal.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any

from tests.referees.compare import LINE, check_heading, check_pile, first_seat, follow, keys, same

ORDER = ("1", "2", "3", "4", "5", "W", "L", "-1", "-2")
BOX = ["1", "2", "2", "3", "3", "4", "4", "5", "W", "W", "L", "L", "-1", "-1", "-2", "-2"]  # DON-1
CHIPS = 50  # DON-2
START = {2: 5, 3: 4, 4: 3}  # DON-3
HAND = {2: 4, 3: 4, 4: 3}  # DON-4
ASIDE = {2: 4, 3: 1, 4: 0}  # DON-4
FULL = 7  # DON-8
RICH = 20  # DON-17
LAST_ROUND = 100  # this project's own ruling


def check(lines: Iterable[dict[str, Any]]) -> Counter[str]:
    """Follow a replay; gives how often each rare situation came up."""
    return follow(Referee, lines).seen


def box(players: int) -> list[str]:
    """DON-1: with two players the wild acorns stay in the box."""
    return [card for card in BOX if players > 2 or card != "W"]


def points(cards: list[str], fives: int = 0) -> int:
    """DON-10: what a row is worth if so many of its wild acorns count 5 and the rest 1."""
    pond = sum(int(card) for card in cards if card in ("-1", "-2"))
    acorns = sum(int(card) for card in cards if card in ("1", "2", "3", "4", "5"))
    return acorns + cards.count("W") + 4 * fives + (-pond if "L" in cards else pond)


def chips_on(row: list[dict[str, Any]]) -> int:
    """DON-7: a chip lies on each face-down card."""
    return sum("face_down_by" in lying for lying in row)


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=ORDER.index)


class Referee:
    """The referee's own table, in the shape of the replay's states."""

    def __init__(self, line: dict[str, Any]) -> None:
        check_heading(line, "donburiko", {"first"})
        self.n = line["players"]
        self.seen: Counter[str] = Counter()
        starter = first_seat(line)
        self.s: dict[str, Any] = {"round": 0, "bank": CHIPS - self.n * START[self.n], "last_round": False}
        self.s["seats"] = [{"chips": START[self.n], "credit": 0} for _ in range(self.n)]
        self.events: list[dict[str, Any]] = []
        self.begin(starter, line["state"])
        self.compare(line)

    def step(self, line: dict[str, Any], ply: int) -> None:
        """One action: was it legal, and did it lead to this line?"""
        keys("line", line, LINE)
        same("ply", line["ply"], ply)
        assert self.s["phase"] != "over", "an action after the end"
        same("seat", line["seat"], self.s["to_move"])
        legal = self.legal()
        same("legal", line["legal"], legal)
        assert line["action"] in legal, f"{line['action']!r} is not legal"
        self.events = []
        self.act(line["action"], line["state"])
        self.compare(line)

    def compare(self, line: dict[str, Any]) -> None:
        same("state", line["state"], {**self.s, "goal": RICH, "sums": self.sums()})
        same("events", line["events"], self.events)
        scores = [seat["chips"] + seat["credit"] for seat in self.s["seats"]]  # DON-19
        same("scores", line["scores"], scores)
        winners = [p for p in range(self.n) if scores[p] == max(scores)]
        same("winners", line["winners"], winners if self.s["phase"] == "over" else None)
        self.check_chips()
        self.seen["shared win"] += line["winners"] is not None and len(winners) > 1

    def sums(self) -> dict[str, dict[str, int]]:
        """DON-10, DON-13: what each row comes to, its wild acorns as 1 and as 5; a full one counts 0."""
        found = {}
        for name, row in self.s["rows"].items():
            cards = [lying["card"] for lying in row]
            ways = [0] if len(cards) == FULL else [points(cards), points(cards, cards.count("W"))]
            found[name] = {"least": ways[0], "most": ways[-1]}
        return found

    def check_chips(self) -> None:
        """The invariant below DON-19; after the end the chips on the rows that are left have been swept (DON-16)."""
        lying = 0 if self.s["phase"] == "over" else sum(chips_on(row) for row in self.s["rows"].values())
        held, bank = sum(seat["chips"] for seat in self.s["seats"]), self.s["bank"]
        assert held + lying + bank == CHIPS, f"{held} in hands, {lying} on cards, {bank} in the bank"

    def say(self, event: str, **pieces: Any) -> None:
        self.events.append({"event": event, **pieces})

    # What may be done

    def legal(self) -> list[str]:
        """DON-5: add to a row, or take one; by rows, cards in order, face up before face down, then what to take."""
        if self.s["counting"]:
            return [f"fives {k}" for k in range(self.s["counting"]["wild_acorns"] + 1)]  # DON-10
        me = self.s["seats"][self.s["to_move"]]
        found = []
        for row in self.open_rows():
            for card in sorted(set(me["hand"]), key=ORDER.index):  # README: equal pieces are one choice
                found.append(f"{card}>{row}")
                found += [f"({card})>{row}"] * (me["chips"] > 0)  # DON-7
        self.seen["no chip to lay one face down"] += bool(me["hand"]) and me["chips"] == 0
        self.seen["full row cannot be added to"] += bool(me["hand"]) and len(self.open_rows()) < len(self.s["rows"])
        return found + [f"take {row}" for row in self.rows_to_take()]

    def open_rows(self) -> list[str]:
        return [name for name, row in self.s["rows"].items() if len(row) < FULL]  # DON-8

    def rows_to_take(self) -> list[str]:
        return [name for name, row in self.s["rows"].items() if len(row) >= 2]  # DON-5

    def can_move(self, p: int) -> bool:
        """DON-15: with an empty hand only by taking."""
        return bool(self.rows_to_take() or (self.s["seats"][p]["hand"] and self.open_rows()))

    # What comes of it

    def act(self, action: str, dealt: dict[str, Any]) -> None:
        """Do it; if a new round begins, its cards are those dealt."""
        if action.startswith("fives "):
            donburiko = self.count(int(action[6:]))
        elif action.startswith("take "):
            donburiko = self.take(action[5:])
        else:
            donburiko = self.add(*action.split(">"))
        if self.s["counting"]:
            return  # the taker goes on
        if donburiko or not self.pass_on():
            self.end_round(dealt)

    def add(self, card: str, row: str) -> bool:
        """DON-6, DON-7."""
        p = self.s["to_move"]
        me = self.s["seats"][p]
        if card.startswith("("):
            card = card[1:-1]
            me["chips"] -= 1
            self.s["rows"][row].append({"card": card, "face_down_by": p})
            self.say("laid", seat=p, card=card, row=row)
        else:
            chip = min(1, self.s["bank"])
            self.seen["face up, no chip in the bank"] += chip == 0
            self.seen["face up, the bank has chips again"] += chip == 1 and self.was_empty
            me["chips"] += chip
            self.s["bank"] -= chip
            self.s["rows"][row].append({"card": card})
            self.say("added", seat=p, card=card, row=row, chips=chip)
        me["hand"].remove(card)
        self.watch()
        return False

    def take(self, name: str) -> bool:
        """DON-9: turn up, get the chips, then score; gives whether it was a Donburiko."""
        p = self.s["to_move"]
        me, row = self.s["seats"][p], self.s["rows"].pop(name)
        cards = [lying["card"] for lying in row]
        me["has_taken"] = True  # DON-14
        self.s["last_taker"] = p
        self.s["taken_cards"] = in_order(self.s["taken_cards"] + cards)
        self.say("took", seat=p, row=name)
        for lying in row:
            if "face_down_by" in lying:
                self.say("turned_up", seat=p, card=lying["card"], row=name)
        self.say("summed", seat=p, row=name, points=points(cards))
        if len(cards) == FULL:
            self.say("full", seat=p, row=name, cards=FULL)
        self.gather(chips_on(row))
        return self.value(cards)

    def gather(self, chips: int) -> None:
        """DON-9, DON-17: a moment of its own."""
        if chips:
            was_last = self.s["last_round"]
            self.s["seats"][self.s["to_move"]]["chips"] += chips
            self.say("gathered", seat=self.s["to_move"], chips=chips)
            self.watch()
            self.seen["last round by the chips on the cards"] += self.s["last_round"] and not was_last

    def value(self, cards: list[str]) -> bool:
        """DON-13, DON-10: worth 0 if full; else the taker says what wild acorns count, if there are any."""
        wilds = cards.count("W")
        self.seen["loach turns the pond"] += "L" in cards and bool({"-1", "-2"} & set(cards))
        if len(cards) == FULL:
            self.seen["row of seven"] += 1
            self.seen["row of seven with wild acorns"] += wilds > 0
            self.seen["row of seven that would be 6"] += points(cards) == 6
            return self.score(0)
        if wilds:
            self.s["phase"] = "counting"
            self.s["counting"] = {"points_with_ones": points(cards), "wild_acorns": wilds}
            return False
        return self.score(points(cards))

    def count(self, fives: int) -> bool:
        """DON-10: so many wild acorns count 5."""
        worth = self.s["counting"]["points_with_ones"] + 4 * fives
        self.seen["two wild acorns, one of them 5"] += self.s["counting"]["wild_acorns"] == 2 and fives == 1
        self.s["phase"], self.s["counting"] = "playing", None
        self.say("counted", seat=self.s["to_move"], fives=fives)
        return self.score(worth)

    def score(self, worth: int) -> bool:
        """DON-11, DON-12, DON-18; gives whether it was a Donburiko."""
        if worth < 0 or worth > 6:
            self.pay(worth)
            return False
        if worth > self.s["bank"]:
            self.credit(worth)
        else:
            self.s["seats"][self.s["to_move"]]["chips"] += worth
            self.s["bank"] -= worth
            self.say("scored", seat=self.s["to_move"], points=worth)
            self.watch()
        if worth == 6:
            self.say("donburiko", seat=self.s["to_move"])
        return worth == 6

    def pay(self, worth: int) -> None:
        """DON-11: a bust."""
        me = self.s["seats"][self.s["to_move"]]
        due = worth - 6 if worth > 6 else -worth
        paid = min(due, me["chips"])
        self.seen["bust over 6" if worth > 6 else "bust under 0"] += 1
        self.seen["cannot pay in full"] += 0 < paid < due
        self.seen["cannot pay at all"] += paid == 0
        self.seen["last round stays after a bust from 20"] += me["chips"] >= RICH > me["chips"] - paid
        me["chips"] -= paid
        self.s["bank"] += paid
        self.say("paid", seat=self.s["to_move"], points=worth, chips=paid)

    def credit(self, worth: int) -> None:
        """DON-18: the bank cannot pay in full."""
        self.seen["credit"] += 1
        self.seen["credit, bank empty" if self.s["bank"] == 0 else "credit, bank short"] += 1
        self.seen["credit makes the round the last"] += not self.s["last_round"]
        self.seen["Donburiko on credit"] += worth == 6
        self.s["seats"][self.s["to_move"]]["credit"] += worth
        self.say("credited", seat=self.s["to_move"], points=worth)
        self.make_last()

    def watch(self) -> None:
        """DON-17, at every moment."""
        self.was_empty = self.was_empty or self.s["bank"] == 0
        rich = max(seat["chips"] for seat in self.s["seats"]) >= RICH
        if rich or self.s["bank"] == 0:
            self.seen["last round by an empty bank"] += not rich and not self.s["last_round"]
            self.make_last()

    def make_last(self) -> None:
        if not self.s["last_round"]:
            self.s["last_round"] = True
            self.say("last_round")

    def pass_on(self) -> bool:
        """The next turn (DON-14, DON-15); False if all who are still in are skipped: the round is over (DON-16)."""
        clockwise = [(self.s["to_move"] + step) % self.n for step in range(1, self.n + 1)]
        still_in = [p for p in clockwise if not self.s["seats"][p]["has_taken"]]
        for p in still_in:
            if self.can_move(p):
                self.seen["skipped, but the round goes on"] += p != still_in[0]
                self.seen["empty hand, must take"] += not self.s["seats"][p]["hand"]
                self.s["to_move"] = p
                return True
            self.say("skipped", seat=p)
        self.seen["nobody still in can move"] += bool(still_in)
        self.seen["two still in, neither can move"] += len(still_in) > 1
        return False

    def end_round(self, dealt: dict[str, Any]) -> None:
        """DON-16: sweep the chips on cards; then the end (DON-19) or the next round."""
        swept = sum(chips_on(row) for row in self.s["rows"].values())
        self.seen["round ends with players still in"] += not all(seat["has_taken"] for seat in self.s["seats"])
        if swept:
            self.seen["chips swept"] += 1
            self.s["bank"] += swept
            self.say("swept", chips=swept)
        self.say("round_ended", round=self.s["round"])
        if self.s["last_round"]:
            self.s["phase"], self.s["to_move"] = "over", None
            self.say("ended")
        else:
            self.begin(self.s["last_taker"], dealt)

    def begin(self, starter: int, dealt: dict[str, Any]) -> None:
        """A round (DON-4): the cards are chance's, all else is not."""
        firsts, hands, aside = self.deal(dealt)
        self.was_empty = False
        self.s |= {"round": self.s["round"] + 1, "to_move": starter, "phase": "playing"}
        self.s |= {"taken_cards": [], "aside": aside, "counting": None, "last_taker": starter}
        self.s["rows"] = {row: [{"card": card}] for row, card in zip("ABCD", firsts)}
        for seat, hand in zip(self.s["seats"], hands):
            seat |= {"hand": hand, "has_taken": False}
        self.say("round", round=self.s["round"], seat=starter)
        if self.s["round"] == LAST_ROUND:
            self.seen["round 100"] += 1
            self.make_last()
        for row, card in zip("ABCD", firsts):
            self.say("opened", row=row, card=card)

    def deal(self, dealt: dict[str, Any]) -> tuple[list[str], list[list[str]], list[str]]:
        """DON-4: one card per row, the hands, the rest aside; together the box (DON-1)."""
        keys("rows dealt", dealt["rows"], "ABCD"[: self.n])
        assert len(dealt["seats"]) == self.n, f"{len(dealt['seats'])} seats"
        firsts = []
        for name, row in dealt["rows"].items():
            assert len(row) == 1, f"row {name} begins with {row}"
            firsts.append(row[0]["card"])
        hands = [check_pile(f"hand {p}", seat["hand"], HAND[self.n], ORDER) for p, seat in enumerate(dealt["seats"])]
        aside = check_pile("aside", dealt["aside"], ASIDE[self.n], ORDER)
        cards = [*firsts, *chain.from_iterable(hands), *aside]
        same("all cards dealt", sorted(cards), sorted(box(self.n)))
        return firsts, hands, aside
