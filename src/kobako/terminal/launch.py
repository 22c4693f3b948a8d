"""Opening a screen from the command line, and what is said when it has closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kobako.bots.company import check_bot
from kobako.core.errors import KobakoError
from kobako.core.game import Setup
from kobako.kit.words import error_words
from kobako.terminal.app.app import Ending, KobakoApp
from kobako.terminal.app.form import Form, Wish
from kobako.terminal.app.replay import ReplayScreen
from kobako.terminal.app.table import TableScreen
from kobako.terminal.saving import Keeper, check_writable, known_seats, remember_seat
from kobako.terminal.sitting.client import Address, ServerRefused
from kobako.terminal.sitting.local import PACE, LocalTable
from kobako.terminal.sitting.remote import RemoteTable
from kobako.terminal.telling import other_rules, screen_words


@dataclass(frozen=True)
class Seating:
    """Who sits where at this terminal, and how the game is kept."""

    people: Mapping[int, str]
    bots: Mapping[int, str]
    seed: str | None = None
    save: Path | None = None
    hold: bool = False
    pace: float = PACE


def local_screen(setup: Setup, seating: Seating) -> TableScreen:
    """A table at this terminal."""
    keeper = Keeper(setup.game.name, seating.save)
    sitting = LocalTable(setup, seating.people, seating.bots, seating.seed, seating.pace, keeper)

    def again() -> TableScreen:
        return local_screen(setup, Seating(seating.people, seating.bots, hold=seating.hold, pace=seating.pace))

    return TableScreen(sitting, keeper, again, seating.hold)


def play(setup: Setup, seating: Seating, lang: str) -> None:
    """One game, and as many more as are wanted."""
    check_writable(seating.save)
    for kind in seating.bots.values():  # a wrong name is said before the screen opens
        check_bot(kind, setup.game)
    run(KobakoApp(lang, lambda app: local_screen(setup, seating)))


def choose(players: int, bot: str, name: str, save: Path | None, seed: str | None, lang: str) -> None:
    """Ask which game and who plays, then play."""
    check_writable(save)

    def deal(wish: Wish) -> TableScreen:
        people = {seat: name if i == 0 else "" for i, seat in enumerate(wish.people)}
        return local_screen(wish.setup, Seating(people, wish.bots, seed, save, wish.hold))

    run(KobakoApp(lang, lambda app: Form(deal, players=players, bot=bot)))


def view(text: str, lang: str) -> None:
    """Look at a kifu."""
    screen = ReplayScreen(text)
    run(KobakoApp(lang, lambda app: screen))


def sit_down(address: Address, name: str, watch: bool, lang: str = "en") -> Address:
    """The table with the secret of the seat we play from: the one given, the one we had, or a new one."""
    if watch:
        return address.with_secret(None)
    secret = address.secret or known_seats().get(address.page)
    if secret is None:
        try:
            address = address.sit(name)
        except ServerRefused as refused:
            raise KobakoError(screen_words(lang).label("or_watch", refusal=error_words(refused, lang))) from None
    else:
        address = address.with_secret(secret)
    remember_seat(address.page, address.secret)
    return address


def join(address: Address, name: str, watch: bool, lang: str, save: Path | None) -> None:
    """Play or watch at a table on a server. A seat is taken when nothing more can stand in the way."""
    check_writable(save)
    game = same_rules(address, lang)
    seated = sit_down(address, name, watch, lang)
    run(KobakoApp(lang, lambda app: TableScreen(RemoteTable(seated), Keeper(game, save))))


def same_rules(address: Address, lang: str) -> str:
    """The name of the table's game, if it is played there by the rules that are here."""
    table = address.call("GET", "")
    if differs := other_rules(table, address.page, lang):
        raise KobakoError(differs)
    return str(table["game"])


def run(app: KobakoApp) -> None:
    """Show the app; when the terminal is as it was, say what is to be known."""
    ending = app.run()
    if app.return_code:
        raise SystemExit(app.return_code)
    if ending is None:
        return
    tell(ending, app.lang)
    if ending.interrupted:
        raise KeyboardInterrupt


def tell(ending: Ending, lang: str) -> None:
    """The last words."""
    words = screen_words(lang)
    if ending.result:
        print(ending.result)
    elif ending.saved or ending.link:
        print(words.label("left"))
    if ending.saved:
        print(words.label("saved", path=ending.saved))
    if ending.link:
        print(words.label("return_link", link=ending.link))
    if ending.fault:
        raise KobakoError(ending.fault)
