"""The standings as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from kobako.arena.html import interval, plus_minus, share
from kobako.arena.report import percent
from kobako.arena.standings import Standings


def standing_tables(found: Standings) -> Iterator[Table]:
    """Who did how well, then each against each."""
    title = f"{found.plan.game}, {found.plan.players} players: {found.games} games, {found.deals} deals"
    bots = _table(title, "bot", "win share (95 %)", "score", "difference", "rating")
    for b in found.bots:
        rating = f"{b.rating.mu:.1f} ± {2 * b.rating.sigma:.1f}"
        # As Text: a bot's name may have brackets, which rich would take for a style.
        bots.add_row(Text(b.bot), percent(b.win_share), plus_minus(b.score), plus_minus(b.difference), rating)
    yield bots
    if any(b.evened for b in found.bots):
        even = _table("With the luck of the draws taken out", "bot", "win share (95 %)", "worth so many plain games")
        for b in found.bots:
            if b.evened:
                even.add_row(Text(b.bot), interval(b.evened), str(b.evened.plain_games))
        yield even
    if found.pairs:
        pairs = _table("Each against each", "bot", "against", "games", "ahead", "difference")
        for p in found.pairs:
            pairs.add_row(Text(p.bot), Text(p.other), str(p.games), share(p.ahead.mean), plus_minus(p.difference))
        yield pairs


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title)
    for column in columns:
        table.add_column(column, justify="left" if column in ("bot", "against") else "right")
    return table
