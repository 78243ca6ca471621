"""MiniStack for the programs of this machine.

It checks no credentials, so that any web page that is open in a browser here could make functions and run them. Browsers
send Origin with a POST, and with what a page may read; Host is the name that the page used. A GET by a link or an image
has no Origin, and calls of AWS in its query are refused.
"""

import re
from ipaddress import ip_address
from urllib.parse import parse_qs, urlsplit

from ministack.app import app as emulator

__all__ = ["app"]

# What the HTTP API serves is for browsers too, as on AWS.
API_PATH = re.compile("/_aws/execute-api/[^/]+/")

MESSAGE = b'{"message":"Web pages are not served here: leave out Origin and Action in the query, call localhost"}'


def is_local(host: str) -> bool:
    """Whether a Host is an address, or a name that the public DNS lacks: others may be pointed here (DNS rebinding)."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name == "localhost" or name.endswith((".localhost", ".internal")):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_foreign(scope: dict) -> bool:
    """Whether a web page may be behind the request. Programs send Action, the name of a call, in the body only."""
    if API_PATH.match(scope["path"]):
        return False
    headers = dict(scope["headers"])
    host = headers.get(b"host", b"").decode("latin-1")
    return b"origin" in headers or not is_local(host) or "Action" in parse_qs(scope["query_string"].decode("latin-1"))


async def app(scope, receive, send) -> None:
    if scope["type"] != "http" or not is_foreign(scope):
        await emulator(scope, receive, send)
        return
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(MESSAGE)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": MESSAGE})
