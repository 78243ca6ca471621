import { emailRoutes } from '../../../functions/emails/routes.ts';
import { createAccount } from '../../../shared/domain/accounts/create-account.ts';
import { makeKey } from '../../../shared/domain/keys/create-key.ts';
import { inProcess, newTenant, testContext } from '../../support/api.ts';
import { sentEmail } from './sent-email.ts';
import { at, world } from './world.ts';

describe('suppressions only rise [Q32, E42]', () => {
  test('complaint and bounce in either order: id and created_at stay, complaint wins', async () => {
    for (const order of [
      ['complaint-abuse', 'bounce-async-dsn'],
      ['bounce-async-dsn', 'complaint-abuse'],
    ]) {
      const { ctx, account, receive, advance, suppressed, told } = await world();
      const email = await sentEmail(ctx, account);
      await receive(order[0] ?? '', email);
      const first = await suppressed('ada@example.com');
      advance(1000);
      await receive(order[1] ?? '', email);
      expect(await suppressed('ada@example.com')).toMatchObject({
        id: first?.id,
        created_at: first?.created_at,
        reason: 'complaint',
      });
      expect(told().map(({ data }) => data.suppression_id)).toEqual([first?.id, first?.id]);
    }
  });

  test('every listed recipient is suppressed [E39]', async () => {
    const { ctx, account, receive, suppressed, told } = await world();
    const email = await sentEmail(ctx, account, {
      to: ['ada@example.com', 'bob@example.org', 'carol@example.com'],
    });
    await receive('complaint-several', email);
    expect(await suppressed('ada@example.com')).toMatchObject({ reason: 'complaint' });
    expect(await suppressed('bob@example.org')).toBeNull();
    expect(await suppressed('carol@example.com')).toMatchObject({ reason: 'complaint' });
    expect(told().map(({ data }) => [data.recipient, data.certain])).toEqual([
      ['ada@example.com', false],
      ['carol@example.com', false],
    ]);
  });

  test("tenant mail goes on the tenant's list [A23]", async () => {
    const { ctx, account, receive, suppressed } = await world();
    const { id: tenant } = await newTenant(ctx, account);
    await receive('bounce-async-dsn', await sentEmail(ctx, account, { tenant }));
    expect(await suppressed('ada@example.com')).toBeNull();
    expect(await suppressed('ada@example.com', tenant)).toMatchObject({ reason: 'bounce', tenant });
  });

  test("a bounce for a tenant that is deleted goes on the account's list, its event names none [A23, E44]", async () => {
    const { ctx, account, receive, suppressed, told } = await world();
    const tenant = ctx.runtime.id('ten');
    await receive('bounce-async-dsn', await sentEmail(ctx, account, { tenant }));
    expect(await suppressed('ada@example.com')).toMatchObject({ reason: 'bounce', tenant: null });
    expect(await suppressed('ada@example.com', tenant)).toBeNull();
    expect(told()[0]?.data).not.toHaveProperty('tenant');
  });

  test("the events of tenant mail carry the tenant's external_id [H17]", async () => {
    const { ctx, account, receive, told } = await world();
    const { id: tenant } = await newTenant(ctx, account, 'acme');
    await receive('bounce-async-dsn', await sentEmail(ctx, account, { tenant }));
    expect(told()[0]?.data).toMatchObject({ tenant: 'acme' });
  });

  test('soft_bounce_threshold 3: the third soft bounce in 7 days, repeats not counted [H17]', async () => {
    const { ctx, account, receive, suppressed } = await world({ soft_bounce_threshold: 3 });
    const day = 86_400_000;
    const start = Date.parse('2026-11-01T00:00:00Z');
    const bounce = async (when: number) =>
      receive('bounce-mailbox-full', await sentEmail(ctx, account), at('bounce', when));
    for (const days of [0, 0, 6, 8]) {
      await bounce(start + days * day);
      expect(await suppressed('ada@example.com')).toBeNull();
    }
    await bounce(start + 7 * day);
    expect(await suppressed('ada@example.com')).toMatchObject({ reason: 'bounce' });
  });
});

