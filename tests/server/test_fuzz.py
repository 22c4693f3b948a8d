"""Any messages in any order over any lines: each is answered, each move is played once, and nothing else changes."""

import json
import random
import re
import time

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import kobako
from kobako.house.house import key_of
from kobako.table import Entry, Table
from tests.server.playing import stored
from tests.server.wire import Line, house_inside
from tests.soaking import long
from tests.table.sitting import SETUPS, dump

TYPES = ("act", "undo", "confirm", "hint", "say", "resync", "ping", "hello", "welcome", "")
STORED = ("act", "undo", "confirm", "say")
MOST_LINES = 6
TEXT = st.text(st.characters(exclude_categories=()), max_size=12)
HUGE = st.sampled_from((2**31 - 1, 2**31, 2**63, -1, 10**300, 1.5, 1e308, float("inf"), float("nan"), True, None))
VALUES = st.recursive(
    HUGE | st.integers() | TEXT, lambda v: st.lists(v, max_size=3) | st.dictionaries(TEXT, v, max_size=3)
)
WILD = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES) | VALUES},
    optional={
        "id": st.sampled_from(("aID", "bID", "-ID", "x" * 60 + "ID", "x" * 65, "é", "a b"))
        | VALUES.filter(lambda value: not (isinstance(value, str) and re.fullmatch("[A-Za-z0-9_-]+", value))),
        "turn": st.integers(-1, 40) | VALUES,
        "action": st.integers(-1, 300) | st.sampled_from(("bid", "S1", "4>B", "(1)>B", "９")) | VALUES,
        "hold": st.booleans() | VALUES,
        "what": st.sampled_from(("hello", "thanks", "go away")) | VALUES,
        "table": VALUES,
        "\ud800": VALUES,
    },
)
RAW = (
    "",
    "\x00",
    "[" * 4000,
    '{"type":' * 500,
    "{" + '"a":{' * 600 + "}" * 601,
    "9" * 4000,
    "-" * 4000,
    "NaN",
    '"\\ud800"',
    '{"type":"\\ud800","id":"aID"}',
    '{"type":"ping","id":"aID","\\ud800":1}',
    '{"type":"ping","id":"aID","' + "語" * 1000 + '":1}',
    '{"type":"ping","id":"aID","id":"bID","turn":0}',
    '{"type":"act","id":"aID","turn":1e999,"action":0}',
    '{"type":"act","id":"aID","turn":0,"action":' + "9" * 3900 + "}",
    '{"type":"act","id":"aID","turn":0,"action":"' + "\\u0000" * 60 + '"}',
    '{"type":"ping","id":"aID\\n"}',
    '{"type":"ping","id":"aID"} {"type":"ping","id":"bID"}',
    "\ufeff{}",
    b"",
    b"\xff\xfe\x00",
    b'{"type":"ping","id":"aID"}',
)


