import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { eventTypes } from '../../shared/core/records/events.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { inProcess, newTenant } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';

type Result = {
  event: { id: string; type: string; data: Record<string, unknown> };
  deliver: boolean;
  deliveries: { id: string; webhook_id: string; url: string }[];
};

async function setUp(options: Parameters<typeof capturedAccount>[0] = {}) {
  const world = await capturedAccount(options);
  const hooks = inProcess(world.ctx, webhookRoutes, world.api_key);
  const hook = async (body: Record<string, unknown>) =>
    ((await hooks('POST', '/webhooks', { body })).body.webhook as { id: string }).id;
  const tell = async (body: Record<string, unknown>) => {
    const answer = await hooks('POST', '/emails/test', { body });
    return { ...answer, result: answer.body as unknown as Result };
  };
  return { ...world, hooks, hook, tell };
}

test.each(eventTypes)('%s is built as a test with sample values, and delivered [H16]', async (event) => {
  const { hook, tell, webhooks } = await setUp();
  const url = 'https://hooks.example.com/x';
  const webhook_id = await hook({ url, events: [event] });
  const { status, result } = await tell({ event });
  expect(status).toBe(200);
  expect(result).toEqual({
    event: {
      id: expect.stringMatching(/^evt_/),
      type: event,
      created_at: expect.any(String),
      data: expect.objectContaining({ test: true }),
    },
    deliver: true,
    deliveries: [{ id: expect.stringMatching(/^whd_/), webhook_id, url }],
  });
  expect(webhooks).toMatchObject([
    { kind: 'delivery', delivery_id: result.deliveries[0]?.id, attempt: 1, test: true },
  ]);
  expect(JSON.parse(webhooks[0]?.payload ?? '')).toEqual(result.event);
});

test("with email_id the data is that email's, and the email stays as it is [Q36]", async () => {
  const { send, tell, get, call } = await setUp();
  const id = await send({ tags: { kind: 'reset' } });
  const before = await get(id);
  const { result } = await tell({ event: 'email.bounced', email_id: id });
  expect(result.event.data).toMatchObject({
    email_id: id,
    status: 'bounced',
    to: ['ada@x.example'],
    recipient: 'ada@x.example',
    subject: 'Hello',
    tags: [{ name: 'kind', value: 'reset' }],
    bounce_type: 'hard',
    test: true,
  });
  expect(await get(id)).toEqual(before);
  const { body } = await call('GET', `/emails/${id}/events`);
  expect((body.events as { type: string }[]).map(({ type }) => type)).toEqual(['email.queued']);
});

test('the log has the payload of a delivery when the call returns, and the worker writes it no second time [E33, E7]', async () => {
  const { hooks, hook, tell, webhooks } = await setUp();
  const ids = [
    await hook({ url: 'https://hooks.example.com/x' }),
    await hook({ url: 'https://b.example.com/' }),
  ];
  const { result } = await tell({ event: 'email.sent' });
  for (const { id, webhook_id } of result.deliveries) {
    const { body } = await hooks('GET', `/webhooks/${webhook_id}/deliveries/${id}`);
    expect(body.delivery).toMatchObject({ status: 'pending', attempts: 0, payload: result.event });
    const listed = await hooks('GET', `/webhooks/${webhook_id}/deliveries?include=payload`);
    const [row] = listed.body.deliveries as { payload: string }[];
    expect(row?.payload).toBe(webhooks[0]?.payload);
  }
  expect(webhooks).toMatchObject(ids.map(() => ({ first: false, payload: expect.any(String) })));
});

test('only enabled, subscribed endpoints; nothing is queued or stored with deliver false [E60, H16]', async () => {
  const { hooks, hook, tell, webhooks } = await setUp();
  await hook({ url: 'https://hooks.example.com/other', events: ['email.opened'] });
  const off = await hook({ url: 'https://hooks.example.com/off' });
  await hooks('PATCH', `/webhooks/${off}`, { body: { enabled: false } });
  expect((await tell({ event: 'email.sent' })).result.deliveries).toEqual([]);
  await hook({ url: 'https://hooks.example.com/on' });
  const quiet = await tell({ event: 'email.sent', deliver: false });
  expect(quiet.result).toMatchObject({ deliver: false, deliveries: [] });
  expect(webhooks).toEqual([]);
});

test.each([
  ['an unknown event', { event: 'email.lost' }, 'event', 'enum'],
  ['no event', {}, 'event', 'required'],
  ['deliver as text', { event: 'email.sent', deliver: 'yes' }, 'deliver', 'type'],
  [
    'Q36: email_id with an event that is no sent email',
    { event: 'email.received', email_id: 'msg_x' },
    'email_id',
    'conflict',
  ],
  [
    'Q36: email_id with contact.unsubscribed',
    { event: 'contact.unsubscribed', email_id: 'x' },
    'email_id',
    'conflict',
  ],
])('%s is 400', async (_name, body, path, rule) => {
  const { tell } = await setUp();
  const answer = await tell(body);
  expect([answer.status, answer.body.error?.details?.issues]).toMatchObject([400, [{ path, rule }]]);
});

test("an unknown email and another account's are 404 [H16]", async () => {
  const { tell } = await setUp();
  const other = await setUp();
  for (const email_id of ['nonsense', `msg_${'0'.repeat(26)}`, await other.send()]) {
    expect((await tell({ event: 'email.sent', email_id })).status).toBe(404);
  }
});

