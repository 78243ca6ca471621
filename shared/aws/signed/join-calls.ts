import type { Join } from './join.ts';
import { joinQueueCalls } from './join-queue-calls.ts';
import { joinTableCalls } from './join-table-calls.ts';

/**
 * For a process that serves many sessions at once (docs/decisions/0035): reads, unconditional writes, transactions that put
 * items and queue messages that are asked for in one turn of the event loop are one request. Each caller gets the answer that it would have got alone.
 */
export const joinCalls: Join = (service, send) =>
  service === 'sqs' ? joinQueueCalls(send) : joinTableCalls(send);
