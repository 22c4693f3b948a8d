"""What can happen in Kotori Atsume. All of it happens in the open: no event has a secret."""

from kobako.core.events import event

(
    ROUND,
    FIELD,
    DOUBLE,
    TREETOP,
    TOOK,
    PASSED,
    BURST,
    COUNTED,
    WON,
    DROPPED,
    CAGED,
    QUARRELLED,
    RESHUFFLED,
    DECK_OUT,
    SWEPT,
    SCORED,
    ENDED,
    ROUND_ENDED,
) = range(18)

EVENTS = {
    ROUND: event("round", "round:number", "seat"),
    FIELD: event("field", "seat", "card", reveals=True),
    DOUBLE: event("double", "card"),
    TREETOP: event("treetop", "card", reveals=True, step=True),
    TOOK: event("took", "seat", "card", step=True),
    PASSED: event("passed", "seat", "sum:number", step=True),
    BURST: event("burst", "seat", "card", "sum:number", still=True),
    COUNTED: event("counted", "seat", "sum:number"),
    WON: event("won", "seat", "sum:number", "cards:number", still=True),
    DROPPED: event("dropped", "seat", "card", step=True),
    CAGED: event("caged", "seat", "card", step=True),
    QUARRELLED: event("quarrelled", "seat", "card", step=True),
    RESHUFFLED: event("reshuffled", "cards:number"),
    DECK_OUT: event("deck_out"),
    SWEPT: event("swept", "cards:number", step=True),
    SCORED: event("scored", "seat", "cards:number"),
    ENDED: event("ended", still=True),
    ROUND_ENDED: event("round_ended", "round:number", still=True),
}
