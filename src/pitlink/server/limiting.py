"""How often somebody may ask: passwords are not guessed, and nobody keeps the pit from others."""

from typing import Final

from limits import RateLimitItem, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

REQUESTS: Final = RateLimitItemPerSecond(100)
SIGN_INS: Final = RateLimitItemPerMinute(20)  # from one address
PASSWORDS: Final = RateLimitItemPerMinute(10)  # for one name


class Limits:
    def __init__(self, requests: RateLimitItem = REQUESTS, sign_ins: RateLimitItem = SIGN_INS) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._requests, self._sign_ins = requests, sign_ins

    def lets_through(self, whose: str) -> bool:
        return self._limiter.hit(self._requests, "request", whose)

    def lets_sign_in(self, address: str, name: str) -> bool:
        by_address = self._limiter.hit(self._sign_ins, "sign in", address)
        return self._limiter.hit(PASSWORDS, "password", name.casefold()) and by_address
