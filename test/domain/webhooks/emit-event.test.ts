import type { EventType } from '../../../shared/core/records/events.ts';
import type { WebhookEvent } from '../../../shared/core/records/webhooks.ts';
import { eventId } from '../../../shared/domain/events/email-event.ts';
import { isSubscribed, publishEvents } from '../../../shared/domain/webhooks/publish.ts';
import { memoryWebhooks } from '../../support/memory-webhooks.ts';

const eventOf = (type: EventType = 'email.delivered', data: Record<string, unknown> = {}): WebhookEvent => ({
  id: eventId('msg_1', type, 0, '', Date.now()),
  type,
  created_at: new Date().toISOString(),
  data,
});
const plain = { enabled: true, disabled_reason: null, events: null, tenants: null } as const;

test.each([
  [{}, 'email.sent', null, true],
  [{ events: ['email.sent'] }, 'email.sent', null, true],
  [{ events: ['email.sent'] }, 'email.delivered', null, false],
  [{ enabled: false }, 'email.sent', null, false],
  [{ enabled: false, disabled_reason: 'failing' }, 'email.sent', null, true],
  [{ enabled: false, disabled_reason: 'gone' }, 'email.sent', null, true],
  [{ enabled: false, disabled_reason: 'tenant_deleted', tenants: [] }, 'email.sent', 'ten_1', false],
  [{ tenants: ['ten_1'] }, 'email.sent', 'ten_1', true],
  [{ tenants: ['ten_1'] }, 'email.sent', 'ten_2', false],
  [{ tenants: ['ten_1'] }, 'email.sent', null, false],
  [{ tenants: [] }, 'email.sent', null, false],
  [{ tenants: ['ten_1'] }, 'email.received', 'ten_1', false],
  [{ tenants: ['ten_1'] }, 'contact.unsubscribed', 'ten_1', false],
  [{ tenants: ['ten_1'] }, 'automation.failed', 'ten_1', false],
  [{ tenants: ['ten_1'] }, 'tenant.paused', 'ten_1', false],
  [{ tenants: ['ten_1'] }, 'domain.failing', 'ten_1', false],
  [{}, 'tenant.paused', 'ten_1', true],
] as const)('endpoint %j and %s of tenant %p: %p [E22, E57, E69]', (change, type, tenant, wanted) => {
  const endpoint = { ...plain, ...change } as Parameters<typeof isSubscribed>[0];
  expect(isSubscribed(endpoint, { event: eventOf(type), tenant })).toBe(wanted);
});

test('the deliveries of several events are queued in one call; one of each event writes its payload [E25]', async () => {
  const { ctx, account, addEndpoint, calls } = memoryWebhooks();
  for (let i = 0; i < 3; i++) addEndpoint('https://example.com/');
  addEndpoint('https://example.com/', { events: ['email.bounced'] });
  const events = [eventOf('email.sent'), eventOf('email.delivered')];
  await publishEvents(
    ctx,
    account.id,
    events.map((event) => ({ event, tenant: null, repeat: false })),
  );
  expect(calls).toHaveLength(1);
  expect(calls[0]).toHaveLength(6);
  for (const event of events) {
    const mine = calls[0]?.filter((message) => message.event_id === event.id) ?? [];
    expect(mine.map((message) => message.first)).toEqual([true, false, false]);
    expect(new Set(mine.map((message) => message.payload)).size).toBe(1);
  }
});

test('nobody subscribed: nothing is queued or stored', async () => {
  const { ctx, account, addEndpoint, calls, payloads } = memoryWebhooks();
  addEndpoint('https://example.com/', { events: ['email.opened'] });
  await publishEvents(ctx, account.id, [{ event: eventOf(), tenant: null, repeat: false }]);
  expect(calls).toHaveLength(0);
  expect(payloads.size).toBe(0);
});

test('a payload over 64 KB travels by its item [E25]', async () => {
  const { ctx, account, addEndpoint, calls, payloads } = memoryWebhooks();
  addEndpoint('https://example.com/');
  const event = eventOf('email.received', { subject: 's'.repeat(70_000) });
  await publishEvents(ctx, account.id, [{ event, tenant: null, repeat: false }]);
  expect(calls[0]?.[0]).toMatchObject({ payload: null, first: false });
  expect(JSON.parse(payloads.get(event.id) ?? '{}').data.subject).toHaveLength(70_000);
});

test.each([11, 250, 1_000])('%i endpoints are fanned out by the worker, each once [E25]', async (count) => {
  const { ctx, account, addEndpoint, calls, queued, work } = memoryWebhooks();
  const ids = Array.from({ length: count }, () => addEndpoint('https://example.com/').id);
  await publishEvents(ctx, account.id, [{ event: eventOf(), tenant: null, repeat: false }]);
  expect(calls).toEqual([[expect.objectContaining({ kind: 'fan_out' })]]);
  expect(Buffer.byteLength(JSON.stringify(calls[0]?.[0]))).toBeLessThanOrEqual(64 * 1024);
  while (queued.some(({ message }) => message.kind === 'fan_out')) {
    const at = queued.findIndex(({ message }) => message.kind === 'fan_out');
    await work({ message: queued.splice(at, 1)[0]?.message });
  }
  const deliveries = queued.map(({ message }) => message);
  expect(deliveries.map((each) => each.kind === 'delivery' && each.webhook_id).sort()).toEqual(ids.sort());
  expect(deliveries.filter((each) => each.first)).toHaveLength(1);
});

test('a fan-out that is received again repeats its step under the same ids, marked as a repeat [E25]', async () => {
  const { ctx, account, addEndpoint, queued, work } = memoryWebhooks();
  for (let i = 0; i < 11; i++) addEndpoint('https://example.com/');
  await publishEvents(ctx, account.id, [{ event: eventOf(), tenant: null, repeat: false }]);
  const fanOut = queued.shift()?.message;
  await work({ message: fanOut });
  const ids = queued.splice(0).map(({ message }) => message.kind === 'delivery' && message.delivery_id);
  await work({ message: fanOut, receive_count: 2 });
  expect(queued.map(({ message }) => message.kind === 'delivery' && message.delivery_id)).toEqual(ids);
  expect(queued.every(({ message }) => message.repeat)).toBe(true);
});
