import { importRoutes } from '../../functions/imports/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import type { Context } from '../../shared/domain/context.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { type Answer, freshAccount, inProcess, testClock, testContext } from './api.ts';
import { fakeSendgrid, providerKey, type Row } from './sendgrid.ts';
import { withProvider } from './stand-in.ts';

export const migrationOf = ({ body: answer }: Answer) => answer.migration as MigrationRecord;
export const itemsOf = ({ templates }: MigrationRecord) => templates.items;

export const idOf = (n: number) => `d-${String(n).padStart(32, '0')}`;

/** A dynamic template with one active version. */
export const template = (n: number, name: string, version: Row = {}) => ({
  id: idOf(n),
  name,
  generation: 'dynamic',
  versions: [
    {
      id: `v${n}`,
      active: 1,
      subject: 'S',
      updated_at: '2026-01-02 03:04:05',
      html_content: '<p>{{user.name}}</p>',
      plain_content: 'Hi {{user.name}}',
      ...version,
    },
  ],
});

/** An account that imports the templates of its own SendGrid account, on the test's clock. */
export async function setUp(times: { slice_s?: number; give_up_s?: number } = {}) {
  const clock = testClock();
  const provider = await fakeSendgrid();
  const ctx = withProvider(testContext({ runtime: clock.runtime }), provider.url, times);
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const callIn = (of: Context) => inProcess(of, [...importRoutes, ...templateRoutes], api_key);
  const call = callIn(ctx);
  const body = { provider: 'sendgrid', api_key: providerKey, resources: ['templates'] };
  const startIn =
    (of: Context) =>
    (change: object = {}) =>
      callIn(of)('POST', '/migrations', { body: { ...body, ...change } });
  const start = startIn(ctx);
  const finish = async (from: MigrationRecord) => {
    let last = from;
    while (last.has_more) last = migrationOf(await start({ cursor: last.next_cursor }));
    return migrationOf(await call('GET', `/migrations/${from.id}`));
  };
  const stored = async () => {
    const { entries: templates } = await ctx.templates.list(account.id, { limit: 100, before: null });
    return templates.map(({ id: _id, import: _import, ...rest }) => rest);
  };
  return { clock, provider, ctx, account, call, start, startIn, finish, stored };
}
