import type * as z from 'zod';
import { emailRoutes } from '../../functions/emails/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { sendNotice } from '../../shared/domain/accounts/mail-notice.ts';
import type { Context } from '../../shared/domain/context.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { NoticeMessage, type OwnerMessage } from '../../shared/domain/ports/notices.ts';
import { AdvanceMessage } from '../../shared/domain/ports/runs.ts';
import { DeliverMessage, type SesQuota } from '../../shared/domain/ports/sending.ts';
import { WebhookMessage } from '../../shared/domain/ports/webhooks.ts';
import { sendingStateStore } from '../../shared/store/sending-state.ts';
import { slotStore } from '../../shared/store/slots.ts';
import { freshAccount, inProcess, testClock, testContext } from './api.ts';
import { idOf } from './ids.ts';
import { tableOfOwn } from './own-table.ts';

/** What the worker reads, after a trip through JSON and its queue's schema. */
const received = <Schema extends z.ZodType>(schema: Schema, message: z.output<Schema>): z.output<Schema> =>
  schema.parse(JSON.parse(JSON.stringify(message)));

type Queued = { message: DeliverMessage; delay_s: number };

/**
 * The product over the real table, on a clock that the test moves. Whatever it would queue, schedule, or give to SES
 * is kept here, and the test passes it on.
 */
export function captured() {
  const clock = testClock();
  const real = testContext({ runtime: clock.runtime });
  const queued: Queued[] = [];
  const webhooks: WebhookMessage[] = [];
  const run_schedules = new Map<string, { message: AdvanceMessage; at: number }>();
  const run_messages: { message: AdvanceMessage; at: number }[] = [];
  const schedules = new Map<string, { message: DeliverMessage; at: number }>();
  const mails: { email_id: string; raw: string }[] = [];
  const notices: OwnerMessage[] = [];
  const down = { queue: false, scheduler: false, webhooks: false };
  const sending: SesQuota = { rate: 10_000, quota: null, sent: 0, plan: null };
  const own = tableOfOwn();
  const state = sendingStateStore(own, clock.runtime);
  const ctx: Context = {
    ...real,
    // All tests share the deployment's own.
    sending_state: { ...state, read: async () => ({ ...(await state.read()), ...sending }) },
    slots: slotStore(own, clock.runtime),
    queues: {
      deliver: async (messages, delay_s = 0) => {
        if (down.queue) throw new Error('the queue is down');
        for (const message of messages) queued.push({ message: received(DeliverMessage, message), delay_s });
      },
      webhooks: async (messages) => {
        if (down.webhooks) throw new Error('the queue is down');
        for (const message of messages) webhooks.push(received(WebhookMessage, message));
      },
      recover: async () => {},
    },
    notices: {
      enqueue: async (message) => {
        if (down.queue) throw new Error('the queue is down');
        const arrived = received(NoticeMessage, message);
        if (arrived.kind === 'owner') notices.push(arrived);
      },
    },
    run_queue: {
      enqueue: async (messages, delay_s = 0) => {
        if (down.queue) throw new Error('the queue is down');
        const at = clock.runtime.now() + delay_s * 1000;
        for (const message of messages) run_messages.push({ message: received(AdvanceMessage, message), at });
      },
    },
    run_schedules: {
      put: async (name, message, at) => {
        if (down.scheduler) throw new Error('the Scheduler refuses');
        run_schedules.set(name, { message: received(AdvanceMessage, message), at });
      },
      remove: async (name) => void run_schedules.delete(name),
    },
    scheduler: {
      put: async (message, at) => {
        if (down.scheduler) throw new Error('the Scheduler refuses');
        const had = schedules.has(message.id);
        schedules.set(message.id, { message: JSON.parse(JSON.stringify(message)), at });
        return had;
      },
      remove: async (id) => schedules.delete(id),
    },
    mailer: {
      send: async ({ tags, raw }) => {
        mails.push({ email_id: tags.email_id ?? '', raw: Buffer.from(raw).toString() });
        return { outcome: 'accepted', message_id: `ses-${mails.length}` };
      },
    },
  };
  return {
    ctx,
    clock,
    queued,
    webhooks,
    run_messages,
    run_schedules,
    schedules,
    mails,
    /** Notices to owners that wait for their worker. */
    notices,
    /** Gives those to the worker as SQS would. A failed one returns. */
    notify: async () => {
      for (const message of notices.splice(0))
        await sendNotice(ctx, message).catch(() => void notices.push(message));
    },
    down,
    /** What SES grants. */
    sending,
    /** Gives a message to the deliver worker as SQS would. */
    deliver: (message: DeliverMessage, receive_count = 1) => deliverEmail(ctx, message, { receive_count }),
    /** The ISO time this many seconds after the clock's now. */
    ahead: (seconds: number) => new Date(clock.runtime.now() + seconds * 1000).toISOString(),
  };
}

/** A new account over `captured`, or another account's, with a client and a valid send request. */
export async function capturedAccount(
  options: Parameters<typeof freshAccount>[1] = {},
  world: ReturnType<typeof captured> = captured(),
) {
  const fresh = await freshAccount(world.ctx, options);
  const call = inProcess(world.ctx, emailRoutes, fresh.api_key);
  const email = { from: `shop@${fresh.domain}`, to: 'ada@x.example', subject: 'Hello', text: 'Hi' };
  const send = async (change: Record<string, unknown> = {}): Promise<Id<'msg'>> => {
    const { status, body } = await call('POST', '/emails', { body: { ...email, ...change } });
    if (status !== 200) throw new Error(`POST /emails answered ${status}: ${JSON.stringify(body)}`);
    return idOf('msg', body.id);
  };
  const get = async (id: string) =>
    (await call('GET', `/emails/${id}`)).body.email as Record<string, unknown> & { status: string };
  return { ...world, ...fresh, call, email, send, get };
}
