"""Non-interference on the wire: in two games that differ only in what a viewer cannot see, it is sent the same bytes.

Each game is at a server of its own, under the same name, with the same people. In the second the unseen is as the
viewer could imagine it. All is sent alike to both, and what comes back is compared: every byte, in its order.
"""

import itertools
import json
import random

import httpx2 as httpx
import pytest

import kobako
from kobako.house.house import key_of
from kobako.house.rows import row_of
from kobako.table import Act, Clock, Confirm, Entry, Sit, Terms, Undo
from tests.server.playing import Player, make_table, together
from tests.server.running import Node
from tests.server.wire import Line, house_inside
from tests.soaking import long
from tests.table.sitting import SETUPS, Kept, fold, step

NAME = "ttwins23456"
HINT_SIMULATIONS = 64  # a real search, but a short one
CLOCK = Clock(50, 5)
SECRETS = [f"{seat}-secret-of-this-seat-{'x' * 20}" for seat in range(4)]


class Watch:
    """Time as the test would have it."""

    now = 1000.0

    def __call__(self):
        return self.now


class Twin:
    """One of the two servers."""

    def __init__(self, client, house):
        self.client, self.house = client, house
        self.lines = {}
        asked = house.thinkers.hint
        house.thinkers.hint = lambda view, legal, asker: asked(view, legal, HINT_SIMULATIONS, asker)

    def open(self, terms, kept, state=None):
        """Put a table there, as its entries make it; then, if need be, let the unseen be another."""
        for line in self.lines.values():
            line.close()
        self.lines = {}
        table = fold(terms, kept)
        entries = [Entry.read(*json.loads(text)) for text in kept]
        self.name = f"{NAME[:-4]}{next(COUNT) // 2:04}"
        self.client.portal.call(self.house.store.make, row_of(self.name, terms, table, 0.0), entries)
        self.room = self.client.portal.call(self.house.room, self.name)
        self.table = self.room.table
        self.table._parts.settle()
        if state is not None:
            self.table.match.state = state

    def sit(self, seat):
        self.lines[seat] = Line(self.client, self.house, self.name, SECRETS[seat] if seat >= 0 else None)
        self.settle()

    def settle(self):
        for line in self.lines.values():
            line.drain()

    def do(self, request):
        """A request of a seat that is not looked at, by the way that its line would take."""
        self.client.portal.call(self.house.submit, self.room, request)
        self.settle()

    def ask(self, seat, message):
        self.lines[seat].say(json.dumps(message))
        self.settle()

    def shown(self, seat):
        return self.lines[seat].raw

    def over_http(self):
        """What the same viewer, or anyone, is told over HTTP, errors included."""
        place = f"/api/tables/{self.name}"
        asked = [
            self.client.get(place),
            self.client.get(f"{place}/kifu"),
            self.client.get(f"{place}/replay"),
            self.client.get(f"{place}/review"),
            self.client.post(f"{place}/rematch", headers={"Authorization": f"Bearer {SECRETS[0]}"}),
            self.client.post(f"{place}/bots", json={"level": "random"}),
            self.client.post(f"{place}/seats", json={"seat": 0}),
            self.client.delete(f"{place}/seats/0"),
        ]
        return [(answer.status_code, answer.content, sorted(answer.headers.items())) for answer in asked]


COUNT = itertools.count()


@pytest.fixture(scope="module")
def twins(tmp_path_factory):
    clock = Watch()
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "other")]
    with house_inside(folders[0], clock) as one, house_inside(folders[1], clock) as other:
        yield Twin(*one), Twin(*other), clock


def begun(setup, seed, rng, hints):
    """A table played at random for a while, by people whose secrets are known; None if it is over."""
    table = Kept(Terms(setup, seed, clock=CLOCK, hints=hints))
    for seat in range(setup.players):
        table.do(Sit(seat, key_of(SECRETS[seat]), f"Name {seat}"), 0.0)
    for _ in range(rng.randrange(20)):
        if table.status == "playing":
            step(table, rng, table.updated + 1)
    while table._chosen:  # a twin is made between choices
        step(table, rng, table.updated + 1)
    return table if table.status == "playing" else None


