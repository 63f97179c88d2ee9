"""How often somebody may ask, and how much may be open at once: nobody keeps the pit from others.

Nor are passwords guessed.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from limits import RateLimitItem, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from pitlink.server.problems import too_many_feeds

REQUESTS: Final = RateLimitItemPerSecond(200)
SIGN_INS: Final = RateLimitItemPerMinute(60)  # from one address, behind which a whole house may be
PASSWORDS: Final = RateLimitItemPerMinute(10)  # for one name
NOTES: Final = RateLimitItemPerMinute(1)
FEEDS_OF_ADDRESS: Final = 256  # open at once by people without an account: signs, onlookers and guests of a house
FEEDS_OF_PERSON: Final = 256  # open at once by one with an account, on all screens


class Limits:
    def __init__(
        self,
        requests: RateLimitItem = REQUESTS,
        sign_ins: RateLimitItem = SIGN_INS,
        feeds_of_address: int = FEEDS_OF_ADDRESS,
    ) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._requests, self._sign_ins = requests, sign_ins
        self._feeds_of_address = feeds_of_address
        self._feeds = Counter[tuple[str, str]]()

    def lets_through(self, whose: str) -> bool:
        return self._limiter.hit(self._requests, "request", whose)

    def lets_sign_in(self, address: str, name: str | None = None) -> bool:
        """So often from one address, whatever the name; and with a name so often, wherever from."""
        by_address = self._limiter.hit(self._sign_ins, "sign in", address)
        return by_address and (name is None or self._limiter.hit(PASSWORDS, "password", name.casefold()))

    def is_new(self, name: str) -> bool:
        """Whether it is worth telling again that passwords are tried for a name."""
        return self._limiter.hit(NOTES, "note", name.casefold())

    @contextmanager
    def feed(self, address: str, account: str | None) -> Iterator[None]:
        """One more, as long as it is open: by whoever has an account, else from an address."""
        if account is None:
            whose, most = ("from", address), self._feeds_of_address
        else:
            whose, most = ("of", account), FEEDS_OF_PERSON
        if self._feeds[whose] >= most:
            raise too_many_feeds(most, account)
        self._feeds[whose] += 1
        try:
            yield
        finally:
            self._feeds[whose] -= 1
            if not self._feeds[whose]:
                del self._feeds[whose]
