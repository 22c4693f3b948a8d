"""From what is asked for to a plan: the variants, the tables, and a word that names what is allowed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from kobako.bots.company import check_bot
from kobako.bots.levels import LEVELS
from kobako.core.errors import BadOption
from kobako.core.game import Game, Setup
from kobako.core.options import listed, whole
from kobako.lab.plan import MOST_GAMES, VERSUS, Cell, Plan, Player, Table, learned_by

USUAL = "regular"
BESIDE = ("greedy", "random")  # played beside the usual table: what depends on skill is another thing there
A_LITTLE, LOTS = 100, "random"  # who thinks so often among players who draw lots: is it chance, or skill?
RUNGS = (25, 50, 100, 200, 400, 800)  # the ladder: who thinks twice as often meets those who think so often
REPLAYS = 2
MOST_CELLS = 200
QUICK_CHUNK = 10  # deals in a unit of players who go by first sight, or by none
PLAYERS = "players"

SPAN = re.compile(r"\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*(?::\s*(\d+)\s*)?")


def make_plan(
    setup: Setup,
    n: int,
    seed: int,
    bots: Sequence[str] | str | None = None,
    vary: Sequence[str] = (),
    forbid: Sequence[str] = (),
    ladder: int | None = None,
    fixed: bool = False,
    curves: bool = True,
) -> Plan:
    """A plan whose parts have been checked.

    `n` games at every table in every variant, rounded up to whole deals. Without `bots` a table of regulars is played,
    and beside it greedy and random players, one who thinks a little among random ones, and the ladder, of which every
    step has `ladder` games (None: a fifth of n; with variants, or with bots of one's own, none).
    """
    if whole(n) is None or not 1 <= n <= MOST_GAMES:
        raise BadOption(f"a study has 1 to {MOST_GAMES} games at a table, not {n}")
    if ladder is not None and not 0 <= ladder <= MOST_GAMES:
        raise BadOption(f"a step of the ladder has 0 to {MOST_GAMES} games, not {ladder}")
    cells = variants(setup, vary)
    if ladder is None:
        ladder = -(-n // 5) if bots is None and not vary else 0
    counts = [cell.players for cell in cells]
    usual, searcher = thinkers_for(setup.game, cells)
    tables = _tables(setup, n, _line_up(bots or usual, min(counts)), counts, forbid, fixed, curves)
    if bots is None:
        tables += [_table(setup, bot, (Player(bot),), n, curves=False) for bot in BESIDE]
        tables += [_versus(setup, f"{searcher}:{A_LITTLE}", LOTS, n)]
    if ladder:
        tables += [_versus(setup, f"{searcher}:{2 * times}", f"{searcher}:{times}", ladder) for times in RUNGS]
    for bot in {player.bot for table in tables for player in table.seats}:
        check_bot(bot, setup.game)
    game = setup.game
    plan = Plan(game.name, game.version, cells, tuple(tables), seed, learned=learned_by(game))
    if plan.total > MOST_GAMES:
        raise BadOption(f"that would be {plan.total} games: a study has at most {MOST_GAMES} in all")
    return plan


def thinkers_for(game: Game, cells: Sequence[Cell]) -> tuple[str, str]:
    """The usual player, and the searcher of which there are stronger and weaker ones.

    By what was learned a bot plays the rulebook's game only. Where some variants are by house rules, all are played
    without: else one would compare players, and not rules.
    """
    by_house = {bool(game.setup_from(str(cell.players), dict(cell.options)).house_rules) for cell in cells}
    if learned_by(game) and len(by_house) == 2:
        return f"classic:{LEVELS[USUAL].budget.simulations}", "classic"
    return USUAL, "search"


def _line_up(bots: Sequence[str] | str, seats: int) -> tuple[Player, ...]:
    names = [name.strip() for name in (listed("--bots", bots) if isinstance(bots, str) else bots)]
    if not names or not all(names):
        raise BadOption("bots are named with commas between them, such as master,regular,regular,regular")
    if len(names) > seats:
        raise BadOption(f"{len(names)} bots cannot sit on {seats} seats: name one for every seat, or fewer")
    return tuple(Player(name) for name in names)


def _tables(
    setup: Setup,
    n: int,
    players: tuple[Player, ...],
    counts: Sequence[int],
    forbid: Sequence[str],
    fixed: bool,
    curves: bool,
) -> list[Table]:
    """The table that was asked for, and for everything that is forbidden the same one with that.

    `counts` are the numbers of players in the variants: what is forbidden on a seat is so in all of them.
    """
    name = players[0].bot if len(set(players)) == 1 else ",".join(player.bot for player in players)
    tables = [_table(setup, name, players, n, fixed, curves)]
    for text in forbid:
        kind, seat = read_forbidden(setup, text, min(counts))
        most = max(counts)
        filled = list((players + players[-1:] * most)[:most])
        filled[seat or 0] = Player(filled[seat or 0].bot, (kind,))
        told = f"{name}, one without {kind}" if seat is None else f"{name}, seat {seat} without {kind}"
        tables.append(_table(setup, told, tuple(filled), n, fixed or seat is not None, curves))
    if len({table.name for table in tables}) < len(tables):
        raise BadOption("the same is forbidden twice: each --forbid makes a table of its own")
    return tables


def _table(
    setup: Setup, name: str, players: tuple[Player, ...], n: int, fixed: bool = False, curves: bool = True
) -> Table:
    quick = not curves and all(player.bot in BESIDE for player in players)
    rotations = Table(name, players, 1, fixed=fixed).rotations(setup.players)
    replays = REPLAYS if rotations == 1 else 1  # else every deal comes in several seatings already
    return Table(name, players, -(-n // (replays * rotations)), replays, fixed, curves, QUICK_CHUNK if quick else 1)


def table_of_bots(setup: Setup, bots: Sequence[str], n: int) -> Table:
    """A table of players who differ, for what they end ahead of each other; nobody's chances are searched for."""
    return _table(setup, ",".join(bots), tuple(map(Player, bots)), n, curves=False)


def _versus(setup: Setup, one: str, others: str, n: int) -> Table:
    """One among others, in every seat in turn: who thinks, or (a step of the ladder) thinks twice as often."""
    return _table(setup, f"{one}{VERSUS}{others}", (Player(one), Player(others)), n, curves=False)


def read_forbidden(setup: Setup, text: str, seats: int) -> tuple[str, int | None]:
    """`KIND` or `KIND@SEAT`: what a player never does, and on which seat (None: on each in turn)."""
    kind, at, seat = text.partition("@")
    kinds = sorted({setup.game.notation.action_kind(int(a)) for a in setup.actions if a is not None})
    if kind not in kinds:
        raise BadOption(f"{setup.game.name} has no kind of action {kind!r} to forbid: there are {', '.join(kinds)}")
    if not at:
        return kind, None
    number = whole(seat)
    if number is None or number not in range(seats):
        raise BadOption(f"--forbid {kind}@SEAT names a seat from 0 to {seats - 1}, not {seat!r}")
    return kind, number


def variants(setup: Setup, vary: Sequence[str]) -> tuple[Cell, ...]:
    """The setup in every combination of what is varied; without any, the setup itself."""
    turned = [read_varied(setup.game, text) for text in vary]
    names = [name for name, _ in turned]
    if len(set(names)) < len(names):
        raise BadOption("an option is varied twice: give all its values at once, as in --vary hand=4,5,6")
    cells = []
    for values in product(*(values for _, values in turned)):
        varied = dict(zip(names, values, strict=True))
        given = {**setup.option_texts(), **varied}
        players = given.pop(PLAYERS, str(setup.players))
        fitting = {o.name: o for o in (*setup.game.options, *setup.game.house) if whole(players) in o.players}
        made = setup.game.setup_from(players, {k: v for k, v in given.items() if k in fitting or k in varied})
        cells.append(Cell(made.players, tuple(made.option_texts().items()), tuple(varied.items())))
        if len(cells) > MOST_CELLS:
            raise BadOption(f"a study has at most {MOST_CELLS} variants: vary fewer options, or by wider steps")
    return tuple(cells)


def read_varied(game: Game, text: str) -> tuple[str, list[str]]:
    """`name=a,b,c` or `name=low..high:step`: an option (or `players`) and its values."""
    name, equals, values = text.partition("=")
    name = name.strip()
    known = [PLAYERS, *(option.name for option in (*game.options, *game.house))]
    if not equals or not values.strip():
        raise BadOption(f"--vary is written NAME=A,B,C or NAME=LOW..HIGH:STEP, not {text!r}")
    if name not in known:
        raise BadOption(f"{game.name} has no option {name!r} to vary: there are {', '.join(known)}")
    span = SPAN.fullmatch(values)
    if span is None:
        found = [value.strip() for value in listed("--vary", values)]
    else:
        low, high, step = int(span[1]), int(span[2]), int(span[3] or 1)
        if step < 1 or high < low:
            raise BadOption(f"--vary {name}=LOW..HIGH:STEP goes up from LOW to HIGH, by 1 or more, not {values!r}")
        if (high - low) // step >= MOST_CELLS:
            raise BadOption(f"a study has at most {MOST_CELLS} variants: vary {name} by wider steps")
        found = [str(value) for value in range(low, high + 1, step)]
    if not all(found) or len(set(found)) < len(found):
        raise BadOption(f"--vary {name} takes different values with commas between them, not {values!r}")
    return name, found
