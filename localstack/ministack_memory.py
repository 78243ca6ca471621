"""MiniStack that keeps less, and does not look at it again and again.

All that it has is in memory. In each full collection Python looks at every object: after some thousand emails, requests
that come meanwhile wait a second. What outlives one is set aside here. And two thirds of what an email leaves behind are
records of the table's stream, which its one reader has read.
"""

import gc
from functools import wraps

from ministack.services import dynamodb, dynamodb_streams

from ministack_lineage import app

__all__ = ["app"]


def set_aside(phase: str, info: dict) -> None:
    """What is set aside still ends when nothing refers to it; only circles of it stay."""
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()


def drop_read(table: str, position: int, account: str, region: str) -> None:
    """Drops records before the one that was read last; who lost its place goes on behind that one."""
    records = dynamodb._live_stream_records(table, account, region)
    dropped = dynamodb._trimmed_count(table, account, region)
    read = max(0, position - 1 - dropped)
    del records[:read]
    dynamodb._stream_trimmed.set_scoped(account, region, table, dropped + read)


def forgetful(get_records):
    """Who asks for records has those before them."""

    @wraps(get_records)
    def records(data: dict) -> tuple:
        place = dynamodb_streams._decode_iterator(data.get("ShardIterator") or "")
        if place and "a" in place and "r" in place:
            drop_read(place["t"], int(place["p"]), place["a"], place["r"])
        return get_records(data)

    return records


gc.callbacks.append(set_aside)
dynamodb_streams._get_records = forgetful(dynamodb_streams._get_records)
