import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Address } from '../../shared/core/network.ts';
import type { AttemptContext, Context } from '../../shared/domain/context.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { webhookClient } from '../../shared/net/webhook-client.ts';
import { inProcess } from '../support/api.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

/** A strict deployment whose names resolve as the test says; what it would connect to is kept, not connected to. */
async function strict() {
  const world = await webhookDeliveries();
  const names = new Map<string, Address[][]>([['good.example', [[{ address: '8.8.8.8', family: 4 }]]]]);
  const connected: string[][] = [];
  let looked = 0;
  const ctx: Context & AttemptContext = {
    ...world.ctx,
    settings: { ...world.ctx.settings, webhook_targets: 'public' },
    resolver: {
      resolve: async (name) => {
        looked++;
        const answers = names.get(name) ?? [[]];
        return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
      },
    },
    webhook_client: {
      post: async ({ addresses }) => {
        connected.push(addresses.map(({ address }) => address));
        return { status_code: 200, retry_after: null, body: '' };
      },
    },
  };
  const call = inProcess(ctx, webhookRoutes, world.key);
  const made = await call('POST', '/webhooks', { body: { url: 'https://good.example/' } });
  const { id } = made.body.webhook as { id: string };
  const attempt = async () => {
    await world.emit();
    const message = world.queued.shift()?.message;
    if (message === undefined) throw new Error('nothing is queued');
    await attemptWebhook(ctx, { message, receive_count: 1, memory: attemptMemory() });
    world.queued.length = 0;
    const { body } = await call('GET', `/webhooks/${id}/deliveries?limit=1`);
    return (body.deliveries as { last_error: string | null }[])[0]?.last_error;
  };
  const answers = (address: string): Address[] => [{ address, family: address.includes(':') ? 6 : 4 }];
  return { ...world, ctx, call, id, names, connected, attempt, answers, looks: () => looked };
}

/** test/domain/webhooks/target.test.ts covers the addresses and their other notations. */
const literals = ['0x7F.0.0.1', '[64:ff9b::a9fe:a9fe]', 'foo.localhost'];

test.each(literals)(
  'https://%s/ is 400 blocked at create and patch, and no connection is made [E48]',
  async (host) => {
    const world = await strict();
    const url = `https://${host}/latest/meta-data`;
    for (const [method, path] of [
      ['POST', '/webhooks'],
      ['PATCH', `/webhooks/${world.id}`],
    ] as const) {
      const answer = await world.call(method, path, { body: { url } });
      expect([answer.status, answer.body.error?.details?.issues]).toEqual([
        400,
        [expect.objectContaining({ path: 'url', rule: 'blocked' })],
      ]);
    }
    // As if it had been made while the deployment allowed any target.
    const seen = await world.ctx.webhooks.get(world.account.id, world.id as `wh_${string}`);
    if (seen === null) throw new Error('no endpoint');
    await world.ctx.webhooks.update(seen, { url, updated_at: new Date(Date.now() + 1).toISOString() });
    expect(await world.attempt()).toBe('blocked_address');
    expect(world.connected).toEqual([]);
  },
);

const inside = ['127.0.0.1', '169.254.169.254', '::ffff:10.0.0.1'];

test.each(inside)(
  'a name that resolves to %s is refused at create, patch and connect [E48]',
  async (address) => {
    const world = await strict();
    world.names.set('inner.example', [world.answers(address)]);
    const body = { url: 'https://inner.example/' };
    for (const answer of [
      await world.call('POST', '/webhooks', { body }),
      await world.call('PATCH', `/webhooks/${world.id}`, { body }),
    ])
      expect(answer.body.error?.details?.issues).toEqual([expect.objectContaining({ rule: 'blocked' })]);
    // Good when it was given, bad at the attempt.
    world.names.set('good.example', [world.answers(address)]);
    expect(await world.attempt()).toBe('blocked_address');
    world.names.set('good.example', [[...world.answers('8.8.8.8'), ...world.answers(address)]]);
    expect(await world.attempt()).toBe('blocked_address');
    expect(world.connected).toEqual([]);
  },
);

test('a name that rebinds between check and connect: one look-up, and the connection goes to what was checked [E48]', async () => {
  const world = await strict();
  const before = world.looks();
  world.names.set('good.example', [world.answers('8.8.4.4'), world.answers('127.0.0.1')]);
  expect(await world.attempt()).toBeNull();
  expect(world.looks() - before).toBe(1);
  expect(world.connected).toEqual([['8.8.4.4']]);
  expect(await world.attempt()).toBe('blocked_address');
  expect(world.connected).toHaveLength(1);
});

test.each([301, 302, 303, 307, 308])(
  'a %i to an inner address is a failed attempt and is not followed [H18]',
  async (status) => {
    const world = await webhookDeliveries();
    const inner = await receiver();
    const { url } = await receiver((_, response) =>
      response.writeHead(status, { location: inner.url }).end(),
    );
    const { id } = await world.addEndpoint(url);
    world.ctx.webhook_client = webhookClient();
    await world.emit();
    await world.work();
    const { body } = await world.call('GET', `/webhooks/${id}/deliveries`);
    expect((body.deliveries as object[])[0]).toMatchObject({
      last_error: 'redirect',
      last_status_code: status,
    });
    expect(inner.received).toEqual([]);
  },
);
