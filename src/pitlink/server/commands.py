"""Commands as they come over the wire, and what the server adds to them: who asks, sealed decks, digests."""

import random
from collections.abc import Mapping
from typing import Any, Final, get_args

import msgspec
from msgspec import Struct, structs

from pitlink.audit.checking import wrong_with
from pitlink.bots.deck import SealedDeck
from pitlink.bots.house import BUY_IN, DEALER, closing
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.parameters import parameters_digest
from pitlink.money import Cents, dollars
from pitlink.people import Person, may_act_as
from pitlink.refusals import Refused
from pitlink.server.live import Live
from pitlink.store import software
from pitlink.store.database import at_one_moment
from pitlink.table import AnyCommand, Table
from pitlink.table import commands as ask
from pitlink.table.state import Play

MOST_BUY_IN: Final = Cents(10 * BUY_IN)

# What a table and its link say to each other is nobody else's to say.
TABLE_COMMANDS: Final[Mapping[str, type]] = {
    each.__name__: each for each in get_args(AnyCommand) if each is not ask.AmendAwards
}
LINK_COMMANDS: Final[Mapping[str, type]] = {
    each.__name__: each
    for each in get_args(of_link.Command)
    if "by" in each.__struct_fields__ and each not in (of_link.PayClaims, of_link.ReceiveJackpot)
}

# What only whoever deals at the table does: not a second one beside the software dealer.
DEALING: Final = (
    *(ask.CallBets, ask.CloseBets, ask.DealCard, ask.Expose, ask.Settle, ask.OpenDeck, ask.TakeSilence),
    *(ask.RecordWager, ask.RecordDecision),
)

# What the dealer of the table signs beside whoever gives it (R114).
SLIPS: Final = (ask.Fill, ask.Credit)

# What the server completes from the sealed deck.
COMPLETED: Final = (ask.CloseBets, ask.DealCard, ask.OpenDeck)

# Refusals of the server itself, which name no card.
OF_SERVER: Final = ("software_deals", "not_the_dealer_here")

# What a check has found, before it was made.
NOT_CHECKED: Final[Mapping[str, Any]] = {"software": "", "parameters": "", "passed": False}

_random = random.SystemRandom()


class Asked(Struct, frozen=True):
    """A command with the id that its sender has made; `signed` where a second person has signed it with a password."""

    id: str
    command: Any
    deck: SealedDeck | None = None
    signed: bool = False


class Given(Struct, frozen=True):
    """A command as it was sent: by nobody yet."""

    id: str
    kind: type
    fields: dict[str, Any]


class Unreadable(Exception):
    """A body that is no command: where it is not, and what was expected."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(found, expected)
        self.refused = Refused("not_a_command", found, expected)


def fields_of(body: bytes) -> dict[str, Any]:
    """All of what may be a command."""
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unreadable("the body", f"a JSON object ({error})") from None


def identified(body: bytes) -> tuple[str, dict[str, Any]]:
    """The id of what may be a command, and all the rest of it."""
    fields = fields_of(body)
    id = fields.pop("id", None)
    if not isinstance(id, str) or not id.isprintable():
        raise Unreadable("id", "a text that you have made for this command and for no other")
    return id, fields


def given(id: str, fields: dict[str, Any], known: Mapping[str, type]) -> Given:
    name = fields.pop("command", None)
    if not isinstance(name, str) or name not in known:
        raise Unreadable("command", f"one of {', '.join(known)}")
    wanted = [each.name for each in structs.fields(known[name]) if each.name != "by"]
    if issubclass(known[name], SLIPS):
        wanted.append("second")
    for field in fields:
        if field not in wanted:
            raise Unreadable(f"{field} of {name}", f"only {', '.join(wanted) or 'id and command'}")
    return Given(id, known[name], fields)


def made(given: Given, by: Person, added: Mapping[str, Any]) -> Asked:
    """The command by whoever is signed in; `added` is what the server knows better, or what need not be said."""
    wanted = {each.name for each in structs.fields(given.kind)}
    fields = given.fields | {key: value for key, value in added.items() if key in wanted}
    if by.post == "player" and "player" in wanted:
        fields.setdefault("player", by.id)
    try:
        whole = {**fields, "by": msgspec.to_builtins(by), "command": given.kind.__name__}
        return Asked(given.id, msgspec.convert(whole, given.kind))
    except msgspec.ValidationError as error:
        raise Unreadable(given.kind.__name__, str(error).removeprefix("Expected ")) from None


# At a table


def for_player(table: Table, asked: Asked) -> Asked | Refused:
    """At a software dealer's table chips are sold and bought back for the asking."""
    command = asked.command
    if not isinstance(command, ask.BuyIn | ask.CashOut) or command.by.post != "player":
        return asked
    if table.dealer != DEALER.id:
        return asked
    if command.player != command.by.id:
        return Refused("not_your_chips", f"chips of {command.player}", f"those of {command.by.id}")
    if isinstance(command, ask.BuyIn) and command.amount > MOST_BUY_IN:
        found = f"play chips for {dollars(command.amount)}"
        return Refused("too_many_chips", found, f"at most {dollars(MOST_BUY_IN)} at a time")
    return structs.replace(asked, command=structs.replace(command, by=DEALER))


