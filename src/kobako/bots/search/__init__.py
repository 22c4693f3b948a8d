"""Search: information-set Monte Carlo tree search, compiled with each game's rules."""
