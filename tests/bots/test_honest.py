"""No bot knows what its seat cannot see: where only that differs, it chooses the same."""

import sys
from pathlib import Path

import pytest

import kobako
from kobako.bots.bot import Budget
from kobako.bots.registry import bot_names, make_bot
from kobako.bots.search.thinking import classic_thinking, thinking_of
from kobako.core.errors import BadSeat
from kobako.core.fields import to_bytes
from kobako.core.position import View

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"
ARGUMENTS = {"program": f":{sys.executable} -S '{EXAMPLE}'"}
BUDGET = Budget(simulations=60)  # of simulations, not of seconds: then a choice can be repeated


def twins(name, players, seed):
    """Views of the true state and of one imagined from it, at every few decisions; and whether the states differ."""
    match = kobako.game(name).new(players=players, seed=seed)
    chooser = make_bot("random", match.game, seed)
    while not match.over:
        view = match.view(match.seat)
        if len(view.legal()) > 1 and len(match.actions) % 7 == seed % 7:
            other = view.imagine(seed)
            differ = to_bytes(other, match.game.fields) != match.to_bytes()
            match.game.plain.hide(other, view.seat)
            yield view, View(match.setup, other, view.seat), differ
        match.play(chooser.choose(view, view.legal()))


@pytest.mark.parametrize("bot", [name for name in bot_names() if name != "random"])
def test_a_match_is_not_shown_to_a_bot(bot):
    """It holds the true state. (A random player looks at nothing.)"""
    match = kobako.game("kotori").new(players=2, seed=1)
    match.play("bid")
    thinking = thinking_of(match.game)
    thinking.compiled.kernel(thinking.kernel)
    player = make_bot(bot + ARGUMENTS.get(bot, ""), match.game, 11)
    for shown in (match, match.view(None)):
        with pytest.raises(BadSeat, match=r"the view of a seat, match\.view\(seat\), not "):
            player.choose(shown, match.legal(), BUDGET)


@pytest.mark.parametrize("bot", bot_names())
@pytest.mark.parametrize("name", kobako.game_names())
def test_a_choice_hangs_on_nothing_unseen(bot, name):
    game = kobako.game(name)
    for thinking in (classic_thinking(game), thinking_of(game)):
        thinking.compiled.kernel(thinking.kernel)
    differing = compared = 0
    for players in (2, 4):
        for truth, other, differ in list(twins(name, players, players + 1))[:5]:
            mine, theirs = (make_bot(bot + ARGUMENTS.get(bot, ""), game, 11) for _ in range(2))
            assert mine.choose(truth, truth.legal(), BUDGET) == theirs.choose(other, other.legal(), BUDGET)
            differing += differ
            compared += 1
    assert compared > 4
    assert differing > 0
