"""`kobako new`: a game package that runs at once, to be changed file by file."""
