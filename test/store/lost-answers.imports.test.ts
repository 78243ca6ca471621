import { importRoutes } from '../../functions/imports/routes.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { importStore } from '../../shared/store/imports.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { losingTable, stopLosing } from '../support/lost-answers.ts';
import { stopReceivers } from '../support/receiver.ts';
import { fakeSendgrid, providerKey } from '../support/sendgrid.ts';
import { withProvider } from '../support/stand-in.ts';

afterAll(stopReceivers);
afterAll(stopLosing);

test.each([
  ['the import that it makes', 'PutItem', 1],
  ['its lease', 'UpdateItem', 1],
  ['its record', 'PutItem', 3],
] as const)(
  'a request of an import that loses the answer to the write of %s goes on [M15, M41]',
  async (_what, call, nth) => {
    const clock = testClock();
    const provider = await fakeSendgrid();
    const ctx = withProvider(testContext({ runtime: clock.runtime }), provider.url);
    ctx.settings.webhook_targets = 'public';
    const { api_key } = await freshAccount(ctx, { domain: false });
    let writes = 0;
    const isNth = (target: string) => target.endsWith(`.${call}`) && ++writes === nth;
    const { table, updates } = await losingTable(clock.runtime, isNth);
    const objects = { put: async () => {}, get: async () => null, remove: async () => {} };
    ctx.imports = importStore(table, objects);
    provider.webhooks.push({ url: 'https://192.0.43.10/in', delivered: true });
    const wait = { status: 429, headers: { 'retry-after': '100' } };
    provider.faults.push({ when: /bounces/, reply: wait });
    const resources = ['webhooks', 'suppressions'];
    const start = async (change: object = {}) => {
      const body = { provider: 'sendgrid', api_key: providerKey, resources, ...change };
      const answer = await inProcess(ctx, importRoutes, api_key)('POST', '/migrations', { body });
      expect(answer.status).toBe(200);
      return answer.body.migration as MigrationRecord;
    };
    const { next_cursor, webhooks } = await start();
    expect(webhooks.items).toMatchObject([{ status: 'imported', secret: expect.any(String) }]);
    clock.advance(101_000);
    expect(await start({ cursor: next_cursor })).toMatchObject({ status: 'completed' });
    expect({ updates: updates(), written: writes > nth }).toEqual({ updates: 1, written: true });
  },
);
