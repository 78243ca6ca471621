import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { displayWidth } from '../../packages/cli/src/table.ts';
import { capturedAccount } from '../support/captured.ts';
import { shell } from '../support/cli.ts';
import { sdkClient } from '../support/sdk.ts';

/** An account with a terminal of 80 columns. */
async function world() {
  const { ctx, api_key, domain } = await capturedAccount();
  const sh = await shell(ctx, { api_key }, { columns: 80 });
  const json = async (...line: string[]) => {
    const { out, err } = await sh.cli(...line, '--json');
    expect(err).toBe('');
    return JSON.parse(out);
  };
  return { ...sh, json, domain, sdk: sdkClient(ctx, api_key) };
}

const widest = (out: string): number => Math.max(...out.split('\n').map(displayWidth));

test('create, get, update, list and delete [D69]', async () => {
  const { cli, json, io } = await world();
  const made = await cli(
    ...[
      'tenants',
      'create',
      '--external-id',
      'c-17',
      '--name',
      'Customer 17',
      '--metadata',
      'plan=pro',
      'seats=5',
    ],
  );
  expect([made.status, made.err]).toEqual([0, '']);
  expect(made.out).toMatch(/^external_id +c-17$/m);
  expect(made.out).toMatch(/^metadata\.seats +5$/m);
  expect(await json('tenants', 'get', 'c-17')).toMatchObject({ metadata: { plan: 'pro', seats: '5' } });
  const changed = await json('tenants', 'update', 'c-17', '--daily-limit', '50', '--no-metadata');
  expect(changed).toMatchObject({ daily_limit: 50, metadata: {}, name: 'Customer 17' });
  expect(await json('tenants', 'list')).toMatchObject({ external_id: 'c-17' });
  const refused = await cli('tenants', 'delete', 'c-17');
  expect([refused.status, refused.err]).toEqual([
    2,
    'error: Not running in a terminal. Pass --yes to confirm.\n',
  ]);
  const questions: string[] = [];
  io.ask = async (question) => {
    questions.push(question);
    return 'n';
  };
  expect([(await cli('tenants', 'delete', 'c-17')).status, questions]).toEqual([
    1,
    ['Delete a tenant: c-17? [y/N] '],
  ]);
  const deleted = await cli('tenants', 'delete', 'c-17', '--yes');
  expect([deleted.status, deleted.out]).toEqual([0, 'c-17 deleted\n']);
  expect((await cli('tenants', 'get', 'c-17')).status).toBe(1);
});

test('special verbs, fields that are lists, and false [D69]', async () => {
  const { json, cli, domain } = await world();
  const key = await cli('api-keys', 'create', '--name', 'Shop', '--scopes', 'emails:send,emails:read');
  expect(key.out).toMatch(/^scopes +emails:send, emails:read$/m);
  expect(key.out).toMatch(/^secret +svc_\w+$/m);
  const { webhook } = await json('webhooks', 'create', 'https://x.example/h', '--no-enabled');
  expect(webhook.enabled).toBe(false);
  expect((await json('webhooks', 'rotate-secret', webhook.id)).secret).toMatch(/^whsec_/);
  const template = ['--alias', 'hi', '--name', 'Hi', '--subject', 'Hi {{name}}', '--text', 'a', '--publish'];
  expect(await json('templates', 'create', ...template)).toMatchObject({ status: 'published' });
  expect(await json('templates', 'preview', 'hi', '--variables', 'name=Ada')).toMatchObject({
    subject: 'Hi Ada',
  });
  expect(await json('templates', 'unpublish', 'hi')).toMatchObject({ alias: 'hi', published: false });
  expect(await json('templates', 'get', 'hi', '--version', 'draft')).toMatchObject({ alias: 'hi' });
  expect((await json('domains', 'verify', domain)).domain).toMatchObject({ name: domain });
  await json('suppressions', 'batch', '--action', 'add', '--emails', 'a@x.example,b@x.example');
  const csv = await cli('suppressions', 'export');
  expect(csv.out.split('\r\n')).toHaveLength(1);
  expect(csv.out).toMatch(/^email,reason,.*\n.*@x\.example/);
});

