"""Commands: at a table, or of a link."""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, structs
from starlette.responses import Response

from pitlink.bots.deck import SealedDeck
from pitlink.bots.house import DEALER
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.running import may_check
from pitlink.people import LADDER, Person, may_act_as
from pitlink.refusals import Refused
from pitlink.server import commands, messages, signing
from pitlink.server.calling import AsCall, Call, as_json
from pitlink.server.live import Live
from pitlink.server.problems import Problem
from pitlink.store import Accepted, Request
from pitlink.store.streams import link_stream, table_stream
from pitlink.table import commands as ask


class Signed(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who stands where another is signed in, and signs there."""

    name: str
    password: str


async def table_command(call: AsCall, table: str) -> Response:
    """Something asked at a table, by whoever is signed in, or by somebody else who stands there and has `signed`."""
    name, live = call.table(table), call.pit.live
    given, signed = await _given(call, commands.TABLE_COMMANDS, "signed")
    by = call.person if signed is None else await _signing(call, "signed", signed)
    if given.kind is ask.OpenDeck:
        given = structs.replace(given, fields={"cards": [], "salts": []} | given.fields)
    second = given.fields.pop("second", None)
    if issubclass(given.kind, commands.SLIPS):
        dealer = given.fields.get("dealer", "") if second is None else (await _signing(call, "second", second)).id
        given = structs.replace(given, fields={**given.fields, "dealer": dealer})
    asked = structs.replace(_made(by, given, {}), signed=second is not None)
    if not isinstance(asked.command, commands.COMPLETED):
        return await _at_table(call, name, asked, None)
    async with live.dealing(name):  # nobody else deals between the look at the deck and the commit
        return await _at_table(call, name, asked, await asyncio.to_thread(live.store.deck, name))


async def _at_table(call: Call, name: str, asked: commands.Asked, deck: SealedDeck | None) -> Response:
    """What was sent is known by its id, whoever deals by now: so the books have the first word, also on a refusal."""
    live = call.pit.live
    completed = commands.for_player(live.tables[name], asked)
    if not isinstance(completed, Refused):
        completed = commands.for_slip(live.tables[name], completed)
    if not isinstance(completed, Refused):
        completed = commands.for_dealer(live, name, completed, deck)
    if not isinstance(completed, Refused) and isinstance(completed.command, ask.AssignDealer):
        completed = await _assigning(call, completed)
    return _told(live, await _answer(call, table_stream(name), asked, completed), asked, name)


async def _assigning(call: Call, asked: commands.Asked) -> commands.Asked | Refused:
    """To a person who can come and deal, by the name of the account: a typing error would stall the table."""
    command = asked.command
    if command.dealer == DEALER.id or not may_act_as(command.by, "pit_supervisor"):
        return asked
    found = await asyncio.to_thread(call.pit.accounts.find, command.dealer)
    if found is None or found.role not in LADDER:
        expected = f"{DEALER.id}, which is software, or the open account of a dealer or above"
        return Refused("no_such_dealer", f"dealer {command.dealer[:40]!r}", expected)
    return structs.replace(asked, command=structs.replace(command, dealer=found.name))


def _told(live: Live, answer: Accepted | Refused, asked: commands.Asked, name: str) -> Response:
    """Of a card that the server has named, a refusal does not say which it was."""
    table = live.tables[name]
    sealed = table.rules.cards == "sealed_deck" and isinstance(asked.command, commands.COMPLETED)
    if isinstance(answer, Refused) and sealed and answer.code not in commands.OF_SERVER:
        answer = structs.replace(answer, found=type(asked.command).__name__)
    return _answered(answer, table.version, table.rules.game)


async def link_command(call: AsCall, link: str) -> Response:
    """Something asked of a link. Where two persons are needed the second signs with name and password."""
    name, live = call.link(link), call.pit.live
    given, _ = await _given(call, commands.LINK_COMMANDS)
    second: dict[str, Any] = {}
    if given.fields.get("second") is not None:
        second["second"] = msgspec.to_builtins(await _signing(call, "second", given.fields["second"]))
    if given.kind is of_link.CheckLink:
        if refused := may_check(call.person):
            raise Problem(409, refused)
        asked = _made(call.person, given, commands.NOT_CHECKED)
        async with live.replaying:
            completed = _made(call.person, given, await asyncio.to_thread(commands.self_check, live, name))
    else:
        asked = completed = _made(call.person, given, second)
    answer = await _answer(call, link_stream(name), asked, completed)
    return _answered(answer, live.links[name].version, None)


async def _signing(call: Call, where: str, given: object) -> Person:
    """Who has signed, if the password is right: tried no oftener than to sign in. Whose session it is, is noted too."""
    try:
        signed = msgspec.convert(given, Signed)
    except msgspec.ValidationError:
        raise Problem(400, Refused("not_a_command", where, "name and password of the person who signs")) from None
    caller = await signing.checked(call, signed.name, signed.password, "tries to sign")
    if caller is None or caller.person is None or not caller.person.is_staff:
        found = "the second person" if where == "second" else "the person who signs"
        raise Problem(401, Refused("wrong_name_or_password", found, "name and password of one of the staff"))
    call.note(signed=caller.name)
    return caller.person


async def _given(call: Call, known: Mapping[str, type], beside: str | None = None) -> tuple[commands.Given, object]:
    """A command, and what stands beside its fields."""
    try:
        id, fields = commands.identified(await call.request.body())
        call.note(command=id)
        more = None if beside is None else fields.pop(beside, None)
        return commands.given(id, fields, known), more
    except commands.Unreadable as odd:
        raise Problem(400, odd.refused) from None


def _made(by: Person, given: commands.Given, added: Mapping[str, Any]) -> commands.Asked:
    try:
        return commands.made(given, by, added)
    except commands.Unreadable as odd:
        raise Problem(400, odd.refused) from None


async def _answer(
    call: Call, stream: str, asked: commands.Asked, completed: commands.Asked | Refused
) -> Accepted | Refused:
    """Of a command as it was sent, and as it is carried out, if it is."""
    if isinstance(completed, Refused):
        request = Request(asked.id, stream, asked.command, refused=completed)
    else:
        sent = None if completed.command is asked.command else asked.command
        request = Request(asked.id, stream, completed.command, completed.deck, sent)
    return await call.pit.live.submit(request)


def _answered(answer: Accepted | Refused, version: int, game: str | None) -> Response:
    """`version` is how far the stream is here, which is at least as far as what was taken."""
    if isinstance(answer, Refused):
        raise Problem(503 if answer.code == "not_the_owner" else 409, answer, game)
    return as_json(messages.Accepted(answer.position, answer.events, version))
