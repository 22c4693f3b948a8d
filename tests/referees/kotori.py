"""A referee for Kotori Atsume, written from the rules alone (KOT-1 to KOT-12); it shares nothing with the engine.

It reads the lines of `kobako replay FILE --json`. From the first it takes the deck; from then on it keeps its own
table, works out what may be done and what comes of it, and objects to any line that says otherwise. It copies from
the lines only what chance decides: who deals first, the order of the deck, and that of the one made of the discards.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.referees.compare import LINE, check_heading, first_seat, follow, keys, same

BOX = [str(number) for number in range(1, 11) for _ in range(number)]  # KOT-1
FIELD = 3  # KOT-2


def check(lines: Iterable[dict[str, Any]]) -> Counter[str]:
    """Follow a replay; gives how often each rare situation came up."""
    return follow(Referee, lines).seen


def in_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=int)


def best(cages: list[list[str]]) -> list[int]:
    """KOT-12: who is placed first."""
    worth = [(len(cage), max(map(int, cage), default=0)) for cage in cages]
    return [p for p in range(len(cages)) if worth[p] == max(worth)]


def into_cage(cage: list[str], card: str) -> list[str]:
    """KOT-8."""
    return [other for other in cage if other != card] if card in cage else in_order([*cage, card])


class GameEnds(Exception):
    """KOT-11: at once, whatever was going on."""


class Referee:
    """The referee's own table: the deck from the top, its first card the treetop; all else in the replay's shape."""

    def __init__(self, line: dict[str, Any]) -> None:
        check_heading(line, "kotori", {"first"})
        self.n = line["players"]
        self.seen: Counter[str] = Counter()
        starter = first_seat(line)
        self.s: dict[str, Any] = {"round": 0, "dealer": starter, "phase": "bidding", "times_deck_ran_out": 0}
        self.s |= {"field": [], "discards": []}
        self.s["seats"] = [{"bid_row": [], "face_down": None, "cage": [], "this_round": "in"} for _ in range(self.n)]
        self.events: list[dict[str, Any]] = []
        self.line = line
        self.deck = self.order_from(line["events"])
        same("the deck", in_order(self.deck), BOX)
        self.begin(starter)
        self.compare()

    def order_from(self, events: list[dict[str, Any]]) -> list[str]:
        """The order of a deck just shuffled: what was drawn for a field since, and what is left."""
        state = self.line["state"]
        drawn = [event["card"] for event in events if event["event"] == "field"]
        return drawn + [state["treetop"]] * (state["treetop"] is not None) + state["deck_from_the_top"]

    def step(self, line: dict[str, Any], ply: int) -> None:
        """One action: was it legal, and did it lead to this line?"""
        keys("line", line, LINE)
        same("ply", line["ply"], ply)
        assert self.s["phase"] != "over", "an action after the end"
        same("seat", line["seat"], self.s["to_move"])
        legal = ["bid", "pass"] if self.mover()["bid_row"] else ["bid"]  # KOT-4
        same("legal", line["legal"], legal)
        assert line["action"] in legal, f"{line['action']!r} is not legal"
        self.events, self.line = [], line
        try:
            self.bid() if line["action"] == "bid" else self.pass_turn()
        except GameEnds:
            self.end()
        self.compare()

    def compare(self) -> None:
        same("events", self.line["events"], self.events)
        self.s["treetop"] = self.deck[0] if self.deck else None
        self.s |= {"deck_from_the_top": self.deck[1:], "cards_in_deck": in_order(self.deck[1:])}
        again = "discards" if self.s["times_deck_ran_out"] == 0 and self.s["discards"] else None  # KOT-10
        self.s["next_treetop_from"] = "deck" if self.deck[1:] else again
        self.s["next_treetop"] = {"deck": in_order(self.deck[1:]), "discards": self.s["discards"], None: []}[
            self.s["next_treetop_from"]
        ]
        self.s["last_deck"] = self.s["times_deck_ran_out"] > 0  # KOT-11
        for seat in self.s["seats"]:
            seat["sum_face_up"] = self.sum_of(seat)
            alike = in_order(set(seat["cage"]) & set(self.s["field"]))  # KOT-8
            seat["if_won"] = {"gain": len(self.s["field"]) - 2 * len(alike), "quarrels": alike}
        self.s["leader"] = self.leader()
        same("state", self.line["state"], self.s)
        cages = [seat["cage"] for seat in self.s["seats"]]
        same("scores", self.line["scores"], [len(cage) for cage in cages])
        winners = best(cages)
        same("winners", self.line["winners"], winners if self.s["phase"] == "over" else None)
        if self.s["phase"] == "over":
            most = sum(len(cage) == max(map(len, cages)) for cage in cages)
            self.seen["shared win"] += len(winners) > 1
            self.seen["tie broken by the highest number"] += len(winners) < most
        cards = [*self.deck, *self.s["field"], *self.s["discards"]]
        for seat in self.s["seats"]:
            cards += seat["bid_row"] + seat["cage"]
        same("all cards", in_order(cards), BOX)

    def say(self, event: str, **pieces: Any) -> None:
        self.events.append({"event": event, **pieces})

    def mover(self) -> dict[str, Any]:
        found: dict[str, Any] = self.s["seats"][self.s["to_move"]]
        return found

    def sum_of(self, seat: dict[str, Any]) -> int:
        """KOT-6: of the face-up cards; a row never has a number twice."""
        return sum(int(card) for card in seat["bid_row"] if card != seat["face_down"])

    def leader(self) -> int | None:
        """KOT-6: who has bid most, of equal ones the first from the dealer."""
        most = max(self.sum_of(seat) for seat in self.s["seats"])
        if most == 0 or self.s["phase"] == "over":
            return None
        return next(p for p in self.clockwise(self.s["dealer"]) if self.sum_of(self.s["seats"][p]) == most)

    def clockwise(self, p: int) -> list[int]:
        return [(p + step) % self.n for step in range(self.n)]

    def discard(self, *cards: str) -> None:
        self.s["discards"] = in_order([*self.s["discards"], *cards])

    def draw(self, when: str) -> str:
        """Take the treetop; the caller places it before the deck is seen to be out."""
        self.when = when
        return self.deck.pop(0)

    def watch_deck(self) -> None:
        """KOT-10, KOT-11: is the deck out, with the card just taken?"""
        if self.deck:
            return
        self.s["times_deck_ran_out"] += 1
        time = self.s["times_deck_ran_out"]
        self.seen[f"deck out on {self.when}, time {time}"] += 1
        if time == 2 or not self.s["discards"]:
            self.say("deck_out")
            raise GameEnds
        told = self.line["events"]
        at = [event["event"] for event in told].index("reshuffled")
        self.deck = self.order_from(told[at:])
        same("the new deck", in_order(self.deck), self.s["discards"])
        self.say("reshuffled", cards=len(self.s["discards"]))
        self.s["discards"] = []

    # A round

    def begin(self, dealer: int) -> None:
        """KOT-2."""
        self.s |= {"round": self.s["round"] + 1, "dealer": dealer}
        for seat in self.s["seats"]:
            seat["this_round"] = "in"
        self.say("round", round=self.s["round"], seat=dealer)
        for number in range(1, FIELD + 1):
            self.s["field"].append(self.draw(f"field card {number}"))
            self.say("field", seat=dealer, card=self.s["field"][-1])
            self.watch_deck()
        self.say("treetop", card=self.deck[0])
        doubles = []
        for card in dict.fromkeys(self.s["field"]):
            doubles += [card] * (self.s["field"].count(card) - 1)
        for card in doubles:
            self.discard(card)
            self.say("double", card=card)
        self.seen[f"{len(doubles)} doubles"] += 1
        self.s["field"] = list(dict.fromkeys(self.s["field"]))
        self.turn(dealer)

    def turn(self, p: int) -> None:
        """The turn of a seat begins; KOT-5 may end it."""
        self.s["to_move"] = p
        self.bursts("at the start")

    def bursts(self, when: str) -> None:
        """KOT-5: then the next has their turn."""
        me, p = self.mover(), self.s["to_move"]
        if self.deck[0] not in me["bid_row"]:
            return
        me |= {"face_down": self.deck[0], "this_round": "burst"}
        self.seen[f"burst {when}"] += 1
        self.seen["nothing face up"] += len(me["bid_row"]) == 1
        self.say("burst", seat=p, card=self.deck[0], sum=self.sum_of(me))
        self.next_turn()

    def bid(self) -> None:
        """KOT-3."""
        me = self.mover()
        me["bid_row"].append(self.draw("a bid"))
        self.say("took", seat=self.s["to_move"], card=me["bid_row"][-1])
        out = self.s["times_deck_ran_out"]
        self.watch_deck()
        self.say("treetop", card=self.deck[0])
        new_deck = self.s["times_deck_ran_out"] > out
        self.seen["burst by the first card of the new deck"] += new_deck and self.deck[0] in me["bid_row"]
        self.bursts("after a bid")

    def pass_turn(self) -> None:
        me = self.mover()
        me["this_round"] = "passed"
        self.say("passed", seat=self.s["to_move"], sum=self.sum_of(me))
        self.next_turn()

    def next_turn(self) -> None:
        left = (self.s["to_move"] + 1) % self.n
        if left == self.s["dealer"]:
            self.award()
        else:
            self.turn(left)

    def award(self) -> None:
        """KOT-6, KOT-7, KOT-8, KOT-9."""
        order, seats = self.clockwise(self.s["dealer"]), self.s["seats"]
        for p in order:
            self.say("counted", seat=p, sum=self.sum_of(seats[p]))
        highest = max(self.sum_of(seat) for seat in seats)
        tied = [p for p in order if self.sum_of(seats[p]) == highest]
        winner = tied[0]
        self.seen["tie"] += len(tied) > 1
        self.seen["tie, the dealer wins"] += len(tied) > 1 and winner == self.s["dealer"]
        self.seen["tie, not the dealer's"] += len(tied) > 1 and winner != self.s["dealer"]
        self.seen["won with nothing face up"] += highest == 0
        self.seen["won after a burst"] += seats[winner]["this_round"] == "burst"
        self.seen["all burst"] += all(seat["this_round"] == "burst" for seat in seats)
        self.say("won", seat=winner, sum=highest, cards=len(self.s["field"]))
        for p, seat in enumerate(seats):
            if p == winner:
                self.discard(*seat["bid_row"])
                seat["bid_row"] = []
            elif seat["face_down"]:
                self.say("dropped", seat=p, card=seat["face_down"])
                self.discard(seat["face_down"])
                seat["bid_row"].remove(seat["face_down"])
            seat["face_down"] = None
        pairs = 0
        for card in self.s["field"]:
            pair = card in seats[winner]["cage"]
            pairs += pair
            self.say("quarrelled" if pair else "caged", seat=winner, card=card)
            self.discard(*[card] * 2 * pair)
            seats[winner]["cage"] = into_cage(seats[winner]["cage"], card)
        self.seen[f"{pairs} pairs"] += 1
        self.s["field"] = []
        self.say("round_ended", round=self.s["round"])
        self.begin(winner)

    def end(self) -> None:
        """KOT-11, KOT-12."""
        seats = self.s["seats"]
        swept = self.s["field"] + [card for seat in seats for card in seat["bid_row"]]
        self.discard(*swept)
        self.s |= {"field": [], "phase": "over", "to_move": None}
        self.say("swept", cards=len(swept))
        for p, seat in enumerate(seats):
            self.seen["burst in the last round"] += seat["face_down"] is not None
            seat |= {"bid_row": [], "face_down": None, "this_round": None}
            self.say("scored", seat=p, cards=len(seat["cage"]))
        self.say("ended")
