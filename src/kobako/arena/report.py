"""A simulation's summary as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table

from kobako.arena.lab import Estimate, Summary
from kobako.core.game import Game
from kobako.core.words import load_words


def tables(summary: Summary, game: Game, lang: str) -> Iterator[Table | str]:
    """A line on what was played, then who won, how long it took, and what was done."""
    words = load_words("kobako.arena", lang)
    options = ", ".join(f"{k} = {v}" for k, v in summary.options.items())
    yield words.label("heading", title=game.title(lang), players=summary.players, games=summary.games)
    yield words.label("seeds", seed=summary.first_seed, options=options)

    seats = Table(title=words.label("by_seat"))
    for column in ("seat", "win_share", "turn_share", "score", "spread"):
        seats.add_column(words.label(column), justify="right")
    for seat, score in enumerate(summary.scores_by_seat):
        won, turn = summary.win_share_by_seat[seat], summary.win_share_by_turn[seat]
        spread = f"{score.deviation:.2f} ({score.least:g} … {score.most:g})"
        seats.add_row(str(seat), percent(won), percent(turn), interval(score), spread)
    yield seats

    length = Table(title=words.label("length"))
    for column in ("what", "a_game", "spread"):
        length.add_column(words.label(column), justify="right")
    for key, value in (("decisions", summary.decisions), ("rounds", summary.rounds)):
        length.add_row(words.label(key), interval(value), f"{value.deviation:.2f} ({value.least:g} … {value.most:g})")
    length.add_row(words.label("shared"), percent(summary.shared_wins), "")
    yield length

    actions = Table(title=words.label("actions"))
    for column in ("what", "a_game", "of_all"):
        actions.add_column(words.label(column), justify="right")
    for kind, value in summary.actions.items():
        share = value.mean / summary.decisions.mean
        actions.add_row(game.words(lang).get("kind", kind), interval(value), f"{100 * share:.1f} %")
    yield actions


def interval(value: Estimate) -> str:
    """`12.34 ± 0.05`."""
    return f"{value.mean:.2f} ± {(value.high - value.low) / 2:.2f}"


def percent(value: Estimate) -> str:
    """`25.3 % (24.9 … 25.7)`."""
    return f"{100 * value.mean:.1f} % ({100 * value.low:.1f} … {100 * value.high:.1f})"