def not_here(table: Table, by: Person, kind: type) -> Refused | None:
    """Why a command of this kind is not for somebody at this table, whatever his post allows elsewhere.

    Nobody deals beside the software dealer. A dealer acts where a supervisor has assigned him; posts above act wherever
    they stand, and anybody may say what went wrong.
    """
    name = table.rules.table
    if issubclass(kind, DEALING) and table.dealer == DEALER.id:
        return Refused("software_deals", f"table {name}", "to be its dealer first, which a pit supervisor assigns")
    if by.post != "dealer" or by.id == table.dealer or issubclass(kind, ask.Report):
        return None
    deals = {None: "nobody", DEALER.id: "software"}.get(table.dealer, table.dealer)
    found = f"{kind.__name__} by dealer {by.id} at table {name}, where {deals} deals"
    return Refused("not_the_dealer_here", found, "the dealer assigned there, or a pit supervisor or above")


def for_slip(table: Table, asked: Asked) -> Asked | Refused:
    """A slip is signed by the dealer of the table: a person with a password, software by itself (R114)."""
    command = asked.command
    if not isinstance(command, SLIPS) or asked.signed or not may_act_as(command.by, "pit_supervisor"):
        return asked
    if table.dealer not in (None, DEALER.id, command.by.id) and table.open:
        expected = f"second, with name and password of {table.dealer}, who deals there"
        return Refused("dealer_has_not_signed", f"slip {command.slip} at table {table.rules.table}", expected, "R114")
    dealer = command.dealer or table.dealer or ""
    return structs.replace(asked, command=structs.replace(command, dealer=dealer))


def for_dealer(live: Live, name: str, asked: Asked, deck: SealedDeck | None) -> Asked | Refused:
    """With a sealed deck the cards come from the deck that the server keeps; `deck` is that of the round in play."""
    table, command = live.tables[name], asked.command
    if refused := not_here(table, command.by, type(command)):
        return refused
    if isinstance(command, ask.AssignDealer) and command.dealer == DEALER.id and table.rules.cards != "sealed_deck":
        return Refused("no_sealed_deck", f"the software dealer at table {name}", "a person, who deals from the shoe")
    if table.setup is None or table.rules.cards != "sealed_deck" or not command.by.is_staff:
        return asked
    link = live.links.get(table.rules.link or "")
    match command:
        case ask.CloseBets() if not command.seal and table.play is not None and not table.play.closed:
            made, sealed = closing(table, link, _random)
            return Asked(asked.id, structs.replace(made, by=command.by), sealed)
        case ask.DealCard() if command.card is None and deck is not None and _deals(table.play):
            assert table.play is not None
            nth = len(table.play.slots)
            return structs.replace(asked, command=structs.replace(command, card=deck.cards[nth], salt=deck.salts[nth]))
        case ask.OpenDeck() if not command.cards and deck is not None:
            return structs.replace(asked, command=ask.OpenDeck(command.by, deck.cards, deck.salts))
        case _:
            return asked


def _deals(play: Play | None) -> bool:
    return play is not None and play.due.step == "deal"


# At a link


def self_check(live: Live, name: str) -> dict[str, Any]:
    """What a check finds is not for whoever asks to say. May take a while: the link is replayed."""
    with at_one_moment(live.store.engine) as connection:
        passed = wrong_with(connection, name) is None
    return {
        "software": software.digest(),
        "parameters": parameters_digest(live.links[name].set_up),
        "passed": passed,
    }
