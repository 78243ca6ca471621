import { importRoutes } from '../../functions/imports/routes.ts';
import type { Context } from '../../shared/domain/context.ts';
import { freshAccount, inProcess } from '../support/api.ts';
import { fakeSendgrid, providerKey, type Row } from '../support/sendgrid.ts';
import { withProvider } from '../support/stand-in.ts';
import type { Operation } from './budgets.ts';

type Repeat = (name: Operation, run: (round: number) => Promise<unknown>) => Promise<void>;

const rowsOf = (round: number, more: Row): Row[] =>
  Array.from({ length: 100 }, (_, i) => ({ email: `r${round}-${i}@gone.example`, ...more }));

/** Imports of 100 rows from SendGrid: new suppressions, the same again, and a group's opt-outs. */
export async function measureImports(ctx: Context, repeat: Repeat): Promise<void> {
  const provider = await fakeSendgrid();
  const world = withProvider(ctx, provider.url);
  const body = { provider: 'sendgrid', api_key: providerKey, resources: ['suppressions'] };
  const importer = async () => {
    const { api_key } = await freshAccount(world, { domain: false });
    const call = inProcess(world, importRoutes, api_key);
    return async (kind: 'imported' | 'already_suppressed') => {
      const { body: answer } = await call('POST', '/migrations', { body });
      const { suppressions } = answer.migration as { suppressions: { totals: Record<string, number> } };
      if (suppressions.totals[kind] !== 100) throw new Error(JSON.stringify(answer));
    };
  };
  const bounces = async (round: number) => {
    provider.rows['suppression/bounces'] = rowsOf(round, { status: '5.1.1', reason: 'user unknown' });
  };
  const first = await importer();
  await repeat('import, 100 new suppressions', async (round) => {
    await bounces(round);
    await first('imported');
  });
  const second = await importer();
  await bounces(0);
  await second('imported');
  await repeat('import, 100 known suppressions', () => second('already_suppressed'));
  provider.rows['suppression/bounces'] = [];
  const third = await importer();
  await repeat('import, 100 new opt-outs', async (round) => {
    provider.rows['asm/suppressions'] = rowsOf(round, { group_id: 1 });
    await third('imported');
  });
}
