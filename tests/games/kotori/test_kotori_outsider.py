"""Kotori Atsume, an outsider's check: every move of whole games, foretold from what is shown."""

from kobako.games.kotori import GAME
from tests.games.kotori.table import random_games


class Outsider:
    """The rules once more, on the shown texts: cards as a list from the treetop down, all else as people see it."""

    def __init__(self, shown):
        self.deck = [int(c) for c in ([shown["treetop"]] if shown["treetop"] else []) + shown["deck_from_the_top"]]
        self.field = sorted(int(c) for c in shown["field"])
        self.rows = [[int(c) for c in seat["bid_row"]] for seat in shown["seats"]]
        self.down = [int(seat["face_down"] or 0) for seat in shown["seats"]]
        self.cages = [{int(c) for c in seat["cage"]} for seat in shown["seats"]]
        self.dealer, self.turn = shown["dealer"], shown["to_move"]
        self.outs = shown["times_deck_ran_out"]
        self.n = len(self.rows)

    def draw(self, into):
        into.append(self.deck.pop(0))
        if not self.deck:
            raise EOFError  # the deck is out: the foretelling stops here

    def play(self, action):
        me = self.turn
        if action == "bid":
            self.draw(self.rows[me])
            if self.deck[0] not in self.rows[me]:
                return
            self.down[me] = self.deck[0]
        while True:
            self.turn = (self.turn + 1) % self.n
            if self.turn == self.dealer:
                self.end_round()
                return
            if self.deck[0] not in self.rows[self.turn]:
                return
            self.down[self.turn] = self.deck[0]

    def end_round(self):
        sums = {(self.dealer + i) % self.n: 0 for i in range(self.n)}
        for p in sums:
            sums[p] = sum(self.rows[p]) - self.down[p]
        winner = max(sums, key=sums.get)  # the first of the highest
        self.rows = [[] if p == winner else [c for c in self.rows[p] if c != self.down[p]] for p in range(self.n)]
        self.down = [0] * self.n
        self.cages[winner] ^= set(self.field)
        self.dealer = self.turn = winner
        self.field = []
        for _ in range(3):
            self.draw(self.field)
        self.field = sorted(set(self.field))


def test_an_outsider_can_foretell_every_move():
    """KOT-2 to KOT-9 by another hand: from each shown state and the move, the next shown state."""
    foretold = outs = 0
    before = None
    for match in random_games(30, chance=0.6):
        shown = GAME.notation.show(match.state)
        if match.actions:
            try:
                before.play(str(match.actions[-1]))
            except EOFError:
                outs += 1
                assert shown["times_deck_ran_out"] == before.outs + 1
            else:
                assert vars(before) == vars(Outsider(shown))
                foretold += 1
        before = Outsider(shown)
    assert foretold > 1500
    assert outs == 60
