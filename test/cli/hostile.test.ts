import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../../packages/cli/src/io.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { shell } from '../support/cli.ts';
import { sdkClient } from '../support/sdk.ts';

const ctx = testContext();

test('what strangers wrote moves no cursor and turns no line around, in lines, differences, errors and JSON', async () => {
  const { api_key, domain } = await freshAccount(ctx);
  const client = sdkClient(ctx, api_key);
  const hostile = 'a\u001b[2J\u009b2J\u202eb';
  const to = '"a\u202eb" <you@acme.test>';
  const message = { from: `a@${domain}`, to, subject: hostile, text: 'x' };
  const { cli, io, folder } = await shell(
    ctx,
    { api_key },
    { sleep: async () => void (await client.emails.send(message)) },
  );
  const shown = [await cli('emails', 'tail', '--rounds', '2')];
  expect(shown[0]?.out).toContain('a\\u202eb');
  const listed = await cli('--json', 'emails', 'list');
  expect(JSON.parse(listed.out).subject).toBe(hostile);
  await client.templates.create({ name: 'T', subject: 'x', html: `<p>${hostile}</p>\n\t<p>`, text: 'x' });
  await cli('templates', 'pull');
  writeFileSync(join(folder, 'templates', 't', 'body.html'), 'other');
  const push = await cli('templates', 'push', '--dry-run');
  expect(push.out).toContain('  - \t<p>');
  const error = { message: hostile, code: 'conflict', hint: hostile, docs_url: hostile };
  io.fetch = async () => Response.json({ error }, { status: 409 });
  shown.push(listed, push, await cli('whoami'), await cli('doctor'), await cli('--json', 'whoami'));
  for (const { out, err } of shown) expect(out + err).not.toMatch(/[^\P{Cc}\n\t]|\p{Bidi_C}/u);
});

test('the stack of a folder is told no key but its own [D67]', async () => {
  const { api_key } = await freshAccount(ctx);
  const asked: string[] = [];
  const fetch: Io['fetch'] = async (url) => {
    asked.push(url);
    return Response.json({}, { status: 401 });
  };
  const { cli, io, folder } = await shell(ctx, { api_key }, { fetch });
  mkdirSync(join(folder, '.local'));
  const stack = { api_key: 'svc_local', base_url: 'https://elsewhere.example/api' };
  writeFileSync(join(folder, '.local', 'stack.json'), JSON.stringify(stack));
  io.env = { HOME: folder, MAILWRIGHT_API_KEY: api_key };
  expect([(await cli('whoami')).status, asked]).toEqual([2, []]);
  io.env = { HOME: folder };
  expect([(await cli('whoami')).status, asked]).toEqual([1, ['https://elsewhere.example/api/account']]);
});
