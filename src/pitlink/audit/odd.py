"""Something that is not as it must be, before it is known where."""


class Odd(Exception):
    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f"{found}; expected {expected}")
        self.found, self.expected = found, expected
