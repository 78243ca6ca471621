import { decompress } from '../../shared/core/compress.ts';
import type { Address } from '../../shared/core/network.ts';
import type { Account } from '../../shared/core/records/accounts.ts';
import type { Email } from '../../shared/core/records/emails.ts';
import type { Delivery, WebhookEndpoint } from '../../shared/core/records/webhooks.ts';
import { type Id, type Runtime, systemRuntime } from '../../shared/core/runtime.ts';
import { sendNotice } from '../../shared/domain/accounts/mail-notice.ts';
import type { AttemptContext } from '../../shared/domain/context.ts';
import type { OwnerMessage } from '../../shared/domain/ports/notices.ts';
import type {
  AttemptMessage,
  DeliveryMessage,
  RecoverMessage,
  WebhookMessage,
} from '../../shared/domain/ports/webhooks.ts';
import type { Settings } from '../../shared/domain/settings.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { webhookClient } from '../../shared/net/webhook-client.ts';
import { deliveryStore } from '../../shared/store/deliveries.ts';
import { deliveryLog } from '../../shared/store/delivery-log.ts';
import { deliveryOf, failedItem, openFailureKey, rowOf } from '../../shared/store/delivery-rows.ts';
import { keys } from '../../shared/store/schema.ts';
import { type Item, recordOf } from '../../shared/store/table.ts';
import { webhookStore } from '../../shared/store/webhooks.ts';
import { modelTable } from './memory-table/memory-table.ts';
import { endpointOf } from './records.ts';
import { usualRetention } from './retention.ts';

const webhookOf = ({ pk }: Item) => pk.split('#')[1] as Id<'wh'>;

