import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@smithy/node-http-handler';
import { systemRuntime } from '../core/runtime.ts';

/** Network devices may silently drop connections that are idle longer. */
const idle_ms = 50_000;

const kept = { keepAlive: true, maxSockets: 50, timeout: idle_ms };
const agents = { httpAgent: new PlainAgent(kept), httpsAgent: new Agent(kept) };
let used_ms = 0;

/** While a function is frozen, its socket timeouts are frozen too. */
function endIdle(): void {
  const now = systemRuntime().now();
  const isIdle = now - used_ms > idle_ms;
  used_ms = now;
  if (!isIdle) return;
  for (const { freeSockets } of Object.values(agents))
    for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
}

/** The connections of all AWS clients in this process. */
export function keptConnections(times: NodeHttpHandlerOptions): NodeHttpHandler {
  const handler = new NodeHttpHandler({ ...times, ...agents });
  const handle = handler.handle.bind(handler);
  handler.handle = (...call) => {
    endIdle();
    return handle(...call);
  };
  return handler;
}
