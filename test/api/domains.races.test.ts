import { domainRoutes } from '../../functions/domains/routes.ts';
import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';

test('of 100 concurrent creates of one name from two accounts one account owns it [A31, A37]', async () => {
  const ctx = testContext();
  ctx.domain_tasks = { enqueue: async () => undefined };
  const owners = await Promise.all([1, 2].map(() => freshAccount(ctx, { domain: false })));
  const name = `${owners[0]?.account.id.slice(4)}.example.com`;
  const calls = owners.map(({ api_key }) => inProcess(ctx, domainRoutes, api_key));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => calls[i % 2]?.('POST', '/domains', { body: { name } })),
  );
  const statuses = [0, 1].map((of) => answers.filter((_answer, i) => i % 2 === of).map((one) => one?.status));
  const owner = statuses[0]?.includes(201) ? 0 : 1;
  expect(statuses[owner]?.toSorted()).toEqual([...Array(49).fill(200), 201]);
  expect(statuses[1 - owner]).toEqual(Array(50).fill(409));
  const ids = answers.flatMap((one) => (one?.body.domain as DomainRecord | undefined)?.id ?? []);
  expect(new Set(ids).size).toBe(1);
  const refused = answers.find((one) => one?.status === 409);
  expect([refused?.body.error?.code, refused?.body.error?.details?.claim]).toMatchObject([
    'domain_claimed',
    { record: { type: 'TXT', host: `_service-claim.${name}` }, endpoint: 'POST /domains/claims' },
  ]);
  const counts = await Promise.all(calls.map(async (call) => (await call('GET', '/domains')).body.domains));
  expect(counts.map((domains) => (domains as unknown[]).length)).toEqual(owner === 0 ? [1, 0] : [0, 1]);
}, 60_000);
