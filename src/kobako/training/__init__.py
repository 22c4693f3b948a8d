"""Training: a game's mind learns from games against itself. `kobako train GAME`."""
