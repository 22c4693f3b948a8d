"""What is raised where a law does not hold."""


class LawBroken(AssertionError):
    """A game broke a law."""
