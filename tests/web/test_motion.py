"""Motion and sound: pieces travel and turn over, scores count; all of it can be skipped, or does not happen at all."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import kobako
from kobako.core.match import Match
from tests.web.conftest import Open, Server
from tests.web.hands import Hands
from tests.web.playing import sit, sit_at

# Notes each thing that is set in motion: what it is, and whether it is moved or turned.
NOTE_MOTION = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  window.moved.push({
    title: this.title || this.textContent.trim(),
    turned: frames.some((frame) => frame.rotate),
    other: this.className === 'turning',
    long: timing.duration,
    far: Math.hypot(...(frames[0].translate ?? '0 0').split(' ').map(parseFloat)),
  });
  return animate.call(this, frames, timing);
};
"""
FLYING = """() => document.getAnimations().filter((one) =>
  one.constructor === Animation && one.playState === 'running').length"""

NOTE_SOUND = """
window.contexts = 0;
window.tones = 0;
window.AudioContext = class extends AudioContext {
  constructor() { super(); window.contexts += 1; }
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { window.tones += 1; return start.apply(this, at); };
"""


def opened(open_page: Open, server: Server, note: str, **likes: object) -> Hands:
    """The first move of a game of Donburiko among people is ours."""
    page = open_page(own=True, settings={"confirm": "never", **likes})
    page.add_init_script(note)
    people = [{"by": "person", "name": name} for name in ("Aya", "Ben")]
    made = server.ask("tables", {"game": "donburiko", "players": 2, "seats": people, "options": {"first": "0"}})
    sit(page, server, made["table"], "donburiko", made["seats"][:1])
    page.locator(".stage > *").wait_for()
    return Hands(page, "donburiko")


def lay(hands: Hands, face_down: bool = False) -> str:
    """Add the first card of the hand to row A; what it is called."""
    move = next(move for move in hands.legal() if move.startswith("(") == face_down)
    hands.pieces(move)
    expect(hands.page.locator(".status")).to_contain_text("Ben's turn")
    return str(hands.words["card"][move.strip("()").split(">")[0].strip(")")])


def test_a_played_card_travels(server: Server, open_page: Open) -> None:
    hands = opened(open_page, server, NOTE_MOTION, motion="calm")
    card = lay(hands)
    moved = [one for one in hands.page.evaluate("window.moved") if one["title"] == card]
    assert moved
    assert all(100 < one["long"] < 1000 for one in moved)
    assert not any(one["turned"] for one in moved)
    assert max(one["far"] for one in moved) > 100


def test_a_dragged_card_travels_on_from_where_it_is_dropped(server: Server, open_page: Open) -> None:
    hands = opened(open_page, server, NOTE_MOTION, motion="calm")
    held = hands.region("hand").get_by_role("button").evaluate_all("all => all.map((one) => one.title)")
    names = {move.split(">")[0]: hands.words["card"][move.split(">")[0]] for move in hands.legal() if move[0] != "("}
    card, name = next(pair for pair in names.items() if held.count(pair[1]) == 1)  # its twin would move up in the hand
    hands.drag(hands.card(card), "up:B")
    expect(hands.page.locator(".status")).to_contain_text("Ben's turn")
    moved = [one["far"] for one in hands.page.evaluate("window.moved") if one["title"] == name]
    assert moved
    assert max(moved) < 60


def test_a_card_laid_face_down_turns_over(server: Server, open_page: Open) -> None:
    hands = opened(open_page, server, NOTE_MOTION, motion="calm")
    lay(hands, face_down=True)
    turned = [one for one in hands.page.evaluate("window.moved") if one["turned"]]
    assert sorted(one["other"] for one in turned) == [False, True]  # one side goes, the other comes
    expect(hands.page.locator(".turning")).to_have_count(0)


@pytest.mark.parametrize("hurry", ["key", "click"])
def test_what_is_under_way_can_be_skipped(hurry: str, server: Server, open_page: Open) -> None:
    hands = opened(open_page, server, NOTE_MOTION, motion="calm")
    page = hands.page
    # Slowly, so that there is time to be impatient.
    page.evaluate("""() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, timing) {
        return animate.call(this, frames, { ...timing, duration: 60_000 });
      };
    }""")
    lay(hands, face_down=True)
    assert page.evaluate(FLYING) > 0
    assert page.locator(".turning").count() > 0
    if hurry == "key":
        page.keyboard.press("Shift")
    else:
        page.mouse.click(4, 4)
    assert page.evaluate(FLYING) == 0
    assert page.locator(".turning").count() == 0


