"""Options and seeds: what is allowed, and what is said of the rest."""

import hashlib

import numpy as np
import pytest

from kobako.core.errors import BadOption, BadSeed
from kobako.core.fields import NONE
from kobako.core.options import First, Flag, Option, Whole, read_options
from kobako.core.seeds import parse_seed, seed_hash, seed_text, seed_words

TABLE = (First(), Whole("hand", (10, 12), 10, players=(2,)), Flag("edge", True), Whole("rounds", range(1, 51), 8))


def read(players, **given):
    return read_options("toy", TABLE, (2, 3, 4), players, given)


def test_defaults_of_the_options_that_apply():
    assert read(2) == (2, {"first": NONE, "hand": 10, "edge": 1, "rounds": 8})
    assert read("4") == (4, {"first": NONE, "edge": 1, "rounds": 8})


def test_values_may_be_given_as_they_are_or_as_text():
    assert read(2, hand="12", edge="off", rounds=50, first="1")[1] == {"first": 1, "hand": 12, "edge": 0, "rounds": 50}
    assert read(3, edge=False, first=None)[1] == {"first": NONE, "edge": 0, "rounds": 8}
    assert read(3, edge=" OFF", first="Drawn ")[1] == {"first": NONE, "edge": 0, "rounds": 8}


@pytest.mark.parametrize("players", [1, 5, 0, -2, "many", None, 2.5, True, float("inf"), float("nan"), "0_3"])
def test_players_are_counted(players):
    with pytest.raises(BadOption, match="toy is for 2, 3, 4 players"):
        read(players)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"colour": 1}, "no option 'colour': its options are edge, first, hand, rounds"),
        ({"hand": 11}, "'hand' cannot be 11: allowed is 10 or 12"),
        ({"hand": True}, "10 or 12"),
        ({"rounds": 51}, r"1 to 50 \(default 8\)"),
        ({"rounds": "8.5"}, "1 to 50"),
        ({"rounds": "1_2"}, "1 to 50"),
        ({"edge": "maybe"}, r"on or off \(default on\)"),
        ({"first": 2}, "a seat from 0 to 1, or 'drawn'"),
        ({"first": -1}, "a seat from 0 to 1"),
    ],
)
def test_a_wrong_option_is_answered_with_what_is_allowed(given, said):
    with pytest.raises(BadOption, match=said):
        read(2, **given)


def test_an_option_that_does_not_apply_is_refused_even_at_its_default():
    with pytest.raises(BadOption, match="'hand' does not apply to 4 players: it is for 2 players only"):
        read(4, hand=10)


def test_texts_are_read_back():
    for option in TABLE:
        for value in option.samples(2):
            assert option.read(option.text(value), 2) == value


def test_an_option_without_a_reader_refuses_everything():
    with pytest.raises(BadOption):
        Option("x", 0, "nothing").read(0, 2)


@pytest.mark.parametrize(
    "value",
    [-1, 2**128, "", "xyz", "0x", "ff", 1.5, True, str(2**128 + 1), "1" * 40, b"1", [1], np.array([1]), np.True_],
)
def test_what_is_no_seed(value):
    with pytest.raises(BadSeed, match="32 hexadecimal digits"):
        parse_seed(value)


def test_seeds_are_read_and_written():
    for seed in (0, 7, 2**128 - 1):
        assert parse_seed(seed) == parse_seed(seed_text(seed)) == seed
        assert sum(word << 32 * k for k, word in enumerate(seed_words(seed))) == seed
        assert parse_seed(f"{seed}") == seed
    assert parse_seed("1" * 33) == int("1" * 33)
    assert parse_seed("1" * 32) == int("1" * 32, 16)  # as a kifu has it
    assert parse_seed(" 12 ") == 12
    assert [parse_seed(np.int64(3)), parse_seed(np.array(3))] == [3, 3]
    assert parse_seed(None) != parse_seed(None)


def test_the_promise_can_be_checked_with_sha256sum():
    assert seed_hash(255) == hashlib.sha256(b"000000000000000000000000000000ff").hexdigest()


def test_the_laws_try_every_choice_of_an_option_that_names_no_samples():
    class Weather(Option):
        def choices(self, players):
            return ("sun", "rain")

    assert Weather("weather", "sun", "sun or rain").samples(2) == ("sun", "rain")
    assert Option("deck", "usual", "anything").samples(2) == ("usual",)
