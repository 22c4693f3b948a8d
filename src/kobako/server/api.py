"""The HTTP half of the protocol: finding, making and joining tables; what is left of finished games."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Request
from fastapi.responses import JSONResponse, PlainTextResponse

import kobako
from kobako.bots.characters import FACES
from kobako.bots.lessons import LEVEL as LESSON_LEVEL
from kobako.core.errors import BadOption, KobakoError
from kobako.core.examples import examples
from kobako.core.game import Game
from kobako.core.kifu import clean, steps
from kobako.core.lessons import find_lesson, lesson_words, lessons
from kobako.core.options import Option
from kobako.core.registry import shelf
from kobako.core.rulebook import read_rulebook
from kobako.core.seeds import parse_seed
from kobako.core.words import LANGUAGES, load_words
from kobako.kit.words import screen_words
from kobako.server import models
from kobako.server.faults import Fault
from kobako.server.game_files import EMBLEM, PICTURE, TABLE, files_of
from kobako.server.house import LOBBY, House, Room, key_of, new_secret, seat_requests
from kobako.server.reviews import Reviews
from kobako.server.store import StoreFailed
from kobako.table import Clock, Host, Keep, Leave, NextTable, Refused, Sit, SitBot, Terms
from kobako.table import Request as TableRequest
from kobako.table.frame import shown_example
from kobako.table.protocol import ExampleShown, Replay, TableShown
from kobako.table.replay import replay

Lang = Literal["en", "ja"]
USUAL = "regular"  # the level of who does not say
REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": models.Refusal} for code in (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
}
# Where the answer is a text, a refusal is still JSON; FastAPI would describe it as a text too.
SAID_AS_JSON = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
REFUSALS_OF_TEXTS: dict[int | str, dict[str, Any]] = {
    code: {"description": "Refused", "content": SAID_AS_JSON} for code in REFUSALS
}
api = APIRouter(prefix="/api", responses=REFUSALS)


def the_house(request: Request) -> House:
    house: House = request.app.state.house
    return house


def the_levels(request: Request) -> Sequence[str]:
    levels: Sequence[str] = request.app.state.levels
    return levels


def limited(kind: str) -> Any:
    """Refuses a client that asks for too much."""

    async def check(request: Request) -> None:
        take(kind, request)

    return Depends(check)


def take(kind: str, request: Request) -> None:
    client = request.client.host if request.client else ""
    if not request.app.state.limits.of(kind, client).take():
        raise Fault(429, "too_fast", "too many requests: wait a little and try again")


InHouse = Annotated[House, Depends(the_house)]
Offered = Annotated[Sequence[str], Depends(the_levels)]
Secret = Annotated[str | None, Header(alias="Authorization", max_length=128)]


# The shelf


@api.get("/games", dependencies=[limited("request")])
async def games() -> list[models.GameShown]:
    """The games, their players and options."""
    return [shown_game(game) for game in shelf()]


def shown_game(game: Game) -> models.GameShown:
    brought = files_of(game.name)
    return models.GameShown(
        name=game.name,
        rules=game.version,
        titles={lang: game.title(lang) for lang in LANGUAGES},
        about={lang: game.about(lang) for lang in LANGUAGES},
        players=list(game.players),
        options=[shown_option(option, game.players) for option in game.options],
        events={kind.name: {arg.name: arg.kind for arg in kind.args} for kind in game.events.values()},
        table=brought.address(TABLE),
        emblem=brought.address(EMBLEM),
        picture=brought.address(PICTURE),
        lessons=len(lessons(game)),
    )


def shown_option(option: Option, players: Sequence[int]) -> models.OptionShown:
    return models.OptionShown(
        name=option.name,
        default=option.text(option.default),
        allowed=option.allowed,
        values={n: list(map(option.text, option.choices(n))) for n in players if n in option.players},
        free=option.free,
        several=list(option.several),
    )


@api.get(
    "/games/{game}/rules",
    response_class=PlainTextResponse,
    responses=REFUSALS_OF_TEXTS,
    dependencies=[limited("request")],
)
async def rules(game: str, lang: Lang = "en") -> str:
    """The rulebook, as Markdown; its pictures are blocks that name a position."""
    return read_rulebook(kobako.game(game).package, lang)


@api.get("/games/{game}/lessons", dependencies=[limited("request")])
async def lessons_of(game: str, lang: Lang = "en") -> list[models.LessonTold]:
    """The lessons of a game, in order, in words."""
    found = kobako.game(game)
    texts = lesson_words(found, lang)
    return [models.LessonTold(name=lesson.name, **texts[lesson.name]) for lesson in lessons(found)]


# Views and events have names of their own in every game: they are described, and not checked once more.
POSITIONS: dict[int | str, dict[str, Any]] = {200: {"model": dict[str, ExampleShown]}}


@api.get("/games/{game}/positions", responses=POSITIONS, dependencies=[limited("request")])
async def positions_of(game: str, lang: Lang = "en") -> JSONResponse:
    """The positions that a game's rules page and its lessons show, by name."""
    return JSONResponse(shown_positions(kobako.game(game), lang))


