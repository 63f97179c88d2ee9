"""One short round of each game, checked in as a log to be read."""
