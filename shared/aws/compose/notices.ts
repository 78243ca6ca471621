import type { Notices } from '../../domain/context.ts';
import type { NoticeQueue } from '../../domain/ports/sessions.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** The queue of mails of the service itself. The client is loaded with the first one. */
export const notices: Family<Notices> = ({ aws, config }) => ({
  notices: lazyPort<NoticeQueue>(
    async () => (await import('../queues.ts')).noticeQueueOf(aws, config),
    ['enqueue'],
  ),
});
