"""Ann plays a round of any game to its end and Bob gives up, whoever reads the cards."""

from collections.abc import Mapping

from pitlink.table import commands as ask
from tests.driving import (
    DEALER,
    SUPERVISOR,
    Driver,
)

ENTRIES: Mapping[str, Mapping[str, int]] = {
    "mbs-thb": {"ante": 25, "bonus": 10},
    "mbs-3cp": {"ante": 25, "pair_plus": 10},
    "mbs-uth": {"ante": 25, "blind": 25, "trips": 10},
    "mbs-lir": {"w1": 25, "w2": 25, "w3": 25},
    "rws-3cp": {"ante": 25},
}
# Ann plays to the end.
PLAYS: Mapping[str, tuple[str, ...]] = {
    "mbs-thb": ("flop", "turn", "check"),
    "mbs-3cp": ("play",),
    "mbs-uth": ("check", "check", "play 1x"),
    "mbs-lir": ("ride", "withdraw"),
    "rws-3cp": ("play",),
}
FOLDS: Mapping[str, tuple[str, ...]] = {
    "mbs-thb": ("fold",),
    "mbs-3cp": ("fold",),
    "mbs-uth": ("check", "check", "fold"),
    "mbs-lir": ("absent",),  # nobody folds; who is not there has nothing to show
    "rws-3cp": ("fold",),
}
HANDS: Mapping[str, Mapping[str | int, str]] = {
    "mbs-thb": {1: "As Ad", "dealer": "Kh Qd", "community": "2c 5h 8d 9s Jc"},
    "mbs-3cp": {1: "As Ad 4h", "dealer": "Kh Qd 7s", "community": "2c 5h"},
    "mbs-uth": {1: "As Ad", "dealer": "Kh Qd", "community": "2c 5h 8d 9s Jc"},
    "mbs-lir": {1: "As Ad 4h", "community": "2c 5h"},
    "rws-3cp": {1: "As Ad 4h", "dealer": "Kh Qd 7s", "community": "2c 5h"},
}


def decide_all(table: Driver, game: str, deal: object = None) -> None:
    """Ann plays and Bob folds, in turn, with cards dealt and turned up as they are due."""
    made = {1: list(PLAYS[game]), 2: list(FOLDS[game])}
    while table.due in ("deal", "decide", "expose"):
        if table.due == "deal":
            assert callable(deal)
            deal()
        elif table.due == "expose":
            turn_up(table, HANDS[game])
        else:
            position = table.play.due.position
            word = made[position].pop(0)
            if word == "absent":
                table.ask(ask.FindAbsent(SUPERVISOR, position))
            else:
                table.ask(ask.RecordDecision(DEALER, position, word))


def turn_up(table: Driver, hands: Mapping[str | int, str]) -> None:
    """Turn up what is due, naming the cards where nobody has read them."""
    exposure = table.play.due.exposure
    assert exposure is not None
    first = table.play.exposed if exposure.of == "community" else 0
    unread = table.table.rules.cards == "hand_dealt"
    cards = tuple(hands[exposure.of].split()[first : exposure.cards]) if unread else ()
    table.ask(ask.Expose(DEALER, cards))
