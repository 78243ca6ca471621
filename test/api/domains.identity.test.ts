import type { Id } from '../../shared/core/runtime.ts';
import { adoptDomain } from '../../shared/domain/domains/adopt-domain.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import type { DomainMessage } from '../../shared/domain/ports/domains.ts';
import { domainWorld, minute, noteOf } from '../support/domain-world.ts';

test('the worker makes the identity with our key, MAIL FROM, configuration set and tags, once [A2]', async () => {
  const { ctx, create, runTasks, name, get, queued, account } = await domainWorld();
  const made = await create();
  expect(noteOf(made, 'dkim')).toBe('preparing');
  expect(await ctx.identities.get(name)).toBeNull();
  const [message] = queued;
  await runTasks();
  await runTasks();
  expect(await ctx.identities.get(name)).toMatchObject({
    dkim_selector: made.dkim_selector,
    stage: 'local',
    domain: name,
    mail_from: { domain: `rp.${name}` },
    forwards_feedback: false,
  });
  expect(noteOf(await get(), 'dkim')).not.toBe('preparing');
  expect(message).toEqual({ task: 'check', id: made.id, name, account: account.id });
  const { identities } = ctx;
  expect(
    await identities.make(
      { name, selector: made.dkim_selector ?? '', private_key: '', mail_from: `rp.${name}`, stage: 'local' },
      await identities.get(name),
    ),
  ).toBe(false);
});

test('an identity that this service did not make is left alone [A2]', async () => {
  const { ctx, create, runTasks, name, get, call } = await domainWorld();
  await ctx.identities.make(
    {
      name,
      selector: 'theirs',
      private_key: (await key()).private_key,
      mail_from: `bounce.${name}`,
      stage: 'other',
    },
    null,
  );
  const { id } = await create();
  await runTasks();
  expect(noteOf(await get(), 'dkim')).toBe(
    'SES already has an identity with this name: ask the operator to run adopt-domain',
  );
  await call('DELETE', `/domains/${name}`);
  await runDomainTask(ctx, { task: 'remove', id: id as Id<'dom'>, name, account: 'acc_x' });
  expect(await ctx.identities.get(name)).toMatchObject({ dkim_selector: 'theirs', stage: 'other' });
});

const key = async () => (await import('../../shared/core/dkim-key.ts')).makeDkimKey();

test('the identity of a deleted domain is removed a day later, unless the name was added again [A46]', async () => {
  const { ctx, create, runTasks, name, call } = await domainWorld();
  const remove = (id: string) =>
    runDomainTask(ctx, { task: 'remove', id: id as Id<'dom'>, name, account: 'acc_x' });
  const first = await create();
  await runTasks();
  await call('DELETE', `/domains/${name}`);
  const second = await create();
  await remove(first.id);
  expect(await ctx.identities.get(name)).not.toBeNull();
  await runTasks();
  expect((await ctx.identities.get(name))?.dkim_selector).toBe(second.dkim_selector);
  await call('DELETE', `/domains/${name}`);
  // What is queued from the second one has a day of its own.
  await remove(first.id);
  expect(await ctx.identities.get(name)).not.toBeNull();
  await remove(second.id);
  expect(await ctx.identities.get(name)).toBeNull();
  await remove(second.id);
});

test('a client that verifies again and again does not put off the worker, however late that is [A2]', async () => {
  const { ctx, create, queued, verify, advance, name } = await domainWorld();
  await create();
  const [message] = queued.splice(0);
  const planned = async () => (await ctx.domains.read(name))?.domain.next_check_at;
  const first = await planned();
  for (let i = 0; i < 3; i++) {
    advance(11_000);
    expect((await verify()).status).toBe(200);
  }
  expect(await planned()).toBe(first);
  await runDomainTask(ctx, message as DomainMessage);
  expect(await ctx.identities.get(name)).not.toBeNull();
  expect((await ctx.domains.read(name))?.domain.identity).toBe('ready');
});

test('a check of the worker that a verify overtakes is made again [A2]', async () => {
  const { ctx, create, queued, verify, runTasks, name } = await domainWorld();
  const identity = async () => (await ctx.domains.read(name))?.domain.identity;
  await create();
  const [message] = queued.splice(0);
  const { make } = ctx.identities;
  ctx.identities.make = async (...input) => {
    const made = await make(...input);
    ctx.identities.make = make;
    await verify();
    return made;
  };
  await runDomainTask(ctx, message as DomainMessage);
  expect([await identity(), queued]).toEqual(['preparing', [{ ...message, tries: 1 }]]);
  await runTasks();
  expect(await identity()).toBe('ready');
  expect(queued).toEqual([]);
});

