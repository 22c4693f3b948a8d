"""Where tables are asked for: made, joined, left, played again; and what is left of finished games."""

from __future__ import annotations

import base64
import contextlib
import hashlib
from collections.abc import Sequence
from typing import Any

import kobako
from kobako.bots.lessons import LEVEL as LESSON_LEVEL
from kobako.core.errors import BadOption, KobakoError
from kobako.core.kifu import replay as read_kifu
from kobako.core.lessons import find_lesson
from kobako.core.seeds import parse_seed
from kobako.house.faults import Fault
from kobako.house.house import House, Room, key_of, new_secret, seat_requests
from kobako.house.lobby import listed_names
from kobako.house.parts import StoreFailed
from kobako.house.shelf import known_face, level_of
from kobako.table import Clock, Host, Keep, Leave, NextTable, Pace, Refused, Request, Sit, SitBot, Terms
from kobako.table.names import presentable
from kobako.table.protocol import TableShown
from kobako.table.what_if import same_company, what_if

Wish = dict[str, Any]  # what somebody asks for, as docs/protocol.md has it, with every field
Given = dict[str, Any]


async def lobby(house: House) -> list[TableShown]:
    """Public tables that wait for players or are being played."""
    shown = []
    for name in await listed_names(house):
        try:
            room = await house.room(name)
        except StoreFailed:
            raise
        except KobakoError:  # of a game, or of rules, that are not here any more, or damaged
            continue
        if room.table.status != "over":  # it may be, before its row says so
            shown.append(room.shown())
    return shown


async def make(house: House, wish: Wish, levels: Sequence[str], maker: str = "") -> Given:
    """Make a table. It starts by itself when no seat is open."""
    if wish["lesson"] is not None:
        return await make_lesson(house, wish, maker)
    sitters = sitters_of(wish, levels)
    played = None if wish["table"] is None else await house.kifu(wish["table"])
    terms: Terms = await house.thinkers.aside(terms_of_wish, wish, played)
    players = terms.setup.players
    if len(sitters) > players:
        told = f"a table of {players} has no {len(sitters)} seats"
        raise BadOption(told, "many_seats", players=players, seats=len(sitters))
    requests, given = seat_requests(sitters)
    host = new_secret() if requests and len(requests) == players and not given else None
    if host:
        requests.append(Host(0, key_of(host)))
    room = await house.make(terms, requests, maker)
    return {"table": room.name, "seats": given, "host": host}


def sitters_of(wish: Wish, levels: Sequence[str]) -> list[dict[str, Any]]:
    """Who is to sit where, as it can be had."""
    return [
        {
            "by": seat["by"],
            "name": presentable(seat["name"]),
            "level": level_of(seat["level"], levels),
            "face": known_face(seat["face"]),
        }
        for seat in wish["seats"]
    ]


async def make_lesson(house: House, wish: Wish, maker: str = "") -> Given:
    """A table for a lesson: who wishes for it is the learner."""
    if wish["game"] is None:
        raise BadOption(f"a lesson is of a game ({', '.join(kobako.game_names())})")
    lesson = find_lesson(kobako.game(wish["game"]), wish["lesson"])
    sitters: list[dict[str, Any]] = [{"by": "bot", "level": LESSON_LEVEL} for _ in range(lesson.example.setup.players)]
    learner = next((seat for seat in wish["seats"] if seat["by"] == "person"), {"name": "", "face": ""})
    name, face = presentable(learner["name"]), known_face(learner["face"])
    sitters[lesson.learner] = {"by": "person", "name": name, "face": face}
    requests, given = seat_requests(sitters)
    room = await house.make(Terms.of_lesson(lesson), requests, maker)
    return {"table": room.name, "seats": given, "host": None}


def terms_of_wish(wish: Wish, played: str | None = None) -> Terms:
    """The terms that someone wishes for; `played` is the kifu of a game that was played here, to be played on."""
    clock = Clock(wish["clock"]["bank"], wish["clock"]["per_move"]) if wish["clock"] else None
    kifu = wish["kifu"] if played is None else played
    if kifu is not None:
        match = read_kifu(kifu, from_elsewhere=played is None)
        ply = len(match.actions) if wish["ply"] is None else wish["ply"]
        if ply > len(match.actions) or (match.over and ply == len(match.actions)):
            last = len(match.actions) - match.over
            told = f"this game can be played on from ply 0 to {last}, not {ply}"
            raise BadOption(told, "bad_ply", last=last, ply=ply)
        opening = tuple(int(action) for action in match.actions[:ply])
        return Terms(match.setup, int(match.seed, 16), True, clock, wish["hints"], opening, position=match.position)
    if wish["game"] is None:
        raise BadOption(
            f"a table is for a game ({', '.join(kobako.game_names())}), or goes on from a game that was played"
        )
    setup = kobako.game(wish["game"]).setup_from(str(wish["players"]), wish["options"])
    return Terms(setup, parse_seed(None), wish["private"], clock, wish["hints"], () if wish["practice"] else None)


async def sit(house: House, table: str, wish: Wish) -> Given:
    """Sit down."""
    room = await house.room(table)
    refuse_kept(room, wish["seat"])
    return await sit_down(house, room, wish["seat"], presentable(wish["name"]), new_secret(), known_face(wish["face"]))


