"""A referee for Dokitto! Ice, written from the rules alone (ICE-1 to ICE-13); it shares nothing with the engine.

It reads the lines of `kobako replay FILE --json`. From the first it takes the deal; from then on it keeps its own
table, works out what may be done and what comes of it, and objects to any line that says otherwise. It copies from
the lines only what chance decides: who begins, and the cards of each deal.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any

from tests.referees.compare import LINE, check_heading, check_pile, first_seat, follow, keys, same

NAMES = {"strawberry": "S", "chocolate": "C", "matcha": "M", "vanilla": "V"}  # ICE-1
TILES = (1, 1, 2)  # ICE-1, the next one first
FULL = 3  # ICE-7
ENOUGH = 3  # ICE-10
SEAT = ("trophies", "hand", "cones", "piled", "cards_taken", "round_points", "could_not_follow")


def check(lines: Iterable[dict[str, Any]]) -> Counter[str]:
    """Follow a replay; gives how often each rare situation came up."""
    return follow(Referee, lines).seen


def colour(card: str) -> str:
    return card[0]


def number(card: str) -> int:
    return int(card[1:])


def winning(played: list[str]) -> int:
    """ICE-4: the place in the trick of the card that wins it."""
    numbers = [number(card) for card in played]
    if len({colour(card) for card in played}) == 1:
        return numbers.index(max(numbers))
    return len(numbers) - 1 - numbers[::-1].index(min(numbers))


class Referee:
    """The referee's own table, in the shape of the replay's states."""

    def __init__(self, line: dict[str, Any]) -> None:
        self.n = n = line["players"]
        check_heading(line, "ice", {"first"} | {2: {"hand"}, 3: {"colours"}, 4: set()}[n])
        self.read_options(line["options"])
        self.seen: Counter[str] = Counter()
        starter = first_seat(line)
        self.s: dict[str, Any] = {"round": 0, "colours_in_play": self.colours}
        self.s["seats"] = [{"trophies": 0} for _ in range(n)]
        self.events: list[dict[str, Any]] = []
        self.begin(starter, line["state"])
        self.compare(line)

    def read_options(self, options: dict[str, str]) -> None:
        """ICE-2: the colours, the cards, and how many each gets."""
        chosen = options.get("colours", " ".join(NAMES)).split()
        self.colours = [letter for name, letter in NAMES.items() if name in chosen]
        assert len(self.colours) == len(chosen) == (3 if self.n == 3 else 4), f"colours {chosen}"
        self.deck = [f"{c}{rank}" for c in self.colours for rank in range(1, 7 if self.n == 2 else 11)]
        self.place = {card: place for place, card in enumerate(self.deck)}
        hand = options.get("hand", "10")
        assert hand in ("10", "12"), f"hand {hand}"
        self.hand = 9 if self.n == 3 else int(hand)
        self.cones = ["left", "right"] if self.n == 2 else ["only"]  # ICE-12

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
        if line["action"].startswith("take "):
            self.take(line["action"].split()[1:], line["state"])
        else:
            self.play(line["action"], line["state"])
        self.compare(line)

    def compare(self, line: dict[str, Any]) -> None:
        for p, seat in enumerate(self.s["seats"]):
            seat["round_points"] = self.points(p)
        same("state", line["state"], self.s)
        same("events", line["events"], self.events)
        trophies = [seat["trophies"] for seat in self.s["seats"]]
        same("scores", line["scores"], trophies)
        winners = [p for p in range(self.n) if trophies[p] >= ENOUGH]  # ICE-10
        same("winners", line["winners"], winners or None)
        self.check_cards()
        self.seen["shared game"] += len(winners) > 1

    def check_cards(self) -> None:
        """Every card is in a hand, aside or played; what was played is taken or in the trick (ICE-5)."""
        s = self.s
        found = chain(s["aside"], s["played_in_round"], *(seat["hand"] for seat in s["seats"]))
        assert len(list(found)) == len(self.deck), "cards lost"
        taken = sum(sum(seat["cards_taken"].values()) for seat in s["seats"])
        assert taken + len(s["trick"]) == len(s["played_in_round"]), f"{taken} cards taken"

    def say(self, event: str, **pieces: Any) -> None:
        self.events.append({"event": event, **pieces})

    def in_order(self, cards: list[str]) -> list[str]:
        return sorted(cards, key=self.place.__getitem__)

    # What may be done

    def legal(self) -> list[str]:
        """A card to play (ICE-3), or a colour to take."""
        if self.s["phase"] == "choosing":
            return self.choices()
        hand, trick = self.s["seats"][self.s["to_move"]]["hand"], self.s["trick"]
        follow = [card for card in hand if trick and colour(card) == colour(trick[0]["card"])]
        return follow or list(hand)

    def choices(self) -> list[str]:
        """ICE-5, ICE-12: a colour of the trick, with a cone if there are two and a tile to put on it."""
        played = {colour(one["card"]) for one in self.s["trick"]}
        colours = [c for c in self.colours if c in played]
        if len(self.cones) == 1:
            return [f"take {c}" for c in colours]
        gone = [f"take {c}" for c in colours if not self.s["stock"][c]]
        return gone + [f"take {c} {cone}" for cone in self.cones for c in colours if self.s["stock"][c]]

    # What comes of it

    def play(self, card: str, dealt: dict[str, Any]) -> None:
        """ICE-3; when all have played, the trick is decided (ICE-4)."""
        s, p = self.s, self.s["to_move"]
        s["seats"][p]["hand"].remove(card)
        s["trick"].append({"seat": p, "card": card})
        s["played_in_round"] = self.in_order([*s["played_in_round"], card])
        self.say("played", seat=p, card=card)
        led = colour(s["trick"][0]["card"])
        if colour(card) != led:
            known = {*s["seats"][p]["could_not_follow"], led}  # ICE-13
            s["seats"][p]["could_not_follow"] = [c for c in self.colours if c in known]
            self.say("no_follow", seat=p, colour=led)
        if len(s["trick"]) < self.n:
            s["to_move"] = (p + 1) % self.n
        else:
            self.decide(dealt)

    def decide(self, dealt: dict[str, Any]) -> None:
        """ICE-4, ICE-5: who won, and whether there is anything to choose."""
        s = self.s
        played = [one["card"] for one in s["trick"]]
        place = winning(played)
        s["to_move"] = s["trick"][place]["seat"]
        one_colour = len({colour(card) for card in played}) == 1
        self.say("won_highest" if one_colour else "won_lowest", seat=s["to_move"], card=played[place])
        low = [card for card in played if number(card) == number(played[place])]
        self.seen["equal lowest, the later wins"] += not one_colour and len(low) > 1
        s["phase"] = "choosing"
        choices = self.choices()
        gone = [c for c in choices if not s["stock"][c.split()[1]]]
        self.seen["all tiles of the one colour gone"] += len(choices) == 1 and bool(gone)
        self.seen["several colours, all gone"] += len(choices) > 1 and len(gone) == len(choices)
        self.seen["gone and other colours, two cones"] += self.n == 2 and 0 < len(gone) < len(choices)
        if len(choices) == 1:
            self.take(choices[0].split()[1:], dealt)

    def take(self, choice: list[str], dealt: dict[str, Any]) -> None:
        """ICE-5, ICE-6: the tile, then the cards, then the lead."""
        s, p = self.s, self.s["to_move"]
        cone = self.take_tile(p, choice[0], choice[1] if len(choice) > 1 else self.cones[0])
        taken = s["seats"][p]["cards_taken"]
        for one in s["trick"]:
            taken[colour(one["card"])] += 1
        self.say("gathered", seat=p, cards=len(s["trick"]))
        s |= {"trick": [], "tricks_left": s["tricks_left"] - 1, "leader": p, "phase": "playing"}
        self.seen["all tiles taken"] += not any(s["stock"].values())
        if len(s["seats"][p]["cones"][cone]) > FULL:  # ICE-7
            self.fourth(p, cone)
            self.end_round(dealt)
        elif s["tricks_left"] == 0:
            self.say("hands_empty")
            self.end_round(dealt)

    def take_tile(self, p: int, c: str, cone: str) -> str:
        """The next tile of the colour, if one is left, onto the cone (ICE-5, ICE-12)."""
        tiles, stock = self.s["seats"][p]["cones"], self.s["stock"][c]
        if not stock:
            self.seen["fourth tile dodged"] += all(len(on) == FULL for on in tiles.values())
            self.say("took_none", seat=p, colour=c)
            return cone
        worth = stock.pop(0)
        self.s["seats"][p]["piled"][cone].append(f"{c}+{worth}")
        tiles[cone] = sorted([*tiles[cone], f"{c}+{worth}"], key=lambda t: (self.colours.index(t[0]), t))
        if self.n == 2:
            self.say("took_onto", seat=p, colour=c, points=worth, cone=cone)
        else:
            self.say("took", seat=p, colour=c, points=worth)
        return cone

    def fourth(self, p: int, cone: str) -> None:
        """ICE-7, ICE-12."""
        self.s["fourth_tile"] = {"seat": p, "cone": cone}
        self.seen["fourth tile in the last trick"] += self.s["tricks_left"] == 0
        self.seen["fourth tile"] += 1
        if self.n == 2:
            self.say("cone_lost", seat=p, cone=cone)
        else:
            self.say("thrown_out", seat=p)

    # Scoring

    def scoring_tiles(self, p: int) -> list[str]:
        """ICE-8, ICE-12: the tiles on cones that have no fourth."""
        return [tile for tiles in self.s["seats"][p]["cones"].values() if len(tiles) <= FULL for tile in tiles]

    def points(self, p: int) -> int:
        """ICE-8: each tile is worth its points for every card taken of its colour."""
        taken = self.s["seats"][p]["cards_taken"]
        return sum(taken[tile[0]] * int(tile[2:]) for tile in self.scoring_tiles(p))

    def merit(self, p: int) -> tuple[int, int, int]:
        """ICE-9: points, then tiles, then 1-point tiles."""
        tiles = self.scoring_tiles(p)
        return self.points(p), len(tiles), sum(tile.endswith("+1") for tile in tiles)

    def end_round(self, dealt: dict[str, Any]) -> None:
        """ICE-8 to ICE-11."""
        s = self.s
        for p in range(self.n):
            self.say("scored", seat=p, points=self.points(p))
        out = s["fourth_tile"]["seat"] if s["fourth_tile"] and self.n > 2 else None
        able = [p for p in range(self.n) if p != out]
        best = max(self.merit(p) for p in able)
        winners = [p for p in able if self.merit(p) == best]
        self.note_ties(able, best, winners)
        for p in able:
            if p not in winners and self.points(p) == best[0]:
                self.say("tie_broken", seat=p)
        for p in winners:
            s["seats"][p]["trophies"] += 1
            self.say("trophy", seat=p, trophies=s["seats"][p]["trophies"])
        self.say("round_ended", round=s["round"])
        if any(seat["trophies"] >= ENOUGH for seat in s["seats"]):  # ICE-10
            s["phase"], s["to_move"] = "over", None
            self.say("ended")
        else:
            self.begin(s["leader"], dealt)  # ICE-11

    def note_ties(self, able: list[int], best: tuple[int, int, int], winners: list[int]) -> None:
        """Count what is rare in deciding a round."""
        tied = [self.merit(p) for p in able if self.points(p) == best[0]]
        self.seen["tie broken by tiles"] += any(merit[1] < best[1] for merit in tied)
        self.seen["tie broken by 1-point tiles"] += any(merit[1] == best[1] and merit < best for merit in tied)
        self.seen[f"trophies shared by {len(winners)}"] += len(winners) > 1
        self.seen["all who can win have 0 points"] += best[0] == 0
        fourth = self.s["fourth_tile"]
        if fourth and self.n == 2:
            self.seen["the other cone scores"] += self.points(fourth["seat"]) > 0
            self.seen["the round won in spite of a lost cone"] += winners == [fourth["seat"]]

    def begin(self, starter: int, dealt: dict[str, Any]) -> None:
        """A round (ICE-2, ICE-11): the cards are chance's, all else is not."""
        hands, aside = self.deal(dealt)
        s = self.s
        s |= {"round": s["round"] + 1, "to_move": starter, "phase": "playing", "leader": starter, "trick": []}
        s |= {"tricks_left": self.hand, "stock": {c: list(TILES) for c in self.colours}}
        s |= {"played_in_round": [], "aside": aside, "fourth_tile": None}
        for seat, hand in zip(s["seats"], hands):
            seat |= {"hand": hand, "could_not_follow": []}
            seat |= {key: {cone: [] for cone in self.cones} for key in ("cones", "piled")}
            seat["cards_taken"] = dict.fromkeys(self.colours, 0)
        self.say("round", round=s["round"], seat=starter)

    def deal(self, dealt: dict[str, Any]) -> tuple[list[list[str]], list[str]]:
        """ICE-2: the hands, and the rest aside; together the whole deck."""
        assert len(dealt["seats"]) == self.n, f"{len(dealt['seats'])} seats"
        hands = []
        for p, seat in enumerate(dealt["seats"]):
            keys(f"seat {p}", seat, SEAT)
            hands.append(check_pile(f"hand {p}", seat["hand"], self.hand, self.deck))
        aside = check_pile("aside", dealt["aside"], len(self.deck) - self.n * self.hand, self.deck)
        same("all cards dealt", self.in_order([*chain.from_iterable(hands), *aside]), self.deck)
        return hands, aside
