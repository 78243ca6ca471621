import { emailRoutes } from '../../functions/emails/routes.ts';
import { publicRoutes } from '../../functions/public/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { recordNotification } from '../../shared/domain/feedback/record-notification.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { webhookClient } from '../../shared/net/webhook-client.ts';
import { fixtureFor } from '../domain/feedback/fixture.ts';
import { inProcess } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { collectLog } from '../support/log.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { foundIn } from '../support/secret-forms.ts';
import { relayWorld } from '../support/smtp.ts';

afterEach(stopReceivers);

type Line = Record<string, unknown> & { message: string };

/** What no line may hold; each is in one field of what a caller, a recipient or a receiver gives. */
const private_ = {
  address: 'lovelace.ada@x.example',
  name: 'Ada Byron-King',
  subject: 'Subject-Zinnia',
  body: 'Body-Marigold',
  header: 'Header-Petunia',
  tag: 'tag-hyacinth',
  idempotency_key: 'key-begonia',
  query: 'query-dahlia',
  cookie: 'cookie-camellia',
  agent: 'agent-gardenia',
  answer: 'answer-magnolia',
  diagnostic: 'diagnostic-azalea',
};

/** An account whose webhook is answered with 500, and every line that the service writes for it. */
async function world<Sent extends Awaited<ReturnType<typeof capturedAccount>>>(relay: Sent) {
  const { log, lines } = collectLog();
  const hook = await receiver((_, response) => response.writeHead(500).end(private_.answer));
  const settings = { ...relay.ctx.settings, webhook_targets: 'any' as const };
  const ctx = Object.assign(relay.ctx, { log, settings, webhook_client: webhookClient() });
  const call = inProcess(ctx, [...emailRoutes, ...webhookRoutes], relay.api_key);
  const { body } = await call('POST', '/webhooks', { body: { url: `${hook.url}?token=${private_.query}` } });
  const memory = attemptMemory();
  const attempt = async () => {
    for (const message of relay.webhooks.splice(0))
      if (message.kind === 'delivery') await attemptWebhook(ctx, { message, receive_count: 1, memory });
  };
  const read = () => lines.map((line): Line => JSON.parse(line));
  return {
    ...relay,
    ctx,
    call,
    attempt,
    lines,
    read,
    webhook: body.webhook as { id: string },
    secret: String(body.secret),
  };
}

const about = (lines: Line[], id: string) => lines.filter(({ email_id }) => email_id === id);
const names = (lines: Line[]) => [...new Set(lines.map(({ message }) => message))].sort();

