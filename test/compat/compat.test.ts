import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { recordNotification } from '../../shared/domain/feedback/record-notification.ts';
import { DomainMessage } from '../../shared/domain/ports/domains.ts';
import { NoticeMessage } from '../../shared/domain/ports/notices.ts';
import { ReceiveMessage } from '../../shared/domain/ports/received.ts';
import { DeliverMessage } from '../../shared/domain/ports/sending.ts';
import { RemovalMessage } from '../../shared/domain/ports/tenants.ts';
import { AttemptMessage } from '../../shared/domain/ports/webhooks.ts';
import { acceptSesMail } from '../../shared/domain/receiving/accept-ses-mail.ts';
import { receiveEmail } from '../../shared/domain/receiving/receive-email.ts';
import { sweepOutbox } from '../../shared/domain/sweep/outbox.ts';
import { finishRemoval } from '../../shared/domain/tenant-admin/finish-removal.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { inProcess } from '../support/api.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { continueRuns } from './automations.ts';
import { readPacked, releasesWith } from './releases.ts';
import { dropTable, makeTable, putItems, putObjects } from './table.ts';
import { type Recorded, routes, worldOn } from './world.ts';

afterAll(stopReceivers);

const releases = releasesWith('recording');

describe.each(releases)('what release %s left behind [P5]', (release) => {
  const recorded = readPacked<Recorded>(release);
  const table = `compat-${release}-${process.pid}`;
  let now = recorded.at + 1_000;
  const world = worldOn(table, () => now);
  const { ctx, queued, webhooks, mails } = world;
  const call = inProcess(ctx, routes, recorded.api_key);
  const get = async (path: string) => {
    // Below every rate of a plan.
    now += 1_000;
    return call('GET', path);
  };
  const statusOf = async (id: string) =>
    ((await get(`/emails/${id}`)).body.email as { status: string } | undefined)?.status;

  beforeAll(async () => {
    await makeTable(table);
    await Promise.all([putItems(table, recorded.items), putObjects(recorded.objects)]);
  });
  afterAll(() => dropTable(table));

  test('names no path and no host of the machine that recorded it', () => {
    const text = JSON.stringify(recorded);
    expect(text).not.toMatch(/"\/(home|root|tmp|usr|var|Users)\/|[A-Z]:\\\\|registry|AKIA[A-Z0-9]{16}/);
    const hosts = [...text.matchAll(/https?:\/\/([a-z0-9.-]+)/g)].map(([, host]) => host);
    const known = /^(127\.0\.0\.1|localhost|192\.0\.43\.10|api\.postmarkapp\.com)$|\.example(\.com)?$/;
    expect(hosts.filter((host) => !known.test(host ?? ''))).toEqual([]);
  });

  test.each(Object.entries(recorded.answers))('GET %s answers what it answered', async (path, before) => {
    const { status, body, text } = await get(path);
    expect([status, text.slice(0, status === 200 ? 0 : 500)]).toEqual([200, '']);
    // New fields may appear. The old ones are the same, except for what a read itself changes.
    const then = JSON.parse(JSON.stringify(before, lasting));
    if (typeof then === 'string') expect(text).toBe(then);
    else expect(body).toMatchObject(then);
  });

  test('its cursors go on, and its unsubscribe links ask', async () => {
    const { path, cursor } = recorded.cursor;
    const next = await get(`${path}&cursor=${encodeURIComponent(cursor)}`);
    expect(next.status).toBe(200);
    expect((next.body.emails as object[]).length).toBeGreaterThan(0);
    expect((await get(recorded.unsubscribe)).status).toBe(200);
  });

  test('its Idempotency-Keys are known, and its limits counted on', async () => {
    const { key, body, id } = recorded.claim;
    const again = await call('POST', '/emails', { body, headers: { 'idempotency-key': key } });
    expect([again.status, again.body.id]).toEqual([200, id]);
  });

  test('its messages are messages of ours', () => {
    const { deliver, webhooks: events, domain_tasks, removals, notices } = recorded;
    const isOurs = (schema: { parse: (message: unknown) => unknown }, messages: unknown[]) => {
      expect(messages).not.toEqual([]);
      expect(messages.map((message) => schema.parse(message))).toEqual(messages);
    };
    isOurs(DeliverMessage, Object.values(deliver));
    isOurs(AttemptMessage, events);
    isOurs(DomainMessage, domain_tasks);
    isOurs(RemovalMessage, removals);
    isOurs(NoticeMessage, notices);
  });

  test('emails that it queued and scheduled are sent, from the table and from the bucket', async () => {
    const { due, bodied, scheduled } = recorded.deliver;
    for (const message of [due, bodied]) await deliverEmail(ctx, message, { receive_count: 1 });
    now = Math.max(now, Date.parse(scheduled.scheduled_at ?? '') + 1_000);
    await deliverEmail(ctx, scheduled, { receive_count: 1 });
    for (const message of queued.splice(0)) await deliverEmail(ctx, message, { receive_count: 1 });
    expect(mails.map(({ tags }) => tags.email_id).sort()).toEqual([due.id, bodied.id, scheduled.id].sort());
    for (const { id } of [due, bodied, scheduled]) expect(await statusOf(id)).toBe('sent');
    // A copy of a message sends nothing again.
    await deliverEmail(ctx, due, { receive_count: 2 });
    expect(mails).toHaveLength(3);
  });

  test('its batch is still to be queued: the sweep finds it', async () => {
    now += 11 * 60_000;
    await sweepOutbox(ctx);
    expect(queued.length).toBeGreaterThan(0);
    for (const message of queued.splice(0)) await deliverEmail(ctx, message, { receive_count: 1 });
    expect(mails.length).toBeGreaterThan(3);
  });

  test('a notification of an email that it sent is recorded, once', async () => {
    const { email_id, body } = recorded.notification;
    webhooks.length = 0;
    await recordNotification(ctx, body, { receive_count: 1 });
    expect(await statusOf(email_id)).toBe('delivered');
    await recordNotification(ctx, body, { receive_count: 1 });
    const ids = webhooks.map((message) => message.event_id);
    expect(new Set(ids).size).toBe(1);
  });

  test('its webhook messages are attempted with the bytes of then', async () => {
    const { url, received } = await receiver();
    const memory = attemptMemory();
    const [message] = recorded.webhooks;
    if (message === undefined || message.kind !== 'delivery') return absent('a delivery');
    expect((await call('PATCH', `/webhooks/${message.webhook_id}`, { body: { url } })).status).toBe(200);
    const fresh = { ...message, delivery_id: ctx.runtime.id('whd') };
    await attemptWebhook(ctx, { message: fresh, receive_count: 1, memory });
    expect(received.map((each) => each.body)).toEqual([message.payload]);
  });

  test('what it sealed opens: the key of a domain, the credentials of its DNS host', async () => {
    const { account, name } = (await ctx.domains.get(`mail.${recorded.domain}`)) ?? absent('a domain');
    const context = { account, domain: name };
    const key = await ctx.domains.readKey(name);
    expect(await ctx.sealing.open(context, key?.sealed_private_key ?? '')).toMatch(/^[A-Za-z0-9+/=]+$/);
    const credentials = await ctx.domains.readCredentials(name);
    expect(await ctx.sealing.open(context, credentials?.sealed ?? '')).toBe('{"token":"of nothing"}');
  });

  test('its runs go on, by its messages and schedules', () => {
    const later = (ms: number) => {
      now += ms;
    };
    return continueRuns(world, call, { runs: recorded.runs, later });
  });

  test('opens that it counted count once, and what its self-test saw was seen', async () => {
    const { id, firsts, at } = recorded.visited;
    const { state } = (await ctx.visits.read(id)) ?? absent('a visit');
    expect(state).toMatchObject({
      version: 1,
      open: { n: 1 },
      firsts,
      recent: [['client', '', 'address', at]],
    });
    expect(await ctx.sightings.has(`of-${release}`)).toBe(true);
  });

  test('a tenant whose removal it began is removed to its end', async () => {
    const first = recorded.removals[0] ?? absent('a removal');
    await finishRemoval(ctx, first);
    const last = world.removals.pop();
    expect(last).toEqual({ ...first, pass: 'last' });
    await finishRemoval(ctx, last ?? first);
    expect(await ctx.tenant_removals.get(first.id, first.outbox)).toBeNull();
  });

  test('mail that came in and was not read yet is read, once, and what was read stays', async () => {
    const { received } = recorded;
    expect(received.map((message) => ReceiveMessage.parse(message))).toEqual(received);
    for (const message of [...received, ...received]) await receiveEmail(ctx, message);
    const { body } = await get('/received-emails');
    const before = recorded.answers['/received-emails'] as { received_emails: object[] };
    expect(body.received_emails).toHaveLength(before.received_emails.length + received.length);
  });

  test('mail that SES received and no worker has seen is read', async () => {
    const { received_at_ses } = recorded;
    await acceptSesMail(ctx, received_at_ses);
    for (const message of world.received.splice(0)) await receiveEmail(ctx, message);
    const { body } = await get('/received-emails');
    const subjects = (body.received_emails as { subject: string }[]).map(({ subject }) => subject);
    expect(subjects).toContain('At SES');
  });

  test('an uploaded file, a template and an email of then are used again', async () => {
    const email = { from: `shop@${recorded.domain}`, to: 'ada@example.com' };
    const template = { id: 'large', variables: {} };
    now += 5_000;
    const withTemplate = await call('POST', '/emails', { body: { ...email, template } });
    expect([withTemplate.status, withTemplate.text]).toEqual([200, expect.any(String)]);
    const resent = await call('POST', `/emails/${recorded.claim.id}/resend`);
    expect([resent.status, resent.text]).toEqual([200, expect.any(String)]);
    const file = { ...email, subject: 's', text: 't', attachments: [{ id: recorded.upload }] };
    const attached = await call('POST', '/emails', { body: file });
    expect([attached.status, attached.text]).toEqual([200, expect.any(String)]);
  });
});

function absent(what: string): never {
  throw new Error(`${what} was not recorded`);
}

/** What time, a read, or a release changes. */
const moving = new Set([
  ...['last_used_at', 'next_cursor', 'raw_url', 'download_url', 'download_expires_at'],
  // Rewritten for each import response, with the deployment's base URL.
  ...['agent_prompt', 'code_changes'],
]);

/** A deployment setting: where the recorded deployment had its relay. */
const isRelay = (name: string, value: unknown) => name === 'host' && value === '127.0.0.1';

const lasting = (name: string, value: unknown) =>
  moving.has(name) || isRelay(name, value) ? undefined : value;
