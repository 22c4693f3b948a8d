"""What a game's own files are made with, beyond its rules: parts for minds and for drawings in the terminal.

A game, ours or a third party's, imports from `core` and from here; all else finds the game by its entry point.
"""