test('tenant.paused with a tenant is about that one [H16]', async () => {
  const { ctx, account, tell } = await setUp({ plan: 'scale' });
  const { id: tenant_id, external_id: tenant, name } = await newTenant(ctx, account.id);
  const { result } = await tell({ event: 'tenant.paused', tenant });
  expect(result.event.data).toMatchObject({ tenant, tenant_id, name });
});

const suppressing = ['email.bounced', 'email.failed', 'email.complained'] as const;

test.each(suppressing)('a sample of %s names no suppression [Q56]', async (event) => {
  const { tell } = await setUp();
  const { result } = await tell({ event, deliver: false });
  expect(result.event.data).toMatchObject({ suppressed: false, suppression_id: null });
});

test('an event that has happened carries its own stored data [Q56]', async () => {
  const { ctx, account, send, tell } = await setUp();
  const id = await send({ to: ['ada@x.example', 'bob@x.example'] });
  const occurred_at = '2026-05-04T03:02:01.000Z';
  const row = (position: number, bounce_reason: string) =>
    ctx.events.putEvent({
      id: ctx.runtime.id('evt'),
      email_id: id,
      account: account.id,
      type: 'email.bounced',
      position,
      variant: '',
      occurred_at,
      created_at: new Date(ctx.runtime.now()).toISOString(),
      data: { bounce_type: 'block', bounce_reason, suppressed: false, suppression_id: null },
    });
  await row(1, '550 5.7.1 blocked');
  const { result } = await tell({ event: 'email.bounced', email_id: id });
  expect(result.event.data).toMatchObject({
    recipient: 'bob@x.example',
    bounce_type: 'block',
    bounce_reason: '550 5.7.1 blocked',
    occurred_at,
    test: true,
  });
});

test('what has happened and has no row is as it was published: email.sent, and email.scheduled of a moved email [Q56]', async () => {
  const { ctx, call, get, send, tell } = await setUp();
  const dataOf = async (event: string, email_id: string) =>
    (await tell({ event, email_id })).result.event.data;
  const sent_at = '2026-05-04T03:02:01.000Z';
  const sent = await send({ cc: 'bob@x.example', bcc: 'eve@x.example' });
  const copied = { cc: ['bob@x.example'], recipient_count: 3 };
  expect(await dataOf('email.sent', sent)).toMatchObject(copied);
  await ctx.emails.markSent({ id: sent as Id<'msg'>, message_id: '<m@ses.example>', sent_at });
  expect(await dataOf('email.sent', sent)).toMatchObject({ ...copied, sent_at, occurred_at: sent_at });
  const at = (days: number) => new Date(ctx.runtime.now() + days * 86_400_000).toISOString();
  const [first, second] = [at(1), at(2)];
  const moved = await send({ scheduled_at: first });
  await call('PATCH', `/emails/${moved}`, { body: { scheduled_at: second } });
  const { created_at } = await get(moved);
  expect(await dataOf('email.scheduled', moved)).toMatchObject({
    scheduled_at: first,
    occurred_at: created_at,
  });
});

test('opened and clicked of several recipients name none [Q56, E12]', async () => {
  const { send, tell } = await setUp();
  const id = await send({ to: ['ada@x.example', 'bob@x.example'] });
  const one = await send({ to: ['ada@x.example'] });
  for (const event of ['email.opened', 'email.clicked']) {
    expect((await tell({ event, email_id: id })).result.event.data).not.toHaveProperty('recipient');
    expect((await tell({ event, email_id: one })).result.event.data.recipient).toBe('ada@x.example');
  }
});

test('webhook_id delivers to that endpoint only, also to a disabled one, and obeys its filters [D89]', async () => {
  const { hooks, hook, tell, webhooks } = await setUp();
  await hook({ url: 'https://hooks.example.com/other' });
  const webhook_id = await hook({ url: 'https://hooks.example.com/x', events: ['email.sent'] });
  const to = async (event: string) =>
    (await tell({ event, webhook_id })).result.deliveries.map((one) => one.webhook_id);
  expect(await to('email.sent')).toEqual([webhook_id]);
  expect(await to('email.opened')).toEqual([]);
  await hooks('PATCH', `/webhooks/${webhook_id}`, { body: { enabled: false } });
  expect(await to('email.sent')).toEqual([webhook_id]);
  expect(webhooks).toMatchObject([{ webhook_id }, { webhook_id }]);
});

test('a webhook_id that is unknown, deleted or foreign is 404 before any fault of the body; nothing is delivered [D89]', async () => {
  const { hooks, hook, tell, webhooks } = await setUp();
  const url = 'https://hooks.example.com/x';
  const other = await setUp();
  const deleted = await hook({ url });
  await hooks('DELETE', `/webhooks/${deleted}`);
  await hook({ url });
  const foreign = await other.hook({ url });
  for (const webhook_id of ['x', `wh_${'0'.repeat(26)}`, deleted, foreign])
    for (const body of [{ event: 'email.sent' }, { event: 'email.sent', deliver: false }, { event: 7 }])
      expect((await tell({ ...body, webhook_id })).status).toBe(404);
  const typed = await tell({ event: 'email.sent', webhook_id: 7 });
  expect([typed.status, typed.body.error?.details?.issues]).toMatchObject([
    400,
    [{ path: 'webhook_id', rule: 'type' }],
  ]);
  expect(webhooks).toEqual([]);
});
