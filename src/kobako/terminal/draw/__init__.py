"""The tables drawn with characters and colours: one module a game, all from frames."""
