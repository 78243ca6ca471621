import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testClock } from '../support/api.ts';
import { blocksOf } from '../support/doc-blocks.ts';
import { command, type Reply, commandWorld as setUp, stopCommands } from '../support/import-command.ts';
import { visibleProcesses } from '../support/processes.ts';
import { foundIn } from '../support/secret-forms.ts';
import { providerKey } from '../support/sendgrid.ts';
import { until } from '../support/until.ts';

afterAll(stopCommands);

const both = ['--provider', 'sendgrid', '--resources', 'templates,suppressions'];
const bounce = (n: number) => ({
  email: `b${n}@gone.example`,
  created: 1_700_000_000 - n,
  status: '5.1.1',
  reason: 'x',
});
const template = (id: string, name: string, html_content: string) => ({
  id,
  name,
  generation: 'dynamic',
  versions: [
    { id: 'v', active: 1, subject: 'S', html_content, plain_content: '', updated_at: '2026-01-01 00:00:00' },
  ],
});
const wait = (seconds: string): Reply & { body: object } => ({
  status: 429,
  body: {},
  headers: { 'retry-after': seconds },
});

test('keys are never arguments, and what is not understood is exit 2 [M64]', async () => {
  const { run, bodies } = await setUp();
  const key = await run([...both, '--api-key', 'SG.secret']);
  expect([key.status, key.stderr]).toEqual([2, expect.stringContaining("Keys can't be passed as arguments")]);
  expect(key.stderr).not.toContain('SG.secret');
  const misspelt = await run([...both, '--provider-api-key=SG.secret']);
  expect({ status: misspelt.status, showsKey: misspelt.stderr.includes('SG.secret') }).toEqual({
    status: 2,
    showsKey: false,
  });
  for (const name of ['--api-key=SG.secret', '--account-api-key=SG.secret'])
    expect(await run([...both, name])).toMatchObject({
      status: 2,
      stderr: expect.not.stringContaining('SG'),
    });
  const sendgrid = ['--provider', 'sendgrid', '--yes'];
  const postmark = ['--provider', 'postmark', '--yes'];
  for (const args of [
    ...[[], ['--provider', 'SendGrid'], [...both, '--unknown'], both],
    ...['', 'none', 'templates,Domains', 'templates,'].map((names) => [...sendgrid, '--resources', names]),
    ...[
      [...sendgrid, '--region', 'EU'],
      [...postmark, '--region', 'eu'],
      [...postmark, '--resources', 'domains'],
    ],
  ])
    expect([args, (await run(args)).status]).toEqual([args, 2]);
  const none = await run([...both, '--yes'], { PROVIDER_API_KEY: undefined });
  expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('Set PROVIDER_API_KEY')]);
  expect(bodies).toEqual([]);
});

test('npm run import is the same program [M64]', () => {
  const args = ['run', '-s', 'import', '--', '--provider', 'none'];
  const env = { ...process.env, MAILWRIGHT_API_KEY: 'svc_x', MAILWRIGHT_BASE_URL: 'http://127.0.0.1:9' };
  const { status, stderr } = spawnSync('npm', args, { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining('--provider must be one of sendgrid')]);
});

