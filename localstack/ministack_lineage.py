"""MiniStack with Lambda's recursive loop detection through queues.

On AWS, each invocation has a trace header. The SDK sends it with every call, and SQS keeps it with the message. Its `Lineage`
counts how often a chain of requests passed through each function. Lambda stops at about the 17th invocation and moves the
messages to the dead-letter queue, unless the function has `RecursiveLoop: Allow`. The emulator only counts direct invocations,
and gives functions no trace header.
"""

import json
import secrets
import time
import zlib
from contextvars import ContextVar
from functools import wraps

from ministack.services import lambda_svc, sqs

from ministack_fair import app

__all__ = ["app"]

MOST_INVOCATIONS = 16

# The trace header of the current request or invocation.
trace: ContextVar[str] = ContextVar("trace", default="")


def lineage(header: str) -> dict[str, int]:
    """Invocations by function, from `Root=…;Parent=…;Sampled=0;Lineage=<function>:<count>|…`."""
    fields = dict(part.split("=", 1) for part in header.split(";") if "=" in part)
    pairs = (pair.rsplit(":", 1) for pair in fields.get("Lineage", "").split("|"))
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2 and pair[1].isdigit()}


def name_in_lineage(function: str) -> str:
    return f"{zlib.crc32(function.encode()):08x}"


def header_of(message: dict) -> str:
    return (message.get("sys") or {}).get("AWSTraceHeader", "")


def next_header(batch: list[dict], function: str) -> str:
    """The trace header of the invocation that takes this batch: of each function the longest chain, and one more of its own."""
    counts: dict[str, int] = {}
    for message in batch:
        for name, count in lineage(header_of(message)).items():
            counts[name] = max(count, counts.get(name, 0))
    own = name_in_lineage(function)
    counts[own] = counts.get(own, 0) + 1
    chain = "|".join(f"{name}:{count}" for name, count in counts.items())
    root = f"1-{int(time.time()):08x}-{secrets.token_hex(12)}"
    return f"Root={root};Parent={secrets.token_hex(8)};Sampled=0;Lineage={chain}"


def loops(function: str, batch: list[dict]) -> list[dict]:
    """The messages of a batch whose chain came through the function too often."""
    if lambda_svc._functions[function].get("recursive_loop") == "Allow":
        return []
    own = name_in_lineage(function)
    return [message for message in batch if lineage(header_of(message)).get(own, 0) >= MOST_INVOCATIONS]


def end(queue_url: str, messages: list[dict]) -> None:
    """To the dead-letter queue, at the next receive; without one they are deleted."""
    with sqs._queues_lock:
        queue = sqs._get_q(queue_url)
        policy = json.loads(queue["attributes"].get("RedrivePolicy") or "{}")
        for message in messages:
            message["receive_count"] = int(policy.get("maxReceiveCount", 0))
            message["visible_at"] = 0
        if not policy:
            ended = {message["id"] for message in messages}
            queue["messages"] = [message for message in queue["messages"] if message["id"] not in ended]
    print(f"ended {len(messages)} messages of {queue_url}: recursive loop", flush=True)


def without_loops(run):
    """Runs a function with the messages of a batch whose chains may go on."""

    @wraps(run)
    def running(source: dict, function: dict, event: dict, batch: list[dict], queue_url: str, queue: str) -> None:
        name = source["FunctionName"]
        ended = loops(name, batch)
        if ended:
            end(queue_url, ended)
            gone = {message["id"] for message in ended}
            batch = [message for message in batch if message["id"] not in gone]
            event = {"Records": [record for record in event["Records"] if record["messageId"] not in gone]}
        if not batch:
            return
        trace.set(next_header(batch, name))
        run(source, function, event, batch, queue_url, queue)

    return running


def with_trace(handle_request):
    """Knows the trace header of each request to SQS while it is served."""

    @wraps(handle_request)
    async def handled(method: str, path: str, headers: dict, *rest) -> tuple:
        trace.set(headers.get("x-amzn-trace-id", ""))
        return await handle_request(method, path, headers, *rest)

    return handled


def kept(system_attributes):
    """A message keeps the trace header of the request that sent it."""

    @wraps(system_attributes)
    def attributes(now: float, given: dict) -> dict:
        return {**({"AWSTraceHeader": trace.get()} if trace.get() else {}), **system_attributes(now, given)}

    return attributes


def traced(trace_id):
    """The trace header that a function finds in its environment."""

    @wraps(trace_id)
    def current(config: dict, inbound: str | None = None) -> str | None:
        return trace_id(config, inbound or trace.get() or None)

    return current


lambda_svc._run_sqs_batch = without_loops(lambda_svc._run_sqs_batch)
lambda_svc._xray_trace_id_for_invocation = traced(lambda_svc._xray_trace_id_for_invocation)
sqs._build_send_sys_attrs = kept(sqs._build_send_sys_attrs)
sqs.handle_request = with_trace(sqs.handle_request)
