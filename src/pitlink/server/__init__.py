"""The live pit: HTTP, a live feed, sign-in and roles, software dealers and house bots, in one process."""
