"""MiniStack for programs that have its stack's key, and not for web pages.

MiniStack accepts any credentials and runs functions as the user who started it, so any user of the machine could run code as
that user. Here, a request needs the stack's key: as the access key in its header, or as the secret that signed its header or
URL, as functions do. Keys from the stack's own STS and IAM are valid, too.

Browsers send Origin with a POST and with readable requests. Host is the name that the page used. So pages of other origins
can't read what is served without a signature, such as the text messages.
"""

import hmac
import os
import re
from ipaddress import ip_address
from urllib.parse import parse_qs, urlsplit

from ministack.app import app as emulator
from ministack.core import sigv4
from ministack.core.iam_evaluator import ResolvedCredential, resolve_credential
from ministack.core.router import extract_access_key_id

__all__ = ["app"]

KEY = os.environ["AWS_ACCESS_KEY_ID"].encode()

# The HTTP API asks for keys of its own, and is for browsers too, as on AWS.
API = re.compile(r"/_aws/execute-api/[^/]+/")

# GET only: other methods go on to the services. Text messages are as open as the mails in the inbox.
PAGES = {"/_ministack/health", "/_ministack/sns/sms-messages"}

NO_PAGES = b'{"message":"Web pages cannot call this. Call localhost without an Origin header"}'

WRONG_KEY = (
    b'{"__type":"UnrecognizedClientException",'
    b'"message":"Wrong access key for this stack. Use the one in .local/stack.json"}'
)


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
    headers = dict(scope["headers"])
    host = headers.get(b"host", b"").decode("latin-1")
    return b"origin" in headers or not is_local(host)


def headers_of(scope: dict) -> dict[str, str]:
    headers: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1").lower(), sigv4.decode_header_value(value)
        headers[key] = f"{headers[key]},{text}" if key in headers else text
    return headers


def is_signed(scope: dict, headers: dict[str, str], body: bytes) -> bool:
    """Whether a secret of this stack made the signature in the header or, without one, in the URL."""
    query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    presigned = "authorization" not in headers
    signature = sigv4.parse_query_signature(query) if presigned else sigv4.parse_header_signature(headers)
    if isinstance(signature, tuple):
        return False
    owner = resolve_credential(signature.access_key_id)
    if not isinstance(owner, ResolvedCredential):
        return False
    path = scope["raw_path"].decode("latin-1")
    secret = owner.secret_access_key
    return not sigv4.header_signature_failure(
        signature, secret, scope["method"], path, query, headers, body, presigned=presigned
    )


async def read(receive) -> bytes:
    parts = []
    more = True
    while more:
        message = await receive()
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)


def again(body: bytes, receive):
    """Returns a body that was already read, then what follows it."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def received():
        return waiting.pop() if waiting else await receive()

    return received


async def app(scope, receive, send) -> None:
    if scope["type"] != "http" or API.match(scope["path"]):
        await emulator(scope, receive, send)
        return
    if is_foreign(scope):
        await refuse(send, NO_PAGES)
        return
    if scope["method"] == "GET" and scope["path"] in PAGES:
        await emulator(scope, receive, send)
        return
    headers = headers_of(scope)
    if not hmac.compare_digest(extract_access_key_id(headers).encode(), KEY):
        body = b""
        # Clients of S3 name the hash of the body; the others sign the body itself.
        if "x-amz-content-sha256" not in headers:
            body = await read(receive)
            receive = again(body, receive)
        if not is_signed(scope, headers, body):
            await refuse(send, WRONG_KEY)
            return
    await emulator(scope, receive, send)


async def refuse(send, message: bytes) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(message)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": message})
