import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshAccount, testContext } from '../support/api.ts';
import { shell } from '../support/cli.ts';
import { withCpu } from '../support/cpu.ts';

const mb2 = 2 * 1024 * 1024;

test('a template of 2 MB in lines of four bytes is compared at once [D69]', async () => {
  const ctx = testContext();
  const { account, api_key } = await freshAccount(ctx);
  const { cli, folder } = await shell(ctx, { api_key });
  const place = join(folder, 'templates', 'large');
  mkdirSync(place, { recursive: true });
  const settings = {
    name: 'Large',
    subject: 's',
    category: 'transactional',
    unsubscribe_enabled: false,
    defaults: {},
  };
  writeFileSync(join(place, 'template.json'), JSON.stringify(settings));
  const write = (end: string) =>
    writeFileSync(join(place, 'body.html'), `<p>${'abc\n'.repeat(mb2 / 4 - 2)}${end}`);

  write('old');
  const made = await cli('templates', 'push');
  expect([made.status, made.err]).toEqual([0, '']);
  write('new');
  const { result: changed, cpu_ms } = await withCpu(() => cli('templates', 'push'));
  expect(cpu_ms).toBeLessThan(10_000);
  expect([changed.status, changed.out]).toEqual([0, 'large: changed\n  body.html\n  - old\n  + new\n']);
  const stored = await ctx.templates.get(account.id, 'large');
  if (stored?.draft == null) throw new Error('no draft');
  expect((await ctx.templates.readBody(stored, stored.draft))?.html?.endsWith('new')).toBe(true);
});
