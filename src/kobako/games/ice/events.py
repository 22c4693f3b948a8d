"""What can happen in Dokitto! Ice."""

from kobako.core.events import event

(
    ROUND,
    PLAYED,
    NO_FOLLOW,
    WON_HIGHEST,
    WON_LOWEST,
    TOOK,
    TOOK_ONTO,
    TOOK_NONE,
    GATHERED,
    THROWN_OUT,
    CONE_LOST,
    HANDS_EMPTY,
    SCORED,
    TIE_BROKEN,
    TROPHY,
    ENDED,
    ROUND_ENDED,
) = range(17)

EVENTS = {
    ROUND: event("round", "round:number", "seat", reveals=True),
    PLAYED: event("played", "seat", "card", step=True),
    NO_FOLLOW: event("no_follow", "seat", "colour"),
    WON_HIGHEST: event("won_highest", "seat", "card"),
    WON_LOWEST: event("won_lowest", "seat", "card"),
    TOOK: event("took", "seat", "colour", "points:number", step=True),
    TOOK_ONTO: event("took_onto", "seat", "colour", "points:number", "cone", step=True),
    TOOK_NONE: event("took_none", "seat", "colour"),
    GATHERED: event("gathered", "seat", "cards:number", step=True),
    THROWN_OUT: event("thrown_out", "seat"),
    CONE_LOST: event("cone_lost", "seat", "cone"),
    HANDS_EMPTY: event("hands_empty"),
    SCORED: event("scored", "seat", "points:number"),
    TIE_BROKEN: event("tie_broken", "seat"),
    TROPHY: event("trophy", "seat", "trophies:number", step=True),
    ENDED: event("ended", still=True),
    ROUND_ENDED: event("round_ended", "round:number", still=True),
}
