"""MiniStack with the KMS condition keys that its IAM enforcement lacks.

On AWS, a request with an encryption context has one key `kms:EncryptionContext:<name>` per pair. The grants to seal and open a
domain's secrets depend on two of them. The emulator has none and refuses each such call.
"""

import json
from functools import wraps

from ministack.core import iam_actions

from ministack_memory import app

__all__ = ["app"]


def encryption_context(body: bytes) -> dict[str, str]:
    """The condition keys of a KMS call, from its encryption context."""
    try:
        request = json.loads(body or b"{}")
    except ValueError:
        return {}
    pairs = request.get("EncryptionContext") if isinstance(request, dict) else None
    return {f"kms:EncryptionContext:{name}": value for name, value in (pairs or {}).items()}


def with_kms(request_tag_context):
    """What the emulator reads from a request for its conditions, plus the KMS encryption context."""

    @wraps(request_tag_context)
    def context(service: str, iam_action: str, body: bytes, params: dict) -> dict:
        own = encryption_context(body) if service == "kms" else {}
        return {**request_tag_context(service, iam_action, body, params), **own}

    return context


iam_actions.request_tag_context = with_kms(iam_actions.request_tag_context)
