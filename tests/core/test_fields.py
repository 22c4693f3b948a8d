"""The table of fields: who sees what, and the two forms of a state."""

import struct

import pytest

from kobako.core import fields
from kobako.core.errors import BadGame
from kobako.core.fields import UNKNOWN, everyone, history, house, nobody, owner, scratch


class Toy(fields.State):
    bank = everyone()
    hands = owner(4, 3)
    secret = owner(4)
    cube = everyone(2, 2, 2)
    deck = nobody(5)
    room = scratch(2)


PLAIN = fields.plain_class("Toy", Toy.FIELDS)


def filled():
    s = PLAIN()
    s.bank = 7
    s.hands = [[10 * p + k for k in range(3)] for p in range(4)]
    s.secret = [1, 2, 3, 4]
    s.cube = [[[1, 2], [3, 4]], [[5, 6], [7, -8]]]
    s.deck = [9, 8, 7, 6, 5]
    s.room = [1, 1]
    s.rng = [2**32 - 1 - i for i in range(len(s.rng))]
    return s


@pytest.mark.parametrize("body", [{"bank": 0}, {"__annotations__": {"bank": int}}, {"bank": [0, 0]}])
def test_an_unmarked_field_is_refused(body):
    with pytest.raises(BadGame, match=r"'bank'.*does not say who sees it.*everyone.*owner.*nobody"):
        type("Unmarked", (fields.State,), body)


def test_an_owners_field_has_a_part_for_each_seat():
    with pytest.raises(BadGame, match="4 seats"):
        owner(3, 2)


@pytest.mark.parametrize("name", ["take", "sort", "max", "copy", "log"])
def test_a_name_that_a_record_hides_is_refused(name):
    with pytest.raises(BadGame, match=name):
        fields.check_fields({name: fields.Field((), fields.Seen.EVERYONE)})


def test_record_methods_are_all_listed():
    import numpy as np

    methods = {name for kind in (np.recarray, np.record) for name in dir(kind) if not name.startswith("_")}
    assert methods - fields.RECORD_METHODS == {"T"}  # no field of ours is in capitals


def test_a_shape_of_nothing_is_refused():
    with pytest.raises(BadGame, match="shape"):
        fields.check_fields({"row": fields.Field((0,), fields.Seen.EVERYONE)})


def test_every_game_has_the_common_fields_first():
    assert list(Toy.FIELDS)[:8] == ["rng", "players", "first", "to_move", "together", "phase", "round_no", "over"]


def test_a_copy_is_equal_and_apart():
    s = filled()
    t = s.copy()
    assert t == s
    t.cube[1][1][1] = 0
    t.hands[2][0] = 99
    assert s.cube[1][1][1] == -8
    assert s.hands[2][0] == 20
    assert t != s


def test_a_view_hides_what_is_not_its_seats():
    scope = {}
    exec(fields.hide_source(Toy.FIELDS), scope)
    for seat in (-1, 0, 2):
        s = filled()
        scope["hide"](s, seat)
        assert s.bank == 7
        assert s.cube == filled().cube
        assert s.deck == [UNKNOWN] * 5
        assert set(s.rng) == {0}
        assert s.room == [0, 0]
        for p in range(4):
            assert s.hands[p] == (filled().hands[p] if p == seat else [UNKNOWN] * 3)
            assert s.secret[p] == (p + 1 if p == seat else UNKNOWN)
        assert filled().seen_by(seat) == s


def test_what_a_seat_sees_is_apart_from_the_state():
    s = filled()
    seen = s.seen_by(2)
    seen.cube[1][1][1] = seen.hands[2][0] = 99
    assert s == filled()


class Odd(fields.State):
    pass


def test_no_byte_of_a_record_belongs_to_no_field():
    for state in (Toy, Odd):
        dtype = fields.record_dtype(state.FIELDS)
        assert dtype.itemsize == sum(dtype[name].itemsize for name in dtype.names)
        assert dtype.itemsize % 4 == 0
    assert "filler" in Odd.FIELDS


def test_bytes_are_those_of_the_record_and_come_back():
    import numpy as np

    s = filled()
    data = fields.to_bytes(s, Toy.FIELDS)
    dtype = fields.record_dtype(Toy.FIELDS)
    assert len(data) == dtype.itemsize
    record = np.frombuffer(data, dtype)[0]
    for name in Toy.FIELDS:
        assert np.array_equal(record[name], getattr(s, name)), name
    assert fields.from_bytes(data, PLAIN(), Toy.FIELDS) == s


class Late(fields.State):
    goal = house("TOY-1", 3, 1, 9)
    told = history(3)
    bank = everyone()


class Early(fields.State):
    goal = house("TOY-1", 3, 1, 9)
    bank = everyone()


def test_what_is_only_remembered_is_seen_and_lies_behind_what_the_rules_go_by():
    """So a game can begin to remember more: what its rules go by is written as before, and read without it."""
    late, early = (fields.plain_class("Toy", state.FIELDS) for state in (Late, Early))
    s, before = late(), early()
    s.bank, s.told = before.bank, _ = 7, [1, 2, 3]
    assert list(Late.FIELDS)[-4:] == ["told", "history_filler", "goal", "house_filler"]
    assert s.seen_by(2).told == [1, 2, 3]
    data = fields.to_bytes(s, Late.FIELDS)
    old = fields.to_bytes(before, Early.FIELDS)
    assert fields.ruled_bytes(s, Late.FIELDS) == old
    assert data.startswith(old)
    assert fields.from_bytes(data, late(), Late.FIELDS) == s
    read = fields.from_bytes(old, late(), Late.FIELDS)
    assert (read.bank, read.told) == (7, [0, 0, 0])
    with pytest.raises(struct.error):
        fields.from_bytes(data[:-2], late(), Late.FIELDS)