/** The webhook stores over a table in memory, and maps that show its current content. */
function webhookStores(runtime: Runtime, account: Account) {
  const { table, items, objects, bucket } = modelTable(runtime);
  const found = <Value>(pk: RegExp, entryOf: (item: Item) => [string, Value]) =>
    new Map((items.all() as Item[]).filter((item) => pk.test(`${item.pk} ${item.sk}`)).map(entryOf));
  const shown = <Value>(read: () => Map<string, Value>) => ({
    get size() {
      return read().size;
    },
    has: (id: string) => read().has(id),
    get: (id: string) => read().get(id),
    keys: () => read().keys(),
    values: () => read().values(),
  });
  const store = webhookStore(table, runtime);
  return {
    /** A test reads its own writes immediately. */
    webhooks: { ...store, get: (of: Id<'acc'>, id: Id<'wh'>, _max_age_ms?: number) => store.get(of, id) },
    deliveries: deliveryStore(table, objects, usualRetention),
    delivery_log: deliveryLog(table, runtime, usualRetention),
    endpoints: {
      ...shown(() => found(/ WH#/, (item) => [item.sk.slice(3), recordOf<WebhookEndpoint>(item)])),
      get: (id: Id<'wh'>) => {
        const item = items.get(keys.webhook(account.id, id)) as Item | undefined;
        return item && recordOf<WebhookEndpoint>(item);
      },
      set: (id: Id<'wh'>, endpoint: WebhookEndpoint) =>
        items.put({ ...keys.webhook(account.id, id), et: 'wh', ...endpoint }),
      delete: (id: Id<'wh'>) => items.delete(keys.webhook(account.id, id)),
    },
    rows: shown(() => found(/^WHD#/, (item) => [item.sk, deliveryOf(item, webhookOf(item))])),
    /** Rewrites a failed delivery as this one. */
    putRow: (row: Delivery) => {
      items.put(rowOf(row, 1, usualRetention));
      items.put(failedItem(openFailureKey(row.webhook_id, row, 1), row, usualRetention));
    },
    /** Failed deliveries without a later replay. */
    failed: shown(() => found(/^WH[FE]#/, (item) => [item.sk.split('#').at(-1) ?? '', true])),
    payloads: shown(() =>
      found(/^EVP#/, ({ pk, body, object }) => {
        const id = pk.slice(4);
        const bytes = object ? bucket.get(`events/${account.id}/${id}`) : (body as Uint8Array);
        return [id, decompress(bytes ?? Buffer.alloc(0)).toString()];
      }),
    ),
  };
}

type Queued = { message: WebhookMessage; delay_s: number };

/** A webhook worker with stores in memory and real HTTP to its receivers. */
export function memoryWebhooks(options: { settings?: Partial<Settings>; now?: () => number } = {}) {
  let offset = 0;
  const runtime: Runtime = systemRuntime(options.now ?? (() => Date.now() + offset));
  const queued: Queued[] = [];
  const looks: { message: RecoverMessage; delay_s: number }[] = [];
  const calls: WebhookMessage[][] = [];
  const mails: { raw: string; to: string[] }[] = [];
  const lines: string[] = [];
  const names = new Map<string, Address[]>();
  const noticed = new Set<string>();
  const keep = (message: string, fields?: Record<string, unknown>) => {
    lines.push(JSON.stringify({ message, ...fields }));
  };

  const account = { id: runtime.id('acc'), email: 'owner@example.com', plan: 'dedicated' } as Account;
  const { webhooks, deliveries, delivery_log, ...shown } = webhookStores(runtime, account);
  const ctx = {
    runtime,
    settings: {
      stage: 'test',
      base_url: 'https://mail.example.com/api',
      dashboard_url: 'https://mail.example.com',
      sandbox_domain: 'sandbox.example.com',
      webhook_targets: 'any',
      webhook_disable_after_s: 259_200,
      webhook_disable_min: 20,
      retention: usualRetention,
      ...options.settings,
    },
    log: { info: keep, warn: keep, error: keep },
    accounts: { get: async () => account },
    webhooks,
    deliveries,
    delivery_log,
    resolver: { resolve: async (name: string) => names.get(name) ?? [] },
    queues: {
      deliver: async () => {},
      webhooks: async (messages: WebhookMessage[], delay_s = 0) => {
        calls.push(messages);
        // What arrives has been through JSON.
        for (const message of JSON.parse(JSON.stringify(messages))) queued.push({ message, delay_s });
      },
      recover: async (message: RecoverMessage, delay_s = 0) => void looks.push({ message, delay_s }),
    },
    mailer: {
      send: async (input: { raw: Uint8Array; destinations: string[] }) => {
        mails.push({ raw: Buffer.from(input.raw).toString(), to: input.destinations });
        return { outcome: 'accepted', message_id: 'x' };
      },
    },
    webhook_client: webhookClient(),
    sending_state: { read: async () => ({ rate: 10_000 }) },
    slots: { take: async () => ({ slot: runtime.now() }) },
    notice_claims: {
      take: async (about: string) => !noticed.has(about) && noticed.add(about) !== undefined,
      release: async (about: string) => void noticed.delete(about),
    },
    notices: { enqueue: async (message: OwnerMessage) => sendNotice(worker(), message) },
  } as unknown as AttemptContext;
  // The worker of notices runs immediately.
  const worker = () => ctx as unknown as Parameters<typeof sendNotice>[0];

  const addEndpoint = (url: string, change: Partial<WebhookEndpoint> = {}): WebhookEndpoint => {
    const secret = `whsec_${runtime.secret(43, 'base64url')}`;
    // The store lists endpoints by id, and ids are in order only across milliseconds.
    offset += 1;
    const endpoint = endpointOf({ runtime }, account.id, { url, secret, ...change });
    shown.endpoints.set(endpoint.id, endpoint);
    return endpoint;
  };

  return {
    ctx,
    account,
    ...shown,
    queued,
    looks,
    calls,
    mails,
    lines,
    names,
    addEndpoint,
    advance: (ms: number) => {
      offset += ms;
    },
    /** Gives the oldest waiting message to a worker, as SQS would. */
    work: async (
      input: {
        receive_count?: number;
        memory?: ReturnType<typeof attemptMemory>;
        message?: AttemptMessage;
      } = {},
    ) => {
      const message = input.message ?? queued.shift()?.message;
      if (message === undefined) throw new Error('the queue is empty');
      const { receive_count = 1, memory = attemptMemory() } = input;
      await attemptWebhook(ctx, { message, receive_count, memory });
      return message as DeliveryMessage;
    },
  };
}

/** An email as its store returns it. */
export function someEmail(account: string, change: Partial<Email> = {}): Email {
  return {
    id: 'msg_01jd6x0000abcdefghjkmnpqrs',
    account,
    from: 'Shop <shop@example.com>',
    to: ['Ada <Ada@x.example>', 'bob@x.example'],
    cc: ['"Eve, C" <eve@y.example>'],
    bcc: ['hidden@z.example'],
    reply_to: [],
    subject: 'Hello',
    tags: [{ name: 'kind', value: 'reset' }],
    category: 'transactional',
    tenant: null,
    message_id: '<1@email.amazonses.com>',
    recipient_count: 4,
    ...change,
  } as Email;
}
