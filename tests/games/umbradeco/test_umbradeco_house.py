"""House rules of Umbradeco that the laws alone would not tell right from wrong."""

import kobako


def test_a_head_start_is_so_many_points_for_each_player_who_plays_later():
    game = kobako.game("umbradeco")
    for first in range(4):
        scores = game.new(players=4, seed=1, first=first, head_start=2).scores
        assert [scores[(first + turn) % 4] for turn in range(4)] == [6, 4, 2, 0]
    assert game.new(players=2, seed=1, first=1, head_start=5).scores == [0, 5]
    assert game.new(players=4, seed=1).scores == [0, 0, 0, 0]


def test_a_head_start_is_told_among_what_made_the_score():
    match = kobako.game("umbradeco").new(players=2, seed=1, first=0, head_start=3).run(lambda match: match.legal()[0])
    made = match.made()
    assert made[0][0] == {"kind": "start", "times": 0, "points": 3, "sums": {}}
    assert [sum(part["points"] for part in parts) for parts in made] == match.scores
    assert match.game.words("en").made(made[0][0]) == "head start +3"
