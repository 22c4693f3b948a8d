"""What the terminal says of moves, seats, scores and ties."""

import pytest

import kobako
from kobako.core.words import LANGUAGES, Number, Words, minus
from kobako.terminal import telling
from kobako.terminal.retell import outcome
from tests.games.kotori.test_kotori_end import final

NAMES = ["Aya", "Ben"]


@pytest.mark.parametrize(
    ("game", "move", "en", "ja"),
    [
        ("donburiko", "4>B", "add acorn 4 to row B, face up", "どんぐり4を列Bに表向きに足す"),
        ("donburiko", "take A", "take row A", "列Aを山に返す"),
        ("donburiko", "fives 0", "count every wild acorn as 1", "「1か5」をすべて1と数える"),
        ("donburiko", "fives 2", "count 2 of the wild acorns as 5", "「1か5」を2枚だけ5と数える"),
        ("ice", "S3", "play strawberry 3", "苺3を出す"),
        ("kotori", "bid", "bid", "値付けする"),
        ("tokkuri", "steal 1", "steal from Ben", "Benからスチールする"),
        ("umbradeco", "R d4", "place red on d4", "赤をd4に置く"),
        ("umbradeco", "push ne", "push up right", "右上へ押し出す"),
    ],
)
def test_a_move_is_a_sentence(game, move, en, ja):
    setup = kobako.game(game).setup(2)
    shown = next(setup.describe(action) for action in setup.actions if action is not None and action.text == move)
    assert [telling.move_words(shown, setup.game, NAMES, lang) for lang in LANGUAGES] == [en, ja]


def test_a_move_without_a_sentence_is_its_kind_and_its_pieces(monkeypatch):
    game = kobako.game("ice")
    bare = {section: texts for section, texts in game.words("ja").tables.items() if section != "move"}
    monkeypatch.setattr(type(game), "words", lambda self, lang="en": Words(bare, lang))
    shown = {"id": 2, "text": "S3", "kind": "play", "card": "S3"}
    assert telling.move_words(shown, game, NAMES, "ja") == "カードを出す：苺3"


def test_who_tried_what_is_not_allowed_is_told_why():
    item = {"ply": 0, "event": "refused", "seat": 0, "rule": "KOT-4"}
    said = [telling.told(item, kobako.game("kotori"), NAMES, lang) for lang in LANGUAGES]
    assert said[0].startswith("Aya tries something that is not allowed: you cannot pass")
    assert not any("KOT-4" in text for text in said)


def test_a_minus_is_as_wide_as_a_digit():
    assert f"{Number(-6)} {Number(-1):chip|chips} {Number(-2):none|# points}" == "−6 −1 chip −2 points"
    assert minus(-1.5) == "−1.5"
    assert telling.result([-6, 3], [1], NAMES, "en") == "Won by Ben. Scores: Aya −6, Ben 3."
    why = {"fact": "scores", "values": {"best": -1.5, "mine": -4}}
    words = kobako.game("tokkuri").words("en"), telling.screen_words("en")
    assert "−1.5 points" in telling.reason_words(why, *words, NAMES)
    assert "to −4" in telling.reason_words(why, *words, NAMES)


def test_who_asks_for_a_pond_may_type_a_hyphen():
    held = {1: {"-1": 0.5}}
    for typed in ("-1", "pond -1", "Pond −1"):
        [said] = telling.belief_words(held, typed, NAMES, kobako.game("donburiko"), "en")
        assert "pond −1" in said
        assert "Ben (50%)" in said


def test_seats_are_counted_from_one():
    words = kobako.game("ice").words("ja")
    assert words.seat(0) == "席1"
    assert words.option_value("first", "0") == "席1"
    match = kobako.game("ice").new(players=2, seed=1)
    assert telling.players_called(match, "en") == ["Seat 1", "Seat 2"]


def test_a_tie_that_was_broken_is_told():
    """KOT-12: of equally many cards the highest number decides, and the end says so."""
    told = kobako.game("kotori").words("en").get("end", "tie_broken")
    assert told in outcome(final([(2, 9), (1, 10)]), "en")
    assert told not in outcome(final([(2, 9), (1, 9)]), "en")
    assert told not in outcome(final([(2, 9), (10,)]), "en")
    ice = kobako.game("ice")
    assert telling.tie_words([3, 3], [1, 2], ice, "en") == []
