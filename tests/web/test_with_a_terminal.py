"""One table, two homes: a browser and a terminal play each other over a real server."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import kobako
from kobako.terminal.sitting.client import Address
from tests.terminal.helpers import play_by_keys, run
from tests.terminal.test_join import joined
from tests.web.playing import WHOLE, ending, play_out, sit


def at_the_terminal(address, folder):
    """Play to the end by keys; gives the moves made and the scores that stand there."""

    async def play():
        async with joined(address, folder) as hand:
            moves = await play_by_keys(hand)
            return moves, hand.frame["scores"], [seat["name"] for seat in hand.frame["seats"]]

    return run(play())


@pytest.mark.parametrize("moves", [14, pytest.param(WHOLE, marks=pytest.mark.soak)])
def test_a_terminal_and_a_browser_at_one_table(server, open_page, tmp_path, monkeypatch, moves):
    monkeypatch.setenv("KOBAKO_DATA", str(tmp_path))
    seats = [{"by": "person", "name": "Aya"}, {"by": "open"}]
    made = server.ask("tables", {**ending("kotori", moves).wish, "seats": seats})
    page = open_page()
    sit(page, server, made["table"], "kotori", made["seats"])
    address = Address.read(f"{server.address}/t/{made['table']}").sit("Ben")
    with ThreadPoolExecutor(1) as pool:
        terminal = pool.submit(at_the_terminal, address, tmp_path)
        pressed = play_out([page])
        typed, scores, names = terminal.result(300)
    match = kobako.replay(server.ask(f"tables/{made['table']}/kifu"))
    assert match.over
    assert names == match.names == ["Aya", "Ben"]
    assert scores == match.scores
    assert pressed > 0
    assert typed > 0
