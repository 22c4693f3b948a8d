"""The table line by line: no cursor movement, so that it works in any terminal, in a pipe and with a screen reader."""

from __future__ import annotations

import contextlib
import random
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from kobako.bots.beliefs import beliefs
from kobako.bots.company import Company, bot_seed
from kobako.bots.report import hint_reasons
from kobako.bots.search.search import SearchBot
from kobako.core.errors import BadOption, BadSeat, IllegalAction, KobakoError, UnknownAction
from kobako.core.game import Action, Setup
from kobako.core.match import Match
from kobako.core.registry import shelf
from kobako.table.frame import shown_candidate
from kobako.table.protocol import SeatShown
from kobako.table.what_if import imagined
from kobako.terminal import saving
from kobako.terminal.retell import outcome, spoken
from kobako.terminal.sitting.local import HINT
from kobako.terminal.telling import belief_words, called, hint_words, house_words, screen_words


class Leave(Exception):
    """The player wants to stop."""


def choose_game(lang: str) -> str:
    """Ask which game; gives its name."""
    words = screen_words(lang)
    games = shelf()
    names = [game.name for game in games]
    for number, game in enumerate(games, start=1):
        print(f"{number}) {game.title(lang)}: {game.about(lang)}")
    while True:
        answer = typed(words.label("which_game")).lower()
        if answer in names:
            return answer
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        print(words.label("no_such_game", last=len(names)))


def typed(prompt: str) -> str:
    """One line from the player. The end of the input is a wish to leave."""
    try:
        return input(prompt).strip()
    except EOFError:
        raise KobakoError("the input has ended") from None


def play(
    setup: Setup,
    seat: int,
    seed: str | None,
    lang: str,
    name: str,
    save: Path | None,
    bots: Sequence[str] = ("regular",),
) -> Match:
    """One game: you against bots, named for the other seats in order; the last fills the rest."""
    saving.check_writable(save)
    check_seat(seat, setup.players)
    words = screen_words(lang)
    kinds = seated(bots, [i for i in range(setup.players) if i != seat])
    name = name or words.label("you_at", seat=seat + 1)
    you: SeatShown = {"by": "person", "name": name, "level": None, "away": False}
    bots_at: dict[int, SeatShown] = {
        i: {"by": "bot", "name": "", "level": kind, "away": False} for i, kind in kinds.items()
    }
    names = called([bots_at.get(i, you) for i in range(setup.players)], lang)
    match = setup.new(seed, names)
    with Company(setup.game, kinds, wait=seed is not None) as company:  # a seed is given to have the same game again
        print(words.label("promise", hash=match.seed_hash), *house_words(setup, lang), sep="\n")
        try:
            Table(match, seat, lang, company).run()
            print(outcome(match, lang))
            print(words.label("proof", seed=match.seed))
        except Leave:
            print(words.label("left"))
        finally:
            _save(match, save, lang)  # before the bots are let go: nothing is lost, whatever one does
    return match


def check_seat(seat: int, players: int) -> None:
    """Refuse a seat that is not at the table."""
    if not 0 <= seat < players:
        raise BadSeat(f"no seat {seat}: with {players} players there are 0 to {players - 1}")


def seated(names: Sequence[str], seats: Sequence[int]) -> dict[int, str]:
    """Which bot sits where."""
    if not names or len(names) > len(seats):
        raise BadOption(f"the bots are 1 to {len(seats)} names, separated by commas, not {len(names)}")
    return {seat: names[min(i, len(names) - 1)].strip() for i, seat in enumerate(seats)}


def _save(match: Match, path: Path | None, lang: str) -> None:
    """Keep the game, where it was asked for, or in the user's own folder, or at the worst on the screen.

    One that never began is not worth it, unless it was asked for.
    """
    if not path and not match.actions:
        return
    for place in dict.fromkeys((path, None)):
        kept = saving.new_path(match.game.name, place)
        try:
            saving.write(kept, match.kifu())
            print(screen_words(lang).label("saved", path=kept), file=sys.stderr)
            return
        except OSError as wrong:
            print(f"kobako: {wrong}", file=sys.stderr)
    print(match.kifu(), end="")


