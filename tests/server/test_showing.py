"""Tables that have changed are shown some at a time: all their frames are made, then sent, and others have a turn."""

import asyncio

from kobako.house.house import AT_ONE_GO, Showing


class Watcher:
    """As much of a table and of its viewer as is needed."""

    def __init__(self, done, name, news=True):
        self.done, self.name, self.news = done, name, news

    def prepare(self):
        self.done.append(("made", self.name))
        return self.news

    def put(self):
        self.done.append(("sent", self.name))

    def forget_shown(self):
        self.done.append(("forgotten", self.name))


def test_frames_are_made_then_sent_and_others_have_a_turn_in_between():
    async def show():
        done, showing = [], Showing()
        for name in range(AT_ONE_GO + 1):
            watcher = Watcher(done, name, news=name != 1)
            showing.add(watcher, [watcher])
        asyncio.get_running_loop().call_soon(done.append, "another's turn")
        await asyncio.sleep(0.01)
        return done

    first = [(what, name) for name in range(AT_ONE_GO) for what in ("made", "forgotten")]
    sent = [("sent", name) for name in range(AT_ONE_GO) if name != 1]
    last = [(what, AT_ONE_GO) for what in ("made", "forgotten", "sent")]
    assert asyncio.run(show()) == [*first, *sent, "another's turn", *last]