def alike(one, other, viewer):
    """Whether the rules themselves show the viewer the same."""
    told = [[event.seen_by(viewer).show() for event in t.table.match.events] for t in (one, other)]
    return told[0] == told[1] and one.table.match.view(viewer).state == other.table.match.view(viewer).state


def same_straits(one, other):
    return (one.table.owing, one.table.held, one.table.status) == (other.table.owing, other.table.held, "playing")


def probes(frame, rng, hints):
    """What a viewer may ask to find something out; every one of them is answered or refused."""
    turn = frame["turn"]
    asked = [
        {"type": "act", "turn": turn, "action": rng.randrange(80)} if not frame["legal"] else {"type": "ping"},
        {"type": "act", "turn": turn, "action": "nothing of this kind"},
        {"type": "act", "turn": turn + 1, "action": 0},
        {"type": "undo", "turn": turn},
        {"type": "confirm", "turn": turn},
        {"type": "resync"},
        {"type": "act", "id": 1},
    ]
    legal = {action["id"] for action in frame["legal"]}
    if legal:
        forbidden = rng.choice([number for number in range(80) if number not in legal])
        asked.append({"type": "act", "turn": turn, "action": forbidden})
    if hints or rng.random() < 0.3:
        asked.append({"type": "hint", "turn": turn})
    return asked


def compare(twins, setup, seed, hints=False):
    """How many times all that was sent was compared, before the rules themselves told the games apart."""
    one, other, clock = twins
    rng, viewer, compared = random.Random(f"{setup!r} {seed}"), seed % setup.players, 0
    table = begun(setup, seed, rng, hints)
    if table is None:
        return 0
    clock.now = table.updated + 1
    one.open(table.terms, table.kept)
    other.open(table.terms, table.kept, table.match.view(viewer).imagine(rng))
    for twin in (one, other):
        twin.sit(viewer)
        twin.sit(-1)
    ids = (f"q{number}" for number in itertools.count())
    while alike(one, other, viewer):
        for seat in (viewer, -1):
            assert one.shown(seat) == other.shown(seat), (setup, seed, seat)
        assert one.over_http() == other.over_http()
        compared += 1
        if compared > 6 or not same_straits(one, other):
            break
        for message in probes(one.lines[viewer].frame, rng, hints and compared < 3):
            for twin, message_id in zip((one, other), itertools.repeat(next(ids))):
                for seat in (viewer, -1):
                    twin.ask(seat, {"id": message_id, **message})
        for seat in (viewer, -1):
            assert one.shown(seat) == other.shown(seat), (setup, seed, seat, "asked")
        clock.now += rng.random() * 5
        move(one, other, viewer, rng, next(ids))
    return compared


def move(one, other, viewer, rng, id):
    """One decision in both: the viewer's the same, another's one that may differ where it is unseen."""
    seat, hold = rng.choice(one.table.owing), rng.random() < 0.3
    turn = one.table.turn
    if one.table.held is not None:
        request = rng.choice((Undo, Confirm))(seat, turn, id)
        for twin in (one, other):
            twin.do(request)
        return
    first, choices = rng.choice(one.table.legal(seat)), other.table.legal(seat)
    second = first if first in choices and seat not in one.table.together else rng.choice(choices)
    if seat == viewer:
        for twin in (one, other):
            twin.ask(seat, {"type": "act", "id": id, "turn": turn, "action": int(first), "hold": hold})
    else:
        one.do(Act(seat, int(first), turn, id, hold))
        other.do(Act(seat, int(second), turn, id, hold))


@pytest.mark.sampled(8)
@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_what_a_viewer_cannot_see_changes_no_byte_that_it_is_sent(twins, setup):
    assert sum(compare(twins, setup, seed) for seed in range(setup.players)) >= setup.players


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", kobako.game_names())
def test_nor_of_a_hint(twins, game):
    setup = kobako.game(game).setup(2)
    heard = 0
    for seed in range(20):
        compare(twins, setup, seed, hints=True)
        lines = [line for line in twins[0].lines.values() for line in line.raw if '"type":"hint"' in line]
        heard += len(lines)
        if heard >= 2:
            return
    raise AssertionError(f"{game}: no hint was ever given")


