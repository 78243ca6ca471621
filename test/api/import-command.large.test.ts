import { existsSync } from 'node:fs';
import { commandWorld, stopCommands } from '../support/import-command.ts';
import { until } from '../support/until.ts';

afterAll(stopCommands);

test('over 5 MB it keeps what its answers had, and a run that goes on has its own secrets [M31, M41, M66]', async () => {
  const { provider, run, start, ended, instead, hooks, saved } = await commandWorld();
  const urls = Array.from({ length: 3000 }, (_, i) => `https://hooks.example/${i}/${'x'.repeat(2000)}`);
  provider.webhooks.push(...urls.map((url) => ({ url, enabled: true, account_status_change: true })));
  const bring = (url: string) => provider.webhooks.push({ url, enabled: true, open: true });
  bring('https://192.0.43.10/a');
  const args = ['--provider', 'sendgrid', '--resources', 'webhooks', '--yes'];
  let requests = 0;
  hooks.imports = () => {
    if (++requests === 2) instead.push('hang');
  };
  const child = start(args);
  const dead = ended(child);
  await until(async () => requests === 2 && existsSync(saved()), { within_ms: 40_000, what: 'a request' });
  child.kill('SIGKILL');
  await dead;
  const resumed = await run(args);
  expect(resumed.stdout).toContain('The report is over 5 MB, so its lists are truncated');
  expect(resumed.stdout).toMatch(/wh_\w+ https:\/\/192\.0\.43\.10\/a whsec_/);

  bring('https://192.0.43.10/b');
  const { migration } = JSON.parse((await run([...args, '--json'])).stdout);
  expect([migration.truncated, migration.webhooks.items.length]).toEqual([undefined, 3002]);
  expect(migration.webhooks.items.at(-1)).toMatchObject({
    url: 'https://192.0.43.10/b',
    secret: expect.stringMatching(/^whsec_/),
  });
}, 120_000);