test('the id of an email joins every line of its way, from the request to webhook and unsubscribing [D81]', async () => {
  const { ctx, account, call, email, deliver, queued, mails, attempt, read, lines, ...secrets } = await world(
    await capturedAccount(),
  );
  const sent = await call('POST', `/emails?why=${private_.query}`, {
    headers: {
      'idempotency-key': private_.idempotency_key,
      'user-agent': private_.agent,
      cookie: private_.cookie,
    },
    body: {
      ...email,
      to: `${private_.name} <${private_.address}>`,
      subject: private_.subject,
      text: private_.body,
      html: `<p>${private_.body}</p>`,
      category: 'product',
      unsubscribe: true,
      headers: { 'X-Mark': private_.header },
      tags: [{ name: 'kind', value: private_.tag }],
    },
  });
  expect([sent.status, sent.body.error]).toEqual([200, undefined]);
  const { id } = sent.body as { id: string };
  for (const { message } of queued.splice(0)) await deliver(message);
  const recipient = {
    emailAddress: private_.address,
    diagnosticCode: `smtp; 550 5.1.1 ${private_.diagnostic}`,
  };
  const reports = {
    delivery: { recipients: [private_.address] },
    'bounce-in-dialogue': { bouncedRecipients: [recipient] },
    'complaint-abuse': { complainedRecipients: [recipient] },
  };
  for (const [name, recipients] of Object.entries(reports)) {
    const to = { id, account: account.id, destination: [private_.address] };
    const body = fixtureFor(name, to, (event) =>
      Object.assign(event[name.split('-')[0] ?? ''] as object, recipients),
    );
    await recordNotification(ctx, body, { receive_count: 1 });
  }
  await attempt();
  const [, link = ''] =
    /List-Unsubscribe: <[^>]*?\/api(\/[^>]+)>/i.exec(mails[0]?.raw.replace(/\r\n /g, '') ?? '') ?? [];
  const visit = inProcess(ctx, publicRoutes, null);
  const oneClick = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    raw: 'List-Unsubscribe=One-Click',
  };
  expect((await visit('POST', link, oneClick)).status).toBe(200);

  const way = about(read(), id);
  expect(names(way)).toEqual(['notification', 'request', 'send_attempt', 'unsubscribed', 'webhook_attempt']);
  const [request] = way.filter(({ message }) => message === 'request');
  expect(request).toMatchObject({
    request_id: sent.headers.get('x-request-id'),
    account: account.id,
    status: 200,
  });
  const attempts = way.filter(({ message }) => message === 'webhook_attempt');
  expect(attempts.length).toBeGreaterThanOrEqual(3);
  for (const one of attempts)
    expect(one).toMatchObject({
      event_id: expect.stringMatching(/^evt_/),
      delivery_id: expect.stringMatching(/^whd_/),
    });

  const { api_key, secret } = secrets;
  const given = [...Object.values(private_), api_key, secret, link.split('/').at(-1) ?? ''];
  expect(given.every((text) => text.length > 8)).toBe(true);
  expect(foundIn(lines.join('\n'), given)).toEqual([]);
  expect(lines.filter((line) => /[@?]|whsec_|svc_/.test(line))).toEqual([]);
});

test('a replayed delivery says event and email, which its message does not have [D81]', async () => {
  const { call, send, deliver, queued, attempt, read, webhook, webhooks, clock } = await world(
    await capturedAccount(),
  );
  const id = await send();
  for (const { message } of queued.splice(0)) await deliver(message);
  const [first] = webhooks.splice(0).flatMap((message) => (message.kind === 'delivery' ? [message] : []));
  webhooks.push({ ...(first as NonNullable<typeof first>), attempt: 5 });
  await attempt();
  clock.advance(1000);
  const path = `/webhooks/${webhook.id}/deliveries/${first?.delivery_id}`;
  expect((await call('POST', path, { body: { action: 'replay' } })).body).toMatchObject({
    delivery: { event_id: first?.event_id },
  });
  await attempt();
  const lines = read().filter(({ event_id }) => event_id === first?.event_id);
  expect(lines.map(({ message, email_id }) => [message, email_id])).toEqual([
    ['webhook_attempt', id],
    ['webhook_delivery_replayed', undefined],
    ['webhook_attempt', id],
  ]);
});

test('a batch, a refusal, a repeated request and a relayed message name their emails, too [D81]', async () => {
  const relay = await relayWorld();
  const { call, email, raw, read, lines, password } = await world(relay);
  const batch = await call('POST', '/emails/batch', {
    body: { emails: [email, email, { ...email, to: 'no' }] },
  });
  const ids = (batch.body.data as { id: string | null }[]).flatMap(({ id }) => id ?? []);
  expect(ids).toHaveLength(2);
  const once = { body: email, headers: { 'idempotency-key': private_.idempotency_key } };
  const { id } = (await call('POST', '/emails', once)).body as { id: string };
  await call('POST', '/emails', once);
  const [, relayed] =
    /queued as (msg_\w+)/.exec(
      await raw(
        `From: ${email.from}\r\nTo: ${private_.address}\r\nSubject: ${private_.subject}\r\n\r\n${private_.body}`,
        [private_.address],
      ),
    ) ?? [];
  expect(relayed).toBeDefined();

  const said = read();
  expect(said.filter(({ email_ids }) => email_ids)).toMatchObject([{ message: 'request', email_ids: ids }]);
  expect(about(said, id).map(({ message }) => message)).toEqual(['request', 'request']);
  expect(names(about(said, relayed ?? ''))).toEqual(['smtp_message']);
  expect(foundIn(lines.join('\n'), [...Object.values(private_), password])).toEqual([]);
  await relay.service.drain(0);
});
