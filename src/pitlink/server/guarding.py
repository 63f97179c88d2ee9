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
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitlink.refusals import Refused
from pitlink.server.logs import requests
from pitlink.server.problems import Problem

MOST_BODY: Final = 8 * 1024  # bytes

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


class TooLarge(Exception):
    pass


def guarded(app: ASGIApp) -> ASGIApp:
    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        taken, begun, status = 0, False, 500
        began, request_id = time.monotonic(), secrets.token_hex(8)
        scope.setdefault("state", {})["told"] = told = dict[str, object](request=request_id)

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > MOST_BODY:
                raise TooLarge
            return message

        async def sending(message: Message) -> None:
            nonlocal begun, status
            if message["type"] == "http.response.start":
                begun, status = True, message["status"]
                MutableHeaders(scope=message).update({**HEADERS, "x-request-id": request_id})
            await send(message)

        try:
            await app(scope, limited, sending)
        except TooLarge:
            if begun:
                raise
            refused = Refused("body_too_large", f"a body of more than {MOST_BODY:,} bytes", "a command")
            await Problem(413, refused).response()(scope, receive, sending)
        finally:
            told |= {"method": scope["method"], "path": scope["path"], "status": status}
            requests.info("request", extra={**told, "ms": round((time.monotonic() - began) * 1000, 1)})

    return guard
