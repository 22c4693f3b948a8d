"""What can happen in Umbradeco."""

from kobako.core.events import event

(
    BEGAN,
    REMOVED,
    STARTED,
    PUT_BACK,
    DEALT,
    OPENED,
    PLACED,
    AIMED,
    PUSHED,
    STACKED,
    PUSH_PAID,
    STACK_PAID,
    SCORED,
    DISCARDED,
    TOOK,
    DECK_EMPTY,
    NONE_OPEN,
    ENDED,
) = range(18)

EVENTS = {
    BEGAN: event("began", "seat", reveals=True),
    REMOVED: event("removed", "tiles:number"),
    STARTED: event("started", "colour", "cell", reveals=True),
    PUT_BACK: event("put_back", "colour", reveals=True),
    DEALT: event("dealt", "seat", "?one:colour", "?two:colour", reveals=True),
    OPENED: event("opened", "colour", reveals=True),
    PLACED: event("placed", "seat", "colour", "cell"),
    AIMED: event("aimed", "seat", "colour", "cell", "pushed:colour"),
    PUSHED: event("pushed", "seat", "colour", "cell", "pushed:colour", "to:cell"),
    STACKED: event("stacked", "seat", "colour", "cell", "below:colour"),
    PUSH_PAID: event("push_paid", "seat", "points:number"),
    STACK_PAID: event("stack_paid", "seat", "points:number"),
    # Push and stack exclude each other, so one number holds the points for either; which it was has been told.
    SCORED: event(
        "scored", "seat", "rows:number", "four_colours:number", "push_or_stack:number", "total:number", step=True
    ),
    DISCARDED: event("discarded", "seat", "colour", step=True),
    TOOK: event("took", "seat", "colour", step=True),
    DECK_EMPTY: event("deck_empty"),
    NONE_OPEN: event("none_open"),
    ENDED: event("ended", still=True),
}
