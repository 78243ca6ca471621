import { emailRoutes } from '../../functions/emails/routes.ts';
import { inProcess, issuesOf, keyWith } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { suppressionOf } from '../support/records.ts';

const day_s = 86_400;

test.each([
  ['not a time', 'tomorrow', 'format'],
  ['C7: no offset', '2030-01-01T00:00:00', 'format'],
  ['a number', 1_900_000_000, 'type'],
])('scheduled_at: %s is 400', async (_name, scheduled_at, rule) => {
  const { call, email } = await capturedAccount();
  const { status, body } = await call('POST', '/emails', { body: { ...email, scheduled_at } });
  expect([status, issuesOf({ body })]).toEqual([400, [['scheduled_at', rule]]]);
});

test('scheduled_at is later than now and at most 90 days ahead [H6]', async () => {
  const { call, email, ahead, queued } = await capturedAccount();
  for (const seconds of [-3600, -1, 90 * day_s + 5]) {
    const { status, body } = await call('POST', '/emails', {
      body: { ...email, scheduled_at: ahead(seconds) },
    });
    expect([status, issuesOf({ body })]).toEqual([400, [['scheduled_at', 'range']]]);
  }
  expect(queued).toEqual([]);
  for (const seconds of [1, 90 * day_s - 5]) {
    expect((await call('POST', '/emails', { body: { ...email, scheduled_at: ahead(seconds) } })).status).toBe(
      200,
    );
  }
});

test('attachments are refused on scheduled sends [rule 8]', async () => {
  const { call, email, ahead } = await capturedAccount();
  const attachments = [{ name: 'a.txt', data: 'aGk=' }];
  const body = { ...email, attachments, scheduled_at: ahead(60) };
  const answer = await call('POST', '/emails', { body });
  expect([answer.status, issuesOf(answer)]).toEqual([400, [['attachments', 'conflict']]]);
});

