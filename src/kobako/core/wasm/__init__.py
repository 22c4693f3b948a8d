"""The third form of the rules: WebAssembly, made from the same text as the plain and the compiled form.

`build` reads the functions that `linking` gathers and writes one module: no source is translated by hand, and a law
holds the module to the other two forms state by state. It needs nothing but Python; an optimiser may go over the bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kobako.core.arrays import spelled
from kobako.core.compiling import ENGINE, OBSERVED, Kernels
from kobako.core.dialect import define
from kobako.core.fields import hide_source
from kobako.core.linking import linked_names
from kobako.core.wasm.kinds import Array, Record
from kobako.core.wasm.layout import described, kind_of, state_record
from kobako.core.wasm.module import Builder

if TYPE_CHECKING:
    from kobako.core.game import Game


@dataclass(frozen=True)
class Module:
    """A WebAssembly module, and what a host must know to call it.

    `layout` is ready for JSON: `free` (the first address that a host may use), `records` (of each its size and fields)
    and `exports` (of each kernel its parameters and whether it returns a whole number). A parameter `int32[:,:]` is
    given as an address and, for each dimension, a size, all i32; `int64` and `float64` as an i64 and an f64.
    """

    bytes: bytes
    layout: dict[str, Any]

    @property
    def exports(self) -> tuple[str, ...]:
        """The kernels that can be called."""
        return tuple(self.layout["exports"])


def build(game: Game, loops: Kernels = ENGINE, observed: str = OBSERVED, checked: bool = False) -> Module:
    """A game's rules with some kernels as a WebAssembly module.

    With `checked` an index outside its array stops the module, instead of reading or writing what lies there. BadGame
    names the file and the line of what is not in the dialect.
    """
    names = linked_names(game, loops.modules)
    names["hide"] = define(hide_source(game.fields), "hide", f"hide {game.name}")
    builder, state = Builder(names, checked), state_record(game.fields)
    made, exports, records = {}, {}, {state.name: state}
    for name in loops.names:
        parameters = loops.parameters(name)
        kinds = [kind_of(parameter, state, observed) for parameter in parameters.values()]
        for kind in kinds:
            if isinstance(kind, Array) and isinstance(kind.element, Record):
                records[kind.element.name] = kind.element
        made[name] = builder.function(names[name], kinds)
        exports[name] = {
            "parameters": {word: spelled(parameter) for word, parameter in parameters.items()},
            "returns": len(made[name].returns),
        }
    layout = {
        "game": game.name,
        "version": game.version,
        "observed": observed,
        "free": builder.free,
        "records": {name: described(record) for name, record in records.items()},
        "exports": exports,
    }
    return Module(builder.encoded(made), layout)
