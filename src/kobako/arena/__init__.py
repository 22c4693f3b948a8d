"""Many games at once: what they say about a rule, a seat, a player."""