test('an identity that SES lost is made again, although a client verifies, and joins the tenant again [A2, P18]', async () => {
  const { ctx, create, runTasks, verify, advance, nextCheck, name, account } = await domainWorld();
  await create();
  await runTasks();
  advance(minute);
  await verify();
  const planned = async () => (await ctx.domains.read(name))?.domain.next_check_at;
  const before = await planned();
  await ctx.identities.remove(name);
  advance(minute);
  await verify();
  expect(await planned()).toBe(before);
  const { join } = ctx.identities;
  const joined: string[] = [];
  ctx.identities.join = async (input) => {
    joined.push(input.tenant);
    await join(input);
  };
  await nextCheck();
  expect(await ctx.identities.get(name)).not.toBeNull();
  expect(joined).toEqual([account.id]);
  await nextCheck();
  expect(joined).toHaveLength(1);
});

test('a name that was added again to receive only leaves no identity of its deleted domain [A46]', async () => {
  const { ctx, create, runTasks, name: above, call } = await domainWorld();
  const name = `in.${above}`;
  const first = await create({ name });
  await runTasks();
  expect(await ctx.identities.get(name)).not.toBeNull();
  await call('DELETE', `/domains/${name}`);
  ctx.settings = { ...ctx.settings, inbound: 'smtp' };
  expect(await create({ name, inbound_enabled: true })).toMatchObject({ inbound_enabled: true });
  await runDomainTask(ctx, { task: 'remove', id: first.id as Id<'dom'>, name, account: 'acc_x' });
  expect(await ctx.identities.get(name)).toBeNull();
});

test('adopt-domain takes over a domain that waits since SES had its identity already [A2]', async () => {
  const { ctx, create, runTasks, name, get, nextCheck, account } = await domainWorld();
  const { private_key } = await key();
  await ctx.identities.make(
    { name, selector: 'theirs', private_key, mail_from: `bounce.${name}`, stage: 'other' },
    null,
  );
  const added = await create({ click_tracking: true });
  await runTasks();
  const atSes = {
    verified: true,
    signed: true,
    dkim_selector: 'theirs',
    stage: null,
    domain: null,
    dkim_failed: false,
    mail_from: null,
    forwards_feedback: false,
  };
  ctx.identities.get = async () => atSes;
  const adopt = () =>
    adoptDomain(ctx, { ...ctx.identities, adopt: async () => {} }, { account: account.id, name });
  expect((await adopt()).domain).toMatchObject({ id: added.id, status: 'verified', identity: 'adopted' });
  const shown = {
    id: added.id,
    status: 'verified',
    dkim_selector: 'theirs',
    click_tracking: true,
    records: [],
  };
  expect(await get()).toMatchObject(shown);
  expect(await ctx.domains.readKey(name)).toBeNull();
  expect(await nextCheck()).toMatchObject(shown);
  expect((await adopt()).domain.id).toBe(added.id);
});

test('adopt-domain changes no domain whose identity is its own, and none that only receives [A2]', async () => {
  const { ctx, create, runTasks, name: above, account, call } = await domainWorld();
  const name = `in.${above}`;
  await create({ name });
  await runTasks();
  const own = await ctx.identities.get(name);
  if (own === null) throw new Error('no identity');
  const adopted: string[] = [];
  const identities = {
    ...ctx.identities,
    get: async () => ({ ...own, verified: true }),
    adopt: async ({ name: of }: { name: string }) => void adopted.push(of),
  };
  const adopt = () => adoptDomain(ctx, identities, { account: account.id, name });
  await expect(adopt()).rejects.toMatchObject({ code: 'conflict', message: /Mailwright created/ });
  await call('DELETE', `/domains/${name}`);
  ctx.settings = { ...ctx.settings, inbound: 'smtp' };
  await create({ name, inbound_enabled: true });
  await expect(adopt()).rejects.toMatchObject({ code: 'conflict', message: /was added to receive email/ });
  expect(adopted).toEqual([]);
});
