"""The games as others know games: environments of Gymnasium and PettingZoo, games of OpenSpiel.

Each module needs its library (`pip install kobako[gymnasium]`, `[pettingzoo]`, `[openspiel]`) and repeats no rule: what
is legal, seen and won comes from a match, its views, or a batch.
"""
