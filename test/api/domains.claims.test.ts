import { domains } from '../../shared/aws/families/domains.ts';
import type { Parts } from '../../shared/aws/parts.ts';
import { dayOf } from '../../shared/core/days.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import { keys } from '../../shared/store/schema.ts';
import { newTenant, verifiedDomain } from '../support/api.ts';
import { claimant, claimOf, claimWorld, day_ms } from '../support/claim-world.ts';
import { publish as publishRecords } from '../support/dns.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { testTable } from '../support/table.ts';

test('a claim is 201 with the record of the 409, and 200 with the same claim when it is repeated [H24, A19]', async () => {
  const { other, name } = await claimWorld();
  const refused = await other.call('POST', '/domains', { body: { name } });
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'domain_claimed']);
  const shown = refused.body.error?.details?.claim as { record: object };
  const made = await other.claim(name.toUpperCase());
  expect(made.status).toBe(201);
  const claim = claimOf(made);
  expect(claim).toEqual({
    id: expect.stringMatching(/^clm_[0-9a-z]{26}$/),
    name,
    status: 'pending',
    record: shown.record,
    blocked_reason: null,
    note: null,
    domain_id: null,
    created_at: expect.any(String),
    expires_at: expect.any(String),
  });
  expect(Date.parse(claim.expires_at) - Date.parse(claim.created_at)).toBe(7 * day_ms);
  const again = await other.call('POST', '/domains/claims', { body: { domain: name } });
  expect([again.status, claimOf(again)]).toEqual([200, claim]);
  const got = await other.call('GET', `/domains/claims/${claim.id}`);
  expect([got.status, claimOf(got)]).toEqual([200, claim]);
});

test('without the record a claim stays pending and says what is missing; nothing moves [A19]', async () => {
  const { owner, other, name, zone, ctx } = await claimWorld();
  const { id } = claimOf(await other.claim(name));
  const missing = await other.verify(id);
  expect([missing.status, claimOf(missing).status]).toEqual([200, 'pending']);
  expect(claimOf(missing).note).toBe(`There is no TXT record at _service-claim.${name} yet.`);
  await zone.set(`_service-claim.${name}`, 'TXT', ['service-claim=wrong']);
  expect(claimOf(await other.verify(id)).note).toMatch(/^The TXT records at .* do not include this value/);
  ctx.dns = { ...ctx.dns, ask: async () => null };
  expect(claimOf(await other.verify(id))).toMatchObject({
    status: 'pending',
    note: expect.stringContaining('did not answer'),
  });
  expect((await owner.call('GET', `/domains/${name}`)).status).toBe(200);
  expect((await other.call('GET', '/domains')).body.domains).toEqual([]);
});

test('with the record the name moves: a new pending domain with a selector and key of its own, the old one is gone [A19]', async () => {
  const {
    owner,
    other,
    name,
    published,
    owner: former,
    email,
    tasks,
    ctx,
    zone,
  } = await claimWorld({
    owned: false,
  });
  const before = (await former.call('POST', '/domains', { body: { name } })).body.domain as DomainRecord;
  const claim = await published();
  const done = claimOf(await other.verify(claim.id));
  expect(done).toMatchObject({ status: 'completed', note: null, blocked_reason: null });
  const after = (await other.call('GET', `/domains/${name}`)).body.domain as DomainRecord;
  expect(after).toMatchObject({ id: done.domain_id, status: 'pending', verified_at: null });
  expect(after.id).not.toBe(before.id);
  expect(after.dkim_selector).not.toBe(before.dkim_selector);
  expect(after.records.map(({ purpose }) => purpose)).toEqual(before.records.map(({ purpose }) => purpose));
  for (const [i, { value }] of after.records.slice(0, 2).entries())
    expect(value).not.toBe(before.records[i]?.value);

  for (const ref of [name, before.id]) expect((await owner.call('GET', `/domains/${ref}`)).status).toBe(404);
  expect((await owner.call('GET', '/domains')).body.domains).toEqual([]);
  expect((await owner.call('POST', '/emails', { body: email })).body.error?.code).toBe('domain_not_verified');
  const refused = await owner.call('POST', '/domains', { body: { name } });
  expect(refused.body.error?.code).toBe('domain_claimed');
  const counts = await Promise.all([owner, other].map(({ account }) => ctx.accounts.readCounts(account.id)));
  expect(counts.map(({ domains }) => domains)).toEqual([0, 1]);

  // The whole way of the new owner: its own records are published and checked.
  await publishRecords(zone, after);
  for (const task of tasks.filter(({ id }) => id === after.id)) await runDomainTask(ctx, task);
  const { body } = await other.call('POST', `/domains/${name}`, { body: { action: 'verify' } });
  expect(body.verified).toBe(true);
}, 30_000);

