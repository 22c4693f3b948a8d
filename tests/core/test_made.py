"""What made a score: events taken together, in parts that add up, said in both languages."""

import random

import pytest

import kobako
from kobako.core.words import LANGUAGES
from kobako.table.frame import frame
from tests.janken import installed
from tests.table.sitting import seated

GAMES = kobako.game_names()


def played(game, seed=3, players=3):
    rng = random.Random(seed)
    return game.new(players=players, seed=seed).run(lambda match: rng.choice(match.legal()))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_parts_add_up_and_events_tell_all_of_them(game, players):
    match = played(kobako.game(game), players=players)
    made = match.made()
    assert [sum(part["points"] for part in parts) for parts in made] == match.scores
    kinds = {part["kind"] for parts in made for part in parts}
    assert "other" not in kinds, "every change of a score is told by an event that names its seat"
    for lang in LANGUAGES:
        worded = match.game.words(lang).tables["made"]
        assert kinds <= worded.keys(), "and each has words"


def test_rows_colours_pushes_and_stacks_are_told_apart():
    match = played(kobako.game("umbradeco"))
    told = {part["kind"]: part for part in match.made()[0]}
    scored = told["scored"]
    assert scored["points"] == scored["sums"]["rows"] + scored["sums"]["four_colours"]
    extra = sum(told[kind]["points"] for kind in ("pushed", "stacked") if kind in told)
    assert extra == scored["sums"]["push_or_stack"]


def test_colours_that_brought_nothing_are_not_told():
    part = {"kind": "scored", "points": 5, "sums": {"rows": 5, "four_colours": 0}, "times": 2}
    words = kobako.game("umbradeco").words("en")
    assert words.made(part) == "lines +5"
    assert words.made({**part, "sums": {"rows": 5, "four_colours": 3}}) == "lines +5\u2003four colours +3"


def test_who_is_paid_is_told_as_well_as_who_pays():
    match = played(kobako.game("tokkuri"))
    every = [part for parts in match.made() for part in parts]
    paid, given = (sum(p["points"] for p in every if p["kind"] == kind) for kind in ("paid", "paid_given"))
    assert paid < 0
    assert given == -paid


def test_a_game_with_no_words_for_it_is_told_by_its_events(tmp_path):
    with installed(tmp_path) as janken:
        match = played(janken)
        parts = match.made()[match.winners[0]]
        assert [part["kind"] for part in parts] == ["gained"]
        assert match.game.words().made(parts[0]) == f"Gained +{match.scores[match.winners[0]]}"


def test_a_frame_tells_it_at_the_end_and_not_before():
    table = seated(kobako.game("kotori").setup(2))
    rng = random.Random(1)
    while table.status == "playing":
        assert frame(table, 0, 0.0)["made"] == []
        seat = table.acting[0]
        table.act(seat, rng.choice(table.legal(seat)), table.turn)
    assert frame(table, 0, 0.0)["made"] == table.match.made()
