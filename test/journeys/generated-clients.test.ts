import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checks } from '../../tools/checks.ts';
import { environment, readStack } from '../support/environment.ts';
import { caller, withStatus } from './world.ts';

/**
 * `npm run check -- clients-generated` tests Go and Python clients, generated from docs/openapi.json by pinned
 * generators in `.local/generated-clients`. A language without tools or packages is skipped and named.
 */
const asked = process.env.GENERATED !== undefined;
const programs = resolve('test/journeys/generated-clients');
const goFolder = resolve('.local/generated-clients/go');
const pythonFolder = resolve('.local/generated-clients/python');
const document = resolve('docs/openapi.json');

const { base_url, api_key, account_email, sending_domain } = readStack();
environment();
const call = caller(api_key);

type Run = { ok: boolean; stdout: string; output: string };

function run(folder: string, command: string, args: string[], env: Record<string, string> = {}): Run {
  const options = {
    cwd: folder,
    encoding: 'utf8',
    timeout: 540_000,
    env: { ...process.env, ...env },
  } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  return { ok: status === 0, stdout: stdout ?? '', output: `${error ?? ''}${stdout}${stderr}` };
}

/** Installs a generator. Returns false, with the reason on stderr, if that is impossible. */
function installed(folder: string, commands: string[][]): boolean {
  for (const [command = '', ...args] of commands) {
    const { ok, output } = run(folder, command, args);
    if (ok) continue;
    process.stderr.write(`${folder} left out: ${[command, ...args].join(' ')}: ${output.slice(-500)}\n`);
    return false;
  }
  return true;
}

const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen';

function goIsReady(): boolean {
  mkdirSync(`${goFolder}/mailwright`, { recursive: true });
  writeFileSync(`${goFolder}/go.mod`, 'module generated\n\ngo 1.24.0\n');
  return installed(goFolder, [
    ['go', 'get', '-tool', `${generator}@v2.8.2`],
    ['go', 'get', 'github.com/oapi-codegen/runtime@v1.9.0'],
  ]);
}

function pythonIsReady(): boolean {
  mkdirSync(pythonFolder, { recursive: true });
  return installed(pythonFolder, [
    ['python3', '-m', 'venv', 'venv'],
    ['venv/bin/pip', 'install', '-q', 'openapi-python-client==0.29.1'],
  ]);
}

const steps = [
  { type: 'send_email', subject: 'Hello', text: 'Hi {{event.data.name}}', to: '{{event.email}}' },
  { type: 'send_sms', to: '+41791234567', text: 'Hi' },
  { type: 'delay', between: ['08:00', '20:00'], time_zone: 'Europe/Zurich' },
  {
    type: 'wait_for_event',
    event: 'order.paid',
    timeout_seconds: 3600,
    on_timeout: 'continue',
    match: { field: 'data.order', equals: '{{event.data.order}}' },
  },
  {
    type: 'condition',
    all: [{ field: 'event.data.plan', operator: 'in', value: ['team', 'pro'] }],
    skip_to: 'last',
  },
  {
    type: 'webhook',
    id: 'last',
    url: 'https://example.com/hook',
    method: 'POST',
    headers: { 'x-from': 'test' },
  },
];

/** Runs a client's program, and checks what it created and read. */
async function works(client: string, folder: string, command: string, args: string[]): Promise<void> {
  const to = account_email.replace('@', `+${client}@`);
  const env = { BASE_URL: base_url, API_KEY: api_key, FROM: `hello@${sending_domain}`, TO: to };
  const { ok, stdout, output } = run(folder, command, args, env);
  if (!ok) throw new Error(output);
  const { email, automation, ...read } = JSON.parse(stdout);
  expect(read).toEqual({ to: [to], kinds: steps.map(({ type }) => type), refused: 'not_found' });
  expect(await withStatus(call, email, 'delivered')).toMatchObject({ subject: 'Generated', to: [to] });
  const { body } = await call('GET', `/automations/${automation}`);
  expect(body.automation).toMatchObject({
    trigger: { event: 'user.signed_up', conditions: [{ field: 'event.email', operator: 'exists' }] },
    steps,
  });
  expect((await call('DELETE', `/automations/${automation}`)).status).toBe(200);
}

(asked && goIsReady() ? test : test.skip)(
  'oapi-codegen: the client compiles, sends, and makes every kind of step',
  async () => {
    const args = [
      '-generate',
      'types,client',
      '-package',
      'mailwright',
      '-o',
      'mailwright/client.go',
      document,
    ];
    const generated = run(goFolder, 'go', ['tool', 'oapi-codegen', ...args]);
    expect(generated).toMatchObject({ ok: true, output: '' });
    copyFileSync(`${programs}/main.go`, `${goFolder}/main.go`);
    await works('go', goFolder, 'go', ['run', '.']);
  },
  600_000,
);

(asked && pythonIsReady() ? test : test.skip)(
  'openapi-python-client: the client is whole, sends, and makes every kind of step',
  async () => {
    const args = ['generate', '--path', document, '--output-path', 'mailwright_client', '--meta', 'none'];
    const generated = run(pythonFolder, 'venv/bin/openapi-python-client', [...args, '--overwrite']);
    // A tracked email's pixel, which no client reads, is the only response without a generated type.
    const warnings = generated.output.match(/^(WARNING|Unable|Could not|Error).*$/gm) ?? [];
    expect({ ok: generated.ok, warnings }).toEqual({
      ok: true,
      warnings: ['WARNING parsing GET /t/o/{token} within t.'],
    });
    expect(run(pythonFolder, 'python3', ['-m', 'compileall', '-q', 'mailwright_client'])).toMatchObject({
      ok: true,
      output: '',
    });
    copyFileSync(`${programs}/main.py`, `${pythonFolder}/main.py`);
    await works('python', pythonFolder, 'venv/bin/python', ['main.py']);
  },
  600_000,
);

(asked ? test.skip : test)('generated clients are tried by npm run check -- clients-generated', () => {
  expect(checks.find(({ name }) => name === 'clients-generated')?.env).toEqual({ GENERATED: '1' });
});