test('verify is safe to repeat: the claim stays completed, with the same domain [A19]', async () => {
  const { other, name, published } = await claimWorld();
  const claim = await published();
  const first = claimOf(await other.verify(claim.id));
  expect(claimOf(await other.verify(claim.id))).toEqual(first);
  const repeated = await other.claim(name);
  expect([repeated.status, claimOf(repeated)]).toEqual([200, first]);
});

test('an owner who sent from it within 30 days keeps the domain; then the claim can be made [A19]', async () => {
  const { owner, other, name, published, ownerSends, clock } = await claimWorld();
  expect(await ownerSends()).toBe(200);
  const claim = await published();
  const blocked = await other.verify(claim.id);
  expect([blocked.status, claimOf(blocked)]).toEqual([
    200,
    expect.objectContaining({ status: 'blocked', blocked_reason: 'recent_owner_activity', domain_id: null }),
  ]);
  expect((await owner.call('GET', `/domains/${name}`)).status).toBe(200);
  clock.advance(29 * day_ms);
  const again = claimOf(await other.claim(name));
  expect({ same: again.id === claim.id, status: again.status }).toEqual({ same: false, status: 'pending' });
  expect(claimOf(await other.verify(again.id)).status).toBe('blocked');
  clock.advance(2 * day_ms);
  expect(claimOf(await other.verify(again.id))).toMatchObject({ status: 'completed', blocked_reason: null });
});

test('one write a day and process keeps the record of the last send [A19]', async () => {
  const table = testTable();
  const { ctx, ownerSends, name, clock } = await claimWorld();
  let writes = 0;
  const counting = {
    ...table,
    update: (...input: Parameters<typeof table.update>) => {
      writes++;
      return table.update(...input);
    },
  };
  const parts = { base: ctx, table: counting } as unknown as Parts;
  ctx.domains = domains(parts).domains;
  const sentOn = async () => (await ctx.domains.read(name))?.domain.last_sent_on;
  for (let i = 0; i < 5; i++) await ownerSends();
  expect([await sentOn(), writes]).toEqual([dayOf(clock.runtime.now()), 1]);
  clock.advance(day_ms);
  await ownerSends();
  expect([await sentOn(), writes]).toEqual([dayOf(clock.runtime.now()), 2]);
});

test('an owner who sends between the look and the move keeps the domain [A19]', async () => {
  const { ctx, other, published, ownerSends } = await claimWorld();
  const claim = await published();
  const { complete } = ctx.domain_claims;
  ctx.domain_claims = {
    ...ctx.domain_claims,
    complete: async (...input) => {
      await ownerSends();
      return complete(...input);
    },
  };
  expect(claimOf(await other.verify(claim.id)).status).toBe('blocked');
});

test('after 7 days a claim has expired, and another one can be made [A19]', async () => {
  const { other, name, published, clock } = await claimWorld();
  const claim = await published();
  clock.advance(7 * day_ms + 1000);
  const expired = await other.verify(claim.id);
  expect([expired.status, claimOf(expired).status]).toEqual([200, 'expired']);
  expect(claimOf(await other.call('GET', `/domains/claims/${claim.id}`)).status).toBe('expired');
  const next = await other.claim(name);
  expect({ status: next.status, same: claimOf(next).id === claim.id }).toEqual({ status: 201, same: false });
  expect(claimOf(next).record).toEqual(claim.record);
  clock.advance(38 * day_ms);
  expect((await other.call('GET', `/domains/claims/${claim.id}`)).status).toBe(404);
});

test('a claim needs room in the plan, when it is made and when it is completed [A37, A19]', async () => {
  const { ctx, name, publish } = await claimWorld();
  const free = await claimant(ctx, 'free');
  const claim = claimOf(await free.claim(name));
  await publish(claim);
  await verifiedDomain(ctx, free.account.id, `a.${name}`);
  const refused = await free.verify(claim.id);
  expect([refused.status, refused.body.error]).toMatchObject([
    403,
    { code: 'plan_limit', details: { limit: 1, used: 1, domain_limit: 1 } },
  ]);
  expect(claimOf(await free.call('GET', `/domains/claims/${claim.id}`)).status).toBe('verified');
  const full = await claimant(ctx, 'free');
  await verifiedDomain(ctx, full.account.id, `b.${name}`);
  const early = await full.claim(name);
  expect([early.status, early.body.error?.code]).toEqual([403, 'plan_limit']);
  await free.call('DELETE', `/domains/a.${name}`);
  expect(claimOf(await free.verify(claim.id)).status).toBe('completed');
});

