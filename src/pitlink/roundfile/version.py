"""The version of the format: a released field never changes its meaning."""

from typing import Final

VERSION: Final = 1
