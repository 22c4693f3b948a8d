"""The table on the whole screen of a terminal: one file a screen."""
