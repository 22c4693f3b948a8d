"""Reviews are thought about guest by guest, and what somebody waits for is not thrown away for others."""

import asyncio

import pytest

import kobako
from kobako.house import reviews
from kobako.house.reviews import MOST_OF_ONE, Reviews
from kobako.house.turns import Asker, Busy
from tests.server.sitting_in import server_inside


def kifu_of(seed, moves=6):
    match = kobako.game("ice").setup(2).new(seed)
    for _ in range(moves):
        match.play(match.legal()[0])
    return match.kifu()


class Noting:
    """Thinkers that note for whom they think, and think at once; or never, if they are held."""

    def __init__(self, held=False):
        self.asked, self.gate = [], asyncio.Event()
        if not held:
            self.gate.set()

    async def aside(self, work, *given):
        return work(*given)

    async def judge(self, view, ply, action, asker):
        return await self._think(asker)

    async def outlook(self, match, asker):
        return await self._think(asker)

    async def _think(self, asker):
        self.asked.append(asker.guest)
        await self.gate.wait()
        await asyncio.sleep(0)


def test_a_review_is_not_held_up_by_anothers_many():
    async def crowd():
        thinkers = Noting()
        kept = Reviews(thinkers)
        for seed in range(MOST_OF_ONE):
            await kept.of(kifu_of(seed), asker=Asker("crowd"))
        mine = await kept.of(kifu_of(100), asker=Asker("me"))
        await mine.task
        kept.close()
        return thinkers.asked

    asked = asyncio.run(crowd())
    assert asked.count("crowd") <= asked.count("me") + 2


def test_of_one_guest_only_some_are_begun_at_once():
    async def crowd():
        thinkers = Noting(held=True)
        kept = Reviews(thinkers)
        for seed in range(MOST_OF_ONE):
            await kept.of(kifu_of(seed), asker=Asker("crowd"))
        with pytest.raises(Busy) as busy:
            await kept.of(kifu_of(50), asker=Asker("crowd"))
        begun = await kept.of(kifu_of(0), asker=Asker("crowd"))
        assert begun.of == 6, "to ask again for what is begun is not to begin"
        await kept.of(kifu_of(51), asker=Asker("another"))
        thinkers.gate.set()
        await asyncio.gather(*(one.task for one in kept._kept.values()))
        await kept.of(kifu_of(50), asker=Asker("crowd"))
        kept.close()
        return busy.value

    assert asyncio.run(crowd()).seconds >= 1


def test_what_is_still_thought_about_is_kept_and_of_what_is_done_the_greediest_loses(monkeypatch):
    monkeypatch.setattr(reviews, "MOST_KEPT", 5)

    async def crowd():
        thinkers = Noting()
        kept = Reviews(thinkers)
        one = await kept.of(kifu_of(0), asker=Asker("me"))
        await one.task
        for seed in range(1, 4):
            await (await kept.of(kifu_of(seed), asker=Asker("crowd"))).task
        thinkers.gate.clear()
        running = await kept.of(kifu_of(10), asker=Asker("another"))
        for seed in range(20, 23):  # each takes the place of one of the crowd's
            await kept.of(kifu_of(seed), asker=Asker("crowd"))
        assert kifu_of(0) in kept
        assert not running.task.done()
        await kept.of(kifu_of(30), asker=Asker("third"))
        with pytest.raises(Busy):
            await kept.of(kifu_of(31), asker=Asker("fourth"))
        assert not running.task.cancelling()
        kept.close()

    asyncio.run(crowd())


def test_the_asker_goes_along_from_the_door_to_the_thinkers(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(reviews, "MOST_OF_ONE", 1)
    with server_inside(tmp_path) as client:
        thinkers = client.app_state["house"].thinkers

        async def never(question, rank, asker, longest=0.0):
            asked.append(asker.guest)
            await asyncio.sleep(60)

        monkeypatch.setattr(thinkers, "_ask", never)
        assert client.post("/api/review", json={"kifu": kifu_of(1)}).status_code == 200
        refused = client.post("/api/review", json={"kifu": kifu_of(2)})
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "crowded")
        assert refused.json()["error"]["values"]["seconds"] >= 1
    assert asked == ["testclient"]
