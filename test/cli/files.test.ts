import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshAccount, testContext } from '../support/api.ts';
import { shell } from '../support/cli.ts';
import { sdkClient } from '../support/sdk.ts';

const ctx = testContext();

async function world() {
  const account = await freshAccount(ctx);
  const client = sdkClient(ctx, account.api_key);
  const { cli, folder } = await shell(ctx, account);
  const file = (...path: string[]) => join(folder, 'templates', ...path);
  return { ...account, client, cli, folder, file };
}

test('templates are pulled into a folder each, changed there, and pushed with their difference [D69]', async () => {
  const { client, cli, file } = await world();
  const html = '<p>Hello</p>\n<p>{{name}}</p>\n<p>Bye</p>';
  await client.templates.create({ name: 'Welcome', subject: 'Hi', html, text: 'Hello', publish: true });
  expect(await cli('templates', 'pull')).toMatchObject({
    status: 0,
    out: 'welcome: template.json, body.html, body.txt\n',
    err: '',
  });
  expect(JSON.parse(readFileSync(file('welcome', 'template.json'), 'utf8'))).toMatchObject({ subject: 'Hi' });
  expect(readFileSync(file('welcome', 'body.html'), 'utf8')).toBe(html);
  expect((await cli('templates', 'push')).out).toBe('welcome: unchanged\n');

  writeFileSync(file('welcome', 'body.html'), html.replace('{{name}}', 'Dear {{name}}'));
  const shown = '  body.html\n  - <p>{{name}}</p>\n  + <p>Dear {{name}}</p>\n';
  expect((await cli('templates', 'push', '--dry-run')).out).toBe(`welcome: changed\n${shown}`);
  expect((await client.templates.get('welcome')).html).toBe(html);
  expect((await cli('templates', 'push', 'welcome')).status).toBe(0);
  expect(await client.templates.get('welcome')).toMatchObject({ has_unpublished_changes: true, version: 1 });
  expect((await cli('templates', 'push', '--publish')).out).toBe('welcome: unchanged\n');
  expect(await client.templates.get('welcome')).toMatchObject({ has_unpublished_changes: false, version: 2 });
  expect((await cli('templates', 'push', '--publish')).out).toBe('welcome: unchanged\n');
  expect((await client.templates.get('welcome')).version).toBe(2);
});

test('samples are pulled and pushed; a file without them leaves those of the template [D69]', async () => {
  const { client, cli, file } = await world();
  const template = { name: 'Welcome', subject: 'Hi', html: '<p>{{name}}</p>' };
  await client.templates.create({ ...template, samples: { name: 'Ada' } });
  await cli('templates', 'pull');
  const settings = () => JSON.parse(readFileSync(file('welcome', 'template.json'), 'utf8'));
  expect(settings().samples).toEqual({ name: 'Ada' });
  const write = (change: object) =>
    writeFileSync(file('welcome', 'template.json'), JSON.stringify({ ...settings(), ...change }));

  write({ samples: undefined });
  expect((await cli('templates', 'push')).out).toBe('welcome: unchanged\n');
  write({ subject: 'Hello' });
  await cli('templates', 'push');
  expect(await client.templates.get('welcome')).toMatchObject({ subject: 'Hello', samples: { name: 'Ada' } });

  write({ samples: { name: 'Eve' } });
  expect((await cli('templates', 'push')).out).toContain('+     "name": "Eve"');
  expect((await client.templates.get('welcome')).samples).toEqual({ name: 'Eve' });
  write({ samples: {} });
  await cli('templates', 'push');
  expect((await client.templates.get('welcome')).samples).toEqual({});
  expect((await cli('templates', 'push')).out).toBe('welcome: unchanged\n');
});

test('a folder that the account does not have becomes a template; what cannot be read is exit 2, and nothing is sent [D69]', async () => {
  const { client, cli, file } = await world();
  expect((await cli('templates', 'push')).status).toBe(2);
  mkdirSync(file('new-one'), { recursive: true });
  writeFileSync(file('new-one', 'template.json'), JSON.stringify({ name: 'New', subject: 'S' }));
  writeFileSync(file('new-one', 'body.txt'), 'Text');
  mkdirSync(file('wrong'), { recursive: true });
  for (const text of ['{', JSON.stringify({ name: 'W', html: 'x' })]) {
    writeFileSync(file('wrong', 'template.json'), text);
    const { status, err } = await cli('templates', 'push');
    expect({ status, namesFile: err.includes('template.json') }).toEqual({ status: 2, namesFile: true });
  }
  expect((await client.templates.list()).items).toEqual([]);
  expect((await cli('templates', 'push', 'new-one', '--publish')).status).toBe(0);
  expect(await client.templates.get('new-one')).toMatchObject({ published: true, text: 'Text' });
  expect((await cli('templates', 'pull', 'none')).status).toBe(1);
});

test('domains apply shows the changes; credentials come from the environment, for the host that is named [D69]', async () => {
  const { cli, domain } = await world();
  const { status, out } = await cli('domains', 'apply', domain, '--dry-run');
  expect([status, out.split('\n')[0]]).toEqual([0, expect.stringMatching(/^action +type +host/)]);
  for (const [provider, word] of [
    ['nowhere', 'cloudflare, digitalocean, route53'],
    ['cloudflare', 'No credentials for cloudflare'],
  ] as const) {
    const refused = await cli('domains', 'apply', domain, '--provider', provider);
    expect([refused.status, refused.err]).toEqual([2, expect.stringContaining(word)]);
  }
});

test('doctor has a line for each check, and a fix where one fails [D74]', async () => {
  const { api_key, cli } = await world();
  const { status, out } = await cli('doctor');
  const lines = [...out.matchAll(/^(ok|FAIL) +(\w+)/gm)].map(([, state, name]) => [state, name]);
  expect(lines.map(([, name]) => name)).toEqual([
    ...['service', 'clock', 'key', 'scopes', 'production', 'limits', 'domain', 'webhooks', 'email'],
  ]);
  // No worker runs here: its email stays where it is.
  expect({ status, last: lines.at(-1), hint: out.includes('mailwright emails show msg_') }).toEqual({
    status: 1,
    last: ['FAIL', 'email'],
    hint: true,
  });
  expect(out).not.toContain(api_key);
  const strange = await shell(ctx, { api_key: 'svc_none' });
  const refused = await strange.cli('--json', 'doctor');
  expect([refused.status, refused.out.split('\n').length]).toEqual([1, 10]);
  const off = await shell(ctx, { api_key }, { fetch: () => Promise.reject(new TypeError('fetch failed')) });
  expect((await off.cli('doctor')).status).toBe(3);
});