test('a preview, the import, its files, and exit 3 for what needs a look [M65]', async () => {
  const { provider, run, bodies, folder, saved, all, ctx, account } = await setUp();
  provider.rows['suppression/bounces'] = [bounce(1), bounce(2)];
  provider.templates.push(
    template('d-1', '=cmd()', '{{x.y}}'),
    template('d-2', 'Block\u001b[31m', '{{#a}}b{{/a}}'),
  );
  const dry = await run([...both, '--dry-run']);
  expect(dry.status).toBe(0);
  expect(dry.stdout).toMatch(/templates +2 +1 +1 +0 +0\n +suppressions +2 +2 +0 +0 +0\n/);
  expect((await ctx.templates.list(account.id, { limit: 10, before: null })).entries).toEqual([]);
  const done = await run([...both, '--yes', '--out', 'moved']);
  expect(done.status).toBe(3);
  expect(done.stdout).toContain('Import from sendgrid: partial');
  const draft =
    /Drafts to finish \(alias, name\):\n {2}block-31m \(Block \[31m\): blocks - replace conditions .*publish it\n/;
  expect(dry.stdout).toMatch(draft);
  expect(done.stdout).toMatch(draft);
  expect(done.stdout).toContain('\n    left_as_written: {{#a}}');
  expect(dry.stdout).toContain('Expected duration: less than a minute.');
  expect(done.stdout).toContain('Next:');
  expect(done.stderr).toMatch(/import: done, 4 rows, \d+ per second/);
  const out = join(folder, 'moved');
  expect(readdirSync(out).sort()).toEqual(
    [
      ...['agent-prompt.txt', 'csharp.diff', 'curl.diff', 'go.diff', 'java.diff', 'node.diff', 'php.diff'],
      ...['python.diff', 'report.csv', 'report.json', 'ruby.diff', 'smtp.diff', 'webhook-secrets.json'],
    ].filter((name) => name !== 'smtp.diff' || ctx.settings.smtp_relay),
  );
  expect(statSync(join(out, 'webhook-secrets.json')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(out, 'report.csv'), 'utf8')).toContain("templates,'=cmd(),imported");
  const { migration } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
  expect(migration).toMatchObject({
    templates: { totals: { found: 2 } },
    suppressions: { totals: { bounce: 2 } },
  });
  expect(existsSync(saved())).toBe(false);
  expect(all() + dry.stdout + dry.stderr + done.stdout + done.stderr).not.toContain(providerKey);
  expect(bodies.map(({ dry_run = false }) => dry_run)).toEqual([true, true, false]);
  const again = await run([...both, '--yes', '--json']);
  expect(again.status).toBe(0);
  expect(again.stdout.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(again.stdout).migration.templates.totals).toMatchObject({ found: 2, skipped: 2 });
});

test('while it runs and afterwards, its keys are nowhere, and new secrets in their one file [M13, M41, M64]', async () => {
  const { provider, run, start, ended, hooks, folder, env, all } = await setUp();
  provider.webhooks.push({ url: 'https://user:old-password@192.0.43.10/a', click: true });
  provider.webhooks.push({ url: 'https://192.0.43.10/b', open: true });
  provider.faults.push({ when: /bounces/, reply: { status: 500, body: { message: providerKey } }, times: 3 });
  const seen: string[] = [];
  const resources = ['--resources', 'webhooks,suppressions'];
  const child = start(['--provider', 'sendgrid', ...resources, '--yes', '--out', 'moved']);
  hooks.imports = () => {
    const { arguments: given, variables } = visibleProcesses(child.pid ?? 0);
    expect(given).toContain('webhooks,suppressions');
    seen.push(given, variables, all());
  };
  const { stdout, stderr, status } = await ended(child);
  expect({ status, asked: seen.length > 0 }).toEqual({ status: 3, asked: true });
  const file = join(folder, 'moved/webhook-secrets.json');
  const secrets = [...readFileSync(file, 'utf8').matchAll(/whsec_[\w+/=-]+/g)].map(([secret]) => secret);
  expect(secrets).toHaveLength(1);
  const texts = [...seen, all(), stdout, stderr];
  const keys = [providerKey, String(env.MAILWRIGHT_API_KEY), 'old-password'];
  expect(texts.map((text) => foundIn(text, keys))).toEqual(texts.map(() => []));
  rmSync(file);
  // Shown once in the terminal (M65), and in no file but its own.
  expect(stdout.split(secrets[0] as string)).toHaveLength(2);
  expect(foundIn(all() + stderr, secrets)).toEqual([]);
  const again = await run(['--provider', 'sendgrid', '--resources', 'webhooks', '--dry-run']);
  expect(again.stdout).toContain('/b: already_here - created by an earlier import: rotate the secret');
}, 60_000);

test('it waits out limits and breaks of its connection, and goes on after it was killed [M66]', async () => {
  const { provider, run, start, ended, saved, instead, bodies, hooks } = await setUp({ slice_s: 1 });
  provider.rows['suppression/bounces'] = [bounce(1)];
  hooks.imports = () => {
    hooks.imports = () => {};
    provider.faults.push({ when: /bounces/, reply: wait('3') });
  };
  instead.push({ status: 503, body: { error: { message: 'down' } } }, 'cut', {
    status: 409,
    body: { error: { message: 'busy' } },
    headers: { 'retry-after': '1' },
  });
  const child = start([...both, '--yes']);
  const dead = ended(child);
  await until(async () => existsSync(saved()), { within_ms: 30_000, what: 'a saved cursor' });
  child.kill('SIGKILL');
  await dead;
  expect(statSync(saved()).mode & 0o777).toBe(0o600);
  expect(readFileSync(saved(), 'utf8')).not.toContain(providerKey);
  const before = bodies.length;
  const { status, stderr, stdout } = await run([...both, '--json']);
  expect([status, stderr]).toEqual([0, expect.stringContaining('Resuming the interrupted import')]);
  expect(bodies[before]).toMatchObject({ cursor: expect.any(String) });
  expect(JSON.parse(stdout).migration).toMatchObject({
    status: 'completed',
    suppressions: { totals: { bounce: 1 } },
  });
  expect(existsSync(saved())).toBe(false);
}, 60_000);

test('a preview that is cut short is asked for again after the wait, and says so where it stays cut short [M66]', async () => {
  const { provider, run, bodies, ctx } = await setUp({ slice_s: 2 });
  provider.rows['suppression/bounces'] = [bounce(1)];
  provider.faults.push({ when: /./, reply: wait('3'), times: 1 });
  const waited = await run([...both, '--dry-run']);
  expect([waited.status, waited.stdout]).toEqual([0, expect.not.stringContaining('ended early')]);
  expect(waited.stdout).toMatch(/suppressions +1 +1 /);
  expect([waited.stderr, bodies.length]).toEqual([expect.stringContaining('preview: waiting 3 s'), 2]);
  provider.faults.push({ when: /bounces/, reply: wait('3'), times: 3 });
  const cut = await run([...both, '--dry-run']);
  expect([cut.status, cut.stdout]).toEqual([0, expect.stringContaining('The preview ended early')]);
  expect(bodies).toHaveLength(5);
  const clock = testClock();
  Object.assign(ctx, { runtime: clock.runtime });
  provider.hooks.before = (path) => path.includes('/templates') && clock.advance(2_500);
  const late = await run(['--provider', 'sendgrid', '--resources', 'templates', '--dry-run']);
  expect(late.stdout).toContain('  The preview ended early. The import may find more objects.\n');
  expect(late.stdout).not.toContain('lists');
}, 60_000);

test('Ctrl-C ends at once with 130 and the line that goes on [M66]', async () => {
  const { provider, start, ended, run, instead } = await setUp();
  provider.rows['suppression/bounces'] = [bounce(1)];
  const npm = { npm_lifecycle_event: 'import' };
  for (const [program, env] of [
    ['mailwright import', {}],
    ['npm run -s import --', npm],
  ] as const) {
    const child = start([...both, '--yes', '--out', 'my files'], env);
    instead.push('hang');
    const end = ended(child);
    await until(async () => instead.length === 0, { what: 'a request' });
    child.kill('SIGINT');
    const line = `To resume, run: ${program} --provider sendgrid --resources templates,suppressions --yes --out 'my files'\n`;
    const { status, stderr } = await end;
    expect([status, stderr]).toEqual([130, expect.stringContaining(line)]);
  }
  const done = await run([...both, '--yes']);
  expect(done.status).toBe(0);
}, 60_000);

test('a cursor that is refused begins again with the preview and the question [M65, M66]', async () => {
  const { provider, run, saved, bodies, folder } = await setUp();
  provider.rows['suppression/bounces'] = [bounce(1)];
  const choice = JSON.stringify(['sendgrid', undefined, ['templates', 'suppressions']]);
  const broken = () => {
    mkdirSync(dirname(saved()), { recursive: true });
    writeFileSync(saved(), JSON.stringify({ choice, cursor: 'none', id: 'mig_1' }));
  };
  broken();
  const asked = await run(both);
  expect([asked.status, asked.stderr]).toEqual([2, expect.stringContaining('Not running in a terminal')]);
  expect(bodies).toMatchObject([{ cursor: 'none' }]);
  broken();
  mkdirSync(join(folder, 'moved'));
  writeFileSync(join(folder, 'moved/webhook-secrets.json'), '{"wh_1":"whsec_earlier"}');
  const again = await run([...both, '--yes', '--out', 'moved']);
  expect([again.status, again.stderr]).toEqual([0, expect.stringContaining('so it starts over')]);
  expect(again.stdout).toContain('Preview of the import from sendgrid:');
  expect(bodies.slice(1).map(({ cursor, dry_run }) => [cursor, dry_run])).toEqual([
    ['none', undefined],
    [undefined, true],
    [undefined, undefined],
  ]);
  // A secret is shown once: a later import into the same folder keeps it.
  expect(readFileSync(join(folder, 'moved/webhook-secrets.json'), 'utf8')).toContain('whsec_earlier');
}, 60_000);

test('--out is tried before anything is asked, and one that takes no file is exit 2 [M65]', async () => {
  const { run, bodies, folder } = await setUp();
  writeFileSync(join(folder, 'file'), '');
  for (const out of ['file', 'file/below', '']) {
    const { status, stderr } = await run([...both, '--yes', '--out', out]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`--out ${out || 'needs a folder'}`)]);
  }
  expect(bodies).toEqual([]);
});