class Table:
    """A match as one player at the terminal lives it."""

    def __init__(self, match: Match, seat: int, lang: str, company: Company) -> None:
        self.match, self.seat, self.lang = match, seat, lang
        self.words = screen_words(lang)
        self.company, self.told = company, 0
        self.aside = match.position is not None
        self.asked = match  # as it was when whoever moves was asked: those who choose together are, all at once

    def run(self) -> None:
        """Play to the end."""
        self.tell()
        while not self.match.over:
            asked = self.asked
            if not self.match.together or len(self.match.actions) >= len(asked.actions) + len(asked.together):
                self.asked = self.match.copy()
            if self.match.seat == self.seat:
                self.decide()
            elif (seat := self.match.seat) is not None:
                self.match.play(self.chosen(seat))
            self.tell()
        print()
        print(self.match.view(self.seat).draw(self.lang, self.match.names))

    def chosen(self, seat: int) -> Action:
        """What the bot on a seat plays. Of those who choose together each is asked as the first of them."""
        view = self.asked.deciding_view(seat)
        seed = bot_seed(int(self.match.seed, 16), seat, len(self.asked.actions))
        return self.company.ask(view, view.legal(), seed)

    def tell(self) -> None:
        """Say what has happened since, to each as far as they may know."""
        fresh = self.match.events[self.told :]
        for event in fresh:
            print("- " + spoken(event.seen_by(self.seat), self.match, self.lang))
        self.company.tell(fresh)
        self.told = len(self.match.events)

    def decide(self) -> None:
        """Show the table, and ask until a move is accepted."""
        print()
        print(self.match.view(self.seat).draw(self.lang, self.match.names))
        self.offer()
        while not self.answer(typed(self.words.label("your_move"))):
            pass

    def offer(self) -> None:
        """The moves there are, numbered."""
        moves = [f"{i})\u00a0{str(a).replace(' ', chr(0xA0))}" for i, a in enumerate(self.match.legal(), start=1)]
        width = min(shutil.get_terminal_size().columns, 100)
        listed = textwrap.fill("  ".join(moves), width, break_on_hyphens=False, break_long_words=False)
        print(listed.replace("\u00a0", " "))

    def answer(self, text: str) -> bool:
        """Take one line from the player; True if it was a move."""
        legal = self.match.legal()
        command = text.lower()
        if command in ("q", "quit"):
            raise Leave
        if command == "?":
            print(self.words.label("help"))
        elif command == "rules":
            print(self.match.game.rulebook(self.lang))
        elif command == "hint":
            self.hint()
        elif command.split()[:1] == ["who"]:
            self.who(text[len("who") :].strip())
        elif command == "what if":
            self.what_if()
        elif command == "moves" or not command:
            self.offer()
        elif command.isascii() and command.isdigit() and len(command) < 6:
            number = int(command)
            if 1 <= number <= len(legal):
                self.match.play(legal[number - 1])
                return True
            print(self.words.label("no_such_number", last=len(legal)))
        else:
            return self.try_text(text)
        return False

    def hint(self) -> None:
        """What the search thinks of the moves there are."""
        view = self.match.view(self.seat)
        thought = SearchBot(self.match.game, HINT, wait=False).explain(view, self.match.legal())
        shown = [shown_candidate(candidate) for candidate in thought]
        print(hint_words(shown, hint_reasons(view, thought), self.match.game, self.lang))

    def who(self, piece: str) -> None:
        """Who may hold a card, as this seat can tell; without one, what each is likeliest to hold."""
        held = beliefs(self.match.view(self.seat))
        for line in belief_words(held, piece, self.match.names, self.match.game, self.lang):
            print(line)

    def what_if(self) -> None:
        """Try something out at a side table, from what this seat knows with the rest imagined; then back here."""
        if self.aside:
            print(self.words.label("what_if_already"))
            return
        side = imagined(self.match.view(self.seat), "", True, random.SystemRandom()).new_match()
        side.names = self.match.names
        print(self.words.label("what_if_about"))
        with Company(side.game, self.company.names, wait=False) as company, contextlib.suppress(Leave):
            Table(side, self.seat, self.lang, company).run()
            print(outcome(side, self.lang))
        print(self.words.label("what_if_over"))
        print()
        print(self.match.view(self.seat).draw(self.lang, self.match.names))
        self.offer()

    def try_text(self, text: str) -> bool:
        """Play a move typed in the notation, or say why not."""
        try:
            self.match.play(text)
            return True
        except IllegalAction as refused:
            print(refused.words(self.lang))
        except UnknownAction:
            print(self.words.label("not_understood", text=text, example=self.match.legal()[0].text))
        return False