describe('suppressed and suppression_id tell what stands on the list afterwards [E42]', () => {
  test.each(['bounce-policy', 'bounce-undetermined'])('%s of an address that stands there', async (name) => {
    const { ctx, account, receive, told, suppressed } = await world();
    await receive('complaint-abuse', await sentEmail(ctx, account));
    const entry = await suppressed('ada@example.com');
    await receive(name, await sentEmail(ctx, account));
    expect(told()[1]?.data).toMatchObject({ suppressed: true, suppression_id: entry?.id });
    expect(await suppressed('ada@example.com')).toEqual(entry);
  });

  test('a soft bounce below the threshold, of an address that stands there', async () => {
    const { ctx, account, receive, told, suppressed } = await world({ soft_bounce_threshold: 3 });
    await receive('bounce-mailbox-full', await sentEmail(ctx, account));
    expect(told()[0]?.data).toMatchObject({ suppressed: false, suppression_id: null });
    await receive('complaint-abuse', await sentEmail(ctx, account));
    await receive('bounce-mailbox-full', await sentEmail(ctx, account));
    const { id } = (await suppressed('ada@example.com')) ?? {};
    expect(told()[2]?.data).toMatchObject({ suppressed: true, suppression_id: id });
  });
});

test('the row of a bounce is written once, twice where the address stood on the list [architecture 3]', async () => {
  const { ctx, account, receive, suppressed } = await world();
  const { amendEvent } = ctx.events;
  let again = 0;
  ctx.events.amendEvent = async (event) => {
    again++;
    await amendEvent(event);
  };
  await receive('bounce-async-dsn', await sentEmail(ctx, account));
  expect([again, (await suppressed('ada@example.com'))?.reason]).toEqual([0, 'bounce']);
  await receive('complaint-abuse', await sentEmail(ctx, account));
  expect([again, (await suppressed('ada@example.com'))?.reason]).toEqual([1, 'complaint']);
});

describe('an entry that was removed on purpose', () => {
  test('is not brought back by a late copy of what was told, but by another bounce [E8, E9]', async () => {
    const { ctx, account, receive, advance, queued, suppressed } = await world();
    const email = await sentEmail(ctx, account);
    await receive('bounce-async-dsn', email);
    await ctx.suppressions.remove({ account, tenant: null }, 'ada@example.com');
    advance(60 * 60_000);
    await receive('bounce-async-dsn', email);
    expect([await suppressed('ada@example.com'), queued.length]).toEqual([null, 1]);
    await receive('bounce-async-dsn', email, at('bounce', Date.parse('2026-11-20T12:00:00Z')));
    expect(await suppressed('ada@example.com')).toMatchObject({ reason: 'bounce' });
    expect(queued).toHaveLength(1);
  });
});

test.each([
  ['bounce-async-dsn', false],
  ['bounce-in-dialogue', true],
  ['bounce-policy', true],
  ['complaint-abuse', true],
  ['bounce-suppressed', true],
  ['bounce-account-suppression-list', true],
  ['delivery', false],
  ['delay-connection', false],
  ['reject', false],
])(
  'Q29 the timeline holds the data of the webhook: %s, address on the list before: %s',
  async (name, before) => {
    const { account } = await createAccount(testContext(), {
      email: 'owner@example.com',
      plan: 'dedicated',
      payment_method: true,
      requests_per_second: null,
    });
    const { ctx, receive, told } = await world({}, account.id);
    const email = await sentEmail(ctx, account.id, { to: ['Ada <Ada@Example.com>'] });
    if (before) await receive('complaint-abuse', await sentEmail(ctx, account.id));
    await receive(name, email);
    const event = told().at(-1);
    const { secret } = await makeKey(ctx, {
      account: account.id,
      name: 'x',
      scopes: ['full'],
      tenant: null,
    });
    const { body } = await inProcess(ctx, emailRoutes, secret)('GET', `/emails/${email.id}/events`);
    const entry = (body.events as { id: string; data: object }[]).find(({ id }) => id === event?.id);
    const base = [
      'email_id',
      'status',
      'from',
      'to',
      'subject',
      'tags',
      'category',
      'message_id',
      'recipient',
    ];
    const rest = Object.entries(event?.data ?? {}).filter(([key]) => ![...base, 'occurred_at'].includes(key));
    expect(entry?.data).toEqual(Object.fromEntries(rest));
    expect(rest.length).toBeGreaterThan(0);
  },
);
