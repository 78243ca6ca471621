import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { eventTypes } from '../../shared/core/records/events.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';

const ctx = testContext();
const url = 'https://receiver.invalid/hook';

async function setUp() {
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  return { account, call: inProcess(ctx, webhookRoutes, api_key) };
}

type Webhook = Record<string, unknown> & { id: string };

test('POST /webhooks answers 200 {webhook, secret}: every event by default, no tenants, secret this once', async () => {
  const { call } = await setUp();
  const made = await call('POST', '/webhooks', { body: { url } });
  expect(made.status).toBe(200);
  expect(made.body).toEqual({
    webhook: {
      id: expect.stringMatching(/^wh_[0-9a-hjkmnp-tv-z]{26}$/),
      url,
      events: [...eventTypes],
      enabled: true,
      disabled_reason: null,
      description: null,
      auto_replay: true,
      failing_since: null,
      last_response: null,
      last_24_hours: {
        delivered: 0,
        failed: 0,
        failure_rate: null,
        median_duration_ms: null,
        sampled: false,
      },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: (made.body.webhook as Webhook).created_at,
    },
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9]{32}$/),
    standard_secret: expect.stringMatching(/^whsec_[A-Za-z0-9]{32}$/),
  });
  const got = await call('GET', `/webhooks/${(made.body.webhook as Webhook).id}`);
  expect(got.status).toBe(200);
  expect(got.body).toEqual({ webhook: made.body.webhook });
});

test('duplicate events are dropped, the url is kept as given, the same url is taken twice [H19]', async () => {
  const { call } = await setUp();
  const body = {
    url: 'https://RECEIVER.invalid/ä?x=%7E',
    events: ['email.sent', 'email.bounced', 'email.sent'],
  };
  const one = await call('POST', '/webhooks', { body });
  const two = await call('POST', '/webhooks', { body });
  expect(one.body.webhook).toMatchObject({ url: body.url, events: ['email.sent', 'email.bounced'] });
  expect(two.status).toBe(200);
  expect((two.body.webhook as Webhook).id).not.toBe((one.body.webhook as Webhook).id);
});

test('PATCH /webhooks/{id} changes what it names and answers {webhook}', async () => {
  const { call } = await setUp();
  const { body } = await call('POST', '/webhooks', {
    body: { url, events: ['email.sent'], description: 'd' },
  });
  const path = `/webhooks/${(body.webhook as Webhook).id}`;
  const changed = await call('PATCH', path, { body: { enabled: false } });
  expect(changed.status).toBe(200);
  expect(changed.body.webhook).toMatchObject({
    enabled: false,
    events: ['email.sent'],
    url,
    description: 'd',
  });
  expect(
    String((changed.body.webhook as Webhook).updated_at) > String((body.webhook as Webhook).updated_at),
  ).toBe(true);
  const all = await call('PATCH', path, { body: { events: null, description: null, enabled: true } });
  expect(all.body.webhook).toMatchObject({ events: [...eventTypes], description: null, enabled: true });
  await call('PATCH', path, { body: { events: ['email.opened'] } });
  const none = await call('PATCH', path, { body: { events: [] } });
  expect(none.body.webhook).toMatchObject({ events: [...eventTypes] });
  const same = await call('PATCH', path, { body: {} });
  expect(same.body).toEqual(none.body);
  expect((await call('GET', path)).body).toEqual(none.body);
});

test('S: tenants [] and null remove the filter and name no tenant', async () => {
  const { call } = await setUp();
  const made = await call('POST', '/webhooks', { body: { url, tenants: [] } });
  expect(made.status).toBe(200);
  const path = `/webhooks/${(made.body.webhook as Webhook).id}`;
  for (const tenants of [[], null]) {
    const changed = await call('PATCH', path, { body: { tenants } });
    expect(changed.status).toBe(200);
    expect(changed.body.webhook).not.toHaveProperty('tenants');
  }
});

test('enabling clears the reason and the failing count [E22]', async () => {
  const { call, account } = await setUp();
  const made = await call('POST', '/webhooks', { body: { url } });
  const { id } = made.body.webhook as Webhook;
  const endpoint = { account: account.id, id: id as Id<'wh'>, url, failing_since: 1 };
  await ctx.webhooks.countFailures(endpoint, 30, 1);
  await ctx.webhooks.disable(endpoint, 'failing', '2026-01-01T00:00:00.000Z');
  const shown = await call('GET', `/webhooks/${id}`);
  expect(shown.body.webhook).toMatchObject({ enabled: false, disabled_reason: 'failing' });
  const kept = await call('PATCH', `/webhooks/${id}`, { body: { enabled: false } });
  expect(kept.body.webhook).toMatchObject({ enabled: false, disabled_reason: 'failing' });
  const on = await call('PATCH', `/webhooks/${id}`, { body: { enabled: true } });
  expect(on.body.webhook).toMatchObject({ enabled: true, disabled_reason: null });
  expect(await ctx.webhooks.get(account.id, id as Id<'wh'>)).not.toHaveProperty('failing_since');
});

test('DELETE /webhooks/{id} answers {ok: true}; it is gone then', async () => {
  const { call } = await setUp();
  const made = await call('POST', '/webhooks', { body: { url } });
  const path = `/webhooks/${(made.body.webhook as Webhook).id}`;
  const gone = await call('DELETE', path);
  expect([gone.status, gone.body]).toEqual([200, { ok: true }]);
  for (const method of ['GET', 'DELETE']) {
    expect(await call(method, path)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  }
});