@cache
def shown_positions(game: Game, lang: str) -> dict[str, ExampleShown]:
    return {name: shown_example(example, lang) for name, example in examples(game).items()}


@api.get("/words/{lang}", dependencies=[limited("request")])
async def words(lang: Lang) -> dict[str, Any]:
    """The words of the screen and of every game, in one language."""
    return catalogue(lang)


def catalogue(lang: str) -> dict[str, Any]:
    bots = load_words("kobako.bots", lang).tables
    return {
        "screen": {**screen_words("browser", lang).tables, **{part: bots[part] for part in ("bot", "face", "animal")}},
        "games": {game.name: game.words(lang).tables for game in shelf()},
    }


@api.get("/bots", dependencies=[limited("request")])
async def bots(levels: Offered) -> list[str]:
    """The levels that a seat may be given."""
    return list(levels)


def level_of(wished: str | None, levels: Sequence[str]) -> str:
    """The level that is wished for. No other bot can be had from outside, and none with an argument."""
    if wished is None:
        return USUAL if USUAL in levels else levels[0]
    if wished not in levels:
        raise BadOption(f"no level {wished!r}: there are {', '.join(levels)}")
    return wished


def known_face(wished: str) -> str:
    """The face that a person wishes for."""
    if wished and wished not in FACES:
        raise BadOption(f"no face {wished!r}: there are {', '.join(FACES)}")
    return wished


# Tables


@api.get("/tables", dependencies=[limited("request")])
async def lobby(house: InHouse) -> list[TableShown]:
    """Public tables that wait for players or are being played."""
    shown = []
    for name in await house.store.lobby(house.now() - LOBBY):
        try:
            shown.append((await house.room(name)).shown())
        except StoreFailed:
            raise
        except KobakoError:  # of a game, or of rules, that are not here any more, or damaged
            continue
    return shown


@api.post("/tables", status_code=201, dependencies=[limited("make")])
async def make(wish: models.TableWish, house: InHouse, levels: Offered) -> models.TableMade:
    """Make a table. It starts by itself when no seat is open."""
    if wish.lesson is not None:
        return await make_lesson(wish, wish.lesson, house)
    sitters = [
        {"by": s.by, "name": clean(s.name), "level": level_of(s.level, levels), "face": known_face(s.face)}
        for s in wish.seats
    ]
    terms = await asyncio.to_thread(terms_of_wish, wish)
    players = terms.setup.players
    if len(wish.seats) > players:
        told = f"a table of {players} has no {len(wish.seats)} seats"
        raise BadOption(told, "many_seats", players=players, seats=len(wish.seats))
    requests, given = seat_requests(sitters)
    host = new_secret() if requests and len(requests) == players and not given else None
    if host:
        requests.append(Host(0, key_of(host)))
    room = await house.make(terms, requests)
    return models.TableMade(table=room.name, seats=[models.SeatGiven(**seat) for seat in given], host=host)


