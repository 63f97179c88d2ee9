"""Signing in and out, guests, and accounts."""

import asyncio

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from pitlink.refusals import Refused
from pitlink.server.calling import COOKIE, AsCall, Call, as_json
from pitlink.server.messages import Begun, Me
from pitlink.server.problems import Problem, too_many
from pitlink.server.roles import PEOPLE, Caller, Role


class SignIn(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(max_length=100)
    password: str = Field(max_length=200)


class Invited(SignIn):
    invitation: str = Field(max_length=100)


class NewAccount(SignIn):
    role: Role


class NewPassword(BaseModel):
    model_config = ConfigDict(extra="forbid")
    password: str = Field(max_length=200)
    new: str = Field(max_length=200)


class GivenPassword(BaseModel):
    model_config = ConfigDict(extra="forbid")
    new: str = Field(max_length=200)


class Guest(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(max_length=100)


async def sign_in(call: AsCall, body: SignIn) -> Response:
    """Begin a session; the token comes back once, and as a cookie for browsers."""
    caller = await checked(call, body.name, body.password, "tries to sign in")
    if caller is None:
        raise Problem(401, Refused("wrong_name_or_password", "name and password", "those of an account"))
    return await _begun(call, caller)


async def checked(call: Call, name: str, password: str, tries: str) -> Caller | None:
    """Who has this name and this password. Too many tries are refused, and the books say that there were."""
    if not call.pit.limits.lets_sign_in(call.address, name):
        if call.pit.limits.is_new(name):
            await asyncio.to_thread(call.pit.accounts.note_refused, name)
        raise too_many(tries)
    return await asyncio.to_thread(call.pit.accounts.check, name, password)


async def accept_invitation(call: AsCall, body: Invited) -> Response:
    """Make the account that an invitation is for, such as the owner's link on the first start."""
    if not call.pit.limits.lets_sign_in(call.address):
        raise too_many("tries to sign in")
    made = await asyncio.to_thread(call.pit.accounts.accept, body.invitation, body.name, body.password)
    if isinstance(made, Refused):
        raise Problem(409, made)
    return await _begun(call, made)


async def come_as_guest(call: AsCall, body: Guest) -> Response:
    """Play chips and a name for one shift, where the floor allows guests; with a number where a guest has the name."""
    if not call.pit.guests:
        raise Problem(403, Refused("no_guests", "a guest", "an account; this floor takes no guests"))
    if not call.pit.limits.lets_sign_in(call.address):
        raise too_many("guests from here")
    made = await asyncio.to_thread(call.pit.accounts.make_guest, body.name)
    if isinstance(made, Refused):
        raise Problem(409, made)
    return await _begun(call, made, has_password=False)


async def _begun(call: Call, caller: Caller, *, has_password: bool = True) -> Response:
    token = await asyncio.to_thread(call.pit.accounts.begin, caller)
    return with_cookie(call, as_json(Begun(caller.name, caller.role, token, has_password), 201), token)


def with_cookie(call: Call, response: Response, token: str) -> Response:
    """For a browser, which sends it along to our own pages only."""
    secure = call.request.url.scheme == "https"
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
    return response


async def sign_out(call: AsCall) -> Response:
    assert call.session is not None
    digest = call.session.digest
    await asyncio.to_thread(call.pit.accounts.end, digest)
    call.pit.readers.end(lambda session: session.digest == digest)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/")
    return response


async def change_password(call: AsCall, body: NewPassword) -> Response:
    """With the old one; every session of the account ends, and a new one begins."""
    caller = call.caller
    if not call.pit.limits.lets_sign_in(call.address, caller.name):
        raise too_many("tries to sign in")
    if await asyncio.to_thread(call.pit.accounts.check, caller.name, body.password) is None:
        raise Problem(401, Refused("wrong_name_or_password", "the old password", "that of the account"))
    refused = await asyncio.to_thread(call.pit.accounts.change_password, caller.name, body.new, caller.name)
    if refused is not None:
        raise Problem(409, refused)
    begun = await _begun(call, caller)  # first: whoever reads on from here is to find it
    call.pit.readers.end(lambda session: session.caller.name == caller.name)
    return begun


async def me(call: AsCall) -> Response:
    has_password = call.session is not None and call.session.has_password
    return as_json(Me(call.caller.name or None, call.caller.role, call.pit.guests, has_password))


async def accounts(call: AsCall) -> Response:
    """Those that are open, and those that can be opened again."""
    found = await asyncio.to_thread(call.pit.accounts.all)
    return as_json(found)


async def roles(call: AsCall) -> Response:
    """That an account can have, and what each may do, in words."""
    return as_json(PEOPLE)


async def make_account(call: AsCall, body: NewAccount) -> Response:
    role = body.role
    if role == "bot":
        raise Problem(409, Refused("role_of_software", "an account for a bot", "a role that a person has"))
    made = await asyncio.to_thread(call.pit.accounts.make, body.name, role, body.password, call.caller.name)
    if isinstance(made, Refused):
        raise Problem(409, made)
    return as_json(made, 201)


async def shut_account(call: AsCall, account: str) -> Response:
    """Its person is signed out at once and cannot sign in; the name stays taken."""
    return _done(call, account, await asyncio.to_thread(call.pit.accounts.shut, account, call.caller.name))


async def reopen_account(call: AsCall, account: str, body: GivenPassword) -> Response:
    """With a new password, for the old one may be why it was shut."""
    by = call.caller.name
    return _done(call, account, await asyncio.to_thread(call.pit.accounts.reopen, account, body.new, by))


async def give_password(call: AsCall, account: str, body: GivenPassword) -> Response:
    """To somebody else, whose sessions all end; one's own is changed with the old one."""
    by = call.caller.name
    if account == by:
        expected = "somebody else's; one's own is changed with the old one, see POST /api/me/password"
        raise Problem(409, Refused("own_password", f"the password of {by}", expected))
    return _done(call, account, await asyncio.to_thread(call.pit.accounts.change_password, account, body.new, by))


async def end_sessions(call: AsCall, account: str) -> Response:
    """Its person is signed out wherever that is, and may sign in again."""
    return _done(call, account, await asyncio.to_thread(call.pit.accounts.end_all, account, call.caller.name))


def _done(call: Call, account: str, refused: Refused | None) -> Response:
    """What was asked for an account, by which all its sessions have ended, or why it was not done."""
    if refused is not None:
        raise Problem(404 if refused.code == "no_such_account" else 409, refused)
    call.pit.readers.end(lambda session: session.caller.name == account)
    return Response(status_code=204)
