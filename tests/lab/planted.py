"""The game that `kobako new` writes, with facts planted in it by options: what a designer would find out by the lab.

- `bonus`: points that seat 0 begins with;
- `dead`: a card (1 … 12) that wins tricks but no point; 0, none;
- `upset`: who wins a trick with a 1 gets so many points more. Nobody ever does: a rule that never fires;
- `luck`: what takes a trick. 0: the highest card. 1: lots, whatever was played; pure chance, and all of it is dealt.
  2: lots that are stirred by what was played; pure chance too, but dealt the same it ends otherwise. 3: nothing; who
  plays the lowest card of the hand has a point, which everyone can with any hand: pure skill.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kobako.core import registry
from kobako.core.game import Game
from kobako.scaffold.new import write_game

NAME = "plants"

RULES = (
    ("ROUND, PLAYED, WON, ENDED = range(4)", "ROUND, PLAYED, WON, ENDED, UPSET = range(5)"),
    ('    ENDED: event("ended"),\n', '    ENDED: event("ended"),\n    UPSET: event("upset", "seat"),\n'),
    ("    rounds = everyone()", "    bonus = everyone()\n    dead = everyone()\n    upset = everyone()\n"
     "    luck = everyone()\n    rounds = everyone()"),
    ("    deal_round(s)\n\n\ndef deal_round", "    s.points[0] = s.bonus\n    deal_round(s)\n\n\ndef deal_round"),
    ("    lay(s, p, action)\n", "    if s.luck == 3 and action == s.hand[p][0]:\n        s.points[p] += 1\n"
     "    lay(s, p, action)\n"),
    ("    s.points[winner] += 1\n", "    if s.luck == 1 or s.luck == 2:\n        winner = rand(s, s.players)\n"
     "    for p in range(s.players):\n        if s.luck == 2:\n"
     "            winner = (winner + s.played[p] * (p + 1)) % s.players\n"
     "    won = 0 if s.luck == 3 or s.played[winner] + 1 == s.dead else 1\n    s.points[winner] += won\n"
     "    if s.played[winner] == 0 and s.luck == 0:\n        s.points[winner] += s.upset\n"
     "        emit(s, UPSET, winner)\n"),
    ("s.played[winner], s.points[winner])", "s.played[winner], won)"),
)  # fmt: skip
OPTIONS = (
    "options=[",
    'options=[Whole("bonus", range(10), 0), Whole("dead", range(13), 0), Whole("upset", range(10), 1), '
    'Whole("luck", range(4), 0), ',
)
WORDS = {
    "en": ('ended = "', 'upset = "{seat} wins with a 1."\nended = "'),
    "ja": ('ended = "', 'upset = "{seat}が1で勝ちました。"\nended = "'),
}
NAMES = (
    "[option]\n",
    '[option]\nbonus = "Bonus"\ndead = "Dead card"\nupset = "Upset"\nluck = "Luck"\n',
)


def lay_down(folder: Path) -> Path:
    """Write the game below the folder, with the metadata that an installer would leave."""
    write_game(NAME, folder)
    home = folder / NAME
    package = home / NAME
    change(package / "rules.py", *RULES)
    change(package / "__init__.py", OPTIONS)
    for lang, words in WORDS.items():
        change(package / f"words.{lang}.toml", words, NAMES)
    meta = home / f"{NAME}-1.0.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n")
    (meta / "entry_points.txt").write_text(f"[kobako.games]\n{NAME} = {NAME}:GAME\n")
    return home


def change(path: Path, *changes: tuple[str, str]) -> None:
    """Put new text for old, which must be there once."""
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, (path.name, old)
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


@contextmanager
def installed(folder: Path) -> Iterator[Game]:
    """The game as one of this very process, for a while."""

    def forget() -> None:
        registry.forget()
        registry.game.cache_clear()
        for module in [name for name in sys.modules if name.split(".")[0] == NAME]:
            del sys.modules[module]

    home = str(lay_down(folder))
    sys.path.insert(0, home)
    forget()
    try:
        yield registry.game(NAME)
    finally:
        sys.path.remove(home)
        forget()
