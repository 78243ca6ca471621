import { automationRoutes } from '../../functions/automations/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import { automationStore } from '../../shared/store/automations.ts';
import type { Objects } from '../../shared/store/objects.ts';
import type { Table } from '../../shared/store/table.ts';
import { templateStore } from '../../shared/store/templates.ts';
import { type Answer, freshAccount, inProcess, issuesOf, testContext } from '../support/api.ts';
import { testTable } from '../support/table.ts';

const ctx = testContext();
const routes = [...automationRoutes, ...templateRoutes];

const small = () => Promise.reject(new Error('everything fits an item'));
const objects: Objects = { put: small, get: small, remove: small };

/** Before the first transaction of the one who calls by it, another request does its own. */
function interrupted(other: () => Promise<Answer>): Table {
  const table = testTable();
  let answered: Promise<Answer> | undefined;
  return {
    ...table,
    transact: async (...writes) => {
      answered ??= other();
      expect((await answered).status).toBe(200);
      return table.transact(...writes);
    },
  };
}

/** A published template, and an automation that sends by it. */
async function setUp() {
  const { api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, routes, api_key);
  const content = { name: 'T', alias: 't', subject: 's', text: 't', publish: true };
  await call('POST', '/templates', { body: content });
  const steps = [{ type: 'send_email', from: `a@${domain}`, template: { id: 't' } }];
  const body = { name: 'x', trigger: { event: 'signup' }, steps };
  const made = (await call('POST', '/automations', { body })).body.automation as { id: string };
  const path = `/automations/${made.id}`;
  const activate = () => call('POST', path, { body: { action: 'activate' } });
  const statusOf = async () => ((await call('GET', path)).body.automation as { status: string }).status;
  return { api_key, call, path, activate, statusOf };
}

type World = Awaited<ReturnType<typeof setUp>>;

const withdrawals: [name: string, by: (call: World['call']) => Promise<Answer>][] = [
  ['DELETE', (call) => call('DELETE', '/templates/t')],
  ['unpublish', (call) => call('POST', '/templates/t', { body: { action: 'unpublish' } })],
];

test.each(withdrawals)(
  '%s of a template is 409 where an automation that names it is activated meanwhile [U51]',
  async (_, withdraw) => {
    const { api_key, activate, call, statusOf } = await setUp();
    const templates = templateStore(interrupted(activate), objects, ctx.runtime);
    const { status, body } = await withdraw(inProcess({ ...ctx, templates }, routes, api_key));
    expect([status, body.error?.details?.reason]).toEqual([409, 'in_use']);
    expect((await call('GET', '/templates/t?version=published')).status).toBe(200);
    expect(await statusOf()).toBe('active');
  },
);

test.each(withdrawals)(
  'an automation is not activated where %s takes its template meanwhile [U51]',
  async (_, withdraw) => {
    const { api_key, call, path, statusOf } = await setUp();
    const table = interrupted(() => withdraw(call));
    const automations = automationStore(table, objects, ctx.runtime);
    const activating = inProcess({ ...ctx, automations }, routes, api_key);
    const { status, body } = await activating('POST', path, { body: { action: 'activate' } });
    expect([status, issuesOf({ body })]).toEqual([400, [['steps[0].template', 'conflict']]]);
    expect(await statusOf()).toBe('draft');
  },
);

test.each(withdrawals)('%s of a template is 409 also where reads are behind [U51]', async (_, withdraw) => {
  const { api_key, activate } = await setUp();
  await activate();
  const table = testTable();
  const behind: Table = {
    ...table,
    batchGet: async (keys, options) =>
      options?.consistent ? table.batchGet(keys, options) : keys.map(() => null),
  };
  const templates = templateStore(behind, objects, ctx.runtime);
  const { status, body } = await withdraw(inProcess({ ...ctx, templates }, routes, api_key));
  expect([status, body.error?.details?.reason]).toEqual([409, 'in_use']);
});