async def make_lesson(wish: models.TableWish, name: str, house: House) -> models.TableMade:
    """A table for a lesson: who wishes for it is the learner."""
    if wish.game is None:
        raise BadOption(f"a lesson is of a game ({', '.join(kobako.game_names())})")
    lesson = find_lesson(kobako.game(wish.game), name)
    sitters: list[dict[str, Any]] = [{"by": "bot", "level": LESSON_LEVEL} for _ in range(lesson.example.setup.players)]
    called = next((clean(seat.name) for seat in wish.seats if seat.by == "person"), "")
    sitters[lesson.learner] = {"by": "person", "name": called}
    requests, given = seat_requests(sitters)
    room = await house.make(Terms.of_lesson(lesson), requests)
    return models.TableMade(table=room.name, seats=[models.SeatGiven(**seat) for seat in given])


def terms_of_wish(wish: models.TableWish) -> Terms:
    """The terms that someone wishes for."""
    clock = Clock(wish.clock.bank, wish.clock.per_move) if wish.clock else None
    if wish.kifu is not None:
        match = list(steps(wish.kifu))[-1]
        ply = len(match.actions) if wish.ply is None else wish.ply
        if ply > len(match.actions) or (match.over and ply == len(match.actions)):
            last = len(match.actions) - match.over
            told = f"this game can be played on from ply 0 to {last}, not {ply}"
            raise BadOption(told, "bad_ply", last=last, ply=ply)
        opening = tuple(int(action) for action in match.actions[:ply])
        return Terms(match.setup, int(match.seed, 16), True, clock, wish.hints, opening)
    if wish.game is None:
        raise BadOption(f"a table is for a game ({', '.join(kobako.game_names())}), or goes on from a kifu")
    setup = kobako.game(wish.game).setup_from(str(wish.players), wish.options)
    return Terms(setup, parse_seed(None), wish.private, clock, wish.hints, () if wish.practice else None)


@api.get("/tables/{table}", dependencies=[limited("request")])
async def look(table: str, house: InHouse) -> TableShown:
    """One table, as anyone may see it."""
    return (await house.room(table)).shown()


@api.post("/tables/{table}/seats", status_code=201, dependencies=[limited("make")])
async def sit(table: str, wish: models.SitWish, house: InHouse) -> models.SeatGiven:
    """Sit down."""
    room = await house.room(table)
    refuse_kept(room, wish.seat)
    return await sit_down(house, room, wish.seat, clean(wish.name), new_secret(), known_face(wish.face))


def refuse_kept(room: Room, seat: int | None) -> None:
    """At a rematch, everyone of the last game has a seat: it is not for others, and no other is left for them."""
    kept = {i: at.kept for i, at in enumerate(room.table.seats) if at.kept is not None}
    if seat in kept or (seat is None and kept and not room.table.free_to_all()):
        names = [name or "a player" for name in (kept.values() if seat is None else [kept[seat]])]
        which = "the free seat" if seat is None else f"seat {seat}"
        raise Refused("kept", f"{which} is kept for {' and '.join(names)} of the last game", names=names)


async def sit_down(
    house: House, room: Room, seat: int | None, name: str, secret: str, face: str = ""
) -> models.SeatGiven:
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
            return models.SeatGiven(seat=mine, secret=secret)
        if seat is not None:
            raise
        return await sit_down(house, room, None, name, secret, face)  # another was first: the next one
    return models.SeatGiven(seat=chosen, secret=secret)


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


@api.post("/tables/{table}/bots", dependencies=[limited("request")])
async def seat_bots(
    table: str, wish: models.BotWish, house: InHouse, levels: Offered, secret: Secret = None
) -> TableShown:
    """Put bots on free seats."""
    room = await house.room(table)
    holder(room, secret)
    level = level_of(wish.level, levels)
    wanted = [i for i, seat in enumerate(room.table.seats) if seat.by == "open"] if wish.seat is None else [wish.seat]
    for seat in wanted:
        try:
            await house.submit(room, SitBot(seat, level))
        except Refused:
            if wish.seat is not None:
                raise  # else somebody has taken it meanwhile, and it is not free any more
    return room.shown()


@api.delete("/tables/{table}/seats/{seat}", dependencies=[limited("request")])
async def give_up(table: str, seat: models.SeatNumber, house: InHouse, secret: Secret = None) -> TableShown:
    """Give a seat up. Its secret opens nothing any more."""
    room = await house.room(table)
    if holder(room, secret) != seat:
        raise Fault(401, "bad_secret", f"this secret is not of seat {seat}")
    await house.submit(room, Leave(seat))
    return room.shown()


