import { domainRoutes } from '../../functions/domains/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { WebhookRequests } from '../../shared/domain/context.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { inProcess } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';

/** Nothing is posted here. */
const webhook_client = {
  post: () => Promise.reject(new Error('posted')),
} as unknown as WebhookRequests['webhook_client'];

async function setUp() {
  const world = await capturedAccount({ plan: 'dedicated' });
  const { ctx, webhooks } = world;
  const call = inProcess(ctx, [...tenantRoutes, ...webhookRoutes, ...domainRoutes], world.api_key);
  for (const external_id of ['acme', 'globex']) await call('POST', '/tenants', { body: { external_id } });
  const endpoint = async (body: Record<string, unknown>): Promise<string> => {
    const url = `https://hooks.example.com/${ctx.runtime.id('evt')}`;
    const answer = await call('POST', '/webhooks', { body: { url, ...body } });
    return (answer.body.webhook as { id: string }).id;
  };
  /** Expands what was emitted; the deliveries, by endpoint, with what they would post. */
  const deliveries = async () => {
    for (const message of webhooks.splice(0))
      await attemptWebhook(
        { ...ctx, webhook_client },
        { message, receive_count: 1, memory: attemptMemory() },
      );
    return webhooks.splice(0).map((message) => ({
      endpoint: message.kind === 'delivery' ? message.webhook_id : null,
      id: message.event_id,
      event: JSON.parse(message.payload ?? 'null'),
    }));
  };
  return { ...world, call, endpoint, deliveries };
}

test('a pause by the account is tenant.paused, once, to unfiltered endpoints that want it [N25, E69]', async () => {
  const { call, endpoint, deliveries } = await setUp();
  const all = await endpoint({ events: ['tenant.paused'] });
  await endpoint({ tenants: ['acme'] });
  await endpoint({ events: ['domain.failing'] });
  const pause = () => call('PATCH', '/tenants/acme', { body: { status: 'paused', reason: 'unpaid' } });
  expect((await pause()).status).toBe(200);
  const made = await deliveries();
  expect(made.map(({ endpoint: id }) => id)).toEqual([all]);
  expect(made[0]?.event).toMatchObject({
    type: 'tenant.paused',
    data: { tenant: 'acme', name: 'acme', paused_reason: 'unpaid', pause_source: 'manual' },
  });
  await pause();
  await call('PATCH', '/tenants/acme', { body: { name: 'Acme' } });
  expect(await deliveries()).toEqual([]);
});

test('a pause counts although its event cannot be queued [N25]', async () => {
  const { call, ctx } = await setUp();
  ctx.queues = { ...ctx.queues, webhooks: () => Promise.reject(new Error('down')) };
  const { status, body } = await call('PATCH', '/tenants/acme', { body: { status: 'paused' } });
  expect([status, body.tenant]).toMatchObject([200, { status: 'paused' }]);
});

test('a verified domain that fails is domain.failing to unfiltered endpoints, the same event however often it is emitted [N25, E69]', async () => {
  const { ctx, call, account, domain: name, endpoint, deliveries, clock } = await setUp();
  const hook = await endpoint({ events: ['domain.failing'] });
  await endpoint({ tenants: ['acme'] });
  await call('PATCH', `/domains/${name}`, { body: { tenant: 'acme' } });
  const seen = await ctx.domains.read(name);
  if (seen === null) throw new Error('no domain');
  const { id } = seen.domain;
  const notice = () => runDomainTask(ctx, { task: 'notice', id, name, account: account.id });
  await notice();
  expect(await deliveries()).toEqual([]);
  const at = new Date(clock.runtime.now()).toISOString();
  await ctx.domains.saveSettings(seen.domain, {
    record_status: { dkim: 'missing', spf: 'verified' },
    updated_at: at,
  });
  await ctx.domains.markFailing(seen.domain, { at, next_check_at: at });
  await notice();
  await notice();
  const made = await deliveries();
  expect(made.map(({ endpoint: to }) => to)).toEqual([hook, hook]);
  expect(new Set(made.map(({ id: event }) => event)).size).toBe(1);
  expect(made[0]?.event).toEqual({
    id: made[0]?.id,
    type: 'domain.failing',
    created_at: at,
    data: { domain_id: id, name, records: [{ purpose: 'dkim', status: 'missing' }], occurred_at: at },
  });
});
