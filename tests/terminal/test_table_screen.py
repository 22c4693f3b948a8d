"""The screen of a table: what it answers, what it offers, how one leaves it."""

import random
import threading

import pytest
from textual.widgets import Label, OptionList, Static

import kobako
from kobako.core.seeds import parse_seed, seed_hash
from kobako.terminal.app.app import TooSmall
from kobako.terminal.app.pages import Curtain, Menu, Page
from kobako.terminal.app.replay import ReplayScreen
from kobako.terminal.app.review import ReviewPage
from tests.terminal.helpers import at_table, play_by_keys, run


def test_a_click_narrows_and_a_second_one_plays():
    async def game():
        async with at_table("donburiko", options={"first": "0"}) as hand:
            await hand.my_turn()
            card = hand.frame["view"]["seats"][0]["hand"][0]
            await hand.click(("card", card))
            assert hand.table.choice.picked == {"card": card}
            assert f"║{card:^3}║" in hand.text
            await hand.click(("row", "A"))
            assert {move["kind"] for move in hand.table.choice.left} == {"add_up", "add_down"}
            await hand.click(
                ("kind", "add_up") if ("kind", "add_up") in zones(hand) else ("move", hand.table.choice.left[0]["id"])
            )
            await hand.until(lambda: hand.frame["turn"] > 0)
            return str(hand.table.sitting.table.match.actions[0]), card

    played, card = run(game())
    assert played == f"{card}>A"


def zones(hand):
    return {zone.piece for zone in hand.sheet.canvas.zones}


def test_escape_lets_go():
    async def game():
        async with at_table("donburiko", options={"first": "0"}) as hand:
            await hand.my_turn()
            await hand.click(("row", "A"))
            assert hand.table.choice.picked
            await hand.press("escape")
            assert not hand.table.choice.picked

    run(game())


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "you must play that colour"), ("ja", "その色を出さなければなりません")]
)
def test_a_card_that_may_not_be_played_is_answered_with_the_rule(lang, said):
    async def game():
        async with at_table("ice", options={"first": "1"}, lang=lang) as hand:
            rng = random.Random(0)
            while await hand.my_turn():
                legal = {move.get("card") for move in hand.frame["legal"]}
                held = hand.frame["view"]["seats"][0]["hand"]
                if hand.frame["view"]["trick"] and (other := [card for card in held if card not in legal]):
                    before = len(hand.table.sitting.table.match.actions)
                    await hand.click(("card", other[0]))
                    await hand.until(lambda: hand.table.message)
                    assert "ICE-3" in hand.text
                    assert said in hand.text.replace("\n  ", "" if lang == "ja" else " ")
                    assert len(hand.table.sitting.table.match.actions) == before
                    return True
                hand.table.play(rng.choice(hand.frame["legal"]))
            return False

    assert run(game())


def test_typed_moves():
    async def game():
        async with at_table("kotori", options={"first": "0"}) as hand:
            await hand.my_turn()
            for typed, answer in (("pass", "KOT-4"), ("fly", "“fly” is not a move"), ("9", "the moves are 1 to 1")):
                await hand.type(typed)
                await hand.until(lambda: hand.table.message)
                assert answer in hand.text
            await hand.press("1", "enter")
            await hand.until(lambda: hand.table.sitting.table.match.actions)
            await hand.my_turn()
            await hand.press("colon", "b", "tab", "enter")  # Tab completes
            await hand.until(lambda: len(hand.table.sitting.table.match.actions) > 1)

    run(game())


def test_the_line_closes_by_escape():
    async def game():
        async with at_table("kotori", options={"first": "0"}) as hand:
            await hand.my_turn()
            await hand.press("colon", "b", "escape")
            assert not hand.table.line.display
            assert hand.sheet.has_focus

    run(game())


def test_take_back_what_was_held_then_let_it_stand():
    async def game():
        async with at_table("ice", options={"first": "0"}, hold=True) as hand:
            await hand.my_turn()
            await hand.press("enter")
            await hand.until(lambda: hand.frame["held"])
            assert "waits for you to confirm" in hand.text
            await hand.press("u")
            await hand.until(lambda: hand.frame["legal"])
            assert not hand.table.sitting.table.match.actions
            await hand.press("enter")
            await hand.until(lambda: hand.frame["held"])
            await hand.press("c")
            await hand.until(lambda: len(hand.table.sitting.table.match.actions) > 1)
            await hand.my_turn()
            await hand.press("C")
            assert not hand.table.hold

    run(game())


