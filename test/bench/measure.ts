import { emailRoutes } from '../../functions/emails/routes.ts';
import type { QueueName } from '../../infra/function-spec.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { makeParts } from '../../shared/aws/parts.ts';
import type { Email } from '../../shared/core/records/emails.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { Context, Log } from '../../shared/domain/context.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { recordNotification } from '../../shared/domain/feedback/record-notification.ts';
import type { ReceiveMessage } from '../../shared/domain/ports/received.ts';
import { DeliverMessage } from '../../shared/domain/ports/sending.ts';
import { followSignIn } from '../../shared/domain/sessions/finish-sign-in.ts';
import { makeSignInLink } from '../../shared/domain/sessions/members.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { webhookClient } from '../../shared/net/webhook-client.ts';
import { sendingStateStore } from '../../shared/store/sending-state.ts';
import { type Client, freshAccount, inProcess } from '../support/api.ts';
import type { BareCloud } from '../support/bare-cloud.ts';
import { type Account, emailOf, largeEmailOf, makeAccount, send, subscribe } from './account.ts';
import { measureAutomations } from './automations.ts';
import { budgets, type Operation, operations } from './budgets.ts';
import type { Call } from './calls.ts';
import { measureCounts } from './counts.ts';
import type { Customer } from './customer.ts';
import { busiestKeys, type KeyLoad } from './keys.ts';
import { type Meter, startMeter } from './meter.ts';
import { queueTaker, type Taker } from './queue-taker.ts';
import { measureSmtp } from './smtp.ts';
import { measureVisits } from './visits.ts';

/** The calls of each run, by operation. */
export type Measured = Record<Operation, Call[][]>;

/** Messages and ids to measure the handlers' CPU with. */
export type Samples = {
  api_key: string;
  /** The owner's session in the dashboard. */
  cookie: string;
  account: string;
  email_ids: string[];
  domain: string;
  notification: string;
  webhook: string;
  received: ReceiveMessage[];
};

type Queues = { deliver: Taker; webhook: Taker; feedback: Taker; receive: Taker };
type Room = {
  ctx: Context;
  meter: Meter;
  queues: Queues;
  customer: Customer;
  measured: Measured;
  environment: Record<string, string>;
};

/** Runs per operation. One more run comes first, uncounted, to warm up the process. */
const runs = 4;
const listed = 1000;

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Runs every operation of the budget table in this process, through the meter, against the local cloud. */
export async function measureOperations(
  cloud: BareCloud,
  environment: Record<string, string>,
  customer: Customer,
): Promise<{ measured: Measured; samples: Samples; keys: KeyLoad[] }> {
  const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '' } = environment;
  const meter = startMeter(endpoint, region);
  const takerOf = (name: QueueName) => queueTaker(cloud.sqs, cloud.queues[name].url);
  const queues = {
    deliver: takerOf('deliver'),
    webhook: takerOf('attempt-webhook'),
    feedback: takerOf('feedback'),
    receive: takerOf('receive'),
  };
  const measured = Object.fromEntries(operations.map((name) => [name, []])) as unknown as Measured;
  const config = readConfig(environment);
  const ctx = createContext(config, { log: silent });
  const room: Room = { ctx, meter, queues, customer, measured, environment };
  const plain = await makeAccount(ctx, cloud);
  const told = await makeAccount(ctx, cloud);
  for (const path of ['one', 'two']) await subscribe(told, `${customer.url}/${path}`);
  await measureSends(room, plain);
  const notification = await measureDelivery(room, plain, told);
  await measureLarge(room, plain);
  await measureCounts(benchOf(room), plain);
  await measureVisits(
    ctx,
    (name, run) => repeat(room, name, run),
    () => send(told.request, emailOf(told.domain, 'someone@example.net')),
  );
  const webhook = await measureWebhooks(room);
  const received = await measureSmtp(benchOf(room), plain.owner, told.owner);
  const { email_ids, singles } = await measureReads(room, plain);
  const batches = await measureBatches(room, plain);
  const events = await measureAutomations({
    ctx,
    meter,
    table: makeParts({ config }).table,
    repeat: (name, run) => repeat(room, name, run),
  });
  const { id: account, key: api_key, domain } = plain;
  const cookie = await signIn(ctx, plain);
  const samples = { account, api_key, cookie, domain, email_ids, notification, webhook, received };
  await grantRate(makeParts({ config }).table, ctx.runtime);
  return { measured, samples, keys: [singles, batches, events] };
}

/** Records SES's limits for a new account, as the sweep does. Until then, workers send 1 email a second (P15). */
const grantRate = (...[table, runtime]: Parameters<typeof sendingStateStore>) =>
  sendingStateStore(table, runtime).writeQuota({ rate: 14, quota: null, sent: 0, plan: null });

/** Creates a session and returns its cookie. */
async function signIn(ctx: Context, { owner: { account } }: Account): Promise<string> {
  const { url } = await makeSignInLink(ctx, { email: account.email, account: account.id, minutes: 15 });
  const token = new URL(url).pathname.split('/').at(-1) ?? '';
  return (await followSignIn(ctx, { token, cookie: null, user_agent: 'bench' }))?.cookie ?? '';
}

