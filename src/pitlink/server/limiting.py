"""How often somebody may ask: passwords are not guessed, and nobody keeps the pit from others."""

from typing import Final

from limits import RateLimitItem, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

REQUESTS: Final = RateLimitItemPerSecond(200)
SIGN_INS: Final = RateLimitItemPerMinute(60)  # from one address, behind which a whole house may be
PASSWORDS: Final = RateLimitItemPerMinute(10)  # for one name


NOTES: Final = RateLimitItemPerMinute(1)


class Limits:
    def __init__(self, requests: RateLimitItem = REQUESTS, sign_ins: RateLimitItem = SIGN_INS) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._requests, self._sign_ins = requests, sign_ins

    def lets_through(self, whose: str) -> bool:
        return self._limiter.hit(self._requests, "request", whose)

    def lets_sign_in(self, address: str, name: str | None = None) -> bool:
        """So often from one address, whatever the name; and with a name so often, wherever from."""
        by_address = self._limiter.hit(self._sign_ins, "sign in", address)
        return by_address and (name is None or self._limiter.hit(PASSWORDS, "password", name.casefold()))

    def is_new(self, name: str) -> bool:
        """Whether it is worth telling again that passwords are tried for a name."""
        return self._limiter.hit(NOTES, "note", name.casefold())