test('a name that no account has, or the own one, is 409 with what to do [A19]', async () => {
  const { owner, name } = await claimWorld();
  const own = await owner.claim(name);
  expect([own.status, own.body.error?.details]).toMatchObject([409, { reason: 'already_yours' }]);
  const unknown = await owner.claim(`x.${name}`);
  expect([unknown.status, unknown.body.error?.details]).toEqual([409, { reason: 'not_attached' }]);
  for (const bad of ['gmail.com', 'co.uk', 'mailwright.test', 'localhost', 7])
    expect((await owner.claim(bad as string)).status).toBe(400);
});

test("the owning tenant's default_from_domain is cleared, and nothing else of the tenant [A19]", async () => {
  const { ctx, owner, other, name, published } = await claimWorld({ owned: false });
  const tenant = await newTenant(ctx, owner.account.id, 'acme');
  await verifiedDomain(ctx, owner.account.id, name, { tenant: tenant.id });
  const set = await owner.call('PATCH', '/tenants/acme', {
    body: { default_from_domain: name, name: 'Acme' },
  });
  expect(set.status).toBe(200);
  const claim = await published();
  expect(claimOf(await other.verify(claim.id)).status).toBe('completed');
  const shown = (await owner.call('GET', '/tenants/acme')).body.tenant;
  expect(shown).toMatchObject({ default_from_domain: null, name: 'Acme' });
});

test('stored credentials of the DNS host do not move [A48]', async () => {
  const { ctx, other, name, published } = await claimWorld();
  const { domain } = (await ctx.domains.read(name)) ?? {};
  if (!domain) throw new Error('no domain');
  await ctx.domains.writeCredentials(domain, { provider: 'cloudflare', sealed: 'x' });
  const claim = await published();
  await other.verify(claim.id);
  expect((await ctx.domains.read(name))?.stored).toBeNull();
});

test('the former owner is mailed, once, by the worker [A19]', async () => {
  const { ctx, owner, other, name, published, mails, notify } = await claimWorld();
  const { domain } = (await ctx.domains.read(name)) ?? {};
  const claim = await published();
  await other.verify(claim.id);
  const minute = Math.floor(ctx.runtime.now() / 60_000);
  const minutes = [minute, minute + 1, minute + 2];
  const planned = (await Promise.all(minutes.map(ctx.domains.listTasks))).flat();
  const [notice] = planned.filter(({ task, id }) => task === 'claimed' && id === domain?.id);
  expect(notice).toMatchObject({ account: owner.account.id, name });
  // SQS delivers a task twice: still one mail.
  for (let i = 0; i < 2; i++) await runDomainTask(ctx, notice as NonNullable<typeof notice>);
  await notify();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.raw).toContain(`To: ${owner.account.email}`);
  expect(mails[0]?.raw).toContain(`Subject: Your domain ${name} moved to another account`);
});

test('any other action is 400; a claim is looked at a few times at once, then 429 with retry-after [H24]', async () => {
  const { other, name, clock } = await claimWorld();
  const { id } = claimOf(await other.claim(name));
  for (const body of [{ action: 'move' }, {}])
    expect((await other.call('POST', `/domains/claims/${id}`, { body })).status).toBe(400);
  clock.hold();
  const statuses = [];
  for (let i = 0; i < 6; i++) statuses.push(await other.verify(id));
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(statuses.at(-1)?.headers.get('retry-after')).toBe('10');
  clock.advance(10_000);
  expect((await other.verify(id)).status).toBe(200);
});

test('the items of a claim and of a used domain stay at most 1 KB [A47]', async () => {
  const { other, owner, name, published, ownerSends, ctx } = await claimWorld();
  await ownerSends();
  const claim = await published();
  await other.verify(claim.id);
  const table = testTable();
  const items = [
    await table.get(keys.domainClaim(other.account.id, claim.id as Id<'clm'>)),
    await table.get(keys.domain(name)),
  ];
  for (const item of items) expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(1024);
  expect((await ctx.domains.read(name))?.domain.account).toBe(owner.account.id);
});

test("what the former owner scheduled from a claimed domain is cancelled, the new owner's is not [A19, A46]", async () => {
  const { ctx, owner, other, email, published, tasks, ahead, name } = await claimWorld();
  const scheduled = await owner.call('POST', '/emails', { body: { ...email, scheduled_at: ahead(3600) } });
  const claim = await published();
  expect(claimOf(await other.verify(claim.id)).status).toBe('completed');
  await indexesCaughtUp();
  for (const task of tasks.filter(({ task: kind }) => kind === 'cancel')) await runDomainTask(ctx, task);
  const shown = await owner.call('GET', `/emails/${scheduled.body.id}`);
  expect((shown.body.email as { status: string }).status).toBe('cancelled');
  expect(await ctx.open_schedules.count({ account: owner.account.id, domain: name })).toBe(0);
});
