import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { suppressionStore } from '../../shared/store/suppressions.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { losingTable, stopLosing } from '../support/lost-answers.ts';

afterAll(stopLosing);

async function losing() {
  const ctx = testContext();
  const { table, updates } = await losingTable(ctx.runtime);
  ctx.suppressions = suppressionStore(table, ctx.runtime);
  const { api_key } = await freshAccount(ctx, { domain: false });
  return { call: inProcess(ctx, suppressionRoutes, api_key), updates };
}

test('an entry whose write lost its answer is new: 201, and 200 for the next request [H26]', async () => {
  const { call, updates } = await losing();
  const add = () => call('POST', '/suppressions', { body: { email: 'ada@x.example' } });
  const [first, second] = [await add(), await add()];
  expect([first.status, second.status, updates()]).toEqual([201, 200, 3]);
  expect(second.body).toEqual(first.body);
});

test('a batch counts an entry whose write lost its answer as added [Q32]', async () => {
  const { call } = await losing();
  const emails = ['ada@x.example'];
  const batch = async () =>
    (await call('POST', '/suppressions/batch', { body: { action: 'add', emails } })).body;
  expect(await batch()).toMatchObject({ added: 1, skipped: 0 });
  expect(await batch()).toMatchObject({ added: 0, skipped: 1 });
});
