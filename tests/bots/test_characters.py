"""Characters: what each temperament prefers, and that it never prefers what the search holds to be worse."""

import pytest

import kobako
from kobako.bots.characters import CHARACTERS, FACES, TEMPERAMENTS, bot_of, preferred, who_is
from kobako.bots.levels import LEVELS
from kobako.bots.minds import mind_of
from kobako.bots.registry import bot_title, make_bot
from kobako.bots.search.search import Candidate
from kobako.core.words import load_words


@pytest.fixture
def view():
    match = kobako.game("donburiko").new(players=3, seed=4)
    while len(match.legal()) < 6:
        match.play(match.legal()[0])
    return match.view(match.seat)


def thought(view, visits, shares):
    """What a search might have thought of the first actions."""
    legal = view.legal()
    return [Candidate(a, n, s[view.seat], s) for a, n, s in zip(legal, visits, shares, strict=False)]


def test_each_level_has_one_of_each_temperament_and_words_for_all():
    for faces in CHARACTERS.values():
        assert sorted(faces.values()) == sorted(TEMPERAMENTS)
    for lang in ("en", "ja"):
        assert set(load_words("kobako.bots", lang).tables["manner"]) == set(FACES)


def test_every_level_says_how_it_plays():
    for lang in ("en", "ja"):
        said = load_words("kobako.bots", lang).tables["thinks"]
        assert set(said) == {*LEVELS, "greedy", "random"}
        assert set(said) <= set(load_words("kobako.bots", lang).tables["bot"])
        assert [name for name in said if name in LEVELS] == list(LEVELS)


def test_the_eager_take_what_looks_best_and_the_sly_what_looks_least_so(view):
    found = thought(view, [100] * 6, [(0.3, 0.3, 0.4)] * 6)
    prior = mind_of(view.setup.game).prior
    looks = {candidate.action: prior(view.state, int(candidate.action)) for candidate in found}
    assert len(set(looks.values())) > 1, "a position in which actions look different"
    assert looks[preferred("eager", view, found)] == max(looks.values())
    assert looks[preferred("sly", view, found)] == min(looks.values())


def test_the_jealous_leave_least_to_the_strongest_of_the_others(view):
    others = [(0.5, 0.1), (0.3, 0.3), (0.4, 0.2)]
    shares = [(*pair[: view.seat], 0.4, *pair[view.seat :]) for pair in others]
    found = thought(view, [100, 90, 80], shares)
    assert preferred("jealous", view, found) == found[1].action


@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_nobody_prefers_what_the_search_seldom_came_back_to(view, temperament):
    found = thought(view, [100, 74, 3], [(0.4, 0.3, 0.3), (0.9, 0.05, 0.05), (0.1, 0.2, 0.7)])
    assert preferred(temperament, view, found) == found[0].action


def test_a_character_plays_by_its_name_and_is_called_by_it():
    assert bot_of("regular", "tanuki") == "regular:tanuki"
    assert bot_of("night_owl", "tanuki") == "night_owl"
    assert who_is("master:kappa") == ("master", "kappa")
    assert who_is("master:tanuki") == ("master:tanuki", "")
    assert bot_title("regular:tanuki") == "Ponta"


def test_the_same_seed_gives_the_same_game():
    game = kobako.game("kotori")
    match = game.new(players=4, seed=3)
    choices = []
    for _ in range(2):
        bot = make_bot("regular:tanuki", game, 7, wait=True)
        choices.append([bot.choose(match.view(match.seat), match.legal()) for _ in range(3)])
    assert choices[0] == choices[1]
