"""A WebAssembly module in a real engine (the package `wasmtime`), with the face of a compiled game.

So what holds compiled rules to plain ones holds this form as well, and a search can think in it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kobako.core.compiling import Compiled
from kobako.core.game import Game
from kobako.core.wasm import Module

if TYPE_CHECKING:
    import numpy as np

PAGE = 65536
APART = 16  # every array begins at a multiple of this


class InWasm(Compiled):
    """A game whose kernels run in WebAssembly: arrays are copied in, and what became of them out again."""

    def __init__(self, game: Game, module: Module) -> None:
        super().__init__(game)
        self.module = module

    @cached_property
    def _instance(self) -> tuple[Any, Any]:
        import wasmtime

        store = wasmtime.Store()
        made = wasmtime.Instance(store, wasmtime.Module(store.engine, self.module.bytes), [])
        return store, made.exports(store)

    def kernel(self, name: str, obs: str = "") -> Callable[..., Any]:
        """A kernel, to be called with the arrays and numbers that the compiled one takes."""
        store, exports = self._instance
        run, memory = exports[name], exports["memory"]
        kinds = tuple(self.module.layout["exports"][name]["parameters"].values())

        def called(*given: Any) -> Any:
            arrays, arguments, at = [], [], int(self.module.layout["free"])
            for value, kind in zip(given, kinds, strict=True):
                if "[" not in kind:
                    arguments.append(float(value) if kind == "float64" else int(value))
                    continue
                at += -at % APART
                arrays.append((at, value))
                arguments += [at, *value.shape]
                at += value.nbytes
            if (more := at - memory.data_len(store)) > 0:
                memory.grow(store, -(-more // PAGE))
            for place, array in arrays:
                memory.write(store, array.tobytes(), place)
            found = run(store, *arguments)
            for place, array in arrays:
                _renew(array, memory.read(store, place, place + array.nbytes))
            return found

        return called


def _renew(array: np.ndarray[Any, Any], data: bytearray) -> None:
    """Write into an array what became of it; what holds the same is left alone, for it may be read-only."""
    import numpy as np

    if array.nbytes and array.tobytes() != bytes(data):
        array[...] = np.frombuffer(data, array.dtype).reshape(array.shape)
