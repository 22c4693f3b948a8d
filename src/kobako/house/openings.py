"""Openings: tables whose first answers are written down, so that a page can play while Python is still on its way.

What the house would say from the deal to the first decisions of the person, whichever they are, follows from the seed.
So it can be said beforehand: some deals of every game when the page is written, and the next deal of what somebody
is likely to play, in their own browser, for their next visit (offline/laying.py). web/src/here/prompter.ts reads from
it and knows no rule; when Python is there, it loads the same table from the same entries and goes on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from typing import Any

from kobako.bots.registry import level_names
from kobako.core.registry import shelf as games
from kobako.house import desk
from kobako.house.house import new_secret, seat_entries, seat_requests
from kobako.house.rows import row_of, stored
from kobako.house.text import as_json
from kobako.house.wishes import table_wish
from kobako.table import Act, Entry, Table, Terms
from kobako.table.frame import frame, welcome
from kobako.table.protocol import TableFrame
from kobako.table.rest import REST

DEALS = 4  # of each game and number of players, for a first visit
IN_A_ROW = 2  # decisions of the person that are foreseen before somebody else's
Opening = dict[str, Any]


class Laid:
    """A table at which one person sits against bots, from the deal on."""

    def __init__(self, wish: dict[str, Any], seed: int, secret: Callable[[], str] = new_secret) -> None:
        sitters = desk.sitters_of(wish, level_names())
        requests, self.given = seat_requests(sitters, secret)
        self.terms = replace(desk.terms_of_wish(wish), seed=seed)
        self.table = Table(self.terms)
        self.entries = seat_entries(self.table, requests, 0.0)
        self.seat = self.given[0]["seat"] if self.given else -1

    @property
    def asked(self) -> bool:
        """Whether the person has something to decide."""
        return bool(self.table.legal(self.seat))

    def move(self, seat: int, action: int) -> None:
        """A bot moves before the person is asked."""
        self.entries.append(self.table.propose(Act(seat, action, self.table.turn, bot=True), 0.0))
        self.table.take(self.entries[-1])

    def company(self) -> Opening:
        """Who sits here."""
        return {"entries": [stored(entry) for entry in self.entries], "seats": self.frame()["seats"]}

    def frame(self) -> TableFrame:
        """What the person is shown."""
        return frame(self.table, self.seat, 0.0)

    def opening(self) -> Opening:
        """All that is to be said here until Python is there. The name is the page's to put in; times count from now."""
        shown = self.frame()
        return {
            **self.company(),
            "given": self.given,
            "row": row_of("", self.terms, self.table, 0.0),
            "welcome": welcome(self.table, "", self.seat),
            "here": [seat == self.seat for seat in range(len(self.table.seats))],
            "frame": shown,
            "next": answers(self.terms, self.entries, self.seat, shown, IN_A_ROW),
        }


def answers(terms: Terms, entries: Sequence[Entry], seat: int, shown: TableFrame, more: int) -> dict[str, Any]:
    """What is answered to each legal action: what is kept of it, and what changes in what is shown."""
    found = {}
    for action in shown["legal"] if more else ():
        table = Table(terms, REST)
        for entry in entries:
            table.take(entry)
        known = len(table.log)
        entry = table.propose(Act(seat, action["id"], table.turn), 0.0)
        table.take(entry)
        after = frame(table, seat, 0.0, known)
        found[str(action["id"])] = {
            "entry": stored(entry),
            "frame": {name: value for name, value in after.items() if value != shown.get(name)},
            "next": answers(terms, [*entries, entry], seat, after, more - 1),
        }
    return found


def against_bots(wish: dict[str, Any]) -> bool:
    """Whether a wish is for what is foreseen here: a fresh deal without a clock, for one person and bots."""
    people = [seat["by"] for seat in wish["seats"]]
    elsewhere = any(wish[name] is not None for name in ("table", "kifu", "lesson", "clock"))
    return not elsewhere and people.count("person") == 1 and people.count("bot") == wish["players"] - 1


def written_down() -> Iterator[tuple[str, bytes]]:
    """For a first visit: the same few deals for everybody, in which the person begins, and their places."""
    for game in games():
        for players in game.players:
            yield f"{game.name}-{players}.json", as_json(deals_of(game.name, players))


def deals_of(game: str, players: int) -> dict[str, Any]:
    """Some deals, and who sits there at each level, by the wish for it: nothing else is different."""
    wishes = [usual_wish(game, players, level) for level in level_names()]
    seeds = (hashlib.sha256(f"opening {game} {players} {number}".encode()).digest() for number in count())
    deals = list(islice((seed for seed in seeds if laid(wishes[0], seed).asked), DEALS))
    return {
        "deals": [laid(wishes[0], seed).opening() for seed in deals],
        "company": {as_json(wish).decode(): [laid(wish, seed).company() for seed in deals] for wish in wishes},
    }


def laid(wish: dict[str, Any], seed: bytes) -> Laid:
    """A table by some bytes: they settle its deal, and its person's secret, which here keeps nobody out."""
    return Laid(table_wish(wish), int.from_bytes(seed[:16]), seed[16:].hex)


def usual_wish(game: str, players: int, level: str) -> dict[str, Any]:
    """What the page asks for when nobody has chosen anything: `asked` in web/src/lib/wish.ts, name by name."""
    return {
        "game": game,
        "players": players,
        "options": {},
        "seats": [{"by": "person", "name": ""}, *({"by": "bot", "level": level} for _ in range(players - 1))],
        "private": True,
        "practice": True,
        "clock": None,
    }
