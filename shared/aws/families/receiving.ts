import { createMailAuth } from '../../core/mail-auth.ts';
import type { MessageReading, ReceiveQueueing } from '../../domain/context.ts';
import { createMessageReader } from '../../mail/received/in-thread.ts';
import type { Family } from '../compose.ts';
import { enqueuer, fairGroup } from '../queues.ts';

export const receiveQueue: Family<ReceiveQueueing> = ({ aws, config }) => ({
  receive_queue: { enqueue: enqueuer(aws, config.RECEIVE_QUEUE_URL, fairGroup) },
});

/** Readers of received messages. `threads` are the files of their worker threads. */
export const messageReading =
  (threads: { parse: string | URL; auth: string | URL }): Family<MessageReading> =>
  ({ config }) => ({
    read_message: createMessageReader(threads.parse),
    mail_auth: createMailAuth(threads.auth, config.DNS_SERVERS?.split(',') ?? []),
  });
