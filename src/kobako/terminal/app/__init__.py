"""The table on the whole screen of a terminal: one file per screen."""
