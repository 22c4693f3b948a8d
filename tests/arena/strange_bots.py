"""Bots that go wrong, brought by a package of their own as one from elsewhere would."""

import os

from kobako.core.errors import BadOption

CLOSED = []


class Strange:
    def __init__(self, game, seed, argument):
        self.game, self.seed, self.argument = game, seed, argument

    def choose(self, view, legal, budget=None):
        if self.argument == "crash":
            raise ZeroDivisionError("on\npurpose")
        if self.argument == "sorry":
            raise BadOption("I would rather not")
        if self.argument == "none":
            return None
        if self.argument == "die":
            os._exit(3)
        allowed = {int(action) for action in legal}
        return next((a for a in view.setup.actions if a is not None and int(a) not in allowed), legal[0])

    def watch(self, event):
        if self.argument == "watch":
            raise KeyError("watching")

    def close(self):
        CLOSED.append(self.argument)


def unmade(game, seed, argument):
    raise TypeError("not today")


def install(folder):
    """Put the package's entry points into a folder: on the path, they are found."""
    info = folder / "strange-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1\n")
    points = "strange = tests.arena.strange_bots:Strange\nunmade = tests.arena.strange_bots:unmade\n"
    (info / "entry_points.txt").write_text(f"[kobako.bots]\n{points}")
