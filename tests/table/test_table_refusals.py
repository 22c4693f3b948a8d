"""Refusals: each with its code, its reason and, where a rule forbids it, the rule's number; and nothing changes."""

import random

import pytest

import kobako
from kobako.core.errors import IllegalAction
from kobako.core.rulebook import rule_numbers
from kobako.table import (
    Act,
    Away,
    Back,
    Confirm,
    Leave,
    NextTable,
    Refused,
    Say,
    Sit,
    SitBot,
    Table,
    Terms,
    TimeOut,
    Undo,
)
from tests.table.sitting import SETUPS, dump, fold, found, key_of, refused, seated, step

EVERY = pytest.mark.parametrize("setup", SETUPS, ids=repr)
DONBURIKO = kobako.game("donburiko").setup(3, first=0)


@EVERY
def test_an_illegal_move_is_refused_by_the_rule_that_forbids_it(setup):
    numbers, rng, rules = set(rule_numbers(setup.game.rulebook("en"))), random.Random(2), set()
    table = seated(setup, 2)
    while table.status == "playing":
        wrong = [a for a in setup.actions if a is not None and a not in table.match.legal()]
        if (not rules or rng.random() < 0.06) and not table.together and wrong:
            action = rng.choice(wrong)
            refusal = refused(table, Act(table.match.seat, int(action), table.turn))
            with pytest.raises(IllegalAction) as by_the_match:
                table.match.copy().play(action)
            assert (refusal.code, refusal.rule) == ("illegal", by_the_match.value.rule)
            assert refusal.rule in numbers
            assert refusal.rule in refusal.message
            assert setup.game.words("en").get("rule", refusal.rule) in refusal.message
            assert refused(table, Act(table.match.seat, str(action), table.turn)).rule == refusal.rule
            rules.add(refusal.rule)
        step(table, rng)
    assert rules


@EVERY
def test_who_must_wait_and_what_is_no_action(setup):
    table = found(setup, lambda t: not t.together)
    waiting = next(seat for seat in range(setup.players) if seat not in table.acting)
    legal = int(table.legal(table.acting[0])[0])
    refusal = refused(table, Act(waiting, legal, table.turn))
    assert refusal.code == "not_your_turn"
    assert f"seat {table.acting[0]} is awaited" in refusal.message
    for seat in (-1, setup.players, 99):
        for request in (Act(seat, legal, table.turn), Undo(seat, table.turn), Sit(seat), Say(seat, "thanks")):
            assert refused(table, request).code == "no_such_seat"
    for turn in (table.turn - 1, table.turn + 1, -1):
        for request in (Act(table.acting[0], legal, turn), Undo(0, turn), Confirm(0, turn)):
            assert refused(table, request).code == "stale"
    for nonsense in ("", "🐢", "take everything", -1, setup.game.actions, 10**30, True):
        refusal = refused(table, Act(table.acting[0], nonsense, table.turn))
        assert refusal.code == "unknown_action"
        assert "an action is an id from 0" in refusal.message
    with pytest.raises(Refused, match="True is not an action"):
        table.act(table.acting[0], True, table.turn)
    assert refused(table, Confirm(table.acting[0], table.turn)).code == "nothing_held"


def test_before_the_start_and_after_the_end():
    table = Table(Terms(DONBURIKO, 1))
    table.do(Sit(0, key_of(0)), 0)
    for request in (Act(0, 0, 0), Undo(0, 0), Confirm(0, 0), NextTable(0, "t1")):
        assert refused(table, request).code == "not_playing"
    for request in (Away(0), Back(0), TimeOut(0), Leave(1)):
        assert refused(table, request).code == "not_seated"
    over, rng = seated(DONBURIKO, 1), random.Random(1)
    assert refused(over, NextTable(0, "t1")).code == "not_playing"
    while over.status == "playing":
        step(over, rng)
    for request in (Act(0, 0, over.turn), Undo(0, over.turn), Confirm(0, over.turn)):
        assert refused(over, request).code == "not_playing"
    over.do(NextTable(1, "t1"), 0)
    assert refused(over, NextTable(0, "t2")).code == "not_playing"
    assert over.next == "t1"


def test_seats_that_are_taken():
    table = Table(Terms(DONBURIKO, 1))
    table.do(Sit(0, key_of(0)), 0)
    assert refused(table, Sit(0, "another")).message == "seat 0 is taken; free: 1, 2"
    table.do(SitBot(1, "novice"), 0)
    for request in (Sit(1, "x"), SitBot(0), SitBot(1)):
        assert refused(table, request).code == "taken"
    table.do(SitBot(2), 0)
    assert "no seat is free" in refused(table, Sit(2, "x")).message


def test_only_presets_are_said():
    table = seated(DONBURIKO, 1)
    refusal = refused(table, Say(0, "you fool"))
    assert refusal.code == "bad_message"
    assert "good_game" in refusal.message
    assert table.do(Say(2, "thanks"), 0) == [{"ply": 0, "event": "said", "seat": 2, "what": "thanks"}]


def test_who_has_said_enough_waits_a_moment():
    table = seated(DONBURIKO, 1)
    for now in range(5):
        table.do(Say(0, "hello"), now)
    refusal = refused(table, Say(0, "hello"), 9.9)
    assert (refusal.code, "wait" in refusal.message) == ("too_fast", True)
    table.do(Say(1, "thanks"), 9.9)
    table.do(Say(0, "hello"), 10)
    assert refused(table, Say(0, "hello"), 10.5).code == "too_fast", "the five before it are of the last ten seconds"
    assert dump(fold(table.terms, table.kept)) == dump(table)


def test_entries_are_taken_in_order():
    table = seated(DONBURIKO, 1)
    entry = table.propose(Say(0, "hello"), 5)
    before = dump(table)
    table.take(entry)
    assert dump(table) != before
    with pytest.raises(ValueError, match="cannot be taken"):
        table.take(entry)
    assert table.propose(Say(0, "hello"), 1).at == 5, "time does not go back"


def test_an_id_is_remembered_once_it_is_accepted():
    table = seated(DONBURIKO, 1)
    refused(table, Act(1, 0, 0, "mine"))
    assert table.answered(0, "mine") is None
    table.do(Act(0, int(table.legal(0)[0]), 0, "mine"), 0)
    assert table.answered(0, "mine") == 1
    assert table.answered(1, "mine") is None
    assert table.answered(0, "") is None
