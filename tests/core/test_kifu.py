"""Kifu: what is written is read back byte for byte; what is wrong is refused with its line."""

import base64
import contextlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kobako
from kobako.core.errors import BadKifu, BadPosition, KobakoError, OtherRules
from kobako.core.kifu import clean, replay


def played(name, players, seed, plies=None, **options):
    match = kobako.game(name).new(players=players, seed=seed, names=[f"P{i}" for i in range(players)], **options)
    rng = random.Random(seed)
    while not match.over and (plies is None or len(match.actions) < plies):
        match.play(rng.choice(match.legal()))
    return match


WHOLE = played("kotori", 2, 3).kifu()
PART = played("donburiko", 3, 4, plies=9).kifu()


@pytest.mark.parametrize("name", kobako.game_names())
def test_round_trip(name):
    for players in kobako.game(name).players:
        for plies in (0, 5, None):
            match = played(name, players, seed=11, plies=plies)
            again = kobako.replay(match.kifu())
            assert again.kifu() == match.kifu()
            assert again.to_bytes() == match.to_bytes()
            assert again.names == match.names
            assert again.events == match.events or [e.record for e in again.events] == [e.record for e in match.events]


def test_it_carries_everything_there_is_to_know():
    match = played("ice", 2, 5, hand=12, first=1)
    lines = match.kifu().splitlines()
    assert lines[:9] == [
        "kobako kifu 1", "game: ice", "rules: 1", "players: 2", "option first: 1", "option hand: 12",
        "seed: 00000000000000000000000000000005", "seat 0: P0", "seat 1: P1",
    ]  # fmt: skip
    assert lines[-1] == "result: " + " ".join(map(str, match.scores))


def test_comments_blank_lines_and_windows_line_ends_are_passed_over():
    text = "\ufeff# a game\r\n\r\n" + WHOLE.replace("\n", "\r\n")
    assert kobako.replay(text).kifu() == WHOLE


def test_names_are_one_line():
    match = kobako.game("kotori").new(players=2, seed=1, names=["a\nresult: 9", " \tb\x07 "])
    again = kobako.replay(match.kifu())
    assert again.names == ["a result: 9", "b"]


def test_a_name_that_cannot_be_seen_is_none():
    assert clean("\u3164\u2800 \u200b") == ""
    assert clean("\u3164葵\u2800") == "葵"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("kobako kifu 1", "kobako kifu 2", "line 1: expected 'kobako kifu 1'"),
        ("game: kotori", "game: chess", "line 2: no game 'chess': there are donburiko, ice"),
        ("players: 2", "players: 7", "line 4: kotori is for 2, 3, 4 players"),
        ("option first: drawn", "option first: 9", "line 5: option 'first' cannot be '9'"),
        ("option first: drawn", "option first: 0\noption second: 1", "line 6: kotori has no option 'second'"),
        ("option first: drawn", "option first drawn", "'option NAME: VALUE'"),
        ("option first: drawn", "option first: 0\noption first: 0", "line 6: option 'first' is given twice"),
        ("seed: 0", "seed: g", "32 hexadecimal digits"),
        ("seat 1: P1", "seat 2: P1", "expected 'seat 1: …'"),
        (" bid", " bet", "'bet' is not an action of kotori"),
        (" bid", " " + "x" * 2000, "line 10: 'x{59} is not an action of kotori"),
        ("\nstate:", "\n0 bid\nstate:", "after the end of the game"),
        ("result:", "1 bid\nresult:", "expected 'result: …'"),
        ("state: ", "state: 0", "the actions lead to state"),
        ("result: ", "result: 9", "the actions lead to the result"),
    ],
)
def test_a_wrong_line_is_named(old, new, said):
    assert old in WHOLE
    with pytest.raises(BadKifu, match=said):
        kobako.replay(WHOLE.replace(old, new, 1))


def test_rules_of_another_version_are_never_used_silently():
    with pytest.raises(OtherRules, match="line 3: played under rules 0 of kotori; here are rules 1"):
        kobako.replay(WHOLE.replace("rules: 1", "rules: 0"))


def test_an_illegal_action_is_named_with_its_rule():
    with pytest.raises(BadKifu, match=r"line \d+: 'pass' is not allowed \(KOT-4\)"):
        kobako.replay(WHOLE.replace(" bid", " pass", 1))


