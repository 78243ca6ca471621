"""MiniStack for programs, not for web pages.

Browsers send Origin with a POST and with readable requests. Host is the name that the page used. So pages of other origins
can't read what is served without a signature, such as the text messages.
"""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from ministack_key import app as emulator

__all__ = ["app"]

# What the HTTP API serves is for browsers too, as on AWS.
API_PATH = re.compile("/_aws/execute-api/[^/]+/")

MESSAGE = b'{"message":"Web pages cannot call this. Call localhost without an Origin header"}'


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
    """Whether a web page may have sent the request."""
    if API_PATH.match(scope["path"]):
        return False
    headers = dict(scope["headers"])
    host = headers.get(b"host", b"").decode("latin-1")
    return b"origin" in headers or not is_local(host)


async def app(scope, receive, send) -> None:
    if scope["type"] != "http" or not is_foreign(scope):
        await emulator(scope, receive, send)
        return
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(MESSAGE)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": MESSAGE})
