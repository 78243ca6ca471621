import { emailRoutes } from '../../functions/emails/routes.ts';
import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { timestamp } from '../../shared/core/runtime.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';

const day = 86_400_000;

/** An account whose list holds `address` for 14 days, as after SES's global list held it back. */
async function setUp() {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { account, api_key, domain } = await freshAccount(ctx);
  const list = { account: account.id, tenant: null };
  const call = inProcess(ctx, [...emailRoutes, ...suppressionRoutes], api_key);
  const address = 'ada@x.example';
  const entry = () => {
    const at = clock.runtime.now();
    return {
      ...({ id: ctx.runtime.id('sup'), email: address, reason: 'bounce', tenant: null } as const),
      ...({ source: 'event', email_id: null, note: 'of SES', created_at: timestamp(at) } as const),
      expires_at: timestamp(at + 14 * day),
    };
  };
  const send = async () => {
    const body = { from: `shop@${domain}`, to: address, subject: 's', text: 't' };
    return (await call('POST', '/emails', { body })).status;
  };
  const listed = async () =>
    ((await call('GET', '/suppressions')).body.suppressions as { id: string; reason: string }[]).map(
      ({ id, reason }) => [id, reason],
    );
  return { ...clock, ctx, list, call, address, entry, send, listed };
}

test("an entry of SES's global list ends after 14 days, and the next one takes its place [P18]", async () => {
  const { ctx, list, advance, call, address, entry, send, listed } = await setUp();
  const first = await ctx.suppressions.raise(list, entry());
  expect([await send(), await listed()]).toEqual([422, [[first.id, 'bounce']]]);
  advance(14 * day - 60_000);
  expect((await call('GET', `/suppressions/${first.id}`)).status).toBe(200);
  expect(await send()).toBe(422);
  advance(60_000);
  expect([await send(), await listed()]).toEqual([200, []]);
  expect((await call('GET', `/suppressions/${first.id}`)).status).toBe(404);
  expect((await call('DELETE', `/suppressions?email=${address}`)).status).toBe(404);
  const second = await ctx.suppressions.raise(list, entry());
  expect(second.id).not.toBe(first.id);
  expect([await send(), await listed()]).toEqual([422, [[second.id, 'bounce']]]);
});

test('what lasts takes the end from an entry: POST /suppressions, a bounce, an unsubscribe [P18]', async () => {
  const lasting = {
    manual: ({ call, address }) => call('POST', '/suppressions', { body: { email: address } }),
    bounce: ({ ctx, list, entry }) => {
      const { expires_at: _end, ...bounce } = entry();
      return ctx.suppressions.raise(list, bounce);
    },
    complaint: ({ ctx, list, entry }) => {
      const { expires_at: _end, ...complaint } = entry();
      return ctx.suppressions.raise(list, { ...complaint, reason: 'complaint' });
    },
    unsubscribe: ({ ctx, list, entry }) => {
      const { expires_at: _end, created_at: at, ...left } = entry();
      const unsubscribed = { at, source: 'link' as const, email_id: 'msg_1' as const };
      return ctx.suppressions.unsubscribe(list, {
        ...left,
        reason: 'unsubscribe',
        created_at: at,
        unsubscribed,
      });
    },
  } satisfies Record<string, (world: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>>;
  for (const [kind, change] of Object.entries(lasting)) {
    const world = await setUp();
    const { id } = await world.ctx.suppressions.raise(world.list, world.entry());
    await change(world);
    world.advance(15 * day);
    expect([kind, await world.send()]).toEqual([kind, 422]);
    expect(await world.listed()).toEqual([[id, kind === 'complaint' ? 'complaint' : 'bounce']]);
  }
});

test('it joins only a list that holds no entry of the address [P18, E43]', async () => {
  const { ctx, list, advance, call, address, entry, send, listed } = await setUp();
  const { body } = await call('POST', '/suppressions', { body: { email: address } });
  await ctx.suppressions.raise(list, entry());
  advance(15 * day);
  const { id } = body.suppression as { id: string };
  expect([await send(), await listed()]).toEqual([422, [[id, 'manual']]]);
});
