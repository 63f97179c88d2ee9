"""`python -m pitlink` is `pitlink`."""

from pitlink.cli import main

main()