/** Runs an operation once, and records it under its name unless it is a warm-up. */
async function record<T>(
  { meter, measured }: Room,
  name: Operation,
  warming: boolean,
  run: () => Promise<T>,
): Promise<{ result: T; calls: Call[] }> {
  const { result, calls } = await meter.measure(run);
  if (calls.length === 0 && budgets[name].trips !== 0) throw new Error(`${name}: the meter saw no call`);
  if (!warming) measured[name].push(calls);
  return { result, calls };
}

const benchOf = (room: Room): Parameters<typeof measureSmtp>[0] => ({
  ctx: room.ctx,
  queues: room.queues,
  runs,
  record: async (name, warming, run) => void (await record(room, name, warming, run)),
  deliver: (name, warming, message) => sendOnce(room, name, warming, readEmail(message)),
});

async function repeat(room: Room, name: Operation, run: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; round <= runs; round++) await record(room, name, round === 0, () => run(round));
}

/** Sends a batch of 100 emails to different people, and hands over one of them. */
async function measureBatches(room: Room, { request, domain }: Account): Promise<KeyLoad> {
  const batchOf = (from: string, round: number) => ({
    emails: Array.from({ length: 100 }, (_, i) => emailOf(from, `someone-${round}-${i}@example.net`)),
  });
  const post = async (client: Client, body: object, headers: Record<string, string> = {}) => {
    const answer = await client('POST', '/emails/batch', { body, headers });
    const data = answer.body.data as { id: string | null }[] | undefined;
    const ids = data?.flatMap(({ id }) => id ?? []) ?? [];
    if (ids.length !== 100) throw new Error(`POST /emails/batch answered ${JSON.stringify(answer.body)}`);
    return ids;
  };
  for (let round = 0; round <= runs; round++) {
    const send = () => post(request, batchOf(domain, round));
    const { result: ids } = await record(room, 'POST /emails/batch of 100', round === 0, send);
    const { id, account, batch } = (await room.ctx.emails.getMeta(ids[42] as Id<'msg'>)) as Email;
    const message = { id, account, ...(batch && { batch: batch.id }) };
    await sendOnce(room, 'deliver, of a batch', round === 0, message);
  }
  await repeat(room, 'POST /emails/batch of 100, Idempotency-Key', (round) =>
    post(request, batchOf(domain, round), { 'idempotency-key': `batch-${round}` }),
  );
  for (let round = 0; round <= runs; round++) {
    // One batch uses up the free plan's day.
    const small = await freshAccount(room.ctx, { plan: 'free' });
    const client = inProcess(room.ctx, emailRoutes, small.api_key);
    await client('GET', '/emails?limit=1');
    const send = () => post(client, batchOf(small.domain, round));
    await record(room, 'POST /emails/batch of 100, plan free', round === 0, send);
  }
  const { calls } = await room.meter.measure(async () => {
    for (let round = 0; round < 10; round++) await post(request, batchOf(domain, round));
  });
  return busiestKeys('50 batches of 100 a second', calls, 5);
}

async function measureSends(room: Room, { request, key, domain }: Account): Promise<void> {
  const one = emailOf(domain, 'someone@example.net');
  const many = emailOf(
    domain,
    Array.from({ length: 50 }, (_, i) => `recipient-${i}@example.net`),
  );
  await repeat(room, 'POST /emails', () => send(request, one));
  await repeat(room, 'POST /emails, Idempotency-Key', (round) =>
    send(request, one, { 'idempotency-key': `order-${round}` }),
  );
  await repeat(room, 'POST /emails, 50 recipients', () => send(request, many));
  const small = await freshAccount(room.ctx, { plan: 'free' });
  const client = inProcess(room.ctx, emailRoutes, small.api_key);
  await repeat(room, 'POST /emails, plan free', () =>
    send(client, emailOf(small.domain, 'someone@example.net')),
  );
  await repeat(room, 'POST /emails, cold process', () => {
    const cold = createContext(readConfig(room.environment), { log: silent });
    return send(inProcess(cold, emailRoutes, key), one);
  });
  for (const [name, minutes] of [
    ['POST /emails, scheduled in 5 minutes', 5],
    ['POST /emails, scheduled in an hour', 60],
  ] as const) {
    const scheduled_at = new Date(Date.now() + minutes * 60_000).toISOString();
    await repeat(room, name, () => send(request, { ...one, scheduled_at }));
  }
}

/** A message of the deliver queue, as its worker reads it. */
const readEmail = (body: string): DeliverMessage => DeliverMessage.parse(JSON.parse(body));

const takeEmail = async ({ deliver }: Queues, id: string): Promise<DeliverMessage> =>
  readEmail(await deliver.take('accepted email', (body) => body.includes(id)));

/** Runs deliver once. It must have called SES through the meter. */
async function sendOnce(room: Room, name: Operation, warming: boolean, message: DeliverMessage) {
  const { calls } = await record(room, name, warming, () =>
    deliverEmail(room.ctx, message, { receive_count: 1 }),
  );
  if (!calls.some(({ service }) => service === 'ses')) throw new Error(`${name}: SES got nothing`);
}

