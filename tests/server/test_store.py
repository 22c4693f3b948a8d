"""The store: of several who write the same number one is kept, and the others are told so, in one batch or in many."""

import asyncio

import kobako
from kobako.house.rows import row_of
from kobako.server.store import Store
from kobako.table import Act, Entry, Table, Terms


def test_of_those_who_write_the_same_entry_one_alone_is_told_that_it_is_kept(tmp_path):
    terms = Terms(kobako.game("ice").setup(2), 1)

    async def write():
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        await store.make(row_of("t", terms, Table(terms), 0.0), [])
        entries = [Entry(seq, 1.0, Act(0, 1, 1, str(at))) for at, seq in enumerate((0, 1, 0, 2, 1, 3))]
        kept = [await store.append("t", entries[0])]
        kept += await asyncio.gather(*(store.append("t", entry) for entry in entries[1:]))
        stored = await store.since("t", 0)
        store.close()
        return [entry for entry, well in zip(entries, kept, strict=True) if well], stored

    kept, stored = asyncio.run(write())
    assert kept == stored
    assert [entry.seq for entry in stored] == [0, 1, 2, 3]


def test_who_hangs_up_does_not_take_back_what_is_being_written(tmp_path):
    terms = Terms(kobako.game("ice").setup(2), 1)

    async def write():
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        await store.make(row_of("t", terms, Table(terms), 0.0), [])
        writing = asyncio.create_task(store.append("t", Entry(0, 1.0, Act(0, 1, 1))))
        await asyncio.sleep(0)
        writing.cancel()
        again = await store.append("t", Entry(0, 2.0, Act(0, 1, 1)))
        stored = await store.since("t", 0)
        store.close()
        return again, stored

    again, stored = asyncio.run(write())
    assert not again
    assert [entry.at for entry in stored] == [1.0]


def test_an_entry_with_half_a_character_is_kept_and_spoils_no_other(tmp_path):
    terms = Terms(kobako.game("ice").setup(2), 1)
    entries = [Entry(0, 1.0, Act(0, "S1 \ud800", 1)), Entry(1, 1.0, Act(0, "私", 1, "語"))]

    async def write():
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        await store.make(row_of("t", terms, Table(terms), 0.0), [])
        kept = await asyncio.gather(*(store.append("t", entry) for entry in entries))
        stored = await store.since("t", 0)
        store.close()
        return kept, stored

    assert asyncio.run(write()) == ([True, True], entries)
