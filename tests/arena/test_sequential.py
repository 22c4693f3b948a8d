"""An interval that holds at every look: seldom wrong however often one looks, and not much wider than it must be."""

import random
import re
from itertools import pairwise

import pytest

from kobako.arena.duel import Outcome
from kobako.arena.schedule import Plan, Unit
from kobako.arena.sequential import Sure, Watch, sure_of
from kobako.cli import main


def coins(chance, number, seed):
    rng = random.Random(seed)
    return [float(rng.random() < chance) for _ in range(number)]


def test_the_truth_is_seldom_ruled_out_however_often_one_looks():
    """What is ruled out stays so: the last look tells of all. Of 200 runs 10 may be wrong, by chance a few more."""
    wrong = sum(sure_of(coins(0.25, 300, seed)).excludes(0.25) for seed in range(200))
    assert wrong <= 18


def test_what_is_far_off_is_ruled_out_soon():
    found = sure_of(coins(0.45, 300, 1))
    assert found.excludes(0.25)
    assert found.low < 0.45 < found.high
    assert found.high - found.low < 0.25


def test_it_never_widens():
    values = coins(0.3, 120, 3)
    looks = [sure_of(values[:n]) for n in range(1, 121, 7)]
    assert all(b.low >= a.low and b.high <= a.high for a, b in pairwise(looks))


@pytest.mark.parametrize("value", [0.0, 0.25, 1.0])
def test_what_is_always_the_same_is_soon_known(value):
    found = sure_of([value] * 200)
    assert found.low <= value <= found.high
    assert found.high - found.low < 0.1


def test_before_anything_came_all_is_open():
    assert sure_of([]) == Sure(0.0, 1.0)


def test_deals_count_in_their_order_and_no_gap_is_skipped():
    plan = Plan("kotori", 1, 2, (), ("search:9", "random"), 1, 8)
    mine, theirs = Outcome((1, 0), (1, 2), 9), Outcome((0, 1), (2, 1), 9)
    won, lost = (mine, theirs), (theirs, mine)  # by rotation: the first bot sits on seat 0, then on seat 1
    done = {Unit(0, 0): won, Unit(0, 1): lost, Unit(0, 3): won}
    watch = Watch(plan)
    watch.see(done)
    assert watch.gamblers.number == 2
    assert watch.gamblers.sure == sure_of([1.0, 0.0])
    watch.see(done | {Unit(0, 2): lost})
    assert watch.gamblers.sure == sure_of([1.0, 0.0, 0.0, 1.0])


def test_an_arena_stops_when_it_is_clear_and_goes_on_when_asked(tmp_path, capsys):
    asked = ["arena", "donburiko", "-p", "2", "--bots", "greedy,random", "--seed", "3", "--workers", "1", "--csv"]
    asked += ["-n", "400", "--out", str(tmp_path)]
    assert main([*asked, "--until-clear"]) == 0
    told = capsys.readouterr().out
    played = int(re.search(r"Clear after (\d+) games: greedy wins a share from (0\.\d+) to", told).group(1))
    assert float(re.search(r"a share from (0\.\d+) to", told).group(1)) > 0.5
    assert played < 400
    assert main(asked) == 0
    assert "400 games" in capsys.readouterr().out


def test_what_cannot_become_clear_is_refused(tmp_path, capsys):
    for bots in ("random", "greedy,random,policy"):
        asked = ["arena", "kotori", "-p", "2", "--bots", bots, "--out", str(tmp_path)]
        assert main([*asked, "--until-clear"]) == 2
        assert "--until-clear is for one bot against others" in capsys.readouterr().err