test('--data is an object, a file or standard input, and options replace its fields [D69]', async () => {
  const { cli, json, folder, io } = await world();
  const trigger = { event: 'user.signed_up' };
  const steps = [{ type: 'delay', seconds: 86_400 }];
  writeFileSync(join(folder, 'a.json'), JSON.stringify({ name: 'Welcome', trigger, steps }));
  const made = await json('automations', 'create', '--data', '@a.json', '--name', 'Other');
  expect(made).toMatchObject({ name: 'Other', trigger, steps: [{ type: 'delay' }] });
  io.stdin = async () => '{"name":"Third"}';
  expect(await json('automations', 'update', made.id, '--data', '-')).toMatchObject({ name: 'Third' });
  for (const data of ['{', '[]', '"x"', '@none.json'])
    expect([data, (await cli('automations', 'create', '--data', data)).status]).toEqual([data, 2]);
});

test('404 and 400 are status 1, with the message on standard error; a wrong command line is 2 [D68]', async () => {
  const { cli } = await world();
  for (const [line, status, message] of [
    [['tenants', 'get', 'nobody'], 1, /^error: Tenant not found \(not_found, request req_\w+\)$/m],
    [['tenants', 'create', '--name', 'x'], 1, /^error: external_id is required \(validation_error, request/],
    [['tenants', 'create', '--extrnal-id', 'x'], 2, /'--extrnal-id'\n\(Did you mean --external-id\?\)\n$/],
    [['tenants', 'creat'], 2, /'creat'\n\(Did you mean create\?\)\n$/],
    [['tenants', 'get'], 2, /^error: missing required argument 'tenant'\n$/],
    [['tenants', 'get', '..'], 2, /^error: <tenant> can't be "\.\."\n$/],
    [
      ['tenants', 'update', 'x', '--daily-limit', 'few'],
      2,
      /^error: --daily-limit must be a number, not "few"\n$/,
    ],
    [['migrations', 'create', '--account-api-key', 'x'], 2, /^error: unknown option '--account-api-key'\n/],
  ] as const) {
    const { status: is, out, err } = await cli(...line);
    expect([line, is, out, err]).toEqual([line, status, '', expect.stringMatching(message)]);
  }
});

test('--limit and --all go beyond 100; --json has a line for each [D69]', async () => {
  const { cli } = await world();
  const emails = Array.from({ length: 230 }, (_, i) => `user${i}@x.example`).join(',');
  expect((await cli('suppressions', 'batch', '--action', 'add', '--emails', emails)).status).toBe(0);
  const lines = async (...line: string[]) =>
    (await cli('suppressions', 'list', ...line)).out.trim().split('\n');
  expect(await lines('--limit', '150', '--json')).toHaveLength(150);
  const all = (await lines('--all', '--json')).map((line) => JSON.parse(line).email);
  expect(new Set(all).size).toBe(230);
  expect(await lines('--all')).toHaveLength(231);
  expect(await lines()).toHaveLength(26);
});

test('on a terminal, lists, objects and help are within its columns; elsewhere nothing is cut [D68]', async () => {
  const { cli, io, sdk, domain } = await world();
  const subject = '注文の確認: your receipt for the order 4711';
  const to = 'a.long.name@a-long-domain.example.com';
  const { id } = await sdk.emails.send({ from: `shop@${domain}`, to, subject, text: 'x' });
  const url = 'https://hooks.example.com/a/path/that/is/long/enough/to/be/cut';
  const { webhook } = await sdk.webhooks.create({ url, description: 'All that the shop wants to know' });
  const lines = [
    ['emails', 'list'],
    ['emails', 'get', id],
    ['emails', 'recipients', id],
    ['emails', 'events', id],
    ['webhooks', 'list'],
    ['webhooks', 'get', webhook.id],
    ['api-keys', 'list'],
    ['usage', 'get'],
    ['account', 'get'],
    ['domains', 'list'],
    ['tenants', 'create', '--name', 'x'],
  ];
  for (const line of lines) {
    const { out, err } = await cli(...line);
    expect({ line, fits: widest(out + err) <= 80 }).toEqual({ line, fits: true });
  }
  const list = await cli('emails', 'list');
  expect(list.out).toContain(id);
  expect(list.out).not.toContain(subject);
  io.columns = undefined;
  expect((await cli('emails', 'list')).out).toContain(subject);
});

test('what has no room side by side is a block of lines, with the value to copy whole [D69]', async () => {
  const { cli } = await world();
  const { out } = await cli('domains', 'add', 'mail.acme.example');
  expect(out).toMatch(/^type {4}TXT\nhost {4}\S+\nvalue {3}.+\nstatus {2}pending\n\n/);
  expect(out).toMatch(/^value {3}v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{300,}/m);
});