def test_a_refusal_to_take_back_says_so():
    async def game():
        async with at_table("kotori", options={"first": "0"}) as hand:
            await hand.my_turn()
            await hand.press("u")
            assert "Nothing can be taken back" in hand.text

    run(game())


def test_hint():
    async def game():
        async with at_table("donburiko", options={"first": "0"}) as hand:
            await hand.my_turn()
            await hand.press("h")
            await hand.until(lambda: "win chance" in hand.text)
            assert any(move["text"] in hand.table.message for move in hand.frame["legal"])

    run(game())


def test_pages():
    async def game():
        async with at_table("kotori", options={"first": "0"}) as hand:
            await hand.my_turn()
            for key, part in (("r", "KOT-12"), ("question_mark", "Escape")):
                await hand.press(key)
                assert part in hand.screen.text
                assert hand.screen.query_one("#text", Static).size.height > 24
                await hand.press("pagedown", "escape")
            await hand.press("l")
            assert "Round 1" in str(hand.screen.query_one("#text", Static).content)
            await hand.press("escape")
            await hand.press("m")
            assert isinstance(hand.screen, Menu)
            assert "bid" in str(hand.screen.query_one(OptionList).get_option_at_index(0).prompt)
            await hand.press("enter")
            await hand.until(lambda: hand.table.sitting.table.match.actions)

    run(game())


def test_another_language_at_once():
    async def game():
        async with at_table("kotori", options={"first": "0"}) as hand:
            await hand.my_turn()
            assert "Kotori Atsume" in hand.text
            await hand.press("f2")
            assert "ことりあつめ" in hand.text
            await hand.press("f2")
            assert "Kotori Atsume" in hand.text

    run(game())


def test_the_end_offers_replay_and_review(tmp_path):
    async def game():
        async with at_table("kotori", save=tmp_path / "game.kifu") as hand:
            await play_by_keys(hand)
            await hand.until(lambda: isinstance(hand.screen, Menu))
            said = " ".join(str(label.content) for label in hand.screen.query(Label))
            assert "Won by" in said
            assert "game.kifu" in said
            assert hand.frame["seed"] in said
            await hand.press("down", "down", "enter")
            await hand.until(lambda: isinstance(hand.screen, ReplayScreen))
            last = len(hand.screen.stops) - 1
            await hand.press("end")
            assert hand.screen.ply == last
            await hand.press("q")
            await hand.press("e", "down", "enter")
            await hand.until(lambda: isinstance(hand.screen, ReviewPage))
            await hand.until(lambda: "After each move" in str(hand.screen.query_one("#text", Static).content))
            await hand.press("escape")
            await hand.press("e", "down", "down", "down", "enter")  # another game
            await hand.until(lambda: hand.frame["status"] == "playing")

    run(game())


def test_two_people_share_the_screen_behind_a_curtain():
    async def game():
        async with at_table("donburiko", people=("Aya", "Ben"), options={"first": "1"}) as hand:
            await hand.until(lambda: isinstance(hand.screen, Curtain))
            assert any("Ben" in str(label.content) for label in hand.screen.query(Label))
            await hand.press("enter")
            assert hand.frame["view"]["seats"][0]["hand"][0] == "?"
            assert "?" not in hand.frame["view"]["seats"][1]["hand"]
            await hand.type(next(move["text"] for move in hand.frame["legal"] if move["kind"] == "add_up"))
            await hand.until(lambda: isinstance(hand.screen, Curtain))
            assert any("Aya" in str(label.content) for label in hand.screen.query(Label))
            assert not hand.table.sheet.canvas.text().strip()
            await hand.press("u")  # Ben changes his mind
            await hand.until(lambda: hand.screen is hand.table)
            assert hand.table.sitting.viewer == 1
            await hand.type(next(move["text"] for move in hand.frame["legal"] if move["kind"] == "add_up"))
            await hand.until(lambda: isinstance(hand.screen, Curtain))
            await hand.press("enter")
            assert hand.table.sitting.viewer == 0
            assert hand.frame["view"]["seats"][1]["hand"][0] == "?"

    run(game())


def test_no_curtain_falls_where_nothing_is_hidden():
    async def game():
        async with at_table("kotori", people=("Aya", "Ben"), options={"first": "1"}) as hand:
            await hand.until(lambda: hand.table.sitting.viewer == 1)
            while hand.table.sitting.viewer == 1:
                await hand.type(hand.frame["legal"][-1]["text"])
                await hand.until(lambda: hand.frame["acting"] == [hand.table.sitting.viewer])
            assert hand.screen is hand.table
            assert hand.frame["legal"]

    run(game())


