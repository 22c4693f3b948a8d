"""A match from Python: what reads well, and what wrong use is told."""

import copy
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

import kobako
from kobako.core.errors import BadOption, BadSeat, BadSeed, GameOver, IllegalAction, UnknownAction, UnknownGame
from kobako.core.match import Match


def test_a_notebook_session():
    match = kobako.game("donburiko").new(players=3, seed=7)
    assert match.seat in range(3)
    assert str(match.legal()[0]) == repr(match.legal()[0])
    for wanted in (match.legal()[0], int(match.legal()[1]), str(match.legal()[2])):
        twin = match.copy()
        assert twin.play(wanted)
        assert len(twin.actions) == 1
        assert not match.actions
    rng = random.Random(1)
    match.run(lambda m: rng.choice(m.legal()))
    assert match.over
    assert match.seat is None
    assert match.legal() == []
    assert match.winners == [i for i, rank in enumerate(match.ranks) if rank == 1]
    assert max(match.scores) == match.scores[match.winners[0]]
    assert kobako.replay(match.kifu()).scores == match.scores


def test_the_seed_settles_everything():
    one, two, other = (kobako.game("ice").new(players=4, seed=s) for s in (5, "5", 6))
    assert one.to_bytes() == two.to_bytes() != other.to_bytes()
    assert one.seed == "00000000000000000000000000000005"
    assert one.seed_hash == two.seed_hash != other.seed_hash
    assert kobako.game("ice").new().seed != kobako.game("ice").new().seed


def test_an_action_is_found_whatever_its_case_and_width():
    match = kobako.game("kotori").new(players=2, seed=1)
    for text in ("bid", " BID ", "Bid", "\uff42\uff49\uff44"):
        assert match.setup.action(text) == match.legal()[0]


def test_an_action_is_its_number_and_its_text():
    action = kobako.game("kotori").new(seed=1).legal()[0]
    assert action == 0
    assert f"{action}" == str(action) == "bid"
    assert pickle.loads(pickle.dumps(action)).text == "bid"
    assert copy.deepcopy(action).text == "bid"


@pytest.mark.parametrize("wrong", ["", "castle", -1, 10**6, 2.5, None, b"bid", ["bid"], True, np.True_])
def test_what_is_no_action(wrong):
    match = kobako.game("kotori").new(players=2, seed=1)
    with pytest.raises(UnknownAction, match=r"not an action of kotori.*'bid'"):
        match.play(wrong)
    assert not match.actions


def test_an_id_that_this_table_has_no_use_for():
    with pytest.raises(
        UnknownAction, match=r"45 is not an action of ice: .* 0 to 51 \(44 of them in use at this table\)"
    ):
        kobako.game("ice").new(players=4, seed=1).play(45)
    assert str(kobako.game("ice").setup(players=2).action(45)) == "take C left"


def test_an_illegal_action_names_its_rule_and_changes_nothing():
    match = kobako.game("kotori").new(players=2, seed=1)
    before = match.to_bytes()
    with pytest.raises(IllegalAction, match=r"'pass' is not allowed \(KOT-4\): .* Allowed now: bid\.") as refused:
        match.play("pass")
    assert refused.value.rule == "KOT-4"
    assert refused.value.legal == ("bid",)
    assert match.to_bytes() == before
    assert not match.actions
    assert match.events[-1].ply == 0


def test_after_the_end_nothing_is_played():
    rng = random.Random(2)
    match = kobako.game("kotori").new(players=2, seed=2).run(lambda m: rng.choice(m.legal()))
    with pytest.raises(GameOver):
        match.play("bid")


def test_wrong_requests_say_what_would_be_right():
    with pytest.raises(UnknownGame, match="no game 'go': there are donburiko, ice, kotori, tokkuri, umbradeco"):
        kobako.game("go")
    with pytest.raises(BadOption, match="no option 'colour'"):
        kobako.game("ice").new(colour="blue")
    with pytest.raises(BadSeed):
        kobako.game("ice").new(seed="lucky")
    with pytest.raises(BadSeat, match="2 players need 2 names"):
        kobako.game("ice").new(players=2, names=["a"])
    match = kobako.game("ice").new(players=2)
    for seat in (2, -1):
        with pytest.raises(BadSeat, match="0 to 1, and None"):
            match.view(seat)
    with pytest.raises(BadSeat):
        match.view(None).imagine()
    with pytest.raises(BadSeat):
        match.view(None).observation()


