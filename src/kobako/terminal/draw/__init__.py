"""The tables drawn with characters and colours: one module per game, all from frames."""
