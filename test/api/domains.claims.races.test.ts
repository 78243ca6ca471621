import type { Id } from '../../shared/core/runtime.ts';
import { claimant, claimOf, claimWorld } from '../support/claim-world.ts';

/** Who has the name in the end, and how many domains each account counts. */
async function owners(
  ctx: Awaited<ReturnType<typeof claimWorld>>['ctx'],
  name: string,
  accounts: { account: { id: Id<'acc'> } }[],
) {
  const domain = (await ctx.domains.read(name))?.domain ?? null;
  const counts = await Promise.all(accounts.map(({ account }) => ctx.accounts.readCounts(account.id)));
  const lists = await Promise.all(
    accounts.map(({ account }) => ctx.domains.list(account.id, { limit: 10, before: null })),
  );
  expect(lists.map(({ entries }) => entries.length)).toEqual(
    accounts.map(({ account }) => (account.id === domain?.account ? 1 : 0)),
  );
  return { domain, counts: counts.map(({ domains }) => domains) };
}

test('of concurrent requests for one claim one makes it, and all answer the same [A19]', async () => {
  const { other, name } = await claimWorld();
  const answers = await Promise.all(Array.from({ length: 10 }, () => other.claim(name)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
  expect(new Set(answers.map((answer) => claimOf(answer).id)).size).toBe(1);
});

test('of concurrent verifies of one claim one moves the domain, and all answer completed [A19]', async () => {
  const { ctx, owner, other, name, published } = await claimWorld();
  const claim = await published();
  const answers = await Promise.all(Array.from({ length: 5 }, () => other.verify(claim.id)));
  const shown = answers.map((answer) => [answer.status, claimOf(answer)?.status, claimOf(answer)?.domain_id]);
  const { domain, counts } = await owners(ctx, name, [owner, other]);
  expect(shown).toEqual(Array(5).fill([200, 'completed', domain?.id]));
  expect(counts).toEqual([0, 1]);
});

test('of claims of four accounts, all of them published, one is completed; the others have expired and can be made again [A19]', async () => {
  const { ctx, owner, name, publish } = await claimWorld();
  const others = await Promise.all(Array.from({ length: 4 }, () => claimant(ctx)));
  const claims = await Promise.all(others.map(async ({ claim }) => claimOf(await claim(name))));
  await publish(...claims);
  const answers = await Promise.all(others.map(({ verify }, i) => verify(claims[i]?.id ?? '')));
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
  const statuses = answers.map((answer) => claimOf(answer).status);
  expect(statuses.toSorted()).toEqual(['completed', 'expired', 'expired', 'expired']);
  const winner = statuses.indexOf('completed');
  const { domain, counts } = await owners(ctx, name, [owner, ...others]);
  expect([domain?.account, domain?.id]).toEqual([
    others[winner]?.account.id,
    claimOf(answers[winner] as never).domain_id,
  ]);
  expect(counts).toEqual([0, ...statuses.map((status) => (status === 'completed' ? 1 : 0))]);
  const loser = statuses.indexOf('expired');
  const again = await others[loser]?.claim(name);
  expect([again?.status, claimOf(again as never).status]).toEqual([201, 'pending']);
  expect(claimOf(again as never).id).not.toBe(claims[loser]?.id);
});

type World = Awaited<ReturnType<typeof claimWorld>>;

const remove = ({ owner, name }: World) => owner.call('DELETE', `/domains/${name}`);

const renew = async (world: World) => {
  await remove(world);
  return world.owner.call('POST', '/domains', { body: { name: world.name } });
};

test.each([
  ['deletes the domain', remove],
  ['deletes the domain and adds it again', renew],
])("a claim while its owner %s: the name is the claimant's, and counted once [A19]", async (_what, act) => {
  const world = await claimWorld();
  const { ctx, owner, other, name, published } = world;
  const claim = await published();
  const [acted, verified] = await Promise.all([act(world), other.verify(claim.id)]);
  expect([200, 201, 404, 409]).toContain(acted.status);
  expect(claimOf(verified).status).toBe('completed');
  const { domain, counts } = await owners(ctx, name, [owner, other]);
  expect([domain?.account, domain?.id]).toEqual([other.account.id, claimOf(verified).domain_id]);
  expect(counts).toEqual([0, 1]);
});

test.each([
  ['deleted the domain', remove],
  ['deleted the domain and added it again', renew],
])('an owner who %s between the look and the move changes nothing of its end [A19]', async (_what, act) => {
  const world = await claimWorld();
  const { ctx, owner, other, name, published } = world;
  const claim = await published();
  const { complete } = ctx.domain_claims;
  let moves = 0;
  ctx.domain_claims = {
    ...ctx.domain_claims,
    complete: async (...input) => {
      if (moves++ === 0) await act(world);
      return complete(...input);
    },
  };
  expect(claimOf(await other.verify(claim.id)).status).toBe('completed');
  expect(moves).toBe(2);
  expect((await owners(ctx, name, [owner, other])).counts).toEqual([0, 1]);
});

test('a claim of a name that its owner gave up is completed; one that a third account added since has expired [A19]', async () => {
  const { ctx, owner, other, name, published } = await claimWorld();
  const third = await claimant(ctx);
  const claim = await published();
  await owner.call('DELETE', `/domains/${name}`);
  await third.call('POST', '/domains', { body: { name } });
  const ended = claimOf(await other.verify(claim.id));
  expect([ended.status, ended.note]).toEqual(['expired', expect.stringContaining('Claim it again')]);
  await third.call('DELETE', `/domains/${name}`);
  const free = await other.claim(name);
  expect([free.status, free.body.error?.details]).toEqual([409, { reason: 'not_attached' }]);
});

test('the claim of an account that added the name itself, after its owner gave it up, is completed [A19]', async () => {
  const { owner, other, name, published } = await claimWorld();
  const claim = await published();
  await owner.call('DELETE', `/domains/${name}`);
  const added = await other.call('POST', '/domains', { body: { name } });
  const { id } = added.body.domain as { id: string };
  expect(claimOf(await other.verify(claim.id))).toMatchObject({ status: 'completed', domain_id: id });
});

test('a claim whose answer was lost is found completed [A19]', async () => {
  const { ctx, owner, other, name, published } = await claimWorld();
  const claim = await published();
  const { complete } = ctx.domain_claims;
  ctx.domain_claims = {
    ...ctx.domain_claims,
    complete: async (...input) => {
      await complete(...input);
      // The SDK sends the same write again.
      return complete(...input);
    },
  };
  const verified = claimOf(await other.verify(claim.id));
  const { domain, counts } = await owners(ctx, name, [owner, other]);
  expect(verified).toMatchObject({ status: 'completed', domain_id: domain?.id });
  expect(counts).toEqual([0, 1]);
  const { create } = ctx.domain_claims;
  ctx.domain_claims = {
    ...ctx.domain_claims,
    create: async (...input) => {
      await create(...input);
      return create(...input);
    },
  };
  expect((await owner.claim(name)).status).toBe(201);
});
