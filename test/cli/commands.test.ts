import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../../packages/cli/src/commands/all.ts';
import type { Io } from '../../packages/cli/src/io.ts';
import { operations } from '../../packages/cli/src/operations.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { shell, wordsOf } from '../support/cli.ts';
import { stopReceivers } from '../support/receiver.ts';
import { sdkClient } from '../support/sdk.ts';
import { foundIn } from '../support/secret-forms.ts';
import { fakeSendgrid, providerKey } from '../support/sendgrid.ts';
import { withProvider } from '../support/stand-in.ts';

afterEach(stopReceivers);

const ctx = testContext();

/** Whether a command is made from the API document alone. */
const isGenerated = (name: string): boolean =>
  operations.some((one) => one.name === name) && name !== 'emails send' && name !== 'domains apply';

test('docs/cli.md has every command, and every option of those that are no operation of the API [D69]', () => {
  const page = readFileSync('docs/cli.md', 'utf8');
  const own = commands.filter(({ name }) => !isGenerated(name) && name !== 'emails send');
  const flags = own.flatMap(({ options = [] }) => options.map(([flag]) => flag.split(' ')[0] as string));
  expect(flags.length).toBeGreaterThan(40);
  const words = [
    ...flags.map((flag) => flag.replace('[no-]', '')),
    '--json',
    '--api-key',
    '--base-url',
    '--version',
  ];
  expect(words.filter((word) => !page.includes(word))).toEqual([]);
  expect(own.filter(({ name }) => !page.includes(name.split(' ').at(-1) as string))).toEqual([]);
  const verbs = new Map<string, string[]>();
  for (const { name } of operations) {
    const place = name.split(' ').slice(0, -1).join(' ');
    verbs.set(place, [...(verbs.get(place) ?? []), name.split(' ').at(-1) as string]);
  }
  const rows = [...verbs].map(
    ([place, all]) => `| \`${place}\` | ${all.map((one) => `\`${one}\``).join(', ')} |`,
  );
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});

test('every command has help with an example, and its example does what it says [D69]', async () => {
  const { account, api_key, domain } = await freshAccount(ctx);
  const provider = await fakeSendgrid();
  const { cli, io } = await shell(withProvider(ctx, provider.url), { api_key });
  io.env.PROVIDER_API_KEY = providerKey;
  const send = async (...rest: string[]) => {
    const line = [
      '--from',
      `a@${domain}`,
      '--to',
      'you@acme.test',
      '--subject',
      'Hi',
      '--text',
      'x',
      ...rest,
    ];
    return (await cli('send', ...line)).out.split(' ')[0] ?? '';
  };
  const webhook =
    /wh_\w+/.exec((await cli('webhooks', 'create', 'https://hooks.acme.test/a')).out)?.[0] ?? '';
  const later = new Date(ctx.runtime.now() + 86_400_000).toISOString();
  await sdkClient(ctx, api_key).templates.create({ name: 'Welcome', subject: 'Hi', text: 'Hello' });
  for (const { name, example, endsItself } of commands) {
    const words = name.split(' ');
    const help = await cli(...words, '--help');
    const shown = help.out.replace(/ \\\n +/g, ' ').includes(example);
    const width = Math.max(...help.out.split('\n').map((line) => line.length));
    expect({ name, status: help.status, shown, fits: width <= 80 }).toEqual({
      name,
      status: 0,
      shown: true,
      fits: true,
    });
    // It runs until it is interrupted: listen.test.ts. Those of operations: operations.test.ts.
    if (endsItself || isGenerated(name)) continue;
    const isScheduled = /cancel|reschedule/.test(name);
    const line = example
      .replace(/\bmsg_\w+/, isScheduled ? await send('--schedule', later) : await send())
      .replace(/\bwh_\w+/, webhook)
      .replace(/(?<=domains (?:show|apply) )\S+/, domain)
      .replace('2026-12-24T09:00:00Z', new Date(ctx.runtime.now() + 2 * 86_400_000).toISOString())
      .replaceAll('@acme.test', `@${domain}`);
    const { status, out, err } = await cli(...wordsOf(line));
    expect([line, foundIn(help.out + out + err, [api_key, providerKey])]).toEqual([line, []]);
    // There is no delivery yet, and an email that waits is not resent.
    const refused = name === 'webhooks replay' || name === 'emails resend';
    // Its email is not delivered: no worker runs.
    if (name === 'doctor') {
      expect([line, status, err]).toEqual([line, 1, '']);
      continue;
    }
    if (name === 'import') {
      expect([line, status, err]).toEqual([line, 0, expect.stringMatching(/^preview: done, 0 rows/)]);
      continue;
    }
    expect([line, status, refused ? /\((not_found|conflict), /.test(err) : err]).toEqual([
      line,
      refused ? 1 : 0,
      refused || '',
    ]);
  }
  for (const name of ['login', 'logout'])
    expect((await cli(name, '--help')).out).toMatch(new RegExp(`\nExample:\n  .*mailwright ${name}`));
  expect(account.id).toMatch(/^acc_/);
});

test('--json prints what the API answers, lists one object a line; errors are one object on stderr [D68]', async () => {
  const account = await freshAccount(ctx);
  const { cli } = await shell(ctx, account);
  const sent = await cli(
    '--json',
    'send',
    '--from',
    `a@${account.domain}`,
    '--to',
    'b@acme.test',
    '--subject',
    'x',
    '--text',
    '-',
  );
  expect(JSON.parse(sent.out)).toEqual({ id: expect.stringMatching(/^msg_/), status: 'sent' });
  const { id } = JSON.parse(sent.out);
  expect(
    (await cli('--json', 'emails', 'list')).out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual([id]);
  const refused = await cli('--json', 'emails', 'show', 'msg_00000000000000000000000000');
  expect([refused.status, refused.out, JSON.parse(refused.err).error]).toMatchObject([
    1,
    '',
    { code: 'not_found' },
  ]);
});

test('exit statuses 1 for a refusal, 2 for a wrong command line, 3 without a connection; no key in any output [D68]', async () => {
  const account = await freshAccount(ctx);
  const { cli } = await shell(ctx, account);
  const refused = await cli(
    'send',
    '--from',
    'a@elsewhere.example',
    '--to',
    'b@acme.test',
    '--subject',
    'x',
    '--text',
    'x',
  );
  expect({ status: refused.status, named: /^error: .+ \(\w+, request req_\w+\)/.test(refused.err) }).toEqual({
    status: 1,
    named: true,
  });
  for (const line of [['nonsense'], ['send', '--nope'], ['emails', 'show'], ['send', '--var', 'x']])
    expect([line, (await cli(...line)).status]).toEqual([line, 2]);
  const misspelt = await cli('whoami', `--apikey=${account.api_key}`);
  expect([misspelt.status, misspelt.err]).toEqual([
    2,
    expect.stringContaining("unknown option '--apikey=…'"),
  ]);
  const down = await shell(ctx, account, { fetch: () => Promise.reject(new TypeError('fetch failed')) });
  const lost = await down.cli('--json', 'whoami');
  expect({ status: lost.status, showsKey: lost.err.includes(account.api_key) }).toEqual({
    status: 3,
    showsKey: false,
  });
  const none = await shell(ctx, account, { env: { HOME: '/nowhere' } });
  expect((await none.cli('whoami')).status).toBe(2);
  for (const [line, message] of [
    [['whoami'], 'No API key or base URL. '],
    [['send', '--nope'], "unknown option '--nope'"],
    [['nonsense'], "unknown command 'nonsense'"],
  ] as const) {
    const wrong = await none.cli('--json', ...line);
    const error = { message: expect.stringMatching(new RegExp(`^${message}`)) };
    expect([wrong.status, wrong.out, JSON.parse(wrong.err)]).toEqual([2, '', { error }]);
  }
  const noUrl = await cli('--base-url', 'mail.example.com/api', 'whoami');
  expect([noUrl.status, noUrl.err]).toEqual([2, expect.stringContaining('error: baseUrl must be')]);
  expect((await cli('--version')).status).toBe(0);
});

test('options come before variables, these before the stored key, that before the local stack [D67]', async () => {
  const [one, two, three] = [await freshAccount(ctx), await freshAccount(ctx), await freshAccount(ctx)];
  const { cli, io, folder } = await shell(ctx, one, { stdin: async () => `${two.api_key}\n` });
  const who = async (...argv: string[]) => JSON.parse((await cli('--json', ...argv, 'whoami')).out).id;
  expect(await who()).toBe(one.account.id);
  expect(await who('--api-key', three.api_key)).toBe(three.account.id);
  const stored = await cli('login');
  io.ask = async (question, { hidden }) => (hidden && question === 'API key: ' ? two.api_key : 'nothing');
  expect((await cli('login')).status).toBe(0);
  expect({ status: stored.status, showsKey: stored.out.includes(two.api_key) }).toEqual({
    status: 0,
    showsKey: false,
  });
  const file = join(folder, '.config', 'mailwright', 'config.json');
  expect([statSync(file).mode & 0o777, JSON.parse(readFileSync(file, 'utf8')).api_key]).toEqual([
    0o600,
    two.api_key,
  ]);
  io.env = { HOME: folder };
  expect(await who()).toBe(two.account.id);
  await cli('logout');
  expect((await cli('whoami')).status).toBe(2);
  const { mkdirSync } = await import('node:fs');
  mkdirSync(join(folder, '.local'));
  writeFileSync(
    join(folder, '.local', 'stack.json'),
    JSON.stringify({ api_key: three.api_key, base_url: 'http://localhost/api' }),
  );
  expect(await who()).toBe(three.account.id);
});

test('--wait looks until its time is over, and ends with 1 when the email did not arrive [D70]', async () => {
  const account = await freshAccount(ctx);
  const statuses: string[] = [];
  let at = ctx.runtime.now();
  const { cli, io } = await shell(ctx, account, {
    now: () => at,
    sleep: async (ms) => {
      at += ms;
    },
  });
  const real = io.fetch;
  io.fetch = async (url, init) => {
    const answer = await (real as NonNullable<Io['fetch']>)(url, init);
    if (init.method !== 'GET' || statuses.length === 0) return answer;
    const { email } = (await answer.json()) as { email: object };
    return Response.json({ email: { ...email, status: statuses.shift() } });
  };
  const line = [
    'send',
    '--from',
    `a@${account.domain}`,
    '--to',
    'b@acme.test',
    '--subject',
    'x',
    '--text',
    'x',
  ];
  const begun = at;
  const over = await cli(...line, '--wait', '5');
  expect({ status: over.status, waited: at - begun >= 5_000 && at - begun < 10_000 }).toEqual({
    status: 0,
    waited: true,
  });
  statuses.push('sending', 'sent', 'bounced');
  const bounced = await cli(...line, '--wait');
  expect([bounced.status, bounced.out.trim().split(' ').at(-1)]).toEqual([1, 'bounced']);
  expect((await cli(...line, '--wait', 'soon')).status).toBe(2);
});

test('a subject with a line break or an escape is one line of a terminal', async () => {
  const { printTable } = await import('../../packages/cli/src/output.ts');
  let out = '';
  const io = { out: (text: string) => (out += text) } as unknown as Io;
  printTable(io, ['subject'], [['a\nb\u001b[2Jc\u202Ed']]);
  expect(out).toBe('subject\na\\u000ab\\u001b[2Jc\\u202ed\n');
});

test('each option of send is in the email [D69]', async () => {
  const account = await freshAccount(ctx);
  const client = sdkClient(ctx, account.api_key);
  const { cli, folder, io } = await shell(ctx, account);
  const bodies: unknown[] = [];
  const real = io.fetch as NonNullable<Io['fetch']>;
  io.fetch = (url, init) => {
    bodies.push(JSON.parse(String(init.body)));
    return real(url, init);
  };
  await client.templates.create({
    name: 'Receipt',
    alias: 'receipt',
    subject: 'For {{name}}',
    text: 'Hello {{name}}',
    publish: true,
  });
  await client.tenants.create({ external_id: 'shop-1', name: 'Shop' });
  writeFileSync(join(folder, 'terms.txt'), 'Terms');
  writeFileSync(join(folder, 'body.html'), '<p>From a file</p>');
  const base = ['send', '--from', `a@${account.domain}`, '--to', 'b@acme.test', 'c@acme.test'];
  const at = new Date(ctx.runtime.now() + 86_400_000).toISOString();
  const sent = async (...rest: string[]) => {
    const { out, err, status } = await cli(...base, ...rest);
    expect([rest, status, err]).toEqual([rest, 0, '']);
    return client.emails.get(out.split(' ')[0] ?? '', { include: 'content' });
  };
  const more = ['--cc', 'd@acme.test', '--bcc', 'e@acme.test', '--reply-to', 'f@acme.test'];
  const kinds = ['--tag', 'order=1042', '--category', 'product', '--unsubscribe', '--header', 'X-Shop=1'];
  const files = ['--html-file', 'body.html', '--attach', 'terms.txt', '--tenant', 'shop-1'];
  const key = ['--idempotency-key', 'order-1042'];
  const line = [...more, ...kinds, ...files, ...key, '--subject', 'Hi', '--text', '-'];
  const email = await sent(...line);
  expect(email).toMatchObject({
    to: ['b@acme.test', 'c@acme.test'],
    cc: ['d@acme.test'],
    bcc: ['e@acme.test'],
    reply_to: ['f@acme.test'],
    subject: 'Hi',
    category: 'product',
    tenant: 'shop-1',
    tags: [{ name: 'order', value: '1042' }],
  });
  expect(email).toMatchObject({ html: '<p>From a file</p>', text: 'from standard input' });
  // The record has neither headers nor files.
  const attachments = [{ name: 'terms.txt', data: Buffer.from('Terms').toString('base64') }];
  expect(bodies).toEqual([
    expect.objectContaining({ headers: { 'X-Shop': '1' }, unsubscribe: true, attachments }),
  ]);
  expect((await sent(...line)).id).toBe(email.id);
  const later = await sent('--template', 'receipt', '--var', 'name=Ada', '--schedule', at);
  expect(later).toMatchObject({ subject: 'For Ada', scheduled_at: at });
  for (const wrong of [
    ['--attach', 'none.txt'],
    ['--html-file', 'none.html'],
    ['--var', 'name=Ada'],
  ])
    expect([wrong, (await cli(...base, '--subject', 'x', ...wrong)).status]).toEqual([wrong, 2]);
});
