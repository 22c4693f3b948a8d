"""What `kobako check` must not let pass: a game with one thing wrong is told of it, by the law that it breaks."""

import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

import kobako
from kobako.core import registry
from kobako.core.words import load_words
from kobako.kit.canvas import Canvas
from kobako.kit.scene import Scene
from kobako.scaffold.new import write_game
from kobako.testing import LawBroken, check_match, check_words
from kobako.testing.dialect import check_dialect
from kobako.testing.own_parts import check_labels, check_names
from kobako.testing.report import of_rules, of_soundness
from tests.janken import lay_down

SHOW = """
def show(s):
    return {"round": s.round_no, "to_move": s.to_move, "seats": [{"hand": [c + 1 for c in h]} for h in s.hand]}
"""
SHOW_PHASE = """
def show(s):
    return {"to_move": s.to_move, "phase": "over" if s.over else "playing"}
"""


class Altered:
    """A game from elsewhere, some of whose files are changed before it is loaded."""

    def __init__(self, home: Path, name: str) -> None:
        self.home, self.name = home, name

    def change(self, file: str, before: str, after: str) -> None:
        path = self.home / self.name / file
        text = path.read_text(encoding="utf-8")
        assert before in text
        path.write_text(text.replace(before, after), encoding="utf-8")

    def add(self, file: str, text: str) -> None:
        with (self.home / self.name / file).open("a", encoding="utf-8") as out:
            out.write(text)

    @property
    def game(self):
        return kobako.game(self.name)


@pytest.fixture
def altered(tmp_path, monkeypatch):
    """A way to have the game of `kobako new`, or Janken, with something wrong."""

    def forget(name):
        registry.forget()
        registry.game.cache_clear()
        load_words.cache_clear()
        for module in [module for module in sys.modules if module.split(".")[0] == name]:
            del sys.modules[module]

    def make(name):
        home = tmp_path / name
        if name == "janken":
            lay_down(home)
        else:
            write_game(name, tmp_path)
        monkeypatch.setenv("KOBAKO_GAMES", str(home))
        stack.enter_context(monkeypatch.context()).syspath_prepend(str(home))
        forget(name)
        stack.callback(forget, name)
        return Altered(home, name)

    with ExitStack() as stack:
        yield make
    monkeypatch.undo()
    registry.forget()


def check_games(game):
    check_match(game.setup(3), 0)
    check_match(game.setup(2), 1)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("s.shown[s.to_move] = action", "`apply` changes shown, which others see, before all who choose"),
        ("emit(s, SHOWED, s.to_move, action)", "`apply` emits showed before all who choose at the same time"),
    ],
    ids=["a field", "an event"],
)
def test_who_chooses_at_the_same_time_learns_nothing_early(altered, wrong, told):
    janken = altered("janken")
    choice = "    s.chosen[s.to_move] = action\n"
    janken.change("rules.py", choice, f"{choice}    {wrong}\n")
    with pytest.raises(LawBroken, match=told):
        check_games(janken.game)


def test_those_who_choose_together_are_asked(altered):
    janken = altered("janken")
    janken.change("rules.py", "s.together = (1 << s.players) - 1", "s.together = 6")
    with pytest.raises(LawBroken, match="choose at the same time: 1, 2; to_move is 0"):
        check_games(janken.game)


def test_only_numbers_are_counted(altered):
    tanuki = altered("tanuki")
    tanuki.change("words.en.toml", "{seat} plays {card}.", "{seat} plays {card:card|cards}.")
    with pytest.raises(LawBroken, match=r"its event has \{seat\}, \{card\}; of these .* can count none"):
        check_words(tanuki.game)


def test_what_is_unseen_is_not_counted(altered):
    tanuki = altered("tanuki")
    tanuki.change("rules.py", '"points:number")', '"?points:number")')
    with pytest.raises(LawBroken, match=r"the en text event.won, .*, does not fit"):
        check_words(tanuki.game)
    for lang in ("en", "ja"):
        tanuki.change(f"words.{lang}.toml", "[event]\n", '[event]\nwon_unseen = "{seat}: {card}, {points}"\n')
    load_words.cache_clear()
    check_words(tanuki.game)


