import { freshAccount, inProcess } from '../support/api.ts';
import { continueRuns, recordRuns } from './automations.ts';
import { dropTable, makeTable } from './table.ts';
import { routes, worldOn } from './world.ts';

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
  const client = inProcess(before.ctx, routes, api_key);
  const post = async (path: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await client('POST', path, { body, ...(headers && { headers }) });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  await post('/templates', { name: 'Small', subject: '{{name}}', text: '{{name}}', publish: true });
  const runs = await recordRuns(before, post, { from: `shop@${domain}`, now, later });
  const after = worldOn(table, now);
  const call = inProcess(after.ctx, routes, api_key);
  await continueRuns(after, call, { runs: JSON.parse(JSON.stringify(runs)), later });
});
