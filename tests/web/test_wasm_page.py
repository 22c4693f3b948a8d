"""A game's WebAssembly module in Chromium, by the page's own host: the same games and the same search as compiled."""

import pytest

import kobako
from bench.wasm import ROOT, in_page, task_of
from hatch_build import optimised
from kobako.bots.wasm import wasm_of
from tests.as_compiled import assert_as_compiled

GAMES = ("donburiko", "ice", "kotori", "tokkuri", "umbradeco")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", GAMES)
def test_chromium_agrees_with_numba(browser, name):
    setup = kobako.game(name).setup(2)
    task = task_of(setup, 50, 500)
    with browser.new_context() as context:
        found = in_page(context.new_page(), "results", optimised(ROOT / "web", wasm_of(setup.game).bytes), task)
    assert_as_compiled(setup, task, found)
