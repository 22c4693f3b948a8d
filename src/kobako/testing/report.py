"""The laws as a report in words: which hold, and of one that is broken the seed and the move, to see it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kobako.core.compiling import Compiled
from kobako.core.defaults import never_broken
from kobako.core.errors import describe
from kobako.core.fields import Seen
from kobako.core.game import Game
from kobako.core.lessons import lessons
from kobako.core.words import LANGUAGES
from kobako.testing.broken import LawBroken
from kobako.testing.dialect import check_dialect
from kobako.testing.laws import check_match, check_texts, setups
from kobako.testing.lessons import check_lessons
from kobako.testing.own_parts import check_drawing, check_labels, check_mind, check_names
from kobako.testing.twins import check_compiled, check_coverage, unheard_rules
from kobako.testing.wording import check_words


@dataclass(frozen=True)
class Finding:
    """One law: what it says, and how it went. `broken` is empty where it holds; a `remark` is no law."""

    law: str
    held: str
    broken: str = ""
    remark: str = ""


def check_all(game: Game, seeds: int = 10) -> Iterator[Finding]:
    """Hold a game to every law, one after the other."""
    every = list(setups(game))
    yield look("Parts: nothing is left out for a misspelt name", lambda: check_names(game))
    yield look("Words: both languages have every sentence", lambda: words(game))
    yield look("Actions: each has one text, and is read back from it", lambda: texts(game))
    yield look(
        "Games: every one ends, keeps its secrets, loses nothing, refuses by a rule, and replays from its kifu",
        lambda: f"{sum(check_match(s, seed).over for s in every for seed in range(seeds))} games",
        lambda: of_soundness(game),
    )
    yield look(
        "Coverage: everything that has a name happens",
        lambda: f"within {check_coverage(game)} random games",
        lambda: of_rules(game, seeds),
    )
    yield look("Dialect: what is compiled keeps to numbers, fields, loops and ifs", lambda: check_dialect(game))
    if lessons(game):
        yield look("Lessons: each can be solved, and can be failed", lambda: f"{check_lessons(game)} lessons")
    checked = Compiled(game, boundscheck=True)
    yield look(
        "Compiled: the same as plain, state by state, and within bounds",
        lambda: f"{sum(check_compiled(s, checked, range(seeds)) for s in every)} states",
    )
    yield look(
        "Labels: every part of the view, and every word in it, has a name in both languages", lambda: check_labels(game)
    )
    yield look("Mind: its own compiles, and plays to the end", lambda: check_mind(game))
    yield look("Drawing: its own draws every position in the terminal", lambda: check_drawing(game))


def words(game: Game) -> str:
    """The catalogues."""
    check_words(game)
    return " and ".join(LANGUAGES)


def texts(game: Game) -> str:
    """Every setup's actions."""
    for setup in setups(game):
        check_texts(setup)
    return f"{game.actions} actions"


def of_soundness(game: Game) -> str:
    """Without `broken` no law can know whether an imagined state is possible."""
    hidden = [name for name, field in game.fields.items() if field.seen in (Seen.OWNER, Seen.NOBODY) and name != "rng"]
    if not hidden or game.why.broken is not never_broken:
        return ""
    return (
        f"nobody knows whether what `imagine` puts into {', '.join(hidden)} is possible: "
        "write `broken(s)`, which counts the pieces"
    )


def of_rules(game: Game, seeds: int) -> str:
    """Words for a refusal that are never spoken: a rule that forbids nothing, or a `why` that does not name it."""
    unheard, games = unheard_rules(game, seeds)
    return f"no move was refused by {', '.join(unheard)} in {games} games, though [rule] has words" if unheard else ""


def look(law: str, check: Callable[[], str], remark: Callable[[], str] = str) -> Finding:
    """Whether a law holds, and what there is to remark where it does."""
    try:
        return Finding(law, check(), "", remark())
    except LawBroken as broken:
        return Finding(law, "", str(broken))
    except Exception as wrong:  # the game's own code may fail in any way
        return Finding(law, "", describe(wrong))