@pytest.mark.soak
@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_what_a_viewer_cannot_see_changes_no_byte_in_many_games(twins, setup):
    games = long(20)
    compared = sum(compare(twins, setup, seed, hints=seed % 10 == 0) for seed in range(100, 100 + games))
    print(f"{setup!r}: {games} games, all bytes compared {compared} times")
    assert compared >= games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_the_wire_nobody_learns_that_another_has_chosen(twins, players):
    """At one server a seat chooses, takes it back and chooses again; at the other it sleeps. Nobody else can tell."""
    one, other, clock = twins
    table = begun(kobako.game("tokkuri").setup(players), 3, random.Random(0), False)
    kept = table.kept[:players]
    chooser, *others = range(players)
    clock.now = 1.0
    for twin in (one, other):
        twin.open(table.terms, kept)
        assert sorted(twin.table.together) == list(range(players))
        for seat in (*others, -1):
            twin.sit(seat)
    turn = one.table.turn
    actions = [int(action) for action in one.table.legal(chooser)]
    for number, request in enumerate(
        [Act(chooser, actions[0], turn, "a"), Undo(chooser, turn, "b"), Act(chooser, actions[-1], turn, "c")]
    ):
        clock.now += 2
        one.do(request)
        for twin in (one, other):
            for seat in (*others, -1):
                for message in (
                    {"type": "resync"},
                    {"type": "undo", "turn": turn},
                    {"type": "act", "turn": turn, "action": 999},
                ):
                    twin.ask(seat, {"id": f"x{number}", **message})
        assert one.over_http() == other.over_http()
        for seat in (*others, -1):
            assert one.shown(seat) == other.shown(seat)


def chunks(secret):
    """Parts of a secret: a log that leaves its middle out still tells too much."""
    return {secret[i : i + 8] for i in range(len(secret) - 7)}


def test_no_secret_is_in_any_frame_log_metric_or_description(tmp_path):
    with Node(tmp_path, level="DEBUG") as node:
        made = make_table(node.http, "ice", 2)
        spent = httpx.post(
            f"{node.http}/api/tables", json={"game": "ice", "players": 2, "seats": [{"by": "person"}]}
        ).json()
        secret = spent["seats"][0]["secret"]
        bearer = {"Authorization": f"Bearer {secret}"}
        for header in (bearer, {"Authorization": f"Bearer {secret}{secret}{secret}"}, {"Authorization": secret[::-1]}):
            httpx.delete(f"{node.http}/api/tables/{spent['table']}/seats/0", headers=header)
        players = [Player([node.ws], made.name, key, seat) for seat, key in made.secrets.items()]
        heard = []
        for player in players:
            keep(player, heard)
        together(*(player.play() for player in players), refused_hello(node, made.name, secret))
        told = [
            httpx.get(node.http + path).text for path in ("/metrics", "/api/openapi.json", "/api/tables", "/readyz")
        ]
        node.stop()
        log = node.logged()
    assert "request" in log
    assert len(heard) > 20
    for hidden in (secret, *made.secrets.values()):
        for part in chunks(hidden) | chunks(key_of(hidden)):
            assert part not in log
            for text in (*told, *heard):
                assert part not in text
    assert '"trace"' not in log, log


def keep(player, heard):
    """Keep every message that a player is sent."""
    hear = player._hear

    async def listen(line, said):
        heard.append(json.dumps(said))
        await hear(line, said)

    player._hear = listen


async def refused_hello(node, table, secret):
    """The dead secret, said to a table where it never was one."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed

    async with connect(node.ws) as line:
        await line.send(json.dumps({"type": "hello", "table": table, "secret": secret}))
        with pytest.raises(ConnectionClosed) as end:
            await line.recv()
        assert end.value.rcvd.code == 4401
