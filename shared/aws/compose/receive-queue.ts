import type { ReceiveQueueing } from '../../domain/context.ts';
import { receiveQueueOf } from '../queues.ts';
import type { Family } from './compose.ts';

/** The queue of messages that were received. */
export const receiveQueue: Family<ReceiveQueueing> = ({ aws, config }) => ({
  receive_queue: receiveQueueOf(aws, config),
});
