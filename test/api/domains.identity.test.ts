import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import type { DomainMessage } from '../../shared/domain/ports/domains.ts';
import { domainWorld, noteOf } from '../support/domain-world.ts';

test('A2: the worker makes the identity with our key, MAIL FROM, configuration set and tags, once', async () => {
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

test('A2: an identity that this service did not make is left alone', async () => {
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
  await create();
  await runTasks();
  expect(noteOf(await get(), 'dkim')).toBe('SES already has this identity; use adopt-domain');
  await call('DELETE', `/domains/${name}`);
  await runDomainTask(ctx, { task: 'remove', id: 'dom_x', name, account: 'acc_x' });
  expect(await ctx.identities.get(name)).toMatchObject({ dkim_selector: 'theirs', stage: 'other' });
});

const key = async () => (await import('../../shared/core/dkim-key.ts')).makeDkimKey();

test('A46: the identity of a deleted domain is removed a day later, unless the name was added again', async () => {
  const { ctx, create, runTasks, name, call } = await domainWorld();
  const remove = (id: string) => runDomainTask(ctx, { task: 'remove', id, name, account: 'acc_x' });
  const first = await create();
  await runTasks();
  await call('DELETE', `/domains/${name}`);
  const second = await create();
  await remove(first.id);
  expect(await ctx.identities.get(name)).not.toBeNull();
  await runTasks();
  expect((await ctx.identities.get(name))?.dkim_selector).toBe(second.dkim_selector);
  await call('DELETE', `/domains/${name}`);
  await remove(second.id);
  expect(await ctx.identities.get(name)).toBeNull();
  await remove(second.id);
});

test('A2: while SES is busy the task is put back with a delay', async () => {
  const { ctx, create, queued } = await domainWorld();
  await create();
  const [message] = queued.splice(0);
  const busy = Object.assign(new Error('slow down'), { name: 'TooManyRequestsException' });
  ctx.identities = { ...ctx.identities, get: () => Promise.reject(busy) };
  await runDomainTask(ctx, message as DomainMessage);
  expect(queued).toEqual([{ ...message, tries: 1 }]);
});
