"""Play at a table: what is accepted happens, what is taken back never happened, and the entries are the table."""

import json
import random

import pytest

import kobako
from kobako.table import Act, Entry, Undo
from tests.table.sitting import SETUPS, dump, fold, frames, match_dump, refused, seated, step

EVERY = pytest.mark.parametrize("setup", SETUPS, ids=repr)


def taken_back_by_the_book(match, begun):
    """Who could take back the last action, from nothing but the game: its seats, events and chance; or None.

    `begun` is how things were before the action.
    """
    ply = len(match.actions)
    shown = any(event.kind.reveals for event in match.events if event.ply == ply)
    drawn = match.state.rng != begun.state.rng
    others_choose = match.state.together & ~(1 << match.seats[-1])
    if match.over or shown or drawn or begun.state.together or others_choose:
        return None
    return match.seats[-1]


@EVERY
def test_undo_is_possible_exactly_while_nothing_new_is_known(setup):
    for seed in range(3):
        rng, table, run = random.Random(seed), seated(setup, seed), 0
        while table.status == "playing":
            begun, turn = table.match.copy(), table.turn
            seat = step(table, rng)
            if table.turn == turn:  # chosen, while others still choose
                assert table.can_undo(seat)
                continue
            who = taken_back_by_the_book(table.match, begun)
            last = [] if who is None else [seat]
            run = 0 if who is None else run + 1 if begun.seats[-1:] == [seat] else 1
            assert [s for s in range(setup.players) if table.can_undo(s)] == last
            if last:
                assert table._parts.of(seat) == run


@EVERY
def test_what_can_be_taken_back_taught_the_mover_nothing(setup):
    """Whatever the hidden cards are, the mover would now see the same."""
    rng, tried = random.Random(7), 0
    for seed in range(2):
        table = seated(setup, seed)
        while table.status == "playing":
            before = table.match.copy()
            seat = step(table, rng)
            if not table.can_undo(seat) or seat in table._chosen:
                continue
            after, action = table.match.view(seat).state, table.match.actions[-1]
            for i in range(3):
                twin = before.copy()
                twin.state = before.view(seat).imagine(i)
                twin.play(action)
                assert twin.view(seat).state == after, (seed, len(before.actions), action)
                tried += 1
    assert tried


@EVERY
def test_undo_brings_back_the_same_bytes(setup):
    undone = 0
    for seed in range(2):
        rng, table = random.Random(seed), seated(setup, seed)
        marks = []  # (seat, the game and the log) before each action that can still be taken back
        while table.status == "playing":
            before = match_dump(table.match), list(table.log)
            seat = step(table, rng, hold=rng.random() < 0.3)
            if seat in table._chosen or not table.can_undo(seat):
                marks = []
                continue
            if table.match.actions and len(table.match.actions) == len(before[0][1]):
                continue  # it was a confirm
            marks = [*(m for m in marks if m[0] == seat), (seat, before)]
            while marks and rng.random() < 0.4:
                who, (game, log) = marks.pop()
                turn = table.turn
                table.undo(who, table.turn)
                assert table.turn == turn + 1
                assert table.held is None
                assert match_dump(table.match) == game
                assert table.log == log
                undone += 1
                if not marks:
                    assert refused(table, Undo(who, table.turn)).code == "no_undo"
    assert undone


@EVERY
def test_entries_are_the_table(setup):
    """The same entries, by way of JSON, show everyone the same at all times."""
    rng, table, shown = random.Random(3), seated(setup, 3, (60, 5)), {}
    while table.status == "playing":
        now = table.updated + rng.random()
        seat = step(table, rng, now, hold=rng.random() < 0.3)
        if rng.random() < 0.15:
            shown[table.entries] = frames(table, now + 1), now + 1
        if table.can_undo(seat) and rng.random() < 0.3:
            table.undo(seat, table.turn, now)
    again = fold(table.terms, [])
    for text in table.kept:
        again.take(Entry.read(*json.loads(text)))
        if again.entries in shown:
            was, now = shown[again.entries]
            assert frames(again, now) == was
    assert dump(again) == dump(table)


@EVERY
def test_a_game_at_the_table_is_a_game(setup):
    """Its kifu replays to the same bytes with the names; the seed keeps its promise; the scores are the match's."""
    rng, table = random.Random(5), seated(setup, 5)
    while table.status == "playing":
        step(table, rng, hold=rng.random() < 0.5)
    again = kobako.replay(table.kifu())
    assert again.to_bytes() == table.match.to_bytes()
    assert again.names == [f"Name {seat}" for seat in range(setup.players)]
    assert again.seed == table.terms.proof
    assert again.seed_hash == table.terms.promise


def test_a_held_move_waits_for_its_confirmation():
    table = seated(kobako.game("donburiko").setup(3), 1)
    first = table.acting[0]
    table.act(first, table.legal(first)[0], 0, hold=True)
    assert table.held == first
    assert table.acting == [first]
    assert table.legal(first) == []
    for seat in range(3):
        refusal = refused(table, Act(seat, 0, table.turn))
        assert refusal.code == "not_your_turn"
    table.undo(first, table.turn)
    assert table.held is None
    table.act(first, table.legal(first)[1], table.turn, hold=True)
    table.confirm(first, table.turn)
    assert table.held is None
    assert table.acting != [first]
    assert refused(table, Undo(first, table.turn)).code == "no_undo"
