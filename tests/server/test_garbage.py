"""Nothing that is done a thousand times a second leaves garbage: so nobody needs to look for it all the time."""

import asyncio
import gc
import os
import socket
from functools import partial

import uvicorn

from bench.load import Load
from kobako.house.limits import Limits
from kobako.server import app
from kobako.server.app import make_app
from kobako.server.line import Line
from kobako.server.settings import Settings
from kobako.server.turnstile import Turnstile

MOVES = 150


def test_moves_and_what_is_refused_leave_no_garbage(tmp_path):
    async def play():
        settings = Settings(database=str(tmp_path / "tables"), limits=False, thinkers=1)
        listening = socket.create_server(("127.0.0.1", 0))
        given = {"http": partial(Turnstile, Limits(False), ""), "ws": Line, "log_level": "error", "lifespan": "on"}
        server = uvicorn.Server(uvicorn.Config(make_app(settings), **given))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        load = Load([listening.getsockname()[1]], tables=10, seats=4, rate=MOVES)
        while not server.started:
            await asyncio.sleep(0.01)
        await load.open_all()
        gc.collect()
        gc.disable()
        try:
            await load.play(1.0, [os.getpid()])
            for seat in [seat for table in load.playing for seat in table.seats]:
                for said in ({"type": "act", "id": "x", "turn": 0, "action": "?"}, {"type": "undo", "id": "y"}):
                    seat.line.send(str(said).replace("'", '"').encode())
            await asyncio.sleep(0.5)
            return load.figures, gc.collect()
        finally:
            gc.enable()
            await load.close()
            server.should_exit = True
            await serving

    figures, garbage = asyncio.run(play())
    assert len(figures.times) > MOVES / 2
    assert sum(figures.refused.values()) == 40
    assert garbage < 40


def test_garbage_is_looked_for_when_much_has_come_or_many_have_gone(monkeypatch):
    looks = []
    monkeypatch.setattr(app, "SWEEP", 0.001)
    monkeypatch.setattr(gc, "collect", lambda: looks.append(Turnstile.gone))

    class House:
        gone, rooms = 0, {}

    async def watch(seconds=0.05):
        sweeping = asyncio.create_task(app.sweep(House))
        await asyncio.sleep(seconds)
        sweeping.cancel()
        return len(looks)

    Turnstile.gone = 0
    assert asyncio.run(watch()) == 0
    Turnstile.gone = app.FEW_GONE + 1
    assert asyncio.run(watch()) == 1, "and not again"
    monkeypatch.setattr(gc, "get_count", lambda: (app.MUCH_NEW + 1, 0, 0))
    assert asyncio.run(watch()) > 1