@pytest.mark.parametrize("still", ["reduced", "off"])
def test_nothing_moves_for_who_wants_it_so(still: str, server: Server, open_page: Open) -> None:
    hands = opened(open_page, server, NOTE_MOTION, motion="calm" if still == "reduced" else "off")
    if still == "reduced":
        hands.page.emulate_media(reduced_motion="reduce")
    lay(hands, face_down=True)
    assert hands.page.evaluate("window.moved") == []
    assert hands.page.evaluate(FLYING) == 0


def gain(match: Match, move: str) -> int:
    """What a move scores at once."""
    after = match.copy()
    before = after.scores[0]
    after.play(move)
    return after.scores[0] - before


# Notes every number that our score shows, for the eye and for the ear.
NOTE_SCORE = """() => {
  const score = document.querySelector('.plate.near .score [role=img]:last-child');
  window.shown = [];
  window.said = [];
  new MutationObserver(() => {
    window.shown.push(score.querySelector('[aria-hidden]').textContent);
    window.said.push(score.ariaLabel);
  }).observe(score, { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.parametrize("motion", ["calm", "off"])
def test_scores_count(motion: str, server: Server, open_page: Open) -> None:
    page = open_page(settings={"confirm": "never", "motion": motion})
    best: list[str] = []

    def wanted(match: Match) -> bool:
        best[:] = [str(action) for action in match.legal() if gain(match, str(action)) > 5]
        return bool(best)

    sit_at(page, server, "umbradeco", wanted)
    hands = Hands(page, "umbradeco")
    hands.legal()
    old = int(page.locator(".plate.near .score [role=img]").last.locator("[aria-hidden]").inner_text())
    page.evaluate(NOTE_SCORE)
    hands.pieces(best[0])
    page.wait_for_function("old => Number(window.shown.at(-1)) > old + 5", arg=old)
    shown = [int(number) for number in page.evaluate("window.shown")]
    said = page.evaluate("[...new Set(window.said)]")
    assert said == [f"{shown[-1]} points"]
    assert shown == sorted(shown)
    if motion == "off":
        assert set(shown) == {shown[-1]}
    else:
        assert len(set(shown)) > 1


def test_nothing_sounds_when_it_is_turned_down(server: Server, open_page: Open) -> None:
    hands = opened(open_page, server, NOTE_SOUND, volume=0)
    lay(hands)
    assert hands.page.evaluate("[window.contexts, window.tones]") == [0, 0]


def test_it_sounds_once_the_page_was_touched(server: Server, open_page: Open) -> None:
    hands = opened(open_page, server, NOTE_SOUND, volume=0.4)
    page = hands.page
    hands.legal()
    assert page.evaluate("[window.contexts, window.tones]") == [0, 0], "a page that nobody has touched is silent"
    lay(hands)
    page.wait_for_function("() => window.tones > 0")  # the game's own sounds are fetched with the first of them
    assert page.evaluate("window.contexts") == 1


# What lasts longer than the blink of an eye in which a motion that is not wanted is over.
RUNNING = """() => document.getAnimations().filter((one) =>
  one.playState === 'running' && one.effect.getComputedTiming().endTime > 1).length"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", kobako.game_names())
def test_a_table_at_which_somebody_thinks_is_at_rest(game: str, server: Server, open_page: Open) -> None:
    """Whatever moves for ever is drawn sixty times a second: it hurries who thinks, and empties a phone."""
    for motion in ("calm", "off"):
        page = open_page(settings={"motion": motion})
        sit_at(page, server, game, lambda match: len(match.actions) > 8 and len(match.legal()) > 1)
        expect(page.locator(".plate .turn").first).to_be_visible()
        assert motion == "calm" or page.evaluate(RUNNING) == 0
        page.wait_for_function(f"() => ({RUNNING})() === 0")
