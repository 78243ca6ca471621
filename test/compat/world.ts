import { routeGroups } from '../../functions/routes.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { makeParts } from '../../shared/aws/parts.ts';
import { type Id, systemRuntime } from '../../shared/core/runtime.ts';
import type { AttemptContext, Context, MessageReading } from '../../shared/domain/context.ts';
import type { DomainMessage } from '../../shared/domain/ports/domains.ts';
import type { NoticeMessage } from '../../shared/domain/ports/notices.ts';
import type { ReceiveMessage } from '../../shared/domain/ports/received.ts';
import type { AdvanceMessage } from '../../shared/domain/ports/runs.ts';
import type { DeliverMessage } from '../../shared/domain/ports/sending.ts';
import type { RemovalMessage } from '../../shared/domain/ports/tenants.ts';
import type { AttemptMessage, RecoverMessage, WebhookMessage } from '../../shared/domain/ports/webhooks.ts';
import type { SesNotification } from '../../shared/domain/receiving/ses-notification.ts';
import { webhookClient } from '../../shared/net/webhook-client.ts';
import { sendingStateStore } from '../../shared/store/sending-state.ts';
import type { Client } from '../support/api.ts';
import { environment } from '../support/environment.ts';
import { messageReading } from '../support/inbound.ts';

/** What a release left of automations: messages in the queue of runs and in schedules, and their runs. */
export type RecordedRuns = {
  /** The automation whose runs are at an email, at a text whose worker died, and in two waits. */
  automation: string;
  /** Runs at their email, and at their text. */
  sending: AdvanceMessage;
  texting: AdvanceMessage;
  /** The message of a schedule, and of the end of a delay. */
  timers: AdvanceMessage[];
  /** The rest of an event, and the cancellation of an automation's runs. */
  others: AdvanceMessage[];
  /** How many open runs `paused` has. */
  paused: { automation: string; open: number };
};

/**
 * What a release left behind. `npm run check -- compat:record` writes it, and `compat.test.ts` gives it to the
 * current code.
 */
export type Recorded = {
  release: string;
  /** When it was recorded, in epoch ms. The test's clock continues from there. */
  at: number;
  api_key: string;
  domain: string;
  items: Record<string, unknown>[];
  /** Base64 by key. */
  objects: Record<string, string>;
  /** GET responses by path. */
  answers: Record<string, unknown>;
  /** An idempotency key, its request, and the id in the response. */
  claim: { key: string; body: Record<string, unknown>; id: string };
  /** `next_cursor` of this list. */
  cursor: { path: string; cursor: string };
  /** Path of an unsubscribe link. */
  unsubscribe: string;
  /** Messages of the queues `deliver` and `bulk`, and of schedules, by the email's outcome. */
  deliver: { due: DeliverMessage; scheduled: DeliverMessage; bodied: DeliverMessage };
  /** Messages of the queue of webhook attempts. */
  webhooks: AttemptMessage[];
  /** Messages of the queues of domain tasks and of deleted tenants. */
  domain_tasks: DomainMessage[];
  removals: RemovalMessage[];
  /** SES's notification of an email from this release, with its tags. */
  notification: { email_id: string; body: string };
  upload: string;
  /** What automations left. */
  runs: RecordedRuns;
  /** Messages of the queue of received mail. */
  received: ReceiveMessage[];
  /** The notification of a message that SES received. */
  received_at_ses: SesNotification;
  /** Messages of the queue of notices. */
  notices: NoticeMessage[];
  /** An opened email, with its kinds of visits and the time of the last one. */
  visited: { id: Id<'msg'>; firsts: string[]; at: number };
};

export const routes = Object.values(routeGroups).flat();

// biome-ignore lint/suspicious/noExplicitAny: answers of a dozen kinds.
export type Json = Record<string, any>;
export type Post = ReturnType<typeof posting>;

/** Posts, and throws for any refusal. */
export const posting =
  (call: Client) =>
  async (path: string, body?: unknown, headers?: Record<string, string>): Promise<Json> => {
    const answer = await call('POST', path, { body, ...(headers && { headers }) });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };

/** The product over its own table. Whatever it would queue, schedule, or give to SES is kept. */
export function worldOn(table: string, now: () => number) {
  const queued: DeliverMessage[] = [];
  const webhooks: WebhookMessage[] = [];
  const schedules: DeliverMessage[] = [];
  const domain_tasks: DomainMessage[] = [];
  const removals: RemovalMessage[] = [];
  const recovers: RecoverMessage[] = [];
  const notices: NoticeMessage[] = [];
  const run_messages: AdvanceMessage[] = [];
  const run_timers: AdvanceMessage[] = [];
  const down = { queue: false };
  const received: ReceiveMessage[] = [];
  const mails: { tags: Record<string, string>; raw: string; id: string }[] = [];
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  // Sealed with the deployment's secret, which is in the table, because a KMS key can't be recorded.
  const { KMS_KEY_ARN: _key, ...config } = { ...readConfig(environment()), TABLE_NAME: table };
  const real = createContext(config, { runtime: systemRuntime(now), log });
  const copy = <Message>(message: Message): Message => JSON.parse(JSON.stringify(message));
  const ctx: Context & AttemptContext & MessageReading = {
    ...real,
    settings: {
      ...real.settings,
      webhook_targets: 'any',
      // Every release answered this port before it answered the deployment's own.
      smtp_port: 587,
      account_ramp: true,
      soft_bounce_threshold: 2,
      sms: { provider: 'sns', sender_id: null, daily_limit: 100 },
    },
    // No lookup finds a server, so that incoming mail is judged as unknown.
    ...messageReading(),
    queues: {
      deliver: async (messages) => void queued.push(...messages.map(copy)),
      webhooks: async (messages) => void webhooks.push(...messages.map(copy)),
      recover: async (message) => void recovers.push(copy(message)),
    },
    domain_tasks: { enqueue: async (messages) => void domain_tasks.push(...messages.map(copy)) },
    receive_queue: { enqueue: async (messages) => void received.push(...messages.map(copy)) },
    notices: { enqueue: async (message) => void notices.push(copy(message)) },
    removal_queue: { enqueue: async (message) => void removals.push(copy(message)) },
    run_queue: {
      enqueue: async (messages) => {
        if (down.queue) throw new Error('the queue is down');
        run_messages.push(...messages.map(copy));
      },
    },
    run_schedules: {
      put: async (_name, message) => void run_timers.push(copy(message)),
      remove: async () => {},
    },
    sms: { publish: async () => ({ outcome: 'sent', message_id: 'text-1' }) },
    scheduler: {
      put: async (message) => schedules.push(copy(message)) > 1,
      remove: async () => true,
    },
    mailer: {
      send: async ({ tags, raw }) => {
        const id = `ses-${mails.length + 1}`;
        mails.push({ tags, raw: Buffer.from(raw).toString(), id });
        return { outcome: 'accepted', message_id: id };
      },
    },
    webhook_client: webhookClient(),
  };
  const recordings = {
    queued,
    webhooks,
    recovers,
    schedules,
    domain_tasks,
    removals,
    notices,
    received,
    mails,
  };
  const quotas = sendingStateStore(makeParts({ config }).table, real.runtime);
  return { ctx, ...recordings, run_messages, run_timers, down, quotas };
}

export type World = ReturnType<typeof worldOn>;
