"""The names of all metrics: each with its unit and what its keys are; definitions and sources in docs/lab.md."""

METRICS: dict[str, tuple[str, str]] = {
    # fairness; `p`: that seats (turns) are even
    "fairness.seat_share": ("share", "seat"),
    "fairness.turn_share": ("share", "turn"),  # 0 played first; left out where the same seat always does
    "fairness.seat_points": ("points", "seat"),  # a seat's score less the mean of the others'
    "fairness.turn_points": ("points", "turn"),
    "fairness.shared_wins": ("share", ""),
    "fairness.by_players": ("share", "players"),  # of several studies: the excess of the seat that wins most
    # length
    "length.decisions": ("count", ""),
    "length.rounds": ("count", ""),
    "length.minutes": ("minutes", ""),
    "length.forced": ("share", ""),  # of all decisions
    "length.branching": ("count", ""),  # actions to choose from, at decisions that are free
    "length.longest_wait": ("minutes", ""),  # between two decisions of one's own, the longest of the game
    "length.longest_wait_decisions": ("count", ""),
    # tension
    "tension.lead_changes": ("count", ""),
    "tension.drama": ("drama", ""),  # Browne's: 0 never behind … 1
    "tension.worst_moment": ("chance", ""),  # the winner's lowest chance
    "tension.settled_at": ("share", ""),  # of the game's decisions, when it is settled
    "tension.played_after": ("count", ""),  # decisions after it is settled
    "tension.settled_early": ("share", ""),  # of the games: settled before half is played
    "tension.permanence": ("share", ""),
    "tension.comebacks": ("share", ""),  # of the games
    "tension.runaways": ("share", ""),  # of the games
    "tension.half_time_leader_wins": ("share", ""),
    "tension.out": ("share", ""),  # of the game a seat sits through without hope, mean over seats
    "tension.out_early": ("share", ""),  # of the games: some seat is out before half is played
    "tension.hopeless_decisions": ("share", ""),  # of all free decisions
    "tension.kingmaking": ("share", ""),  # of the games
    "tension.kingmaking_moved": ("chance", ""),  # moved between others by a free decision of a seat without hope
    "tension.curve": ("chance", "tenth"),  # the later winner's chance at each tenth of the game
    # luck and skill
    "luck.deal_share": ("share", ""),  # of the variance of who wins; `p`: that the deal does not matter
    "luck.deal_share_points": ("share", ""),
    "skill.ahead": ("share", "bot>bot"),  # how often the one ends ahead of the other, equal counts half
    "skill.ladder": ("share", "thought"),  # … of the bot that thinks so much against the one below it on the ladder
    "skill.steps": ("steps", ""),  # steps of 60 % that the ladder is high
    "skill.stops": ("thought", ""),  # the thought above which no rung was shown to be stronger
    "skill.doubling": ("share", ""),  # the mean over the ladder's rungs, for one doubling
    "skill.restricted": (
        "share",
        "kind of action",
    ),  # to the win of who never plays it; `note`: its seat, if it kept one
    "skill.match": (
        "share",
        "games",
    ),  # the stronger of the most unequal two (on the ladder: who thinks twice as much): best of 1, 3, 5
    # decisions: all of free ones
    "decisions.margin": ("chance", ""),  # best less second-best
    "decisions.clear": ("share", ""),  # only one action is reasonable
    "decisions.reasonable": ("count", ""),
    "decisions.reasonable_share": ("share", ""),  # of the legal ones
    "decisions.sight_wrong": ("share", ""),
    "decisions.sight_cost": ("chance", ""),  # lost by a decision at first sight
    "decisions.loss": ("chance", ""),  # lost by the action that was played
    "decisions.margin_by_phase": ("chance", "phase"),
    "decisions.margin_by_round": ("chance", "round"),
    "decisions.margin_by_third": ("chance", "third"),
    "decisions.sight_cost_by_phase": ("chance", "phase"),
    # pieces and rules
    "pieces.action_count": ("count", "kind of action"),  # in a game
    "pieces.action_when": ("share", "kind of action"),  # mean place in the game, 0 start … 1 end
    "pieces.action_worth": ("chance", "kind of action"),  # value less that of the best alternative, where it was played
    "pieces.action_right": ("share", "kind of action"),  # played freely, it was a reasonable action
    "pieces.action_best": ("share", "kind of action"),  # open to a seat beside another kind, it was the best action
    "pieces.event_games": ("share", "kind of event"),  # of the games have it
    "pieces.event_count": ("count", "kind of event"),
    "pieces.event_when": ("share", "kind of event"),
    "pieces.event_gain": ("chance", "kind of event"),  # its seat's chance after less before
    "pieces.number_counts": ("share", "EVENT.NUMBER"),  # of the events have it other than 0
    "pieces.piece_count": ("count", "EVENT.ARG TEXT"),  # how often an event names this card, cell, …
    "pieces.piece_gain": ("chance", "EVENT.ARG TEXT"),  # as of the event
    "pieces.piece_edge": ("chance", "EVENT.ARG TEXT"),  # … less that of all such events at that time of the game
    "pieces.piece_worth": ("chance", "EVENT.ARG TEXT"),  # as of the action, of the decision that caused the event
    "pieces.piece_number": ("points", "EVENT.NUMBER ARG TEXT"),  # the mean number that comes with a piece
    # interaction
    "interaction.moved": ("chance", "free|forced"),  # how far a decision moves another seat's chance
    "interaction.own_moved": ("chance", "free|forced"),  # … and one's own
    "interaction.by_distance": ("chance", "distance"),  # signed: what it gives to the seat so far on in turn order
    "interaction.targets": ("share", "seat>distance"),  # whom a seat's decisions hurt most; `p`: that it is even
    "interaction.by_action": ("chance", "kind of action"),  # what it takes from the others' chances together
}
