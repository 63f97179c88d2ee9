"""Something that is not as it must be."""


class Wrong(Exception):
    """The first thing that is not as it must be: the event where it shows, and what was expected."""

    def __init__(self, where: str, found: str, expected: str) -> None:
        super().__init__(f"{where}: {found}; expected {expected}")
        self.where, self.found, self.expected = where, found, expected


class Odd(Exception):
    """The same before it is known where."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f"{found}; expected {expected}")
        self.found, self.expected = found, expected