test('the records of each new domain are shown, with what is to be kept [M65]', async () => {
  const { provider, run, ctx, account } = await setUp();
  const name = `${account.id.slice(4, 16)}.test`;
  provider.domains.push({ id: 1, domain: name, subdomain: 'em1', valid: true, dns: {} });
  Object.assign(ctx, { dns: { ...ctx.dns, ask: async () => [] }, domain_tasks: { enqueue: async () => {} } });
  const { status, stdout } = await run(['--provider', 'sendgrid', '--resources', 'domains', '--yes']);
  expect([status, stdout]).toEqual([0, expect.stringContaining(`DNS records to publish:\n  ${name}\n`)]);
  expect(stdout).toMatch(new RegExp(`    add TXT ${name} v=spf1 include:\\S+ ~all\n`));
  expect(stdout).toContain(`    Keep `);
}, 60_000);

test('a key that the provider refuses is exit 1, with the reason and without the key [M66]', async () => {
  const { run } = await setUp();
  const { status, stderr, stdout } = await run([...both, '--yes'], { PROVIDER_API_KEY: 'SG.wrong' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('SendGrid does not accept this key (Is the account in the other region?)');
  expect(stderr).not.toContain('SG.wrong');
});

const typing = `
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
seen, answers = b"", [(b"sendgrid API key: ", os.environ["TYPED"]), (b"[y/N] ", "y")]
while True:
    try:
        data = os.read(fd, 4096)
    except OSError:
        break
    if not data:
        break
    seen += data
    if answers and answers[0][0] in seen:
        os.write(fd, answers.pop(0)[1].encode() + b"\\r")
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

test('on a terminal the key is asked for without echo, and then whether to import [M64, M65]', async () => {
  const { provider, folder, env, ended } = await setUp();
  provider.rows['suppression/bounces'] = [bounce(1)];
  const { PROVIDER_API_KEY: TYPED, ...rest } = env;
  const args = ['-c', typing, process.execPath, command, 'import', ...both];
  const terminal = spawn('python3', args, { cwd: folder, env: { ...rest, TYPED } as NodeJS.ProcessEnv });
  const { stdout, status } = await ended(terminal);
  expect([status, stdout]).toEqual([0, expect.stringContaining('Import from sendgrid: completed')]);
  expect(stdout).not.toContain(providerKey);
}, 60_000);

test('every block of docs/imports.md runs as it is written [M72]', async () => {
  const { provider, folder, bodies, env, ended } = await setUp();
  provider.rows['suppression/bounces'] = [bounce(1)];
  provider.templates.push(template('d-1', 'Receipt', '{{x}}'));
  const blocks = blocksOf('docs/imports.md');
  expect(blocks.map(({ language }) => language)).toEqual(blocks.map(() => 'sh'));
  // The page runs in the project, this one's state belongs to the test.
  const program = `mailwright() { "${process.execPath}" "${command}" "$@"; }\n`;
  const own = {
    BASE_URL: env.MAILWRIGHT_BASE_URL,
    API_KEY: env.MAILWRIGHT_API_KEY,
    SENDGRID_KEY: providerKey,
  };
  for (const { text: block } of blocks) {
    const script = `set -e\n${program}${block.replaceAll(/^curl /gm, 'curl --fail-with-body -sS ')}`;
    const child = spawn('sh', ['-c', script], {
      cwd: folder,
      env: { PATH: env.PATH, ...own } as NodeJS.ProcessEnv,
    });
    const { stderr, status } = await ended(child);
    expect([block, status, status === 0 ? '' : stderr]).toEqual([block, 0, '']);
  }
  expect(bodies.length).toBeGreaterThanOrEqual(5);
  expect(existsSync(join(folder, 'moved/node.diff'))).toBe(true);
}, 60_000);
