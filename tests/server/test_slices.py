"""Long work at tables goes in slices, one at a time, whoever's it is, and in turn."""

import asyncio
import time

import pytest

import kobako
from kobako.house import slices
from kobako.house.bus import Bus
from kobako.house.house import House
from kobako.house.rows import row_of
from kobako.house.slices import Haste, Slices
from kobako.house.turns import GUEST, Asker, InTurn
from kobako.table import Leave, Sit, Table, Terms


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """A slice is a single step."""
    monkeypatch.setattr(slices, "SLICE", 0.0)


class Counted:
    """Work of so many steps that counts itself."""

    def __init__(self, steps):
        self.steps, self.done = steps, 0

    def __iter__(self):
        for _ in range(self.steps):
            self.done += 1
            yield


async def work(slices, guest, counted, haste=Haste.TO_OPEN, table=""):
    GUEST.set(guest)
    await slices.work(iter(counted), haste, table)


def begin(slices, guest, counted, haste=Haste.TO_OPEN, table=""):
    return asyncio.create_task(work(slices, guest, counted, haste, table))


async def most_between_turns(loading, done):
    """How many steps are done, at most, between two turns of whoever else there is."""
    most, before = 0, done()
    while not loading.done():
        await asyncio.sleep(0)
        most, before = max(most, done() - before), done()
    await loading
    return most


class Shelf:
    """A store that holds one table under every name."""

    def __init__(self, terms, entries):
        self.terms, self.entries = terms, entries

    async def load(self, name):
        return row_of(name, self.terms, Table(self.terms), time.time()), self.entries


def test_twenty_long_tables_loaded_at_once_hold_others_up_no_longer_than_one(monkeypatch):
    table, taken = Table(Terms(kobako.game("ice").setup(2), 1)), 0
    entries = []
    for n in range(60):
        entries.append(table.propose(Sit(0, "key", "Aya") if n % 2 == 0 else Leave(0), float(n)))
        table.take(entries[-1])
    take = Table.take

    def counted(self, entry):
        nonlocal taken
        taken += 1
        take(self, entry)

    async def load_all():
        house = House(Shelf(table.terms, entries), Bus(), None)
        loading = asyncio.gather(*(house.room(f"t{n}") for n in range(20)))
        most = await most_between_turns(loading, lambda: taken)
        return most, [room.table.log for room in house.rooms.values()]

    monkeypatch.setattr(Table, "take", counted)
    most, logs = asyncio.run(load_all())
    assert logs == [table.log] * 20
    assert taken == 20 * 60
    assert most <= 2


def test_who_opens_one_table_does_not_wait_for_anothers_sixty():
    async def crowd():
        slices, theirs, mine = Slices(), [Counted(50) for _ in range(60)], Counted(10)
        tasks = [begin(slices, "crowd", one, table=f"t{n}") for n, one in enumerate(theirs)]
        await asyncio.sleep(0)
        await begin(slices, "me", mine)
        done = sum(one.done for one in theirs)
        for task in tasks:
            task.cancel()
        return done

    assert asyncio.run(crowd()) <= 12


def test_a_table_in_use_comes_before_all_that_are_opened():
    async def crowd():
        slices, theirs = Slices(), [Counted(50) for _ in range(60)]
        tasks = [begin(slices, f"guest {n}", one) for n, one in enumerate(theirs)]
        await asyncio.sleep(0)
        await begin(slices, "me", Counted(3), Haste.IN_USE)
        done = sum(one.done for one in theirs)
        for task in tasks:
            task.cancel()
        return done

    assert asyncio.run(crowd()) <= 3


def test_work_that_fails_or_is_given_up_leaves_its_turn_to_others():
    def failing():
        yield
        raise ValueError("damaged")

    async def three():
        slices = Slices()
        failed = asyncio.create_task(slices.work(failing(), Haste.TO_OPEN))
        given_up = begin(slices, "other", Counted(1000))
        await asyncio.sleep(0)
        given_up.cancel()
        await begin(slices, "me", Counted(5))
        with pytest.raises(ValueError, match="damaged"):
            await failed

    asyncio.run(asyncio.wait_for(three(), 20))


@pytest.mark.parametrize("late", [False, True], ids=["while it waits", "when its turn has come"])
def test_who_goes_away_does_not_keep_the_turn(late):
    async def go():
        turns, reached = InTurn(1), []

        async def stay(name, until):
            async with turns.turn(0, Asker(name)):
                reached.append(name)
                await until.wait()

        first, others = asyncio.Event(), asyncio.Event()
        others.set()
        waiting = asyncio.create_task(stay("first", first))
        await asyncio.sleep(0)
        gone, last = asyncio.create_task(stay("gone", others)), asyncio.create_task(stay("last", others))
        await asyncio.sleep(0)
        if late:
            first.set()
            await asyncio.sleep(0)
        gone.cancel()
        first.set()
        await asyncio.gather(waiting, last)
        await last
        return reached

    assert asyncio.run(asyncio.wait_for(go(), 20)) == ["first", "last"]