@api.post("/tables/{table}/rematch", status_code=201, dependencies=[limited("make")])
async def rematch(table: str, house: InHouse, secret: Secret = None) -> models.Rematch:
    """The same game with the same people at a new table, whoever asks first makes it."""
    room = await house.room(table)
    seat = holder(room, secret)
    if room.table.status != "over":
        raise Refused("not_playing", "a rematch is for when the game is over")
    if room.table.next is None:
        terms = room.table.terms
        again = () if terms.practice else None  # from the deal, if it was practice
        anew = Terms(terms.setup, parse_seed(None), True, terms.clock, terms.hints, again)
        fresh = await house.make(anew, seats_of(room))
        with contextlib.suppress(Refused):  # another was first: theirs it is
            await house.submit(room, NextTable(seat, fresh.name))
    following = room.table.next
    if following is None:
        raise Fault(503, "unavailable", "the rematch could not be made: try again")
    new_room = await house.room(following)
    fresh_secret = secret_after(bare(secret), following)
    taken = new_room.table.holder(key_of(fresh_secret))
    if taken is not None:
        return models.Rematch(table=following, seat=taken, secret=fresh_secret)
    wish = seat if seat in new_room.table.free() else None
    old = room.table.seats[seat]
    given = await sit_down(house, new_room, wish, old.name, fresh_secret, old.face)
    return models.Rematch(table=following, seat=given.seat, secret=given.secret)


def secret_after(secret: str, table: str) -> str:
    """The secret of a seat in a rematch. It follows from the old one, so that who asks again gets the same seat."""
    digest = hashlib.sha256(f"rematch {table} {secret}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def seats_of(room: Room) -> list[TableRequest]:
    """For the rematch: the same bots, and a seat kept for everyone who has not given theirs up."""
    seats = list(enumerate(room.table.seats))
    bots = [SitBot(i, seat.level or "regular", seat.face) for i, seat in seats if seat.by == "bot"]
    return [*bots, *(Keep(i, seat.name) for i, seat in seats if seat.key)]


# Finished games


@api.get(
    "/tables/{table}/kifu",
    response_class=PlainTextResponse,
    responses=REFUSALS_OF_TEXTS,
    dependencies=[limited("request")],
)
async def kifu(table: str, house: InHouse) -> PlainTextResponse:
    """The kifu of a finished game."""
    return PlainTextResponse(
        await house.kifu(table), headers={"Content-Disposition": f'attachment; filename="{table}.kifu"'}
    )


# A replay is long, and made as its type says: it is described, and not checked once more.
REPLAY: dict[int | str, dict[str, Any]] = {200: {"model": Replay}}


@api.get("/tables/{table}/replay", responses=REPLAY, dependencies=[limited("request")])
async def replay_table(table: str, house: InHouse) -> JSONResponse:
    """Every position of a finished game."""
    return JSONResponse((await house.finished(table))[1])


@api.post("/replay", responses=REPLAY, dependencies=[limited("request")])
async def replay_kifu(given: models.KifuText) -> JSONResponse:
    """Every position of a recorded game."""
    return JSONResponse(await asyncio.to_thread(replay, given.kifu))


@api.get("/tables/{table}/review", dependencies=[limited("request")])
async def review_table(table: str, request: Request, house: InHouse) -> models.Review:
    """What the search thinks of every decision of a finished game, as far as it has got: ask again for more."""
    return (await reviews_of(request).of(await house.kifu(table))).shown()


@api.post("/review", dependencies=[limited("request")])
async def review_kifu(given: models.KifuText, request: Request) -> models.Review:
    """The same of a recorded game: to begin one is dear, to ask again is not."""
    reviews = reviews_of(request)
    if given.kifu not in reviews:
        take("make", request)
    return (await reviews.of(given.kifu)).shown()


def reviews_of(request: Request) -> Reviews:
    reviews: Reviews = request.app.state.reviews
    return reviews
