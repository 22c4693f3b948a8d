"""Our games beside those of OpenSpiel, PettingZoo, RLCard and Pgx, in one run. `make bench-peers` runs it."""
