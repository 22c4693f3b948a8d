"""What can happen in Donburiko."""

from kobako.core.events import event

(
    ROUND,
    OPENED,
    ADDED,
    LAID,
    TOOK,
    TURNED_UP,
    GATHERED,
    COUNTED,
    SCORED,
    PAID,
    CREDITED,
    DONBURIKO,
    SKIPPED,
    LAST_ROUND,
    SWEPT,
    ENDED,
    SUMMED,
    ROUND_ENDED,
    FULL,
) = range(19)

EVENTS = {
    ROUND: event("round", "round:number", "seat", reveals=True),
    OPENED: event("opened", "row", "card", reveals=True),
    ADDED: event("added", "seat", "card", "row", "chips:number", step=True),
    LAID: event("laid", "seat", "?card", "row", step=True),
    TOOK: event("took", "seat", "row"),
    TURNED_UP: event("turned_up", "seat", "card", "row", reveals=True, step=True),
    GATHERED: event("gathered", "seat", "chips:number", step=True),
    COUNTED: event("counted", "seat", "fives:number"),
    SCORED: event("scored", "seat", "points:number", step=True),
    PAID: event("paid", "seat", "points:number", "chips:number", step=True),
    CREDITED: event("credited", "seat", "points:number", step=True),
    DONBURIKO: event("donburiko", "seat"),
    SKIPPED: event("skipped", "seat"),
    LAST_ROUND: event("last_round"),
    SWEPT: event("swept", "chips:number", step=True),
    ENDED: event("ended", still=True),
    SUMMED: event("summed", "seat", "row", "points:number", still=True),
    ROUND_ENDED: event("round_ended", "round:number", still=True),
    FULL: event("full", "seat", "row", "cards:number"),
}