def test_what_is_said_of_a_move_fits_it(altered):
    tanuki = altered("tanuki")
    tanuki.change("words.ja.toml", "{piece}を出す", "{card}を出す")
    with pytest.raises(LawBroken, match=r"the ja text move\.play does not fit: it can be filled with \{piece\}"):
        check_words(tanuki.game)
    for lang in ("en", "ja"):
        tanuki.change(f"words.{lang}.toml", "[move]\nplay", "[move]\nfold")
    load_words.cache_clear()
    with pytest.raises(LawBroken, match=r"words under \[move\] for kinds that there are not: \['fold'\]"):
        check_words(tanuki.game)


def test_an_impossible_state_is_imagined(altered):
    tanuki = altered("tanuki")
    tanuki.change("rules.py", "take_in(s, p, s.deck[n])", "take_in(s, p, 1)")
    with pytest.raises(LawBroken, match="an imagined state is unsound: card 2 lies in"):
        check_games(tanuki.game)


def test_a_game_can_begin_where_it_stands(altered):
    tanuki = altered("tanuki")
    tanuki.change(
        "rules.py", "rand(s, s.players) if s.first == NONE else s.first", "rand(s, s.players)\n    s.first = 0"
    )
    with pytest.raises(LawBroken, match=r"no game can begin at what a seat imagines: .* its first is not that of"):
        check_games(tanuki.game)


def test_without_broken_nobody_knows_what_is_possible(altered):
    tanuki = altered("tanuki")
    assert of_soundness(tanuki.game) == ""
    assert "into chosen is possible: write `broken(s)`" in of_soundness(altered("janken").game)


def test_broken_gives_a_sentence_or_none(altered):
    tanuki = altered("tanuki")
    tanuki.add("rules.py", '\n\ndef broken(s):\n    return ""\n')
    with pytest.raises(LawBroken, match=r"the deal: `broken` gives '': it gives a sentence .* None when all is well"):
        check_games(tanuki.game)


def test_a_seat_is_shown_the_same_by_the_short_way(altered):
    tanuki = altered("tanuki")
    tanuki.add("notation.py", "\n\ndef show_own(s, seat, unseen):\n    return unseen\n")
    with pytest.raises(LawBroken, match=r"seat 0: `show_own` gives another view than `show`"):
        check_games(tanuki.game)


def test_the_unknown_is_not_shown_as_a_number(altered):
    tanuki = altered("tanuki")
    tanuki.add("notation.py", SHOW)
    with pytest.raises(LawBroken, match=r"`show` writes UNKNOWN .*, at seats\[1\]\.hand\[0\]: -998"):
        check_games(tanuki.game)


def test_a_rule_stands_in_both_rulebooks(altered):
    tanuki = altered("tanuki")
    tanuki.change("rulebook.ja.md", "**TAN-2**", "**TAN-9**")
    with pytest.raises(LawBroken, match=r"for TAN-2, which rulebook\.ja\.md does not have"):
        check_words(tanuki.game)


def test_both_rulebooks_have_the_same_rules(altered):
    tanuki = altered("tanuki")
    tanuki.change("rulebook.en.md", "**TAN-1**", "**TAN-8**")
    with pytest.raises(LawBroken, match=r"rulebook\.en\.md lacks TAN-1, which rulebook\.ja\.md has"):
        check_words(tanuki.game)


def test_it_is_said_which_language_lacks_what(altered):
    tanuki = altered("tanuki")
    tanuki.change("words.ja.toml", "\nended = ", "\nfinished = ")
    wrong = r"words.en.toml lacks finished in \[event\]; words.ja.toml lacks ended in \[event\]"
    with pytest.raises(LawBroken, match=wrong):
        check_words(tanuki.game)


def test_a_rule_that_refuses_nothing_is_remarked(altered):
    tanuki = altered("tanuki")
    for lang in ("en", "ja"):
        tanuki.change(f"words.{lang}.toml", '"TAN-2" = ', '"TAN-3" = "x"\n"TAN-2" = ')
    assert "no move was refused by TAN-2 in" in of_rules(tanuki.game, 1)


def test_a_word_in_the_view_without_words(altered):
    tanuki = altered("tanuki")
    tanuki.add("notation.py", SHOW_PHASE)
    wrong = r'"phase=over" in \[view\] \(en\), "phase=over" in \[view\] \(ja\), "phase=playing" in \[view\] \(en\)'
    with pytest.raises(LawBroken, match=wrong):
        check_labels(tanuki.game)