def test_nobody_sees_what_another_has_chosen_at_the_same_time():
    async def game():
        async with at_table("tokkuri", people=("Aya", "Ben")) as hand:
            for seat in (0, 1):
                await hand.until(lambda: isinstance(hand.screen, Curtain))
                await hand.press("enter")
                assert hand.table.sitting.viewer == seat
                assert hand.frame["chosen"] is None
                assert "?" in hand.frame["view"]["seats"][1 - seat]["hand"]
                await hand.press("1", "enter")
            await hand.until(lambda: hand.frame["view"]["flasks"])

    run(game())


def test_bots_among_themselves(tmp_path):
    async def game():
        async with at_table("kotori", people=(), save=tmp_path / "game.kifu") as hand:
            await hand.press("p")
            at = hand.frame["turn"]
            for _ in range(5):
                await hand.pilot.pause(0.01)
            assert hand.frame["turn"] == at or hand.frame["status"] == "over"
            await hand.press("p")
            await hand.until(lambda: hand.frame["status"] == "over")
            await hand.until(lambda: isinstance(hand.screen, Menu))

    run(game())
    assert kobako.replay((tmp_path / "game.kifu").read_text(encoding="utf-8")).over


def test_a_window_too_small_says_so_and_comes_back():
    async def game():
        async with at_table("kotori") as hand:
            await hand.my_turn()
            await hand.pilot.resize_terminal(60, 20)
            await hand.until(lambda: isinstance(hand.screen, TooSmall))
            assert "60×20" in str(hand.screen.query_one(Label).content)
            await hand.pilot.resize_terminal(100, 30)
            await hand.until(lambda: hand.screen is hand.table)
            assert len(hand.text.splitlines()) == 30

    run(game())


@pytest.mark.parametrize("keys", [("q", "enter"), ("ctrl+c",)])
def test_leaving_keeps_the_game(keys, tmp_path):
    path = tmp_path / "deep" / "game.kifu"

    async def game():
        async with at_table("kotori", options={"first": "0"}, save=path) as hand:
            await hand.my_turn()
            await hand.press("1", "enter")
            await hand.until(lambda: hand.table.sitting.table.match.actions)
            await hand.press(*keys)
            await hand.until(lambda: hand.app.return_value is not None)
            return hand.app.return_value

    ending = run(game())
    assert ending.saved == path
    assert ending.interrupted == (keys == ("ctrl+c",))
    assert not kobako.replay(path.read_text(encoding="utf-8")).over


def test_staying_after_all():
    async def game():
        async with at_table("kotori", options={"first": "0"}) as hand:
            await hand.my_turn()
            await hand.press("q", "escape")
            assert hand.screen is hand.table

    run(game())


def test_a_page_lies_over_the_table_while_bots_play_on():
    async def game():
        async with at_table("kotori", people=()) as hand:
            await hand.press("r")
            assert isinstance(hand.screen, (Page, Menu))
            await hand.until(lambda: hand.frame["status"] == "over")

    run(game())


class Ponderer:
    """A bot that thinks for as long as it is let."""

    def __init__(self):
        self.go = threading.Event()

    def choose(self, view, legal, budget=None):
        self.go.wait()
        return legal[0]

    def watch(self, event):
        pass


def test_the_screen_answers_while_a_bot_thinks():
    async def game():
        async with at_table("kotori", bot="search:1", options={"first": "0"}) as hand:
            await hand.my_turn()
            slow = hand.table.sitting.company.bots[1] = Ponderer()
            await hand.press("1", "enter")
            while await hand.my_turn():
                await hand.type("bid" if len(hand.frame["legal"]) == 1 else "pass")
                await hand.until(lambda: hand.frame["legal"] or "Search is thinking" in hand.text)
                if not hand.frame["legal"]:
                    break
            await hand.press("l")
            assert isinstance(hand.screen, Page)
            await hand.press("escape", "f2")
            assert "考えています" in hand.text
            played = len(hand.table.sitting.table.match.actions)
            slow.go.set()
            await hand.until(lambda: len(hand.table.sitting.table.match.actions) > played)

    run(game())


def test_the_promise_is_shown_before_the_game_and_kept_after_it():
    async def game():
        async with at_table("kotori", people=()) as hand:
            await hand.until(lambda: isinstance(hand.screen, Menu))
            await hand.press("enter")
            await hand.until(lambda: hand.screen is hand.table)
            await hand.press("l")
            story = str(hand.screen.query_one("#text", Static).content)
            return story.splitlines()[0], hand.frame["seed"]

    promise, seed = run(game())
    assert seed_hash(parse_seed(seed)) in promise
