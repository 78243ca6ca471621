"""MiniStack with SQS's fair queues.

When one group's messages pile up in a standard queue, AWS first delivers those of groups with fewer in flight. So a tenant's
backlog doesn't delay the others. The emulator delivers them in the order they were sent.
"""

import time
from collections import Counter
from functools import wraps

from ministack.services import sqs

from ministack_key import app

__all__ = ["app"]


def in_flight(messages: list[dict], now: float) -> Counter:
    """Counts the received but undeleted messages of each group."""
    return Counter(
        message.get("group_id")
        for message in messages
        if message.get("group_id") and message.get("receive_count") and message.get("visible_at", 0) > now
    )


def fair(collect):
    """Returns messages of the groups with the fewest in flight first, then in sending order."""

    @wraps(collect)
    def collected(queue: dict, most: int, visibility_s: int) -> list:
        busy = in_flight(queue["messages"], time.time())
        if busy and not queue["is_fifo"]:
            queue["messages"].sort(key=lambda message: busy[message.get("group_id")])
        return collect(queue, most, visibility_s)

    return collected


sqs._collect_msgs = fair(sqs._collect_msgs)
