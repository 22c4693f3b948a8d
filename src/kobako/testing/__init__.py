"""The laws that every game must obey. Public, so that third-party games can be held to them:

from kobako.testing import check_game
check_game(MY_GAME)
"""

from kobako.testing.broken import LawBroken
from kobako.testing.laws import check_game, check_match, house_setups, setups
from kobako.testing.lessons import check_lessons
from kobako.testing.playthrough import playthrough
from kobako.testing.twins import check_compiled, check_coverage
from kobako.testing.wording import check_words

__all__ = [
    "LawBroken",
    "check_compiled",
    "check_coverage",
    "check_game",
    "check_lessons",
    "check_match",
    "check_words",
    "house_setups",
    "playthrough",
    "setups",
]