def test_a_piece_of_a_move_without_words(altered):
    tanuki = altered("tanuki")
    tanuki.change("rules.py", 'f"play {card + 1}"', 'f"play {card + 1}" if card else "play fox"')
    with pytest.raises(LawBroken, match=r"no name for fox in \[piece\] \(en\), fox in \[piece\] \(ja\)"):
        check_labels(tanuki.game)


@pytest.mark.parametrize(
    ("file", "name", "meant"),
    [("mind.py", "evaluat", "evaluate"), ("rules.py", "observes", "observe"), ("terminal.py", "head_line", "headline")],
)
def test_a_misspelt_name_is_told(altered, file, name, meant):
    tanuki = altered("tanuki")
    tanuki.add(file, f"\n\ndef {name}(*args):\n    return 0\n")
    with pytest.raises(LawBroken, match=f"{file} has `{name}`, which nobody looks for, and no `{meant}`"):
        check_names(tanuki.game)


def test_a_name_of_its_own_is_no_misspelling(altered):
    tanuki = altered("tanuki")
    tanuki.add("mind.py", "def evaluate(s, view, gain):\n    evaluate2(s)\n\n\ndef evaluate2(s):\n    pass\n")
    assert check_names(tanuki.game) == "rules.py, mind.py"


def test_too_little_room_for_legal_actions(altered):
    tanuki = altered("tanuki")
    tanuki.change("rules.py", "HAND = MOST_LEGAL = 3", "HAND = 3\nMOST_LEGAL = 2")
    with pytest.raises(LawBroken, match=r"`legal` gives 3 actions, and MOST_LEGAL of rules\.py is 2"):
        check_games(tanuki.game)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("places = [p for p in range(4)]", "makes a list"),
        ("best = {1: 2}[1]", "makes a dict"),
        ("best = max(c for c in s.points)", "makes a generator"),
        ("if s.over == 1:\n        raise ValueError", "raises or catches an exception"),
        ("for card in sorted(s.points):\n        winner = card", r"calls sorted\(\)"),
        ("name = 'fox'", "has the text 'fox'"),
    ],
)
def test_what_cannot_be_compiled_is_told_by_its_line(altered, wrong, told):
    tanuki = altered("tanuki")
    rules = (tanuki.home / "tanuki" / "rules.py").read_text(encoding="utf-8").splitlines()
    line = rules.index("    winner = 0") + 1
    tanuki.change("rules.py", "    winner = 0\n", f"    {wrong}\n    winner = 0\n")
    number = line if "\n" not in wrong or "sorted" in wrong else line + 1
    with pytest.raises(
        LawBroken, match=f"rules.py, line {number}: `end_trick` {told}; what is compiled has whole numbers"
    ):
        check_dialect(tanuki.game)


def test_our_games_keep_to_the_dialect_and_have_no_misspelt_part():
    for name in ("donburiko", "ice", "kotori", "tokkuri", "umbradeco"):
        check_dialect(kobako.game(name))
        check_names(kobako.game(name))
        assert of_rules(kobako.game(name), 5) == of_soundness(kobako.game(name)) == ""


def test_as_many_backs_are_shown_as_there_are_cards(altered):
    match = altered("tanuki").game.new(3, seed=1)
    first = match.seat
    match.play(match.legal()[0])
    hands = [seat["hand"] for seat in match.view(None).show()["seats"]]
    assert hands[first] == ["?", "?"]
    assert hands[(first + 1) % 3] == ["?", "?", "?"]


def test_our_games_stand_first_on_the_shelf(altered):
    altered("akatsuki")
    names = [game.name for game in registry.shelf()]
    assert names == ["donburiko", "ice", "kotori", "tokkuri", "umbradeco", "akatsuki"]


def test_a_name_without_room_ends_in_dots():
    setup = kobako.game("kotori").setup(2)
    canvas = Canvas(20, 1)
    scene = Scene(setup, setup.new(1).view(0).show(), 0, "en", ["Momo", "Ken"])
    scene.name(canvas, 0, 0, 0, 14, "Points 12 Bids 3")
    assert canvas.text() == "  Momo  Point…"
