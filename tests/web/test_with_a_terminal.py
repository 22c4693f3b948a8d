"""One table, two homes: a browser and a terminal play each other over a real server."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import kobako
from kobako.terminal.sitting.client import Address
from tests.terminal.helpers import play_by_keys, run
from tests.terminal.test_join import joined
from tests.web.playing import WHOLE, ending, play_out, sit


def at_the_terminal(address, folder):
    """Wish good luck, and play to the end by keys; gives the moves, the scores, the names and the story told there."""

    async def play():
        async with joined(address, folder) as hand:
            await hand.until(lambda: hand.frame)
            await hand.press("s", "down", "enter")
            moves = await play_by_keys(hand)
            return moves, hand.frame["scores"], [seat["name"] for seat in hand.frame["seats"]], hand.table.story()

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
        typed, scores, names, story = terminal.result(300)
    match = kobako.replay(server.ask(f"tables/{made['table']}/kifu"))
    assert match.over
    assert names == match.names == ["Aya", "Ben"]
    assert scores == match.scores
    assert pressed > 0
    assert typed > 0
    # Both tell the same game in the same words.
    told = page.get_by_role("region", name="What happened").get_by_role("listitem").all_inner_texts()
    assert "Ben: “Good luck!”" in told
    assert told == story[1:]
