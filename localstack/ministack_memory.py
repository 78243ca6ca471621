"""MiniStack that keeps less in memory, and doesn't scan it again and again.

Everything is in memory, and each full garbage collection visits every object. After a few thousand emails, that delays requests
by a second, so objects that survive one are frozen here. Two thirds of what an email leaves behind are records of the
table's stream, which are dropped once its only reader has read them.
"""

import gc
from functools import wraps

from ministack.services import dynamodb, dynamodb_streams

from ministack_lineage import app

__all__ = ["app"]


def set_aside(phase: str, info: dict) -> None:
    """Frozen objects are still freed without references; only reference cycles stay."""
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()


def drop_read(table: str, position: int, account: str, region: str) -> None:
    """Drops records before the one read last. A reader that lost its place resumes after it."""
    records = dynamodb._live_stream_records(table, account, region)
    dropped = dynamodb._trimmed_count(table, account, region)
    read = max(0, position - 1 - dropped)
    del records[:read]
    dynamodb._stream_trimmed.set_scoped(account, region, table, dropped + read)


def forgetful(get_records):
    """A reader that asks for records already has the earlier ones."""

    @wraps(get_records)
    def records(data: dict) -> tuple:
        place = dynamodb_streams._decode_iterator(data.get("ShardIterator") or "")
        if place and "a" in place and "r" in place:
            drop_read(place["t"], int(place["p"]), place["a"], place["r"])
        return get_records(data)

    return records


gc.callbacks.append(set_aside)
dynamodb_streams._get_records = forgetful(dynamodb_streams._get_records)
