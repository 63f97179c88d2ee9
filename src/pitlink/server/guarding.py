"""What every request goes through before the application: its size, its headers, and what goes back with the answer."""

import secrets
import time
from typing import Final

from secure import (
    CacheControl,
    ContentSecurityPolicy,
    CrossOriginOpenerPolicy,
    PermissionsPolicy,
    ReferrerPolicy,
    Secure,
    XContentTypeOptions,
    XFrameOptions,
)
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitlink.refusals import Refused
from pitlink.server.hosts import Hosts, host_of
from pitlink.server.logs import requests
from pitlink.server.metrics import Metrics
from pitlink.server.problems import Problem

MOST_BODY: Final = 8 * 1024  # bytes
MOST_HEADERS: Final = 16 * 1024
HEADERS_TOO_LARGE: Final = Refused("headers_too_large", "the headers", f"at most {MOST_HEADERS:,} bytes in all")

HEADERS: Final = Secure(
    cache=CacheControl().no_store(),
    csp=ContentSecurityPolicy()
    .default_src("'none'")
    .connect_src("'self'")
    .script_src("'self'")
    .style_src("'self'")
    .img_src("'self'")
    .font_src("'self'")
    .base_uri("'none'")
    .form_action("'self'")
    .frame_ancestors("'none'"),
    coop=CrossOriginOpenerPolicy().same_origin(),
    permissions=PermissionsPolicy().geolocation().microphone().camera(),
    referrer=ReferrerPolicy().no_referrer(),
    xcto=XContentTypeOptions().nosniff(),
    xfo=XFrameOptions().deny(),
).headers


def guarded(app: ASGIApp, metrics: Metrics, hosts: Hosts) -> ASGIApp:
    """The application with all that; what is noted about a request goes to the log, and its refusal is counted."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        taken, status = 0, 500
        began, request_id = time.monotonic(), secrets.token_hex(8)
        scope.setdefault("state", {})["told"] = told = dict[str, object](request=request_id)

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > MOST_BODY:
                raise HTTPException(413)
            return message

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers.update({name: text for name, text in HEADERS.items() if name.lower() not in headers})
                headers["x-request-id"] = request_id
            await send(message)

        try:
            if (problem := _barred(scope, hosts)) is None:
                await app(scope, limited, sending)
            else:
                told["code"] = problem.refused.code
                await problem.response()(scope, receive, sending)
        finally:
            route = scope.get("route")  # as it is declared: an invitation is in some addresses
            told |= {"method": scope["method"], "path": getattr(route, "path", None), "status": status}
            if "code" in told:
                metrics.refusals.labels(told["code"]).inc()
            requests.info("request", extra={**told, "ms": round((time.monotonic() - began) * 1000, 1)})

    return guard


def _barred(scope: Scope, hosts: Hosts) -> Problem | None:
    """What is not even looked at."""
    if sum(len(name) + len(text) + 4 for name, text in scope["headers"]) > MOST_HEADERS:
        return Problem(431, HEADERS_TOO_LARGE)
    if not hosts.is_ours(scope):
        found = f"a request for host {(host_of(scope) or '?')[:100]}"
        return Problem(421, Refused("other_host", found, "localhost, or a name that the pit was started with (--name)"))
    return None
