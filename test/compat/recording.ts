import { createHash, randomBytes } from 'node:crypto';
import type { Id } from '../../shared/core/runtime.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { recordNotification } from '../../shared/domain/feedback/record-notification.ts';
import type { DeliverMessage } from '../../shared/domain/ports/sending.ts';
import type { DeliveryMessage } from '../../shared/domain/ports/webhooks.ts';
import { acceptMail, contentHash } from '../../shared/domain/receiving/accept-mail.ts';
import { receiveEmail } from '../../shared/domain/receiving/receive-email.ts';
import { sweepOutbox } from '../../shared/domain/sweep/outbox.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { fixtureFor } from '../domain/feedback/fixture.ts';
import { freshAccount, inProcess, verifiedDomain } from '../support/api.ts';
import { receiver } from '../support/receiver.ts';
import { recordRuns } from './automations.ts';
import { recordImports } from './imports.ts';
import { recordRest } from './rest.ts';
import { itemsOf, objectsOf } from './table.ts';
import { type Json, posting, type Recorded, routes, worldOn } from './world.ts';

/**
 * Creates one of everything that this code stores for an account, in a table. `release` names the deployment's own
 * items.
 */
export async function recordEverything(table: string, release: string) {
  let offset = 0;
  const now = () => Date.now() + offset;
  const later = (ms: number) => {
    offset += ms;
  };
  const world = worldOn(table, now);
  const { ctx, queued, webhooks, schedules, domain_tasks, removals, received, mails } = world;
  const { account, api_key, domain } = await freshAccount(ctx, { plan: 'scale' });
  const call = inProcess(ctx, routes, api_key);
  const post = posting(call);
  const answers: Record<string, unknown> = {};
  const keep = async (path: string) => {
    later(1_000);
    const { status, body, text } = await call('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    answers[path] = Object.keys(body).length > 0 ? body : text;
    return body as Json;
  };
  const deliver = (message: DeliverMessage | undefined) =>
    deliverEmail(ctx, message as DeliverMessage, { receive_count: 1 });
  const email = { from: `shop@${domain}`, to: 'ada@example.com', subject: 'Hello', text: 'Hi' };
  const sent = async (change: Record<string, unknown> = {}) => {
    const { id } = await post('/emails', { ...email, ...change });
    await deliver(queued.pop());
    return id as string;
  };
  const notify = async (name: string, id: string, address = 'ada@example.com') => {
    const body = fixtureFor(name, { id, account: account.id }, (event) => {
      const { tags = {} } = mails.find((mail) => mail.tags.email_id === id) ?? {};
      event.mail.tags = Object.fromEntries(Object.entries(tags).map(([tag, value]) => [tag, [value]]));
      for (const part of Object.values(event)) {
        if (part && typeof part === 'object' && 'timestamp' in part)
          Object.assign(part, { timestamp: new Date(now()).toISOString() });
      }
    });
    return { email_id: id, body: body.replaceAll('ada@example.com', address) };
  };

  // Before anything is accepted, because its mark must precede everything that follows.
  await sweepOutbox(ctx);

  // Keys, credentials, an endpoint whose receiver fails with a long response, and one that accepts everything.
  await post('/api-keys', { name: 'restricted', scopes: ['emails:send'] });
  await post('/smtp-credentials', { name: 'mailer' });
  const failing = await receiver((_, response) => response.writeHead(500).end('no '.repeat(1_000)));
  await post('/webhooks', { url: failing.url, events: ['email.delivered'], description: 'fails' });

  // Two templates: one fits an item, and the other doesn't.
  await post('/templates', {
    name: 'Small',
    subject: 'Hello {{name}}',
    html: '<p>{{name}}</p>',
    publish: true,
  });
  const html = `<p>${randomBytes(26_000).toString('base64')}</p>`;
  await post('/templates', { name: 'Large', subject: 'Large', html, publish: true });

  // Emails: delivered, bounced, sent, large, to many recipients, from a template, scheduled, queued.
  const delivered = await sent({
    category: 'product',
    unsubscribe: true,
    tags: [{ name: 'kind', value: 'welcome' }],
  });
  const first = await notify('delivery', delivered);
  await recordNotification(ctx, first.body, { receive_count: 1 });
  later(60_000);
  const second = await notify('delivery', await sent({ subject: 'Second' }));
  await recordNotification(ctx, second.body, { receive_count: 1 });
  const bounced = await sent({ to: 'gone@example.com' });
  const bounce = await notify('bounce-in-dialogue', bounced, 'gone@example.com');
  await recordNotification(ctx, bounce.body, { receive_count: 1 });
  const full = await sent({ to: 'full@example.com' });
  const soft = await notify('bounce-mailbox-full', full, 'full@example.com');
  await recordNotification(ctx, soft.body, { receive_count: 1 });
  const waiting = await sent({ subject: 'Sent, not delivered yet' });
  const notification = await notify('delivery', waiting);
  const large = await post('/emails', { ...email, text: randomBytes(9_000).toString('base64') });
  const bodied = queued.pop() as DeliverMessage;
  const many = Array.from({ length: 40 }, (_, i) => `recipient-number-${i}@department.x.example`);
  const wide = await sent({ to: many, subject: 'To many' });
  const rendered = await sent({
    subject: undefined,
    text: undefined,
    template: { id: 'small', variables: { name: 'Ada' } },
  });
  const scheduled_at = new Date(now() + 3_600_000).toISOString();
  const scheduled = await post('/emails', { ...email, subject: 'Later', scheduled_at });
  const key = 'order-1';
  const body = { ...email, subject: 'Once' };
  const claimed = await post('/emails', body, { 'idempotency-key': key });
  const due = queued.pop() as DeliverMessage;
  // A repeated request: its own draft is dropped.
  await post('/emails', body, { 'idempotency-key': key });
  queued.pop();
  // A batch whose queue was down, so that its outbox row stays.
  const batch = { emails: [email, { ...email, to: 'no address' }] };
  const { deliver: queue } = ctx.queues;
  ctx.queues.deliver = async () => {
    throw new Error('the queue is down');
  };
  await post('/emails/batch', batch, { 'idempotency-key': 'batch-1' });
  ctx.queues.deliver = queue;

  // An uploaded file that isn't sent yet.
  const { attachment } = await post('/attachments', { name: 'a.txt', size: 5 });
  const upload = attachment as { id: string; upload_url: string; content_type: string };
  const put = { 'content-type': upload.content_type, 'if-none-match': '*' };
  await fetch(upload.upload_url, { method: 'PUT', headers: put, body: 'hello' });

  // A tenant with metadata, and one being removed. A domain with unpublished records and credentials, and a deleted
  // domain.
  await post('/tenants', { external_id: 'acme', name: 'Acme', metadata: { crm: 7 } });
  await post('/tenants', { external_id: 'gone', name: 'Gone' });
  await call('DELETE', '/tenants/gone');
  await post('/domains', { name: `mail.${domain}` });
  const added = await ctx.domains.get(`mail.${domain}`);
  if (added === null) throw new Error('the domain was not made');
  const credentials = JSON.stringify({ token: 'of nothing' });
  const sealed = await ctx.sealing.seal({ account: account.id, domain: added.name }, credentials);
  await ctx.domains.writeCredentials(added, { provider: 'cloudflare', sealed });
  await post('/domains', { name: `old.${domain}` });
  await call('DELETE', `/domains/old.${domain}`);
  // Another account's domain, which this one claims.
  const owner = await freshAccount(ctx, { plan: 'free' });
  const { claim } = await post('/domains/claims', { name: owner.domain });

  // Lists: entries, a removed entry, a link's opt-out, and an unfinished export and unsubscribe.
  await post('/suppressions', { email: 'manual@x.example' });
  await post('/suppressions', { email: 'freed@x.example' });
  await call('DELETE', '/suppressions?email=freed@x.example');
  const list = { account: account.id, tenant: null };
  const made = new Date(now()).toISOString();
  const opt = { id: ctx.runtime.id('opt'), tenant: null, email_id: delivered, created_at: made };
  await ctx.opt_outs.create(list, {
    ...opt,
    email: 'left@x.example',
    category: 'product',
    source: 'link',
  } as never);
  await ctx.exports.keep(list, null, { name: 'part', bytes: Buffer.from('a'), rows: 1, before: 'sup_z' });
  const row = { ...list, id: ctx.runtime.id('evt'), address: 'left@x.example', category: 'product' };
  await ctx.pending_unsubscribes.put(
    { ...row, entry_id: opt.id, email_id: delivered, at: made } as never,
    Math.floor(now() / 60_000) + 1,
  );

  const runs = await recordRuns(world, post, { from: `shop@${domain}`, now, later });
  queued.length = 0;

  // Received mail: one message that was read, and one that its worker hasn't seen.
  const arrive = (subject: string) => {
    const message = Buffer.from(`From: Ada <ada@x.example>\r\nSubject: ${subject}\r\n\r\nIt arrived.\r\n`);
    const owner = { account: account.id, tenant: null, rcpt_to: [`support@in.${domain}`] };
    return acceptMail(ctx, {
      mail_from: 'ada@x.example',
      helo: 'mx.x.example',
      ip: '192.0.2.1',
      owners: [owner],
      at: now(),
      content: contentHash().update(message).digest('base64url'),
      size: message.length,
      idOf: () => ctx.runtime.id('inb'),
      store: async (_, id) => {
        await ctx.received.putRaw({ account: account.id, id }, message);
        return {};
      },
      discard: async () => {},
    });
  };
  const incoming = `rules.${domain}`;
  await verifiedDomain(ctx, account.id, incoming, { inbound_enabled: true, identity: 'none' });
  const { inbound_route } = await post('/inbound-routes', { match: `a@${incoming}`, action: 'refuse' });
  const { blocked_sender } = await post('/blocked-senders', { sender: 'spam.example' });
  const [arrived] = await arrive('Read');
  for (const message of received.splice(0)) await receiveEmail(ctx, message);
  later(1_000);
  await arrive('Not read yet');

  // Dashboard members: one with access, one who is signed in, and one who is signing in.
  await ctx.accounts.completeList();
  const person = `ada@${domain}`;
  const member = ctx.runtime.id('mem');
  const membership = { account: account.id, member };
  const secret = (name: string) =>
    createHash('sha256').update(`${release} ${account.id} ${name}`).digest('hex');
  await ctx.members.add({
    id: member,
    account: account.id,
    email: person,
    role: 'owner',
    status: 'active',
    invited_at: made,
    joined_at: made,
    last_seen_at: null,
  } as never);
  const ends = new Date(now() + 3_600_000).toISOString();
  const signIn = { email: person, memberships: [membership], pending: secret('pending') };
  const stored = { ...signIn, used: false, tries: 0, expires_at: ends, created_at: made };
  await ctx.sign_ins.begin(secret('token'), { ...stored, pending: null } as never, null);
  const session = { ...membership, email: person, user_agent: 'x', last_seen_at: made };
  await ctx.sign_ins.finish(secret('token'), secret('cookie'), {
    ...session,
    created_at: made,
    expires_at: ends,
  } as never);
  await ctx.sign_ins.begin(secret('other token'), stored as never, null);

  // An open, and a webhook that the operator's self-test saw.
  const read = await ctx.visits.read(delivered as Id<'msg'>);
  if (read === null) throw new Error('no visits can be recorded');
  const at = now();
  const state = {
    ...read.state,
    version: 1,
    recent: [['client', '', 'address', at] as const],
    firsts: ['open:person'],
  };
  await ctx.visits.write(read.email, read.state, { ...state, open: { day: made.slice(0, 10), n: 1 } });
  await ctx.sightings.add(`of-${release}`, made);
  await ctx.notice_claims.take(`of-${release}`);

  // Runs the failing endpoint's deliveries to their end.
  const recordedMessages = [...webhooks];
  const memory = attemptMemory();
  for (let message = webhooks.shift(); message; message = webhooks.shift()) {
    later(300_000);
    await attemptWebhook(ctx, { message, receive_count: 1, memory });
  }
  const [endpoint] = (await call('GET', '/webhooks')).body.webhooks as { id: string; description: string }[];
  const since = new Date(now() - 7_200_000).toISOString();
  const log = (await call('GET', `/webhooks/${endpoint?.id}/deliveries`)).body.deliveries as Json[];
  // The newest stays failed, and the others are replayed.
  await post(`/webhooks/${endpoint?.id}`, { action: 'replay_failed', since, until: log[0]?.created_at });

  const imported = await recordImports(ctx, post);
  const postAsOwner = posting(inProcess(ctx, routes, owner.api_key));
  const delivery = recordedMessages[0] as DeliveryMessage;
  const rest = await recordRest(world, { account, domain, owner, post, postAsOwner, email, delivery });

  const raw = mails.find((mail) => mail.tags.email_id === delivered)?.raw ?? '';
  const [, link = ''] = /^List-Unsubscribe: <([^>]+)>/m.exec(raw.replace(/\r\n[ \t]/g, '')) ?? [];
  const ids = [delivered, bounced, waiting, wide, rendered, large.id, scheduled.id, claimed.id] as string[];
  for (const id of ids)
    for (const path of ['', '?include=content', '/events', '/recipients']) await keep(`/emails/${id}${path}`);
  const page = await keep('/emails?limit=3');
  for (const path of ['/tenants', '/tenants/acme', '/domains', `/domains/mail.${domain}`, '/webhooks'])
    await keep(path);
  for (const path of ['/templates', '/templates/small', '/templates/large', '/api-keys']) await keep(path);
  await keep(`/domains/claims/${claim.id}`);
  for (const path of ['/received-emails', `/received-emails/${arrived}`]) await keep(path);
  await keep(`/inbound-routes/${inbound_route.id}`);
  await keep(`/blocked-senders/${blocked_sender.id}`);
  for (const path of ['/smtp-credentials', '/suppressions', '/opt-outs', '/suppressions/export'])
    await keep(path);

  for (const path of ['', `/${runs.automation}`, `/${runs.automation}/runs`])
    await keep(`/automations${path}`);

  // The waiting one shows the remaining seconds.
  for (const path of ['', `/${imported.done}`, `/${imported.done}/report`]) await keep(`/migrations${path}`);

  const items = await itemsOf(table);
  const recorded: Recorded = {
    release,
    at: now(),
    api_key,
    domain,
    items,
    objects: await objectsOf(account.id, rest.received_at_ses.receipt.action.objectKey),
    answers,
    claim: { key, body, id: claimed.id as string },
    cursor: { path: '/emails?limit=3', cursor: page.next_cursor as string },
    unsubscribe: link.slice(ctx.settings.base_url.length),
    deliver: { due, scheduled: schedules[0] as DeliverMessage, bodied },
    webhooks: [...recordedMessages, ...rest.webhooks],
    domain_tasks,
    removals,
    received,
    received_at_ses: rest.received_at_ses,
    notices: world.notices,
    notification,
    upload: upload.id,
    runs,
    visited: { id: delivered as Id<'msg'>, firsts: state.firsts, at },
  };
  return { recorded, world, account, owner: owner.account, domain, call, later };
}
