"""The standings as one page that needs nothing else: to be opened, sent, kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from kobako.arena.lab import Estimate
from kobako.arena.plots import Mark, colour, lines, whiskers
from kobako.arena.standings import EvenedShare, Paired, Rating, Standings

STYLE = """
:root { color-scheme: light dark; --ink: #222; --soft: #777; --line: #ddd; --paper: #fdfcf9; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e3dc; --soft: #999; --line: #3a3a3a; --paper: #1b1b1d; } }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child, .two td:nth-child(2), .two th:nth-child(2) { text-align: left; }
th { font-weight: 600; color: var(--soft); }
svg { width: 100%; min-width: 36rem; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.grid { stroke: var(--line); } .zero { stroke: var(--soft); stroke-dasharray: 4 4; } .whisker { stroke-width: 2.5; }
p.note { color: var(--soft); font-size: .9rem; }
"""


def page(found: Standings) -> str:
    """The page. It is XML as well as HTML, so that a program can read it too."""
    plan = found.plan
    title = f"{plan.game}: {', '.join(dict.fromkeys(plan.bots))}"
    head = (
        '<head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
    )
    body = "\n".join([f"<h1>Arena: {escape(title)}</h1>", *_intro(found), *_plots(found), *_tables(found)])
    return f'<!DOCTYPE html>\n<html lang="en">\n{head}\n<body>\n{body}\n</body>\n</html>\n'


def _intro(found: Standings) -> Iterator[str]:
    plan = found.plan
    options = ", ".join(f"{name} = {value}" for name, value in plan.options)
    facts = (
        f"{found.games} games of {plan.game} (rules {plan.rules}) with {plan.players} players; {options}. "
        f"{found.deals} deals, each played in all {plan.players} rotations of the seats, "
        f"by {len(plan.line_ups)} line-up{'s' if len(plan.line_ups) > 1 else ''}. "
        f"First seed {plan.to_json()['seed']}."
    )
    yield f"<p>{escape(facts)}</p>"
    yield (
        '<p class="note">Intervals are 95 % ones: of win shares Wilson\'s, over games; of scores and differences '
        "Student's, over deals, each deal first averaged over its rotations. A bot on several seats counts with their "
        "mean. A dashed line is where all are equally good.</p>"
    )


def _plots(found: Standings) -> Iterator[str]:
    colours = {bot.bot: colour(i) for i, bot in enumerate(found.bots)}
    fair = 1 / found.plan.players
    shares = [
        Mark(b.bot, b.win_share.mean, b.win_share.low, b.win_share.high, share(b.win_share.mean)) for b in found.bots
    ]
    yield _section("Win share", whiskers(shares, "Win share of each bot", fair, colours, percent=True))
    differences = [
        Mark(b.bot, b.difference.mean, b.difference.low, b.difference.high, plus_minus(b.difference))
        for b in found.bots
        if b.difference
    ]
    if differences:
        plot = whiskers(differences, "Score difference to the others", 0.0, colours)
        yield _section("Score difference to the mean of the others", plot)
    ratings = [
        Mark(b.bot, r.mu, r.mu - 2 * r.sigma, r.mu + 2 * r.sigma, rated(r)) for b in found.bots for r in [b.rating]
    ]
    yield _section("Rating (Plackett-Luce, μ ± 2σ)", whiskers(ratings, "Rating of each bot", 25.0, colours))
    running = lines(found.running, "Win share so far, by deals played", fair, colours)
    yield _section("Win share so far, by deals played", running)


def _tables(found: Standings) -> Iterator[str]:
    head = ["bot", "games", "win share", "score", "difference", "rating"]
    body = [
        [
            b.bot,
            str(b.games),
            interval(b.win_share),
            plus_minus(b.score),
            plus_minus(b.difference),
            rated(b.rating),
        ]
        for b in found.bots
    ]
    yield _section("Standings", _table(head, body))
    even = [[b.bot, interval(b.evened), str(b.evened.plain_games)] for b in found.bots if b.evened]
    if even:
        yield _section("With the luck of the draws taken out", _table(["bot", "win share", "plain games"], even))
    seats = [f"seat {seat}" for seat in range(found.plan.players)]
    by_seat = [[b.bot, *(share(value) for value in b.win_share_by_seat)] for b in found.bots]
    yield _section("Win share by seat", _table(["bot", *seats], by_seat))
    if found.pairs:
        head = ["bot", "against", "games", "ahead", "difference"]
        body = [[p.bot, p.other, str(p.games), interval(p.ahead), plus_minus(p.difference)] for p in found.pairs]
        yield _section("Each against each (an equal rank is half a win)", _table(head, body, "two"))


def share(value: float) -> str:
    """`25.3 %`."""
    return f"{100 * value:.1f} %"


def interval(value: Estimate | EvenedShare) -> str:
    """`25.3 % (22.1 … 28.7)`."""
    return f"{share(value.mean)} ({100 * value.low:.1f} … {100 * value.high:.1f})"


def rated(value: Rating) -> str:
    """`27.32 ± 6.69`: two standard deviations."""
    return f"{value.mu:.2f} ± {2 * value.sigma:.2f}"


def plus_minus(value: Paired | None) -> str:
    """`1.20 ± 0.30`, as far as it is known."""
    if value is None:
        return "-"
    if value.low is None or value.high is None:
        return signed(value.mean)
    return f"{signed(value.mean)} ± {(value.high - value.low) / 2:.2f}"


def signed(value: float) -> str:
    """With a minus that is as wide as a digit."""
    return f"{value:.2f}".replace("-", "−")


def _section(title: str, inside: str) -> str:
    return f'<h2>{escape(title)}</h2>\n<div class="wide">\n{inside}\n</div>'


def _table(head: Sequence[str], body: Sequence[Sequence[str]], kind: str = "one") -> str:
    """A table; of kind `two` if its first two columns are words."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    rows = ("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
    return "\n".join([f'<table class="{kind}"><thead><tr>{top}</tr></thead><tbody>', *rows, "</tbody></table>"])
