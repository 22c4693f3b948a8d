"""What an engine made of a game's WebAssembly, held to what the compiled form makes of the same."""

from bench.wasm import SEED, compiled_arrays
from kobako.bots.search.search import candidates
from kobako.bots.search.thinking import thinking_of


def assert_as_compiled(setup, task, found):
    """What an engine found is what the compiled form finds."""
    game = setup.game
    arrays = compiled_arrays(setup, len(task["seeds"]))
    game.compiled.kernel("playouts")(*arrays)
    assert [found["plies"], found["scores"], found["ends"]] == [arrays[i].ravel().tolist() for i in (8, 10, 11)]
    assert bytes(found["last"]) == arrays[1].tobytes()
    match = setup.new(1)
    view = match.view(match.seat)
    thinking = thinking_of(game)
    tree = thinking.tree(view, task["nodes"], SEED)
    tree.think(thinking.compiled.kernel(thinking.kernel), task["simulations"], thinking.explore)
    expected = [c for c in candidates(view, match.legal(), [tree.thought()]) if c.visits]
    assert [(c["action"], c["visits"], c["value"], tuple(c["shares"])) for c in found["candidates"]] == [
        (int(c.action), c.visits, c.value, c.shares) for c in expected
    ]
