"""Seats: sitting down, leaving, sitting down again; names, hints, practice, the end."""

import json
import random

import kobako
from kobako.bots.characters import CHARACTERS
from kobako.bots.registry import bot_title, player_title
from kobako.table import Act, Leave, NextTable, Sit, SitBot, Table, Terms
from kobako.table.frame import frame, welcome
from kobako.terminal.telling import along, called, told
from tests.table.sitting import frames, key_of, match_dump, refused, seated, step

DONBURIKO = kobako.game("donburiko").setup(3, first=0)


def finish(table, seed=1):
    rng = random.Random(seed)
    while table.status == "playing":
        step(table, rng)
    return table


def test_the_game_begins_when_all_seats_are_taken():
    table = Table(Terms(DONBURIKO, 1))
    for seat in (2, 0):
        table.do(Sit(seat, key_of(seat)), 0)
        assert table.status == "waiting"
        assert frame(table, seat, 0)["view"] is None
        assert frame(table, seat, 0)["legal"] == []
    table.do(SitBot(1, "novice"), 0)
    assert table.status == "playing"
    face = table.seats[1].face
    assert table.names == ["", f"novice:{face}", ""]
    assert player_title(table.names[1]) == bot_title("novice", face=face)
    assert [player_title(name) for name in ("novice", "Aya: me", "")] == ["novice", "Aya: me", ""]
    assert frame(table, 0, 0)["seats"][1] == {
        "by": "bot",
        "name": "",
        "level": "novice",
        "away": False,
        "face": table.seats[1].face,
    }
    assert table.seats[1].face in CHARACTERS["novice"]


def test_a_bot_is_somebody_even_if_a_person_has_chosen_its_face():
    """A level has three characters. Who of them looks like a person at the table sits down last."""
    chosen = next(iter(CHARACTERS["regular"]))
    table = Table(Terms(kobako.game("kotori").setup(4), 1))
    table.do(Sit(0, key_of(0), "Lena", face=chosen), 0)
    for seat in (1, 2, 3):
        table.do(SitBot(seat, "regular"), 0)
    bots = [seat.face for seat in table.seats[1:]]
    assert sorted(bots) == sorted(CHARACTERS["regular"])
    assert bots[-1] == chosen


def test_leaving_before_the_start_frees_the_seat():
    table = Table(Terms(DONBURIKO, 1))
    table.do(Sit(0, key_of(0), "Aya"), 0)
    table.do(Leave(0), 0)
    assert table.free() == [0, 1, 2]
    assert table.holder(key_of(0)) is None
    assert table.names == ["", "", ""]


def test_a_seat_left_in_mid_game_can_be_taken_over():
    table = seated(DONBURIKO, 1)
    table.do(Leave(0), 0)
    assert table.holder(key_of(0)) is None
    assert table.free() == [0]
    assert refused(table, Leave(0)).code == "not_seated"
    table.do(Act(0, int(table.legal(0)[0]), 0, bot=True), 0)
    table.do(Sit(0, "another key", "Ben"), 0)
    assert table.holder("another key") == 0
    assert table.holder(key_of(0)) is None
    assert table.free() == []
    assert table.names[0] == "Ben"
    finish(table)


def test_the_record_of_a_finished_game_is_not_changed_by_who_goes_or_comes():
    table = seated(DONBURIKO, 1)
    table.do(Leave(2), 0)
    finish(table)
    kifu = table.kifu()
    table.do(Leave(0), 0)
    assert table.holder(key_of(0)) is None
    assert table.holder(key_of(1)) == 1
    assert refused(table, Sit(2, "thief", "The winner")).code == "taken"
    assert table.kifu() == kifu
    assert "seat 0: Name 0" in kifu


def test_names_of_any_kind_stay_in_their_place():
    table, hostile = Table(Terms(DONBURIKO, 1)), ["綾\nseed: 0", '"}]<b>\u2028\x00', "result: 9 9 9"]
    for seat, name in enumerate(hostile):
        table.do(Sit(seat, key_of(seat), name), 0)
    finish(table)
    again = kobako.replay(table.kifu())
    assert again.to_bytes() == table.match.to_bytes()
    shown = json.loads(frames(table)[-1])
    assert [seat["name"] for seat in shown["seats"]] == hostile


def test_hints_are_given_unless_two_people_play():
    def hints(people, given=None):
        table = Table(Terms(DONBURIKO, 1, hints=given))
        for seat in range(3):
            table.do(Sit(seat, key_of(seat)) if seat < people else SitBot(seat), 0)
        shown = frame(table, 0, 0)
        assert welcome(table, "t1", 0)["hints"] == table.hints
        assert ("hint" in shown["can"]) == (table.hints and bool(shown["legal"]))
        return table.hints

    assert [hints(people) for people in (0, 1, 2, 3)] == [True, True, False, False]
    assert [hints(3, True), hints(1, False)] == [True, False]


def test_practice_goes_on_from_any_ply_of_a_recorded_game():
    for name in kobako.game_names():
        setup = kobako.game(name).setup(2)
        record = finish(seated(setup, 6)).match
        for plies in range(1, len(record.actions) + 1, 3):
            table = Table(Terms(setup, record._seed, opening=tuple(map(int, record.actions[:plies]))))
            assert welcome(table, "t1", 0)["practice"]
            for seat in range(2):
                table.do(Sit(seat, key_of(seat)), 0)
            assert not any(table._parts.of(seat) for seat in range(2))
            for seat, action in zip(record.seats[plies:], record.actions[plies:], strict=True):
                table.act(seat, action, table.turn, now=0)
            assert match_dump(table.match) == match_dump(record)


def test_the_end_shows_the_seed_and_the_next_table():
    table = seated(DONBURIKO, 77)
    assert frame(table, -1, 0)["seed"] is None
    assert table.terms.proof not in str(frames(table))
    finish(table)
    shown = frame(table, 0, 0)
    assert shown["seed"] == table.terms.proof
    assert shown["can"] == ["rematch"]
    assert shown["winners"] == table.match.winners
    assert frame(table, -1, 0)["can"] == []
    table.do(NextTable(0, "t2"), 0)
    assert {json.loads(text)["next"] for text in frames(table).values()} == {"t2"}


def test_the_log_keeps_the_name_of_who_left_and_of_the_bot_that_stood_in():
    table = seated(DONBURIKO, 1)
    table.do(Act(0, int(table.legal(0)[0]), table.turn), 0)
    table.do(Leave(0), 0)
    while table.acting != [0]:
        seat = table.acting[0]
        table.do(Act(seat, int(table.legal(seat)[0]), table.turn), 0)
    table.do(Act(0, int(table.legal(0)[0]), table.turn, bot=True), 0)
    table.do(Sit(0, "another key", "Zoe"), 0)
    shown = frame(table, 1, 0)
    log = shown["log"]["items"]
    names = along(log, called(shown["seats"], "en"), "en")
    story = [told(item, DONBURIKO.game, who, "en") for item, who in zip(log, names, strict=True)]
    left, sat = next(i for i, item in enumerate(log) if item["event"] == "left"), len(log) - 1
    assert story[left] == "Name 0 leaves, and a bot plays on."
    assert story[sat] == "Zoe sits down."
    assert any("Name 0" in line for line in story[3:left])
    assert any(line.startswith(names[sat - 1][0]) for line in story[left + 1 : sat])
    assert names[sat - 1][0] not in ("Name 0", "Zoe")
    assert not any("Zoe" in line for line in story[:sat])
