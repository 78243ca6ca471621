import { freshAccount, inProcess } from '../support/api.ts';
import { continueRuns, recordRuns } from './automations.ts';
import { dropTable, makeTable } from './table.ts';
import { posting, routes, worldOn } from './world.ts';

const table = `compat-runs-${process.pid}`;
afterAll(() => dropTable(table));

test('what automations leave behind goes on in another process, by their messages alone [P5]', async () => {
  let offset = 0;
  const now = () => Date.now() + offset;
  const later = (ms: number) => {
    offset += ms;
  };
  await makeTable(table);
  const before = worldOn(table, now);
  const { api_key, domain } = await freshAccount(before.ctx);
  const post = posting(inProcess(before.ctx, routes, api_key));
  await post('/templates', { name: 'Small', subject: '{{name}}', text: '{{name}}', publish: true });
  const runs = await recordRuns(before, post, { from: `shop@${domain}`, now, later });
  const after = worldOn(table, now);
  const call = inProcess(after.ctx, routes, api_key);
  await continueRuns(after, call, { runs: JSON.parse(JSON.stringify(runs)), later });
});
