"""A game of few files: what it leaves out has a default, and what has none is asked for by name."""

import sys
import textwrap

import pytest

from kobako.core.errors import BadGame
from kobako.core.game import Game
from kobako.core.options import Whole
from kobako.testing import check_compiled

RULES = """
    from kobako.core import fields
    from kobako.core.fields import SEATS, everyone

    ACTIONS = 3
    ACTION_TEXTS = ("take 1", "take 2", "take 3")

    class State(fields.State):
        left = everyone()
        taken = everyone(SEATS)

    def deal(s):
        s.left = 10
        s.round_no = 1

    def legal(s, out):
        n = min(3, s.left)
        for i in range(n):
            out[i] = i
        return n

    def apply(s, action):
        s.left -= action + 1
        s.taken[s.to_move] += action + 1
        if s.left == 0:
            s.over = 1
        else:
            s.to_move = (s.to_move + 1) % s.players

    def result(s, p):
        return s.taken[p]

    def bound(s):
        return 10
"""
WORDS = """
    title = "Heap"
    about = "Take from the heap."
    [rule]
    "HEA-1" = "take as many as are left, three at the most."
    [kind]
    take = "take"
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Writes a package of a game below a folder that Python looks in."""
    monkeypatch.syspath_prepend(str(tmp_path))
    made = []

    def write(name, **files):
        home = tmp_path / name
        home.mkdir()
        given = {"__init__.py": "", "rules.py": RULES, "words.en.toml": WORDS, "words.ja.toml": WORDS}
        given |= {
            "rulebook.en.md": "# Heap\n\n**HEA-1** Take.\n",
            **{k.replace("__", "."): v for k, v in files.items()},
        }
        for file, text in given.items():
            if text is not None:
                (home / file).write_text(textwrap.dedent(text), encoding="utf-8")
        made.append(name)
        return lambda: Game(name="heap", version=1, package=name)

    yield write
    for name in [module for module in sys.modules if module.partition(".")[0] in made]:
        del sys.modules[name]


def test_rules_words_and_a_rulebook_are_a_game(package):
    game = package("heap_a")()
    for players in game.players:
        assert game.new(players, seed=1).run(lambda match: match.legal()[-1]).winners
        assert check_compiled(game.setup(players), game.compiled, range(5)) > 0


def test_defaults_are_made_from_the_fields(package):
    match = package("heap_b")().new(players=3, seed=1)
    match.play("take 3")
    view = match.view(1)
    assert view.show() == {"round": 1, "to_move": 1, "left": 7, "seats": [{"taken": 3}, {"taken": 0}, {"taken": 0}]}
    # players, who looks, whose turn from there, not together, phase, round, over; left + 1; taken + 1 from seat 1 on
    assert view.observation().tolist() == [3, 1, 0, 0, 0, 1, 0, 8, 1, 1, 4, 0]
    assert match.setup.describe(match.legal()[0]) == {"id": 0, "text": "take 1", "kind": "take", "piece": "1"}
    assert view.draw().splitlines() == [
        "Round: 1",
        "Left: 7",
        "  Seat 1: Taken 3",
        "* Seat 2: Taken 0",
        "  Seat 3: Taken 0",
    ]
    assert match.scores == [3, 0, 0]


@pytest.mark.parametrize(("name", "wrong"), [("heap", "no field of its name"), ("taken", "several places")])
def test_an_option_has_a_number_of_its_own_in_the_state(package, name, wrong):
    package("heap_e")
    with pytest.raises(BadGame, match=f"heap: option '{name}' has .*{wrong}"):
        Game(name="heap", version=1, package="heap_e", options=[Whole(name, (1, 2, 3), 2)])


def test_what_made_a_score_is_told_though_an_event_has_a_number_called_gain(package):
    words = package("heap_f", words__en__toml=WORDS + '[made]\n    took = "{times} times {gain}"\n')().words("en")
    part = {"kind": "took", "times": 2, "points": 5, "sums": {"gain": 7, "times": 9}}
    assert words.made(part) == "2 times +5"


def test_a_part_may_have_a_file_of_its_own(package):
    game = package("heap_c", notation__py="def action_kind(action):\n    return 'grab'\n")()
    assert game.new(seed=1).setup.describe(game.setup(2).action("take 2"))["kind"] == "grab"


def test_without_japanese_words_english_is_spoken(package):
    game = package("heap_d", words__ja__toml=None)()
    assert game.title("ja") == "Heap"
    assert "HEA-1" in game.rulebook("ja")


HIDDEN = RULES.replace("taken = everyone", "taken = owner").replace("import SEATS, ", "import SEATS, owner, ")
NOT_WHOLE = [
    (None, "has no rules: a game's rules are in its rules.py"),
    (RULES.replace("def bound", "def bond"), r"\.rules lacks 'bound'"),
    (HIDDEN, "taken can be hidden from a seat, so the game must say which states fit a view: write imagine"),
    (RULES.replace('"take 2", ', ""), "ACTION_TEXTS has 2 texts for 3 actions"),
]


@pytest.mark.parametrize(("rules", "wrong"), NOT_WHOLE)
def test_what_has_no_default_is_asked_for(package, rules, wrong):
    make = package(f"heap_{len(wrong)}", rules__py=rules)
    with pytest.raises(BadGame, match=wrong):
        make()


def test_a_part_that_lacks_something_itself_is_not_taken_for_missing(package):
    make = package("heap_e", knowledge__py="import no_such_module\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        make()
