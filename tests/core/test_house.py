"""House rules: numbers of the rulebook that a table may change, by naming them, and that nobody sees otherwise."""

import pickle

import pytest

import kobako
from kobako.core.batch import Batch
from kobako.core.errors import BadGame, BadOption
from kobako.core.fields import House, Seen, State, everyone, house, kept_size, to_bytes, to_record
from kobako.core.kifu import replay
from kobako.core.rulebook import rule_numbers
from kobako.core.words import LANGUAGES
from kobako.terminal.telling import house_words

GAMES = kobako.game_names()
# What a designer would turn first, by game: a value other than the rulebook's.
CHANGED = {
    "donburiko": {"goal": 25, "most_points": 8},
    "ice": {"goal": 2, "cone": 4},
    "kotori": {"field": 2, "decks": 3},
    "tokkuri": {"flask": 8, "cost": 1},
    "umbradeco": {"stack_points": 3, "turns": 5, "head_start": 2},
}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_five_or_more_each_with_its_rule_and_a_name(name):
    game = kobako.game(name)
    assert len(game.house) >= 5
    for rule in game.house:
        assert rule.rule in rule_numbers(game.rulebook("en"))
        assert all(game.words(lang).has("option", rule.name) for lang in LANGUAGES)
        for players in rule.players:
            assert rule.least[players] <= rule.default_for(players) <= rule.most[players]


@pytest.mark.parametrize("name", GAMES)
def test_nobody_sees_them_who_does_not_name_them(name):
    game = kobako.game(name)
    setup = game.setup(3)
    named = {rule.name for rule in game.house} - {option.name for option in game.options}
    assert not named & {option.name for option in game.options}
    assert not named & setup.option_texts().keys()
    assert setup.house_rules == {}
    assert house_words(setup, "en") == []
    given = {rule.name: rule.default_for(3) for rule in game.house if 3 in rule.players}
    spelled = game.setup(3, **given)  # the rulebook, named
    assert spelled.option_texts() == setup.option_texts()
    assert spelled.new(5).kifu() == setup.new(5).kifu()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_house_rules_is_kept_in_its_kifu_and_copied_with_them(name):
    setup = kobako.game(name).setup(3, **CHANGED[name])
    assert setup.house_rules.keys() == CHANGED[name].keys()
    match = setup.new(7).run(lambda m: m.legal()[-1])
    text = match.kifu()
    for option, value in CHANGED[name].items():
        assert f"option {option}: {value}\n" in text
    again = replay(text)
    assert again.setup.options == setup.options
    assert again.state == match.state
    for copied in (pickle.loads(pickle.dumps(match)), pickle.loads(pickle.dumps(match.view(1)))):
        for rule in setup.game.house:
            assert getattr(copied.state, rule.field) == getattr(match.state, rule.field)


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_plays_by_them_and_is_restored_with_them(name):
    setup = kobako.game(name).setup(3, **CHANGED[name])
    batch = Batch(setup, 8, seed=3)
    for _ in range(20):
        batch.step(batch.random_actions())
    again = Batch.restore(batch.save())
    assert (again.states == batch.states).all()
    for rule in setup.game.house:
        assert (batch.states[rule.field] == getattr(setup.template, rule.field)).all()


def test_a_wrong_value_is_answered_with_what_is_allowed_and_the_rule():
    game = kobako.game("donburiko")
    for wrong in (4, 101, "many", 20.5, True, None, "2_0"):
        with pytest.raises(BadOption, match=r"allowed is 5 to 100 \(rulebook: 20\), see DON-17") as refused:
            game.setup(3, goal=wrong)
        assert refused.value.code == "bad_house_rule"
    with pytest.raises(BadOption, match="no option 'gaol': its options are first; its house rules are chips, goal"):
        game.setup(3, gaol=20)


def test_what_is_allowed_may_depend_on_the_players():
    game = kobako.game("donburiko")
    assert game.setup(2, hand=6).options["hand"] == 6
    with pytest.raises(BadOption, match=r"allowed is 1 to 3 \(rulebook: 3\), see DON-4"):
        game.setup(4, hand=4)
    assert kobako.game("ice").setup(2, hand=7).house_rules == {"hand": "10"}
    assert kobako.game("ice").setup(2, hand=12).house_rules == {}
    assert kobako.game("ice").setup(3, hand=7).house_rules == {"hand": "9"}


@pytest.mark.parametrize(
    ("name", "players", "options", "told"),
    [
        (
            "donburiko",
            3,
            {"start_chips": 20, "chips": 30},
            "DON-3 needs 60, and there are 30: change 'start_chips', 'chips'",
        ),
        ("donburiko", 4, {"loaches": 0}, "DON-4 needs 16, and there are 14: change 'hand', 'wild_acorns', 'loaches'"),
        ("umbradeco", 2, {"copies": 5}, "UMB-11 needs 38, and there are 23: change 'turns', 'copies', 'removed'"),
        ("ice", 4, {"ranks": 9}, "ICE-2 needs 40, and there are 36: change 'hand', 'ranks'"),
    ],
)
def test_what_cannot_be_dealt_is_refused(name, players, options, told):
    with pytest.raises(BadOption, match=told) as refused:
        kobako.game(name).setup(players, **options)
    assert refused.value.code == "misfit"


def test_they_do_what_they_say():
    donburiko = kobako.game("donburiko").setup(3, chips=60, start_chips=7, hand=2, up_chips=2)
    match = donburiko.new(1)
    assert match.state.chips[:3] == [7, 7, 7]
    assert match.state.bank == 39
    assert match.state.cards[:3] == [2, 2, 2]
    seat = match.seat
    match.play(next(action for action in match.legal() if "(" not in str(action)))
    assert match.state.chips[seat] == 9
    assert kobako.game("kotori").setup(3, lowest=3, highest=6).new(1).state.deck_size <= 3 + 4 + 5 + 6
    short = kobako.game("umbradeco").setup(4, turns=2).new(1).run(lambda m: m.legal()[0])
    assert short.state.round_no == 2
    assert kobako.game("ice").setup(3, goal=1).new(1).run(lambda m: m.legal()[0]).state.round_no == 1
    assert kobako.game("tokkuri").setup(2, start_total=30).new(1).scores == [30, 30]


def test_the_table_says_so_in_words():
    setup = kobako.game("donburiko").setup(3, goal=25)
    assert house_words(setup, "en") == ["House rules", "  Chips that make the round the last: 25 instead of 20"]
    assert house_words(setup, "ja") == ["ハウスルール", "  最終ラウンドになるチップの枚数：25（ルールブックでは20）"]


def test_a_state_s_bytes_leave_them_out_and_its_record_has_them_last():
    class Toy(State):
        goal = house("TOY-1", {2: 3, 3: 4}, 1, 9)
        pot = everyone()

    class Plain(State):
        pot = everyone()

    assert isinstance(Toy.FIELDS["goal"], House)
    kept = [name for name, field in Toy.FIELDS.items() if field.seen is not Seen.HOUSE]
    assert kept == list(Plain.FIELDS)
    assert list(Toy.FIELDS)[len(kept) :] == ["goal", "house_filler"]
    setup = kobako.game("kotori").setup(2, decks=4)
    s = setup.deal(1)
    record = to_record(s, setup.game.fields)
    assert record.startswith(to_bytes(s, setup.game.fields))
    assert len(to_bytes(s, setup.game.fields)) == kept_size(setup.game.fields) < len(record)


def test_a_field_that_does_not_say_who_sees_it_is_told_of_house_too():
    with pytest.raises(BadGame, match=r"history\(...\) or house\(...\)"):

        class Wrong(State):
            goal = 3
