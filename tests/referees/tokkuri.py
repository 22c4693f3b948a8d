"""A referee for Tokkuri Taking, written from the rules alone (TOK-1 to TOK-18); it shares nothing with the engine.

It reads the lines of `kobako replay FILE --json`. From the first it takes the deal; from then on it keeps its own
table, works out what may be done and what comes of it, and objects to any line that says otherwise. It copies from
the lines only what chance decides: who begins, the cards of each deal, and which card a thief draws.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.referees.compare import LINE, check_heading, check_pile, first_seat, follow, keys, same
from tests.referees.tokkuri_cards import (
    DUMMY,
    ONE_TO_THREE,
    TROUBLESOME,
    effect_of,
    flasks_for,
    in_order,
    numbers_of,
    read_deck,
)

START, HAND, FULL, COSTS = 10, 7, 10, 3  # TOK-2, TOK-3, TOK-15


def check(lines: Iterable[dict[str, Any]]) -> Counter[str]:
    """Follow a replay; gives how often each rare situation came up."""
    return follow(Referee, lines).seen


class Referee:
    """The referee's own table, in the shape of the replay's states."""

    def __init__(self, line: dict[str, Any]) -> None:
        check_heading(line, "tokkuri", {"first", "rounds", "deck"})
        self.n = line["players"]
        self.seen: Counter[str] = Counter()
        self.box = read_deck(line["options"]["deck"])
        rounds = int(line["options"]["rounds"])
        assert str(rounds) == line["options"]["rounds"], f"rounds: {line['options']['rounds']!r}"
        assert 1 <= rounds <= 50, f"rounds: {rounds}"
        self.s: dict[str, Any] = {"round": 0, "rounds": rounds}
        self.s["seats"] = [{"total": START, "points_of_last_round": 0} for _ in range(self.n)]
        self.events: list[dict[str, Any]] = []
        self.line = line
        self.begin(first_seat(line))
        self.compare()

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
        kind, what = line["action"].split(" ", 1)
        {
            "lay": self.lay if self.s["phase"] == "turn" else self.choose,
            "play": self.play,
            "as": self.count,
            "from": self.pick,
            "steal": self.steal,
            "pass": self.choose,
        }[kind](what)
        self.compare()

    def compare(self) -> None:
        same("events", self.line["events"], self.events)
        for p, seat in enumerate(self.s["seats"]):
            seat["points_so_far"] = self.so_far(p)
        same("state", self.line["state"], self.s)
        totals = [seat["total"] for seat in self.s["seats"]]
        same("scores", self.line["scores"], totals)
        winners = [p for p in range(self.n) if totals[p] == max(totals)]  # TOK-17
        same("winners", self.line["winners"], winners if self.s["phase"] == "over" else None)
        assert sum(totals) == START * self.n, f"totals {totals}"
        self.check_cards()
        self.seen["shared win"] += self.line["winners"] is not None and len(winners) > 1

    def check_cards(self) -> None:
        """Every card is somewhere, once."""
        cards = [*self.s["deck"], *self.s["discards"]]
        for seat in self.s["seats"]:
            cards += seat["hand"] + seat["stars_kept"]
        cards += [flask["card"] for flask in self.s["flasks"] if not flask["revealed_and_discarded"]]
        cards += [self.s["playing"]["card"]] if self.s["playing"] else []
        same("all cards", in_order(cards), self.box)

    def say(self, event: str, **pieces: Any) -> None:
        self.events.append({"event": event, **pieces})

    def hand(self, p: int) -> list[str]:
        return list(self.s["seats"][p]["hand"])

    def clockwise(self, p: int) -> list[int]:
        """All seats, from this one."""
        return [(p + step) % self.n for step in range(self.n)]

    def levels(self) -> dict[int, int]:
        """How much is left in the flasks on the table, by their number, from 1."""
        return {i: flask["level"] for i, flask in enumerate(self.s["flasks"], 1) if flask["on_the_table"]}

    # What may be done

    def legal(self) -> list[str]:
        s, hand = self.s, in_order(set(self.hand(self.s["to_move"])))  # README: equal pieces are one choice
        if s["phase"] == "opening":
            self.seen["troublesome cannot be a first flask"] += TROUBLESOME in hand
            return [f"lay {card}" for card in hand if card != TROUBLESOME]  # TOK-3, TOK-13
        if s["phase"] == "passing":
            self.seen["asked to pass though all are equal"] += len(hand) == 1
            return [f"pass {card}" for card in hand]
        if s["phase"] == "counting":
            return [f"as {number}" for number in self.counts()]
        if s["phase"] == "drinking":
            return [f"from f{i}" for i in self.fitting()]
        if s["phase"] == "stealing":
            return [f"steal {p}" for p in self.victims()]
        last = len(self.hand(s["to_move"])) == 1
        self.seen["troublesome is not the last card"] += TROUBLESOME in hand and not last
        lay = [f"lay {card}" for card in hand if card != TROUBLESOME or last]  # TOK-13
        play = [f"play {card}" for card in hand if self.can_drink(card)]
        self.seen["card cannot drink"] += len(play) < len([card for card in hand if numbers_of(card)])
        self.seen["a single move"] += len(lay + play) == 1
        return lay + play

    def can_drink(self, card: str) -> bool:
        """TOK-5, TOK-9, TOK-12, TOK-13."""
        if card == ONE_TO_THREE:
            return bool(self.counts())
        return card not in (DUMMY, TROUBLESOME) and bool(flasks_for(numbers_of(card), self.levels(), []))

    def counts(self) -> list[int]:
        """TOK-9: what 1~3 can count as: what some flask can give."""
        return [number for number in (1, 2, 3) if flasks_for([number], self.levels(), [])]

    def fitting(self) -> list[int]:
        drinks = self.s["playing"]["drinks"]
        picks = [int(drink["from"][1:]) for drink in drinks if drink["from"]]
        return flasks_for([drink["number"] for drink in drinks], self.levels(), picks)

    def victims(self) -> list[int]:
        """TOK-8: others who have cards; oneself only if alone to have any."""
        holders = [p for p in range(self.n) if self.hand(p)]
        return [p for p in holders if p != self.s["turn_of"]] or holders

    # What comes of it

    def choose(self, card: str) -> None:
        """TOK-3, TOK-7: unseen by the others, all at once."""
        self.s["seats"][self.s["to_move"]] |= {"has_chosen": True, "chosen": card}
        self.ask_together()

    def ask_together(self) -> None:
        """The next who has to choose, from the one who began; if there is none, it all happens."""
        for p in self.clockwise(self.s["turn_of"]):
            if p in self.s["choosing_together"] and not self.s["seats"][p]["has_chosen"]:
                self.s["to_move"] = p
                return
        chosen = {}
        for p, seat in enumerate(self.s["seats"]):
            if self.hand(p):
                chosen[p] = seat["chosen"]
            seat |= {"has_chosen": False, "chosen": None}
        self.s["choosing_together"] = []
        if self.s["phase"] == "opening":
            for p in self.clockwise(self.s["turn_of"]):
                self.put(p, chosen[p])
            self.s |= {"phase": "turn", "to_move": self.s["turn_of"]}
        else:
            self.exchange(chosen)
            self.next_turn()

    def lay(self, card: str) -> None:
        self.put(self.s["to_move"], card)
        self.next_turn()

    def put(self, p: int, card: str) -> None:
        """TOK-3, TOK-4: a new flask."""
        self.s["seats"][p]["hand"].remove(card)
        name = f"f{len(self.s['flasks']) + 1}"
        flask = {"flask": name, "laid_by": p, "card": card, "level": FULL, "on_the_table": True, "taken_by": None}
        flask |= {"revealed_and_discarded": False, "laid_as_last_card": not self.hand(p)}
        self.s["flasks"].append(flask)
        self.seen["more than ten flasks"] += len(self.levels()) > 10
        self.seen["troublesome laid"] += card == TROUBLESOME
        self.say("laid", seat=p, card=card, flask=name)
        self.forget(p)

    def play(self, card: str) -> None:
        p = self.s["to_move"]
        self.s["seats"][p]["hand"].remove(card)
        self.say("played", seat=p, card=card)
        self.show(p, card)
        self.s["playing"] = {"card": card, "drinks": []}
        if card != ONE_TO_THREE:
            self.drinks(numbers_of(card))
            return
        self.s["phase"] = "counting"
        counts = self.counts()
        self.seen["1~3 can be 1 or 2 only"] += counts == [1, 2]
        if len(counts) == 1:  # seen by all
            self.seen["1~3 can be 1 only"] += 1
            self.count(str(counts[0]))

    def count(self, number: str) -> None:
        """TOK-9."""
        self.say("counted_as", seat=self.s["to_move"], card=ONE_TO_THREE, sake=int(number))
        self.drinks([int(number)])

    def drinks(self, numbers: list[int]) -> None:
        self.s["phase"] = "drinking"
        self.s["playing"]["drinks"] = [{"number": number, "from": None} for number in numbers]
        self.pick_alone()

    def pick(self, flask: str) -> None:
        next(drink for drink in self.s["playing"]["drinks"] if not drink["from"])["from"] = flask
        self.pick_alone()

    def pick_alone(self) -> None:
        """A number with a single flask to drink from needs no asking; when all have theirs, all is drunk."""
        while any(drink["from"] is None for drink in self.s["playing"]["drinks"]):
            fitting = self.fitting()
            if len(fitting) > 1:
                return
            drink = next(drink for drink in self.s["playing"]["drinks"] if not drink["from"])
            drink["from"] = f"f{fitting[0]}"
        self.drink()

    def drink(self) -> None:
        """TOK-5, TOK-6: then the card is discarded, or kept (TOK-11), and has its effect."""
        p, card, drinks = self.s["turn_of"], self.s["playing"]["card"], self.s["playing"]["drinks"]
        self.seen["one answer for four numbers"] += len(drinks) == 4 and self.line["action"].startswith("play")
        for drink in drinks:
            flask = self.s["flasks"][int(drink["from"][1:]) - 1]
            flask["level"] -= drink["number"]
            assert flask["level"] >= 0, f"below 0: {flask}"
            owner = flask["laid_by"]
            self.say("drank", seat=p, sake=drink["number"], flask=drink["from"], level=flask["level"], owner=owner)
        emptied = [flask for flask in self.s["flasks"] if flask["on_the_table"] and flask["level"] == 0]
        for flask in emptied:
            self.take(p, flask)
        self.s["playing"] = None
        if not self.keep_star(p, card, emptied):
            self.discard(card)
        self.count_emptied(card, emptied)
        self.effect(p, card)

    def take(self, p: int, flask: dict[str, Any]) -> None:
        """TOK-6, TOK-12."""
        flask["on_the_table"] = False
        if flask["card"] == DUMMY:
            flask["revealed_and_discarded"] = True
            self.discard(DUMMY)
            self.say("was_dummy", seat=p, flask=flask["flask"], card=DUMMY, owner=flask["laid_by"])
        else:
            flask["taken_by"] = p
            self.seen["troublesome taken"] += flask["card"] == TROUBLESOME
            self.say("took", seat=p, flask=flask["flask"], card=flask["card"], owner=flask["laid_by"])

    def keep_star(self, p: int, card: str, emptied: list[dict[str, Any]]) -> bool:
        """TOK-11."""
        if effect_of(card) != "*" or len(emptied) < 2:
            return False
        if any(flask["card"] == DUMMY for flask in emptied):
            self.say("lost_star", seat=p, card=card)
            return False
        self.s["seats"][p]["stars_kept"].append(card)
        self.say("kept_star", seat=p, card=card)
        self.seen["two stars kept by one"] += len(self.s["seats"][p]["stars_kept"]) == 2
        return True

    def count_emptied(self, card: str, emptied: list[dict[str, Any]]) -> None:
        dummies = sum(flask["card"] == DUMMY for flask in emptied)
        self.seen[f"{min(dummies, 2)} dummies among {len(emptied)} emptied"] += 1
        if effect_of(card) == "*":
            self.seen[f"star empties {len(emptied)}, {min(dummies, 2)} dummies"] += 1

    def discard(self, card: str) -> None:
        self.s["discards"] = in_order([*self.s["discards"], card])

    def effect(self, p: int, card: str) -> None:
        """TOK-7, TOK-8, TOK-9: after drinking."""
        effect, holders = effect_of(card), [q for q in range(self.n) if self.hand(q)]
        if effect == "draw":
            self.draw(p)
        elif effect in ("pass", "steal") and not holders:
            self.seen[f"{effect}, nobody has cards"] += 1
            self.say("no_cards", card=card)
        elif effect == "pass":
            self.begin_passing(p, holders)
            return
        elif effect == "steal":
            victims = self.victims()
            self.seen["steal, only the thief has cards"] += victims == [p]
            self.seen["steal, one victim"] += len(victims) == 1 and self.n > 2 and victims != [p]
            self.seen["steal, thief without cards"] += p not in holders
            if len(victims) > 1:
                self.s["phase"] = "stealing"
            else:
                self.steal(str(victims[0]))
            return
        self.next_turn()

    def begin_passing(self, p: int, holders: list[int]) -> None:
        """TOK-7: who has a single card is not asked."""
        self.s["phase"] = "passing"
        singles = [q for q in holders if len(self.hand(q)) == 1]
        self.s["choosing_together"] = [q for q in holders if q not in singles]
        self.seen["pass, some have no cards"] += len(holders) < self.n
        self.seen["pass, some have a single card"] += bool(singles)
        self.seen["pass, nobody is asked"] += singles == holders
        self.seen["pass, only the player has cards"] += holders == [p]
        self.seen["pass, only another has cards"] += len(holders) == 1 and holders != [p]
        for q in singles:
            self.s["seats"][q] |= {"has_chosen": True, "chosen": self.hand(q)[0]}
        self.ask_together()

    def exchange(self, chosen: dict[int, str]) -> None:
        """TOK-7: all cards go to the left at once."""
        empty = [p for p in range(self.n) if not self.hand(p)]
        for p, card in chosen.items():
            self.s["seats"][p]["hand"].remove(card)
            self.forget(p)
        for p, card in chosen.items():
            left = (p + 1) % self.n
            self.s["seats"][left]["hand"] = in_order([*self.hand(left), card])
            self.s["seats"][p] |= {"passed_and_still_there": card, "cards_shown_by_left_since_pass": 0}  # TOK-18
            self.say("passed", seat=p, card=card, receiver=left)
            self.say("received", seat=left, card=card, giver=p)
            self.seen["troublesome passed"] += card == TROUBLESOME
            self.seen["pass fills an empty hand"] += left in empty
            self.seen["pass empties a hand"] += not self.hand(p)

    def steal(self, victim: str) -> None:
        """TOK-8: which card it is, chance says."""
        p, v = self.s["turn_of"], int(victim)
        lost = [e["card"] for e in self.line["events"] if e["event"] == ("lost" if p == v else "stole")]
        assert len(lost) == 1, f"seat {v} loses {lost}"
        card = lost[0]
        assert card in self.hand(v), f"seat {v} has no {card!r} to lose"
        self.s["seats"][v]["hand"].remove(card)
        self.discard(card)
        self.say("lost", seat=v, card=card) if p == v else self.say("stole", seat=p, card=card, victim=v)
        self.show(v, card)
        self.seen["troublesome stolen"] += card == TROUBLESOME
        self.draw(v)
        self.next_turn()

    def draw(self, p: int) -> None:
        """TOK-9, TOK-10: from the top."""
        if self.s["deck"]:
            card = self.s["deck"].pop(0)
            self.seen["the last card of the deck"] += not self.s["deck"]
            self.s["seats"][p]["hand"] = in_order([*self.hand(p), card])
            self.say("drew", seat=p, card=card)
        else:
            self.seen["deck empty"] += 1
            self.say("no_draw", seat=p)

    def show(self, p: int, card: str) -> None:
        """TOK-18: a card that all see; one of the kind passed is taken to be that one."""
        giver = self.s["seats"][(p - 1) % self.n]
        if giver["cards_shown_by_left_since_pass"] is None:
            return
        giver["cards_shown_by_left_since_pass"] += 1
        if giver["passed_and_still_there"] == card:
            giver["passed_and_still_there"] = None
            self.seen["the passed card is shown"] += 1
        if not self.hand(p):
            self.forget(p)  # nothing is left to remember

    def forget(self, p: int) -> None:
        """TOK-18: who laid or passed a card unseen may have got rid of the one from the right."""
        giver = self.s["seats"][(p - 1) % self.n]
        giver |= {"passed_and_still_there": None, "cards_shown_by_left_since_pass": None}

    def next_turn(self) -> None:
        """TOK-14."""
        if not any(self.hand(p) for p in range(self.n)):
            self.end_round()
            return
        self.s["phase"] = "turn"
        for p in self.clockwise((self.s["turn_of"] + 1) % self.n):
            if self.hand(p):
                self.seen["several turns on end"] += p == self.s["turn_of"]
                self.s |= {"to_move": p, "turn_of": p}
                return
            self.say("skipped", seat=p)

    def end_round(self) -> None:
        """TOK-15, TOK-16, TOK-17."""
        s = self.s
        points = [self.score(p) for p in range(self.n)]
        highest = [p for p in range(self.n) if points[p] == max(points)]
        self.seen[f"{len(highest)} highest"] += 1
        self.seen["all highest"] += len(highest) == self.n
        for p in range(self.n):
            s["seats"][p]["points_of_last_round"] = points[p]
            for q in highest:
                if p not in highest:
                    s["seats"][p]["total"] -= max(points) - points[p]
                    s["seats"][q]["total"] += max(points) - points[p]
                    self.say("paid", seat=p, receiver=q, points=max(points) - points[p])
        bankrupt = [p for p in range(self.n) if s["seats"][p]["total"] <= 0]
        for p in bankrupt:
            self.say("bankrupt", seat=p, points=s["seats"][p]["total"])
        self.seen["bankrupt with exactly 0"] += any(s["seats"][p]["total"] == 0 for p in bankrupt)
        self.seen["bankrupt below 0"] += any(s["seats"][p]["total"] < 0 for p in bankrupt)
        self.seen["two bankrupt"] += len(bankrupt) > 1
        self.seen["bankrupt before the last round"] += bool(bankrupt) and s["round"] < s["rounds"]
        self.seen["all rounds played"] += not bankrupt and s["round"] == s["rounds"]
        self.say("round_ended", round=s["round"])
        if bankrupt or s["round"] == s["rounds"]:
            s |= {"phase": "over", "to_move": None}
            self.say("ended")
        else:
            self.begin((s["start_player"] + 1) % self.n)

    def score(self, p: int) -> int:
        """TOK-15."""
        taken = sum(flask["taken_by"] == p for flask in self.s["flasks"])
        stars = len(self.s["seats"][p]["stars_kept"])
        mine = [flask for flask in self.s["flasks"] if flask["laid_by"] == p and flask["on_the_table"]]
        unfinished = [flask for flask in mine if flask["level"] >= COSTS]
        self.seen["flask left at 3"] += any(flask["level"] == 3 for flask in mine)
        self.seen["flask left at 2"] += any(flask["level"] == 2 for flask in mine)
        self.seen["dummy left"] += any(flask["card"] == DUMMY for flask in unfinished)
        self.seen["troublesome left"] += any(flask["card"] == TROUBLESOME for flask in unfinished)
        points = taken + stars - 2 * len(unfinished)
        self.say("scored", seat=p, taken=taken, stars=stars, unfinished=len(unfinished), points=points)
        return points

    def so_far(self, p: int) -> int:
        """TOK-15, if the round ended now."""
        taken = sum(flask["taken_by"] == p for flask in self.s["flasks"])
        left = [f["level"] for f in self.s["flasks"] if f["laid_by"] == p and f["on_the_table"]]
        return taken + len(self.s["seats"][p]["stars_kept"]) - 2 * sum(level >= COSTS for level in left)

    def begin(self, starter: int) -> None:
        """A round (TOK-2, TOK-3): the cards are chance's, all else is not."""
        dealt = self.line["state"]
        assert len(dealt["seats"]) == self.n, f"{len(dealt['seats'])} seats"
        for p, seat in enumerate(self.s["seats"]):
            seat["hand"] = check_pile(f"hand {p}", dealt["seats"][p]["hand"], HAND, self.box)
            seat |= {"has_chosen": False, "chosen": None, "stars_kept": []}
            seat |= {"passed_and_still_there": None, "cards_shown_by_left_since_pass": None}
        self.s |= {"round": self.s["round"] + 1, "to_move": starter, "phase": "opening"}
        self.s |= {"start_player": starter, "turn_of": starter, "choosing_together": list(range(self.n))}
        self.s |= {"flasks": [], "playing": None, "discards": [], "deck": list(dealt["deck"])}
        assert len(self.s["deck"]) == {2: 18, 3: 11, 4: 4}[self.n], f"{len(self.s['deck'])} cards in the deck"
        self.say("round", round=self.s["round"], seat=starter)