def refuse_kept(room: Room, seat: int | None) -> None:
    """At a rematch, everyone of the last game has a seat: it is not for others, and no other is left for them."""
    kept = {i: at.kept for i, at in enumerate(room.table.seats) if at.kept is not None}
    if seat in kept or (seat is None and kept and not room.table.free_to_all()):
        names = [name or "a player" for name in (kept.values() if seat is None else [kept[seat]])]
        which = "the free seat" if seat is None else f"seat {seat}"
        raise Refused("kept", f"{which} is kept for {' and '.join(names)} of the last game", names=names)


async def sit_down(house: House, room: Room, seat: int | None, name: str, secret: str, face: str = "") -> Given:
    """A seat, the wished one or any, and its secret."""
    free = room.table.free_to_all()
    if seat is None and not free:
        raise Refused("full", "no seat is free at this table")
    chosen = free[0] if seat is None else seat
    try:
        await house.submit(room, Sit(chosen, key_of(secret), name, face))
    except Refused:
        mine = room.table.holder(key_of(secret))
        if mine is not None:  # asked twice at once: the same seat
            return {"seat": mine, "secret": secret}
        if seat is not None:
            raise
        return await sit_down(house, room, None, name, secret, face)  # another was first: the next one
    return {"seat": chosen, "secret": secret}


def bare(secret: str | None) -> str:
    """The secret in an Authorization header."""
    scheme, _, rest = (secret or "").strip().partition(" ")
    return rest.strip() if scheme.lower() == "bearer" else scheme


def holder(room: Room, secret: str | None) -> int:
    """The seat of whoever asks."""
    given = bare(secret)
    seat = room.table.holder(key_of(given)) if given else None
    if seat is None:
        raise Fault(401, "bad_secret", "this needs a seat's secret, as 'Authorization: Bearer SECRET'")
    return seat


async def fill(house: House, table: str, wish: Wish, levels: Sequence[str], secret: str | None) -> TableShown:
    """Put bots on free seats."""
    room = await house.room(table)
    holder(room, secret)
    level, seat_wished = level_of(wish["level"], levels), wish["seat"]
    free = [i for i, seat in enumerate(room.table.seats) if seat.by == "open"]
    for seat in free if seat_wished is None else [seat_wished]:
        try:
            await house.submit(room, SitBot(seat, level))
        except Refused:
            if seat_wished is not None:
                raise  # else somebody has taken it meanwhile, and it is not free any more
    return room.shown()


async def give_up(house: House, table: str, seat: int, secret: str | None) -> TableShown:
    """Give a seat up. Its secret opens nothing any more."""
    room = await house.room(table)
    if holder(room, secret) != seat:
        raise Fault(401, "bad_secret", f"this secret is not of seat {seat}")
    await house.submit(room, Leave(seat))
    return room.shown()


async def rematch(house: House, table: str, secret: str | None, maker: str = "") -> Given:
    """The same game with the same people at a new table, whoever asks first makes it."""
    room = await house.room(table)
    seat = holder(room, secret)
    if room.table.status != "over":
        raise Refused("not_playing", "a rematch is for when the game is over")
    if room.table.next is None:
        terms = room.table.terms
        again = () if terms.practice else None  # from the deal, if it was practice
        anew = Terms(terms.setup, parse_seed(None), True, terms.clock, terms.hints, again)
        fresh = await house.make(anew, seats_of(room), maker)
        with contextlib.suppress(Refused):  # another was first: theirs it is
            await house.submit(room, NextTable(seat, fresh.name))
    following = room.table.next
    if following is None:
        raise Fault(503, "unavailable", "the rematch could not be made: try again")
    new_room = await house.room(following)
    fresh_secret = secret_after(bare(secret), following)
    taken = new_room.table.holder(key_of(fresh_secret))
    if taken is not None:
        return {"table": following, "seat": taken, "secret": fresh_secret}
    wish = seat if seat in new_room.table.free() else None
    old = room.table.seats[seat]
    given = await sit_down(house, new_room, wish, old.name, fresh_secret, old.face)
    return {"table": following, **given}


def secret_after(secret: str, table: str) -> str:
    """The secret of a seat in a rematch. It follows from the old one, so that who asks again gets the same seat."""
    digest = hashlib.sha256(f"rematch {table} {secret}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def seats_of(room: Room) -> list[Request]:
    """For the rematch: the same bots, and a seat kept for everyone who has not given theirs up."""
    seats = list(enumerate(room.table.seats))
    bots = [SitBot(i, seat.level or "regular", seat.face) for i, seat in seats if seat.by == "bot"]
    return [*bots, *(Keep(i, seat.name) for i, seat in seats if seat.key)]


async def ask_what_if(house: House, table: str, secret: str | None, maker: str = "") -> Given:
    """A side table that goes on from what you know of this one, the rest imagined anew. This one waits for you."""
    room = await house.room(table)
    seat = holder(room, secret)
    terms, fresh = what_if(room.table, room.name, seat), new_secret()
    side = await house.make(terms, same_company(room.table, seat, key_of(fresh)), maker)
    await house.submit(room, Pace(seat, 0))
    return {"table": side.name, "seat": seat, "secret": fresh}
