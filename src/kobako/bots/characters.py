"""The bots that people meet: each level has three characters, animals of the hills, with a face in `faces/`.

Their names are in the words of this package, under [face]. How strong one plays is a matter of its level. Its
temperament only settles what it prefers among actions that its search holds to be about as good.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files

from kobako.bots.minds import mind_of
from kobako.bots.search.search import Candidate
from kobako.core.game import Action
from kobako.core.position import View

ABOUT_AS_GOOD = 0.9  # visited at least so often as the best, in proportion: a search comes back to what it likes

Taste = Callable[[View, Candidate], float]


def at_first_sight(view: View, candidate: Candidate) -> float:
    """How good an action looks before any thought."""
    return mind_of(view.setup.game).prior(view.state, int(candidate.action))


def unexpected(view: View, candidate: Candidate) -> float:
    """How little an action looks like the one to play."""
    return -at_first_sight(view, candidate)


def against_the_strongest(view: View, candidate: Candidate) -> float:
    """How little an action leaves to whoever of the others gets most."""
    return -max(share for seat, share in enumerate(candidate.shares) if seat != view.seat)


TEMPERAMENTS: Mapping[str, Taste] = {
    "eager": at_first_sight,
    "sly": unexpected,
    "jealous": against_the_strongest,
}
CHARACTERS = {
    "novice": {"suzume": "eager", "kaeru": "jealous", "usagi": "sly"},
    "regular": {"tanuki": "sly", "risu": "eager", "neko": "jealous"},
    "master": {"kitsune": "sly", "fukurou": "jealous", "kappa": "eager"},
    "champion": {"tengu": "sly", "ookami": "jealous", "kuma": "eager"},
}
FACES = tuple(face for faces in CHARACTERS.values() for face in faces)


def preferred(temperament: str, view: View, found: Sequence[Candidate], part: float = ABOUT_AS_GOOD) -> Action:
    """What a temperament plays, the search having thought of these, the best first."""
    taste, enough = TEMPERAMENTS[temperament], found[0].visits * part
    good = [candidate for candidate in found if candidate.visits >= enough]
    return max(good, key=lambda candidate: taste(view, candidate)).action


def bot_of(level: str, face: str) -> str:
    """The name of the bot that plays as a character: `regular:tanuki`. Who is none of the level plays as anyone of it.

    >>> bot_of("regular", "tanuki"), bot_of("regular", "kitsune")
    ('regular:tanuki', 'regular')
    """
    return f"{level}:{face}" if face in CHARACTERS.get(level, ()) else level


def who_is(bot: str) -> tuple[str, str]:
    """The level and the character that a bot's name names, if it does; else the name, and nobody.

    >>> who_is("regular:tanuki"), who_is("search:100")
    (('regular', 'tanuki'), ('search:100', ''))
    """
    level, _, face = bot.partition(":")
    return (level, face) if face in CHARACTERS.get(level, ()) else (bot, "")


def character_for(level: str | None, taken: Collection[str], number: int) -> str:
    """A character of a level that is not at the table yet, by any number; "" where the level has none left."""
    free = [face for face in CHARACTERS.get(level or "", ()) if face not in taken]
    return free[number % len(free)] if free else ""


@cache
def drawing(face: str) -> bytes | None:
    """A face as an SVG, if there is such a one."""
    return files("kobako.bots").joinpath("faces", f"{face}.svg").read_bytes() if face in FACES else None
