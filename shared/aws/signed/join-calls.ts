import type { Join } from './join.ts';
import { joinQueueCalls } from './join-queue-calls.ts';
import { joinTableCalls } from './join-table-calls.ts';

/**
 * Joins calls that begin in one turn of the event loop into one request, for a process that serves many sessions
 * (docs/decisions/0035): reads, unconditional writes, transactions that put items, and queue messages. Each caller gets the
 * answer that it would get alone.
 */
export const joinCalls: Join = (service, send) =>
  service === 'sqs' ? joinQueueCalls(send) : joinTableCalls(send);
