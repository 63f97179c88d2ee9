"""Two plain pages, until the browser's part is there: what the floor is doing, and the owner's first sign-in."""

import asyncio
from html import escape
from urllib.parse import parse_qs

from starlette.responses import HTMLResponse, Response

from pitlink.pit.words import money
from pitlink.refusals import Refused
from pitlink.server.calling import AsCall
from pitlink.server.feeds import whole_floor
from pitlink.server.problems import too_many
from pitlink.server.signing import with_cookie

PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pitlink</title></head>
<body>
<h1>Pitlink</h1>
{body}
<p>Software for training, verification, analysis and play chips. It is not a certified gaming device, and it is not for
real money.</p>
</body>
</html>
"""

FORM = """<p>Choose the name and the password of the owner, who makes all other accounts.</p>
{refused}
<form method="post">
<p><label>Name <input name="name" required maxlength="40" autocomplete="username"></label></p>
<p><label>Password <input name="password" type="password" required minlength="8" maxlength="200"
autocomplete="new-password"></label></p>
<p><button>Sign up</button></p>
</form>"""


async def front(call: AsCall) -> Response:
    floor = whole_floor(call.pit.live)
    rows = "".join(
        f"<tr><td>{escape(each.table)}<td>{each.game}<td>{len(each.seated)} of {each.positions}"
        f"<td>{each.round}<td>{escape((each.step or '').replace('_', ' '))}</tr>"
        for each in floor.tables
    )
    signs = "".join(f"<li>{escape(each.link)}: {money(each.display)}</li>" for each in floor.links)
    head = "<tr><th>Table<th>Game<th>Seats taken<th>Round<th>Waits for</tr>"
    api = '<p>Programs ask at <a href="/api/openapi.json">/api</a>; docs/operate.md shows how to sit down and play.</p>'
    return HTMLResponse(PAGE.format(body=f"<ul>{signs}</ul>\n<table>{head}{rows}</table>\n{api}"))


async def welcome(call: AsCall, invitation: str) -> Response:
    return HTMLResponse(PAGE.format(body=FORM.format(refused="")))


async def welcomed(call: AsCall, invitation: str) -> Response:
    """The account that the invitation is for, and its first session."""
    if not call.pit.limits.lets_sign_in(call.address):
        raise too_many("tries to sign in")
    given = parse_qs((await call.request.body()).decode("utf-8", "replace"))
    name, password = (given.get(field, [""])[0] for field in ("name", "password"))
    made = await asyncio.to_thread(call.pit.accounts.accept, invitation, name, password)
    if isinstance(made, Refused):
        told = f"<p><strong>{escape(str(made))}</strong></p>"
        return HTMLResponse(PAGE.format(body=FORM.format(refused=told)), 409)
    token = await asyncio.to_thread(call.pit.accounts.begin, made)
    body = f'<p>{escape(made.name)} is the owner, and signed in. <a href="/">The floor</a></p>'
    return with_cookie(call, HTMLResponse(PAGE.format(body=body), 201), token)