/** Hands one accepted email to SES and returns its id. */
async function deliver(
  room: Room,
  account: Account,
  to: string,
  name: Operation,
  warming: boolean,
): Promise<string> {
  const id = await send(account.request, emailOf(account.domain, to));
  const message = await takeEmail(room.queues, id);
  await sendOnce(room, name, warming, message);
  return id;
}

/** Bodies that are stored in the bucket: accepted, then handed over. */
async function measureLarge(room: Room, { request, domain }: Account): Promise<void> {
  const body = largeEmailOf(domain, 'success@simulator.amazonses.com');
  for (let round = 0; round <= runs; round++) {
    const { result: id } = await record(room, 'POST /emails, 30 KB body', round === 0, () =>
      send(request, body),
    );
    const message = await takeEmail(room.queues, id);
    await sendOnce(room, 'deliver, 30 KB body', round === 0, message);
  }
}

type Notice = { name: Operation; eventType: string };

async function takeNotification({ queues }: Room, id: string, eventType: string): Promise<string> {
  return queues.feedback.take(
    `${eventType} of ${id}`,
    (body) => body.includes(id) && JSON.parse(body).eventType === eventType,
  );
}

/** Runs deliver, then each notification that SES sends. Returns the notification of one delivery. */
async function measureDelivery(room: Room, plain: Account, told: Account): Promise<string> {
  let sample = '';
  const follow = async (account: Account, mailbox: string, name: Operation, notices: Notice[]) => {
    for (let round = 0; round <= runs; round++) {
      const to = `${mailbox}+${round}@simulator.amazonses.com`;
      const id = await deliver(room, account, to, name, round === 0 || mailbox !== 'success');
      for (const notice of notices) {
        const body = await takeNotification(room, id, notice.eventType);
        await record(room, notice.name, round === 0, () =>
          recordNotification(room.ctx, body, { receive_count: 1 }),
        );
        if (notice.eventType === 'Delivery') sample = body;
      }
    }
  };
  const sent: Notice = { name: 'notification: send', eventType: 'Send' };
  await follow(told, 'success', 'deliver, with webhooks', [
    { name: 'notification: delivery, with webhooks', eventType: 'Delivery' },
  ]);
  await follow(plain, 'bounce', 'deliver, no webhook', [
    { name: 'notification: bounce', eventType: 'Bounce' },
  ]);
  await follow(plain, 'complaint', 'deliver, no webhook', [
    { name: 'notification: complaint', eventType: 'Complaint' },
  ]);
  await follow(plain, 'success', 'deliver, no webhook', [
    sent,
    { name: 'notification: delivery', eventType: 'Delivery' },
  ]);
  return sample;
}

/** Attempts at the two endpoints that get the deliveries. Returns one message of the queue. */
async function measureWebhooks(room: Room): Promise<string> {
  const ctx = { ...room.ctx, webhook_client: webhookClient() };
  const memory = attemptMemory();
  let sample = '';
  const attempt = async (name: Operation, first: boolean, warming: boolean) => {
    const body = await room.queues.webhook.take('webhook message', (text) => {
      const message = JSON.parse(text);
      return message.first === first && message.attempt === 1;
    });
    sample = body;
    const message = JSON.parse(body);
    await record(room, name, warming, () => attemptWebhook(ctx, { message, receive_count: 1, memory }));
  };
  const rounds = async (name: Operation, first: boolean, count: number) => {
    for (let round = 0; round <= count; round++) await attempt(name, first, round === 0);
  };
  await rounds('webhook attempt: 2xx, first of its event', true, runs);
  await rounds('webhook attempt: 2xx', false, runs);
  room.customer.fail('x'.repeat(1500));
  await rounds('webhook attempt: failed, 1.5 KB answer', false, runs);
  room.customer.fail(null);
  return sample;
}

/** A list of 1,000 emails and a single email. Returns the thousand ids, and the keys that they were written to. */
async function measureReads(
  room: Room,
  { request, domain }: Account,
): Promise<{ email_ids: string[]; singles: KeyLoad }> {
  const ids: string[] = [];
  const body = emailOf(domain, 'success@simulator.amazonses.com');
  const { calls } = await room.meter.measure(async () => {
    while (ids.length < listed) {
      ids.push(...(await Promise.all(Array.from({ length: 25 }, () => send(request, body)))));
    }
  });
  const get = async (path: string) => {
    const answer = await request('GET', path);
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`);
    return answer.body;
  };
  await repeat(room, 'GET /emails?limit=25 of 1,000', async () => {
    const { emails } = await get('/emails?limit=25');
    if (!Array.isArray(emails) || emails.length !== 25) throw new Error('the list is not full');
  });
  await repeat(room, 'GET /emails/{id}', () => get(`/emails/${ids[0]}`));
  const singles = busiestKeys(`${listed} single sends a second`, calls, 1);
  return { email_ids: ids, singles };
}