test('a retry of a scheduled POST after its time has passed answers the first result [Q1]', async () => {
  const { call, email, ahead, clock } = await capturedAccount();
  const request = { body: { ...email, scheduled_at: ahead(60) }, headers: { 'idempotency-key': 'k' } };
  const first = await call('POST', '/emails', request);
  clock.advance(3_600_000);
  const again = await call('POST', '/emails', request);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('and one that comes before the table shows the first, whatever would refuse it now [Q1]', async () => {
  const { ctx, account, call, email, ahead, clock, queued, deliver, mails } = await capturedAccount();
  const { readFacts } = ctx.emails;
  const requests = [
    { body: { ...email, scheduled_at: ahead(1) }, headers: { 'idempotency-key': 'late' } },
    { body: { ...email, to: 'gone@x.example' }, headers: { 'idempotency-key': 'suppressed' } },
    { body: { ...email, subject: 'Domain' }, headers: { 'idempotency-key': 'domain' } },
  ];
  const first = [];
  for (const request of requests) first.push((await call('POST', '/emails', request)).body);
  clock.advance(2_000);
  const list = { account: account.id, tenant: null };
  await ctx.suppressions.raise(list, suppressionOf(ctx, 'gone@x.example'));
  // The table's eventually consistent reads, at their latest; and a domain that went away since.
  ctx.emails.readFacts = async (wanted) =>
    (await readFacts(wanted)).map((facts) => {
      const isLast = wanted[0]?.idempotency_key === 'domain';
      return { ...facts, claim: null, ...(isLast && { domain: null }) };
    });
  for (const [i, request] of requests.entries()) {
    const again = await call('POST', '/emails', request);
    expect([again.status, again.body]).toEqual([200, first[i]]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await call('POST', '/emails', { ...request, body: { ...request.body, text: 'Other' } });
    expect([other.status, other.body.error?.code]).toEqual([409, 'idempotency_conflict']);
  }
  // Those that were queued before their decision find it: none is accepted a second time.
  for (const { message } of queued.splice(0)) await deliver(message);
  expect([queued, mails.length]).toEqual([[], 3]);
  expect((await call('GET', '/emails')).body.emails).toHaveLength(3);
});

test.each([
  ['neither', {}],
  ['both', { scheduled_at: '2030-01-01T00:00:00Z', cancel: true }],
  ['cancel: false', { cancel: false }],
  ['cancel as text', { cancel: 'true' }],
  ['only nulls', { scheduled_at: null, cancel: null }],
  ['a time without offset', { scheduled_at: '2030-01-01T00:00:00' }],
])('PATCH with %s is 400 [H13]', async (_name, change) => {
  const { call, send, ahead, get } = await capturedAccount();
  const id = await send({ scheduled_at: ahead(3600) });
  const { status, body } = await call('PATCH', `/emails/${id}`, { body: change });
  expect([status, body.error?.code]).toEqual([400, 'validation_error']);
  expect((await get(id)).status).toBe('scheduled');
});

test('fields of a send request beside scheduled_at or cancel are 400 conflict [Q37]', async () => {
  const { call, send, ahead } = await capturedAccount();
  const id = await send({ scheduled_at: ahead(3600) });
  const change = { cancel: true, subject: 'Other', htmlBody: '<p>x</p>' };
  const { status, body } = await call('PATCH', `/emails/${id}`, { body: change });
  expect(status).toBe(400);
  expect(issuesOf({ body })?.sort()).toEqual([
    ['html', 'conflict'],
    ['subject', 'conflict'],
  ]);
});

test('400 for the body, then 404, then 409, then 400 for a time in the past [Q37]', async () => {
  const { call, send, ahead } = await capturedAccount();
  const id = await send({ scheduled_at: ahead(3600) });
  const unknown = `/emails/msg_${'0'.repeat(26)}`;
  const past = { scheduled_at: ahead(-60) };
  expect((await call('PATCH', unknown, { body: {} })).status).toBe(400);
  expect((await call('PATCH', unknown, { body: past })).status).toBe(404);
  expect((await call('PATCH', `/emails/${id}`, { body: past })).status).toBe(400);
  expect((await call('PATCH', `/emails/${id}`, { body: { scheduled_at: ahead(91 * day_s) } })).status).toBe(
    400,
  );
  await call('PATCH', `/emails/${id}`, { body: { cancel: true } });
  expect((await call('PATCH', `/emails/${id}`, { body: past })).status).toBe(409);
});

test('what is not scheduled is 409 conflict with its status, a second cancel too [H13, Q37]', async () => {
  const { call, send, ahead, queued, deliver } = await capturedAccount();
  const cancelled = await send({ scheduled_at: ahead(3600) });
  await call('PATCH', `/emails/${cancelled}`, { body: { cancel: true } });
  const waiting = await send();
  const sent = await send();
  await deliver((queued.at(-1) as (typeof queued)[number]).message);
  for (const [id, status] of [
    [cancelled, 'cancelled'],
    [waiting, 'queued'],
    [sent, 'sent'],
  ]) {
    const { status: code, body } = await call('PATCH', `/emails/${id}`, { body: { cancel: true } });
    expect([code, body.error?.code, body.error?.details]).toEqual([
      409,
      'conflict',
      { reason: 'not_scheduled', status },
    ]);
  }
});

test('a key that may only send changes its own emails, others are 404 [A34, Q38]', async () => {
  const { ctx, account, send, ahead, email } = await capturedAccount();
  const id = await send({ scheduled_at: ahead(3600) });
  const sender = inProcess(ctx, emailRoutes, await keyWith(ctx, account.id, ['emails:send']));
  expect((await sender('PATCH', `/emails/${id}`, { body: { cancel: true } })).status).toBe(404);
  const own = await sender('POST', '/emails', { body: { ...email, scheduled_at: ahead(3600) } });
  expect((await sender('PATCH', `/emails/${own.body.id}`, { body: { cancel: true } })).status).toBe(200);
  const reader = inProcess(ctx, emailRoutes, await keyWith(ctx, account.id, ['emails:send', 'emails:read']));
  expect((await reader('PATCH', `/emails/${id}`, { body: { cancel: true } })).status).toBe(200);
});

describe('the rules are checked again at its time [Q3, A11]', () => {
  async function fired(prepare: (world: Awaited<ReturnType<typeof capturedAccount>>) => Promise<unknown>) {
    const world = await capturedAccount();
    const id = await world.send({ scheduled_at: world.ahead(60) });
    await prepare(world);
    // Past every cache of accounts and domains.
    world.clock.advance(90_000);
    await world.deliver((world.queued[0] as (typeof world.queued)[number]).message);
    return { ...world, record: await world.get(id) };
  }

  test('a recipient that was suppressed meanwhile', async () => {
    const { record, mails } = await fired(({ ctx, account }) =>
      ctx.suppressions.raise({ account: account.id, tenant: null }, suppressionOf(ctx, 'ada@x.example')),
    );
    expect(mails).toEqual([]);
    expect(record).toMatchObject({
      status: 'failed',
      last_event: 'suppressed',
      failure_reason: 'suppressed',
      failed_at: expect.any(String),
    });
  });

  test('a from-domain that is no longer there', async () => {
    const { record, mails } = await fired(async (world) => {
      const { ctx } = world;
      const facts = ctx.emails.readFacts;
      ctx.emails.readFacts = async (wanted) =>
        (await facts(wanted)).map((read) => ({ ...read, domain: null }));
    });
    expect(mails).toEqual([]);
    expect(record).toMatchObject({ status: 'failed', failure_reason: 'domain_not_verified' });
  });

  test('a production lock', async () => {
    const { record, mails } = await fired(async ({ ctx, account }) => {
      ctx.accounts.get = async () => ({ ...account, payment_method: false });
    });
    expect(mails).toEqual([]);
    expect(record).toMatchObject({ status: 'failed', failure_reason: 'production_locked' });
  });

  test('but not the key: one that is gone stops nothing', async () => {
    const world = await capturedAccount();
    const id = await world.send({ scheduled_at: world.ahead(60) });
    world.ctx.keys.find = async () => null;
    world.clock.advance(90_000);
    await world.deliver((world.queued[0] as (typeof world.queued)[number]).message);
    expect(world.mails.map((mail) => mail.email_id)).toEqual([id]);
  });
});

describe('a scheduled email is counted once, when it fires [Q2]', () => {
  test('POST, reschedule and cancel count nothing; the fire counts; a used-up plan fails it', async () => {
    const { send, call, ahead, clock, queued, deliver, get, mails } = await capturedAccount({ plan: 'free' });
    const spend = async (recipients: number) => {
      const to = Array.from({ length: recipients }, (_, i) => `r${i}@x.example`);
      await send({ to });
      clock.advance(1000);
    };
    const [first, second] = [
      await send({ scheduled_at: ahead(30) }),
      await send({ scheduled_at: ahead(30) }),
    ];
    const third = await send({ scheduled_at: ahead(30) });
    await call('PATCH', `/emails/${third}`, { body: { cancel: true } });
    const fires = queued.map(({ message }) => message);
    // Free: 100 a day. 99 are spent, one is left for whichever fires first.
    await spend(50);
    await spend(49);
    clock.advance(30_000);
    for (const message of fires) await deliver(message);
    expect(mails.map((mail) => mail.email_id)).toEqual([first]);
    expect(await get(first)).toMatchObject({ status: 'sent' });
    expect(await get(second)).toMatchObject({ status: 'failed', failure_reason: 'plan_limit' });
    expect(await get(third)).toMatchObject({ status: 'cancelled' });
  });
});