def test_the_wrong_seat_is_named():
    first = WHOLE.splitlines()[9]
    other = str(1 - int(first[0])) + first[1:]
    with pytest.raises(BadKifu, match=r"line 10: seat . plays 'bid', but it is the turn of seat"):
        kobako.replay(WHOLE.replace(first, other, 1))


def test_nothing_may_follow_and_nothing_may_be_too_long():
    with pytest.raises(BadKifu, match="nothing may follow the result"):
        kobako.replay(WHOLE + "more\n")
    with pytest.raises(BadKifu, match="longer than"):
        kobako.replay(WHOLE + "#" * (1 << 20))
    with pytest.raises(BadKifu, match="cut short"):
        kobako.replay("")


@pytest.mark.parametrize("text", [WHOLE.encode(), None, 1])
def test_a_kifu_is_a_text(text):
    with pytest.raises(BadKifu, match=f"a kifu is a text, not {type(text).__name__}"):
        kobako.replay(text)


@pytest.mark.parametrize("text", [WHOLE, PART])
def test_cut_short_anywhere_it_is_refused(text):
    for end in range(len(text.rstrip())):
        with pytest.raises(BadKifu):
            kobako.replay(text[:end])


@given(st.sampled_from([WHOLE, PART]), st.data())
def test_damage_is_found_or_harmless(text, data):
    at = data.draw(st.integers(0, len(text) - 1))
    by = data.draw(st.text(max_size=3))
    damaged = text[:at] + by + text[at + data.draw(st.integers(0, 3)) :]
    try:
        match = kobako.replay(damaged)
    except KobakoError:
        return
    # What is still read is a game by the rules that ends as it says: only names and blanks can have changed.
    assert match.to_bytes() == kobako.replay(text).to_bytes()


def begun_in_mid_play(name, players=3):
    """A game that begins at a position which one seat imagines."""
    match = played(name, players, seed=8, plies=7)
    begun = match.setup.new(5, position=match.view(0).imagined_position(9))
    rng = random.Random(1)
    return begun.run(lambda m: rng.choice(m.legal()))


@pytest.mark.parametrize("name", kobako.game_names())
def test_a_game_that_began_at_a_position_is_read_back(name):
    for players in kobako.game(name).players:
        match = begun_in_mid_play(name, players)
        again = kobako.replay(match.kifu())
        assert again.to_bytes() == match.to_bytes()
        assert again.kifu() == match.kifu()
        assert again.beginning().to_bytes() == match.beginning().to_bytes()
        assert again.beginning().actions == []
        assert [e.record for e in again.events] == [e.record for e in match.events]


def test_a_position_that_cannot_be_is_refused_with_its_line():
    text = begun_in_mid_play("kotori", 2).kifu()
    line = next(row for row in text.splitlines() if row.startswith("position: "))
    data = base64.b64decode(line.removeprefix("position: "))
    other = base64.b64encode(begun_in_mid_play("kotori", 3).position).decode()
    wrong = {
        "position: ?": "is not a position in base64",
        f"position: {base64.b64encode(data[:-2]).decode()}": f"{len(data)} bytes long, not {len(data) - 2}",
        f"position: {other}": "its players is not that of",
        f"position: {base64.b64encode(bytes(len(data))).decode()}": "its players",
        line.replace("position", "seed"): "is not a seed",
    }
    for row, told in wrong.items():
        with pytest.raises(BadKifu, match=told) as refused:
            kobako.replay(text.replace(line, row))
        assert refused.value.line == 6


@pytest.mark.parametrize("name", kobako.game_names())
def test_a_position_in_which_a_number_is_changed_is_taken_or_refused_with_a_reason(name):
    match = begun_in_mid_play(name)
    rng = random.Random(name)
    for _ in range(60):
        data = bytearray(match.position)
        data[rng.randrange(88, len(data))] = rng.randrange(256)
        with contextlib.suppress(BadPosition):
            match.setup.new(1, position=bytes(data))


def test_a_text_from_elsewhere_does_not_begin_at_a_position():
    with pytest.raises(BadKifu) as refused:
        replay(begun_in_mid_play("ice").kifu(), from_elsewhere=True)
    assert refused.value.code == "kifu_position"
    assert replay(WHOLE, from_elsewhere=True).kifu() == WHOLE
