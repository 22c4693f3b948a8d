"""A hand at the terminal: it opens tables, presses keys, clicks, and reads the screen."""

import asyncio
import random
from contextlib import asynccontextmanager

import kobako
from kobako.terminal.app.app import KobakoApp
from kobako.terminal.app.sheet import Sheet
from kobako.terminal.launch import Seating, local_screen

HAND = ("card", "row", "colour", "cone", "flask", "cell", "direction", "seat", "kind", "move", "key")


def run(coroutine):
    """Run one test in a loop of its own."""
    return asyncio.run(asyncio.wait_for(coroutine, 900))


@asynccontextmanager
async def opened(first, lang="en", size=(80, 24)):
    """An app that shows a screen; gives the hand that plays on it."""
    app = KobakoApp(lang, lambda app: first())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Hand(app, pilot)


@asynccontextmanager
async def at_table(
    name, players=2, *, people=("Aya",), bot="random", seed="3", save=None, lang="en", size=(80, 24), **more
):
    """A table at this terminal, the people from seat 0 on; bots answer at once."""
    setup = kobako.game(name).setup(players, **more.pop("options", {}))
    bots = dict.fromkeys(range(len(people), players), bot)
    seating = Seating(dict(enumerate(people)), bots, seed, save, pace=0.0, **more)
    async with opened(lambda: local_screen(setup, seating), lang, size) as hand:
        yield hand


class Hand:
    """Presses keys and clicks, and sees what is drawn."""

    def __init__(self, app, pilot):
        self.app, self.pilot = app, pilot

    @property
    def screen(self):
        return self.app.screen

    @property
    def table(self):
        """The table's screen, whatever lies over it."""
        return next(screen for screen in self.app.screen_stack if hasattr(screen, "sitting"))

    @property
    def frame(self):
        return self.table.sitting.frame if self.table.sitting.seen else None

    @property
    def sheet(self):
        return self.screen.query_one(Sheet)

    @property
    def text(self):
        """What stands on the sheet."""
        return self.sheet.canvas.text()

    def line(self, begun):
        """The line of the sheet where a text stands."""
        return next(line for line in self.text.splitlines() if begun in line)

    async def press(self, *keys):
        """Press keys, each when the one before has had its effect."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def until(self, true, seconds=300):
        """Wait for something to come true."""
        for _ in range(int(seconds / 0.01)):
            if true():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"it did not come true: {self.screen}, {self.app.screen_stack[-1].css_identifier}")

    async def my_turn(self):
        """Wait until a move is wanted, or the game is over; gives whether it is still played."""
        await self.until(lambda: self.frame and (self.frame["legal"] or self.frame["status"] == "over"))
        return self.frame["status"] != "over"

    async def answered(self):
        """Wait until the server, if there is one, has answered: a key too many would answer the menu of the end."""
        await self.pilot.pause()
        await self.until(lambda: not getattr(self.table.sitting, "_asked", None))

    async def click(self, piece):
        """Click on a piece of the sheet, in the middle."""
        await self.click_zone(next(zone for zone in reversed(self.sheet.canvas.zones) if zone.piece == piece))

    async def click_zone(self, zone):
        rect = zone.rect
        await self.pilot.click(Sheet, offset=(rect.x + (rect.width - 1) // 2, rect.y + (rect.height - 1) // 2))
        await self.pilot.pause()

    async def type(self, text):
        """Type a move on its line."""
        await self.press("colon", *[KEYS.get(char, char) for char in text], "enter")


KEYS = {
    " ": "space",
    "(": "left_parenthesis",
    ")": "right_parenthesis",
    ">": "greater_than_sign",
    "-": "minus",
    "+": "plus",
    "~": "tilde",
}


async def play_by_keys(hand, rng=None):
    """Play to the end with nothing but Tab, arrows and Enter; gives how many moves were made."""
    rng, moves = rng or random.Random(1), 0
    while await hand.my_turn():
        turn = hand.frame["turn"], hand.frame["chosen"]
        await hand.press(*rng.choices(("tab", "right", "down", "up", "left"), k=rng.randrange(1, 4)))
        if hand.screen is hand.table:
            await hand.press("enter")
        await hand.answered()
        moves += turn != (hand.frame["turn"], hand.frame["chosen"])
    return moves


async def play_by_mouse(hand, rng=None):
    """Play to the end by clicking on what can be picked; gives how many moves were made."""
    rng, moves = rng or random.Random(1), 0
    while await hand.my_turn():
        turn = hand.frame["turn"], hand.frame["chosen"]
        await hand.click_zone(rng.choice(hand.sheet.live()))
        moves += turn != (hand.frame["turn"], hand.frame["chosen"])
    return moves
