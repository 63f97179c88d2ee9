"""The rounds behind the golden logs: two players, cards chosen so that several clauses speak.

`python -m tests.golden.rounds` writes the logs and their stories again; read the difference before committing it.
"""

import io
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from pitlink.cli.replay import tell_steps
from pitlink.pit import log
from pitlink.table import commands as ask
from tests.driving import DEALER, Driver, money, player, setup_for
from tests.golden.wrong_rounds import WRONG

HERE = Path(__file__).parent


def start(game: str) -> Driver:
    driver = Driver()
    driver.open(setup_for(game))
    driver.seat("Ann", "Bob", chips=1_000)
    driver.call()
    return driver


def mbs_thb() -> Driver:
    """Ann's aces meet the dealer's: the Bonus pays 1000 to 1 on a stand-off. Bob folds with a flush for the jackpot."""
    driver = start("mbs-thb")
    driver.bet("Ann", 1, ante=10, bonus=10)
    driver.bet("Bob", 2, ante=10, progressive=5)
    driver.close()
    driver.deal({1: "As Ah", 2: "2c 7c", "dealer": "Ad Ac", "community": "Kc 9c 4c 3d 8h"})
    driver.ask(ask.Look(player("Ann"), 1))
    driver.choose(1, "flop")
    driver.choose(2, "fold")
    driver.choose(1, "turn", "check")
    driver.finish()
    driver.call()
    return driver


def mbs_3cp() -> Driver:
    """The dealer does not qualify; Ann has a straight, Bob folds a pair and is paid for it by Pair Plus."""
    driver = start("mbs-3cp")
    driver.bet("Ann", 1, ante=25)
    driver.bet("Bob", 2, ante=25, pair_plus=10)
    driver.close()
    driver.deal({1: "9s 8d 7h", 2: "4c 4d 2s", "dealer": "Jc 8h 3s", "community": "Kd 6h"})
    driver.ask(ask.Look(player("Ann"), 1))
    driver.choose(1, "play")
    driver.choose(2, "fold")
    driver.finish()
    driver.call()
    return driver


def mbs_uth() -> Driver:
    """Ann wins with a flush against a dealer without a pair; Bob checks to the river and folds with Trips alive."""
    driver = start("mbs-uth")
    driver.bet("Ann", 1, ante=10, blind=10)
    driver.bet("Bob", 2, ante=10, blind=10, trips=10)
    driver.close()
    driver.deal({1: "Ah 7h", 2: "8c 8d", "dealer": "Ks Qd", "community": "2h 9h Jh 8s 4c"})
    driver.ask(ask.Look(player("Ann"), 1))
    driver.choose(1, "play 4x")
    driver.choose(2, "check", "check", "fold")
    driver.finish()
    driver.call()
    return driver


def mbs_lir() -> Driver:
    """Ann lets everything ride on a pair of jacks; Bob withdraws twice and wins a straight flush of the jackpot."""
    driver = start("mbs-lir")
    driver.bet("Ann", 1, w1=10, w2=10, w3=10)
    driver.bet("Bob", 2, w1=10, w2=10, w3=10, progressive=5)
    driver.close()
    driver.deal({1: "Jh Js 3c", 2: "5d 6d 7d", "community": "8d 9d"})
    driver.choose(1, "ride")
    driver.choose(2, "withdraw")
    driver.choose(1, "ride")
    driver.choose(2, "withdraw")
    driver.finish()
    driver.pay()
    driver.call()
    return driver


def rws_3cp() -> Driver:
    """Ann beats the qualified dealer; Bob's Play was found to be less than his Ante and is settled as it lies."""
    driver = start("rws-3cp")
    driver.bet("Ann", 1, ante=25, pair_plus=10)
    driver.bet("Bob", 2, ante=25)
    driver.close()
    driver.deal({1: "Ks Kd 4h", 2: "Qc 9h 6d", "dealer": "Qd Jh 2s", "community": "8c 3h"})
    driver.choose(1, "play")
    driver.ask(ask.RecordDecision(DEALER, 2, "play", money(20)))
    driver.finish()
    driver.call()
    return driver


GOLDEN: dict[str, Callable[[], Driver]] = {
    "mbs-thb": mbs_thb,
    "mbs-3cp": mbs_3cp,
    "mbs-uth": mbs_uth,
    "mbs-lir": mbs_lir,
    "rws-3cp": rws_3cp,
}


EVERY = GOLDEN | WRONG


def log_of(driver: Driver) -> bytes:
    return b"".join(log.write(driver.history))


def story_of(text: bytes) -> str:
    told = io.StringIO()
    console = Console(file=told, highlight=False, soft_wrap=True, width=200)
    tell_steps(console, log.replay(log.read(text.splitlines(keepends=True))), details=True)
    return told.getvalue()


def renew() -> None:
    for game, play in EVERY.items():
        text = log_of(play())
        (HERE / f"{game}.jsonl").write_bytes(text)
        (HERE / f"{game}.txt").write_text(story_of(text), encoding="utf-8")


if __name__ == "__main__":
    renew()