class Garbage:
    """Something to send that is no message, or hardly one. It may be long; its name is not."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return f"Garbage({self.text[:80]!r}{' …' * (len(self.text) > 80)})"


GARBAGE = (
    st.integers(0, len(RAW) - 1).map(RAW.__getitem__)
    | TEXT.map(lambda text: text.encode("utf-8", "replace").decode())
    | WILD.map(json.dumps)
).map(Garbage)


class Person:
    """Who holds a seat, with what they sent and what they were promised."""

    def __init__(self, table, seat, secret, number):
        self.table, self.seat, self.secret, self.number = table, seat, secret, number
        self.ids = 0
        self.acked = {}  # id → the message as it was first sent, and the turn that was answered
        self.unanswered = []
        self.gone = False

    def sign(self, message):
        self.ids += 1
        return json.dumps({**message, "id": f"p{self.number}-{self.ids}"})


class Wire(RuleBasedStateMachine):
    """Two tables, those who sit there, and some who watch."""

    client = house = settings = None  # the server, which outlives one run

    def __init__(self):
        super().__init__()
        self.tables, self.people, self.lines = [], [], []

    @initialize(
        setups=st.lists(st.sampled_from(SETUPS), min_size=2, max_size=2),
        seed=st.integers(0, 2**128 - 1).map(lambda number: random.Random(number).getrandbits(128)),
        clock=st.booleans(),
    )
    def begin(self, setups, seed, clock):
        """Tables that go on from the start of a recorded game: the deal is the same whenever this run is repeated.

        The seed is one that no garbage spells by chance: 0 is thirty-two digits that a long number has as well.
        """
        for setup in setups:
            wish = {"kifu": setup.new(seed).kifu(), "seats": [{"by": "person"}] * setup.players, "hints": False}
            clocks = {"clock": {"bank": 3000, "per_move": 10}} if clock else {}
            made = self.client.post("/api/tables", json={**wish, **clocks}).json()
            self.tables.append(made["table"])
            for given in made["seats"]:
                self.people.append(Person(made["table"], given["seat"], given["secret"], len(self.people)))
        for person in self.people[:2]:
            self.sit(person)

    # The server's own side, to look at

    def room(self, table):
        return self.house.rooms[table]

    def everything(self):
        return {table: dump(self.room(table).table) for table in self.tables}

    # Lines

    def sit(self, person, table=None):
        line = Line(self.client, self.house, table or person.table, person.secret if person else None)
        line.person = person
        line.drain()
        assert line.frame, "who says hello is shown the table"
        self.lines.append(line)
        return line

    def hang_up(self, line):
        line.close()
        self.lines.remove(line)
        left = sum(other.table_name == line.table_name for other in self.lines)
        while len(self.room(line.table_name).viewers) > left:
            time.sleep(0.001)

    def said(self, line, *texts):
        """Say something; what is not acknowledged has changed nothing."""
        before = self.everything()
        answers = line.say(*texts)
        self.promised(line, texts, answers)
        if not any(answer["type"] == "ack" for answer in answers):
            assert self.everything() == before, "what is refused changes nothing"
        if line.closed is not None:
            assert line.closed == 4429, "too many messages that cannot be read"
            self.hang_up(line)
        return answers

    def promised(self, line, texts, answers):
        for text, answer in zip(texts, answers, strict=False):
            if answer["type"] == "error":
                continue
            message = json.loads(text)
            assert answer["id"] == message["id"]
            if answer["type"] == "ack" and message["type"] in STORED:
                first = line.person.acked.setdefault(message["id"], (message, answer["turn"]))
                assert answer["turn"] == first[1], "who sends again is answered as the first time"

    PEOPLE = st.integers(0, 7)

    def line_of(self, number, seated=True):
        lines = [line for line in self.lines if line.person or not seated]
        return lines[number % len(lines)] if lines else None

    @precondition(lambda self: len(self.lines) < MOST_LINES)
    @rule(number=PEOPLE)
    def connect(self, number):
        person = self.people[number % len(self.people)]
        if not person.gone:
            self.sit(person)

    @precondition(lambda self: len(self.lines) < MOST_LINES)
    @rule(number=st.integers(0, 1))
    def watch(self, number):
        self.sit(None, self.tables[number])

    @precondition(lambda self: len(self.lines) > 1)
    @rule(number=PEOPLE)
    def lose_the_line(self, number):
        self.hang_up(self.line_of(number, seated=False))

    @rule(hello=GARBAGE | st.just(Garbage('{"type":"hello","table":"tnowhere"}')), number=st.integers(0, 1))
    def no_hello(self, hello, number):
        """A first message that opens nothing, or a wrong secret: the line is closed, with a reason."""
        before = self.everything()
        for first in (hello.text, json.dumps({"type": "hello", "table": self.tables[number], "secret": "x" * 43})):
            with self.client.websocket_connect("/ws") as socket:
                socket.send_text(first) if isinstance(first, str) else socket.send_bytes(first)
                end = socket.receive()
                assert end["type"] == "websocket.close"
                assert end["code"] in (4400, 4401, 4404)
                assert 0 < len(end["reason"].encode()) <= 123
        assert self.everything() == before

    # Messages

    def some_act(self, line, data):
        frame = line.frame
        if frame["held"]:
            return {"type": data.draw(st.sampled_from(("confirm", "undo"))), "turn": frame["turn"]}
        if frame["legal"]:
            action = data.draw(st.sampled_from(frame["legal"]))
            named = data.draw(st.sampled_from(("id", "text")))
            return {"type": "act", "turn": frame["turn"], "action": action[named], "hold": data.draw(st.booleans())}
        return {"type": "undo", "turn": frame["turn"]}

    @rule(number=PEOPLE, data=st.data(), times=st.integers(1, 3))
    def play(self, number, data, times):
        """One move, sent once or several times on end."""
        line = self.line_of(number)
        if line is None:
            return
        line.drain()
        text = line.person.sign(self.some_act(line, data))
        answers = self.said(line, *[text] * times)
        assert len({(answer["type"], answer.get("turn")) for answer in answers}) == 1, "the same each time"

    @rule(data=st.data())
    def play_on(self, data):
        """Whoever is awaited moves, so that the games get somewhere."""
        for line in self.lines:
            line.drain()
        lines = [line for line in self.lines if line.person and (line.frame["legal"] or line.frame["held"])]
        if lines:
            line = data.draw(st.sampled_from(lines))
            assert self.said(line, line.person.sign(self.some_act(line, data)))[0]["type"] == "ack"

    @rule(number=PEOPLE, data=st.data(), order=st.permutations(range(5)))
    def a_burst_out_of_order(self, number, data, order):
        line = self.line_of(number)
        if line is None:
            return
        line.drain()
        turn = line.frame["turn"]
        messages = [
            self.some_act(line, data),
            {"type": "undo", "turn": turn},
            {"type": "confirm", "turn": turn + 1},
            {"type": "say", "what": "nice"},
            {"type": "act", "turn": turn + data.draw(st.integers(0, 2)), "action": data.draw(st.integers(0, 60))},
        ]
        self.said(line, *[line.person.sign(messages[i]) for i in order])

    @rule(number=PEOPLE, data=st.data(), also=st.booleans())
    def lose_the_line_and_send_again(self, number, data, also):
        """The line breaks before the answer is read; on a new one the same is sent again, and then once more."""
        line = self.line_of(number)
        if line is None:
            return
        line.drain()
        person = line.person
        texts = [person.sign(self.some_act(line, data))]
        if also:
            texts.append(person.sign({"type": "say", "what": "oops"}))
        for text in texts:
            line.send(text)
        self.hang_up(line)
        again = self.sit(person)
        answers = again.say(*texts)
        self.promised(again, texts, answers)
        assert [a["type"] for a in again.say(*texts)] == [a["type"] for a in answers]

    @rule(number=PEOPLE, off=st.sampled_from((-1, 1, 1000)), action=st.integers(0, 400) | TEXT.filter(str.isascii))
    def stale_or_illegal(self, number, off, action):
        line = self.line_of(number)
        if line is None:
            return
        line.drain()
        now = line.frame["turn"]
        turn = max(0, now + off)
        for message in ({"type": "act", "turn": turn, "action": action}, {"type": "hint", "turn": turn}):
            answer = self.said(line, line.person.sign(message))[0]
            assert answer["type"] == "refused" or (message["type"] == "act" and turn == now)

    @rule(number=PEOPLE, texts=st.lists(GARBAGE, min_size=1, max_size=4))
    def garbage(self, number, texts):
        line = self.line_of(number, seated=False)
        if line:
            mine = str(line.person.number if line.person else "")  # an id is of one person alone
            self.said(line, *[t.text.replace("ID", mine) if isinstance(t.text, str) else t.text for t in texts])

    @rule(number=PEOPLE)
    def resync(self, number):
        """Everything again is everything that was known, for whoever asks; only what is past is not told again."""
        line = self.line_of(number, seated=False)
        if line is None:
            return
        line.drain()
        news = {"n": 0, "log": 0, "stills": []}
        known, log = {**line.frame, **news}, line.log
        assert [a["type"] for a in line.say(json.dumps({"type": "resync", "id": "again"}))] == ["ack"]
        assert ({**line.frame, **news}, line.log) == (known, log)
        assert (line.frame["log"]["from"], line.frame["stills"]) == (0, [])

    @rule(number=PEOPLE, name=TEXT.filter(str.isascii))
    def hand_the_seat_on(self, number, name):
        """A seat given up has a dead secret, whoever still holds it; another person takes it."""
        person = self.people[number % len(self.people)]
        if person.gone or self.room(person.table).table.status == "over":
            return
        bearer = {"Authorization": f"Bearer {person.secret}"}
        assert self.client.delete(f"/api/tables/{person.table}/seats/{person.seat}", headers=bearer).status_code == 200
        person.gone = True
        for line in [line for line in self.lines if line.person is person]:
            line.drain()
            assert line.closed == 4401
            self.hang_up(line)
        taken = self.client.post(f"/api/tables/{person.table}/seats", json={"seat": person.seat, "name": name})
        assert taken.status_code == 201
        self.people.append(Person(person.table, person.seat, taken.json()["secret"], len(self.people)))

    # What always holds

    @invariant()
    def lines_tell_no_secret_and_agree(self):
        for line in self.lines:
            line.drain()
            shown = "".join(line.raw)
            for person in self.people:
                assert person.secret not in shown
                assert key_of(person.secret) not in shown
            table = self.room(line.table_name).table
            assert table.status == "over" or table.terms.proof not in shown
            seat = line.person.seat if line.person else -1
            assert (line.frame["seq"], line.frame["turn"]) == (table.seq(seat), table.turn)
            assert len(line.log) == len(table.log)

    def teardown(self):
        for line in list(self.lines):
            self.hang_up(line)
        for table in self.tables:
            self.check_stored(table)

    def check_stored(self, name):
        """What is stored is what was promised, once; and it makes the table that was played at."""
        rows = stored(self.settings, name)
        live = self.room(name).table
        again = Table(live.terms)
        for row in rows:
            again.take(Entry.read(row.seq, row.at, row.kind, row.data))
        assert dump(again) == dump(live)
        kept = [(row.data["seat"], row.data["id"], row.kind) for row in rows if row.data.get("id")]
        promised = [
            (person.seat, id, message["type"])
            for person in self.people
            for id, (message, _) in person.acked.items()
            if person.table == name
        ]
        assert sorted(kept) == sorted(promised)
        assert kobako.replay(live.kifu()).to_bytes() == live.match.to_bytes()


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    with house_inside(folder, lambda: 1000.0) as (client, house):
        Wire.client, Wire.house = client, house
        Wire.settings = type("At", (), {"database_url": f"sqlite:///{folder / 'tables.sqlite'}"})
        yield Wire


def run(machine, examples, steps):
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


def test_any_messages_over_any_lines(machine):
    run(machine, 12, 20)


@pytest.mark.soak
def test_any_messages_over_any_lines_for_long(machine):
    run(machine, long(200), 40)
