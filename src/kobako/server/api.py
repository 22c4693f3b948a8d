"""The HTTP half of the protocol: finding, making and joining tables; what is left of finished games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

import kobako
from kobako.core.published import StudyShown
from kobako.core.rulebook import read_rulebook
from kobako.house import desk, shelf
from kobako.house.faults import Fault
from kobako.house.game_files import files_of
from kobako.house.house import House
from kobako.house.limits import guest_at
from kobako.house.lobby import maker_of
from kobako.house.reviews import Reviews
from kobako.house.turns import GUEST, Asker
from kobako.server import models
from kobako.server.thinking import Thinkers
from kobako.server.told import told
from kobako.table.protocol import ExampleShown, Replay, TableShown

Lang = Literal["en", "ja"]
REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": models.Refusal} for code in (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
}
# Where the answer is a text, a refusal is still JSON; FastAPI would describe it as a text too.
SAID_AS_JSON = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
REFUSALS_OF_TEXTS: dict[int | str, dict[str, Any]] = {
    code: {"description": "Refused", "content": SAID_AS_JSON} for code in REFUSALS
}


def client_of(request: Request) -> str:
    return request.client.host if request.client else ""


async def note_guest(request: Request) -> None:
    """All that is done for this request is done for this guest."""
    GUEST.set(guest_at(client_of(request)))


api = APIRouter(prefix="/api", responses=REFUSALS, dependencies=[Depends(note_guest)])


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
    if not request.app.state.limits.of(kind, client_of(request)).take():
        raise Fault(429, "too_fast", "too many requests: wait a little and try again")


InHouse = Annotated[House, Depends(the_house)]
Offered = Annotated[Sequence[str], Depends(the_levels)]
Secret = Annotated[str | None, Header(alias="Authorization", max_length=128)]


# The shelf


@api.get("/games", dependencies=[limited("request")])
async def games() -> list[models.GameShown]:
    """The games, their players and options."""
    return [models.GameShown(**game) for game in shelf.shown_games(lambda game: files_of(game.name).address)]


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
    return [models.LessonTold(**lesson) for lesson in shelf.told_lessons(game, lang)]


@api.get("/games/{game}/study", dependencies=[limited("request")])
async def study_of(game: str) -> StudyShown:
    """What a study found about a game: how long, how lucky, how fair."""
    return shelf.study_of(game)


# Views and events have names of their own in every game: they are described, and not checked once more.
POSITIONS: dict[int | str, dict[str, Any]] = {200: {"model": dict[str, ExampleShown]}}


@api.get("/games/{game}/positions", responses=POSITIONS, dependencies=[limited("request")])
async def positions_of(game: str, lang: Lang = "en") -> JSONResponse:
    """The positions that a game's rules page and its lessons show, by name."""
    return JSONResponse(shelf.shown_positions(kobako.game(game), lang))


@api.get("/words/{lang}", dependencies=[limited("request")])
async def words(lang: Lang) -> dict[str, Any]:
    """The words of the screen and of every game, in one language."""
    return shelf.catalogue(lang)


@api.get("/bots", dependencies=[limited("request")])
async def bots(levels: Offered) -> list[str]:
    """The levels that a seat may be given."""
    return list(levels)


# Tables


@api.get("/tables", dependencies=[limited("request")])
async def tables(house: InHouse) -> list[TableShown]:
    """Public tables that wait for players or are being played."""
    return await desk.lobby(house)


@api.post("/tables", status_code=201, dependencies=[limited("make")])
async def make(wish: models.TableWish, request: Request, house: InHouse, levels: Offered) -> models.TableMade:
    """Make a table. It starts by itself when no seat is open."""
    return models.TableMade(**await desk.make(house, wish.model_dump(), levels, maker_of(client_of(request))))


@api.get("/tables/{table}", dependencies=[limited("request")])
async def look(table: str, house: InHouse) -> TableShown:
    """One table, as anyone may see it."""
    return (await house.room(table)).shown()


@api.post("/tables/{table}/seats", status_code=201, dependencies=[limited("make")])
async def sit(table: str, wish: models.SitWish, house: InHouse) -> models.SeatGiven:
    """Sit down."""
    return models.SeatGiven(**await desk.sit(house, table, wish.model_dump()))


@api.post("/tables/{table}/bots", dependencies=[limited("request")])
async def seat_bots(
    table: str, wish: models.BotWish, house: InHouse, levels: Offered, secret: Secret = None
) -> TableShown:
    """Put bots on free seats."""
    return await desk.fill(house, table, wish.model_dump(), levels, secret)


@api.delete("/tables/{table}/seats/{seat}", dependencies=[limited("request")])
async def give_up(table: str, seat: models.SeatNumber, house: InHouse, secret: Secret = None) -> TableShown:
    """Give a seat up. Its secret opens nothing any more."""
    return await desk.give_up(house, table, seat, secret)


@api.post("/tables/{table}/rematch", status_code=201, dependencies=[limited("make")])
async def rematch(table: str, request: Request, house: InHouse, secret: Secret = None) -> models.Rematch:
    """The same game with the same people at a new table, whoever asks first makes it."""
    return models.Rematch(**await desk.rematch(house, table, secret, maker_of(client_of(request))))


@api.post("/tables/{table}/what-if", status_code=201, dependencies=[limited("make")])
async def ask_what_if(table: str, request: Request, house: InHouse, secret: Secret = None) -> models.WhatIf:
    """A side table that goes on from what you know of this one, the rest imagined anew. This one waits for you."""
    return models.WhatIf(**await desk.ask_what_if(house, table, secret, maker_of(client_of(request))))


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
async def replay_table(table: str, request: Request, house: InHouse) -> Response:
    """Every position of a finished game."""
    return await told(await house.replay(table), request)


@api.post("/replay", responses=REPLAY, dependencies=[limited("request")])
async def replay_kifu(given: models.KifuText, request: Request) -> Response:
    """Every position of a recorded game."""
    thinkers: Thinkers = request.app.state.thinkers
    return await told(await thinkers.tell_to(given.kifu, Asker(GUEST.get())), request)


@api.get("/tables/{table}/review", dependencies=[limited("request")])
async def review_table(table: str, request: Request, house: InHouse) -> models.Review:
    """What the search thinks of every decision of a finished game, as far as it has got: ask again for more."""
    return models.Review(**(await reviews_of(request).of(await house.kifu(table), asker=Asker(GUEST.get()))).shown())


@api.post("/review", dependencies=[limited("request")])
async def review_kifu(given: models.KifuText, request: Request) -> models.Review:
    """The same of a recorded game: to begin one is dear, to ask again is not."""
    reviews = reviews_of(request)
    if given.kifu not in reviews:
        take("make", request)
    return models.Review(**(await reviews.of(given.kifu, True, Asker(GUEST.get()))).shown())


def reviews_of(request: Request) -> Reviews:
    reviews: Reviews = request.app.state.reviews
    return reviews