def test_a_view_is_what_one_seat_knows():
    match = kobako.game("ice").new(players=3, seed=9)
    view = match.view(match.seat)
    assert view.legal() == match.legal()
    assert match.view((match.seat + 1) % 3).legal() == []
    assert view.observation().shape == (match.game.knowledge.OBSERVATION,)
    assert view.imagine(1) == view.imagine(random.Random(1)) != view.imagine(2)
    assert str(view)
    assert view.draw("ja") != view.draw("en")
    spectator = match.view(None)
    assert "?" in str(spectator.show())


def test_events_are_sentences_and_keep_their_secrets():
    match = kobako.game("donburiko").new(players=4, seed=3, names=["Aoi", "Ben", "Chie", "Dai"])
    actor = match.seat
    action = next(a for a in match.legal() if str(a).startswith("("))
    (laid,) = [e for e in match.play(action) if e.kind.name == "laid"]
    assert laid.show()["card"] == str(action).split(")")[0][1:]
    assert laid.seen_by(actor) == laid
    for other in (None, (actor + 1) % 4):
        hidden = laid.seen_by(other)
        assert hidden.show()["card"] is None
        told = f"{match.names[actor]} lays a card face down in row A, with a chip on it."
        assert hidden.words("en", match.names) == told
        assert "裏向き" in hidden.words("ja")


def test_a_match_that_does_not_end_is_stopped(monkeypatch):
    match = kobako.game("kotori").new(players=2, seed=1)
    monkeypatch.setattr(type(match.setup), "bound", 3)
    with pytest.raises(kobako.KobakoError, match="did not end within 3 decisions"):
        match.run(lambda m: m.legal()[-1])


def test_names_are_texts_one_for_every_seat():
    with pytest.raises(BadSeat, match="a player's name is a text, not 1"):
        kobako.game("kotori").new(players=2, seed=1, names=["Aoi", 1])
    match = kobako.game("kotori").new(players=2, seed=1, first=1)
    for tell in (match.view(0).draw, match.events[0].words):
        assert "Ben" in tell("en", ["Aoi", "Ben"])
        with pytest.raises(BadSeat, match="no name for seat 1: names are one for every seat, not 1"):
            tell("en", ["Aoi"])


def test_seats_and_numbers_of_another_kind():
    match = kobako.game("kotori").new(players=2, seed=1)
    for seat in ("0", 2, -1, 0.5, True, 1.0):
        with pytest.raises(BadSeat, match=f"no seat {seat!r}: there are 0 to 1"):
            match.view(seat)
    view = match.view(np.int64(1))
    assert [getattr(view.imagine(np.int64(5)), name) for name in match.game.fields] == [
        getattr(view.imagine(5), name) for name in match.game.fields
    ]


def test_after_the_end_the_winners_are_named():
    for seed, winners in ((16, [0, 1]), (3, [0])):
        rng = random.Random(seed)
        match = kobako.game("kotori").new(players=2, seed=seed).run(lambda m, rng=rng: rng.choice(m.legal()))
        assert match.winners == winners
        with pytest.raises(GameOver, match=f"kotori has been won by seat {' and seat '.join(map(str, winners))}$"):
            match.play("bid")


def test_copies_are_apart():
    match = kobako.game("umbradeco").new(players=2, seed=1)
    twin = match.copy()
    twin.play(twin.legal()[0])
    assert isinstance(twin, Match)
    assert not match.actions
    assert match.to_bytes() != twin.to_bytes()


def test_neither_numpy_nor_numba_is_needed_to_play():
    code = (
        "import sys, kobako\n"
        "for name in kobako.game_names():\n"
        "    match = kobako.game(name).new(seed=1)\n"
        "    match.play(match.legal()[0]), match.view(0).draw('ja'), match.kifu()\n"
        "assert not {'numpy', 'numba', 'rich'} & set(sys.modules), 'too much was imported'\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
