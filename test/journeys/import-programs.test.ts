import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ImportProvider } from '../../shared/core/records/imports.ts';
import { codeChanges } from '../../shared/domain/imports/code/code-changes.ts';
import { findMails } from '../support/inbox.ts';
import { until } from '../support/until.ts';
import { newCustomer, stack } from './world.ts';

/** The template that an import creates from the provider template that the programs use. */
const receipt = {
  name: 'Receipt',
  subject: 'Receipt',
  text: '{{user_name}} paid {{total}}',
  publish: true,
};

/** For each program in `examples/imports`: how to check that its language is installed, and how to run it. */
const commands: Record<string, { file: string; check: string[]; run: string[] }> = {
  node: { file: 'send.mjs', check: ['node', '--version'], run: ['node', 'send.mjs'] },
  python: { file: 'send.py', check: ['python3', '--version'], run: ['python3', 'send.py'] },
  php: { file: 'send.php', check: ['php', '--version'], run: ['php', 'send.php'] },
  ruby: { file: 'send.rb', check: ['ruby', '--version'], run: ['ruby', 'send.rb'] },
  go: { file: 'send.go', check: ['go', 'version'], run: ['go', 'run', 'send.go'] },
  java: { file: 'Send.java', check: ['java', '--version'], run: ['java', 'Send.java'] },
  curl: { file: 'send.sh', check: ['curl', '--version'], run: ['sh', 'send.sh'] },
};

/** The stacks whose language is installed on this machine. */
const present = Object.entries(commands)
  .filter(
    ([
      ,
      {
        check: [program = '', ...args],
      },
    ]) => spawnSync(program, args).status === 0,
  )
  .map(([name]) => name);

const folder = mkdtempSync(join(tmpdir(), 'mailwright-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Copies a provider's old program to its own folder, and applies the diff as a customer would. */
function newProgram(provider: ImportProvider, stackName: string): string {
  const own = mkdtempSync(join(folder, 'program-'));
  const file = commands[stackName]?.file as string;
  cpSync(`examples/imports/before/${provider}/${file}`, join(own, file));
  chmodSync(join(own, file), 0o644);
  const addresses = { base_url: stack.base_url, smtp_host: '', smtp_port: 587, smtp_relay: false };
  const change = codeChanges(provider, addresses).find((one) => one.stack === stackName);
  expect(spawnSync('patch', ['-p1', '-F0'], { cwd: own, input: change?.diff }).status).toBe(0);
  return own;
}

async function runProgram(cwd: string, stackName: string, env: Record<string, string>) {
  const [program = '', ...args] = commands[stackName]?.run ?? [];
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
  const [stderr, status] = await Promise.all([
    buffer(child.stderr),
    new Promise<number | null>((done) => child.once('exit', done)),
    buffer(child.stdout),
  ]);
  return { status, stderr: stderr.toString() };
}

test('the new programs send both emails with only the language installed, and report what is wrong [M62]', async () => {
  const { call, api_key, domain } = await newCustomer();
  expect((await call('POST', '/templates', { body: receipt })).status).toBe(201);
  const programs = [
    ...present.map((stackName) => ({ provider: 'sendgrid' as const, stackName })),
    { provider: 'mailgun' as const, stackName: 'python' },
  ].filter(({ stackName }) => present.includes(stackName));
  const ran: string[] = [];
  for (const { provider, stackName } of programs) {
    const to = `${provider}-${stackName}-${Date.now()}@reader.example`;
    const env = { MAIL_FROM: `shop@${domain}`, MAIL_TO: to, MAILWRIGHT_API_KEY: api_key };
    const own = newProgram(provider, stackName);
    // Compiled programs take longest, so both run at once.
    const [right, wrong] = await Promise.all([
      runProgram(own, stackName, env),
      runProgram(own, stackName, { ...env, MAILWRIGHT_API_KEY: 'none' }),
    ]);
    expect([stackName, right]).toMatchObject([stackName, { status: 0 }]);
    const both = async () => {
      const found = await findMails<{ subject: string; html: string; text: string }>({ 'to.address': to });
      return found.length >= 2 && found;
    };
    const mails = await until(both, { within_ms: 60_000 });
    expect(mails).toHaveLength(2);
    const plain = mails.find(({ subject }) => subject === 'Your order is on its way');
    expect(plain?.text).toContain('Order 4711 left our house today.');
    expect(plain?.html).toContain('<p>Order <b>4711</b> left our house today.</p>');
    const rendered = mails.find(
      ({ subject }) => subject === (provider === 'mailgun' ? 'Your receipt' : 'Receipt'),
    );
    expect(rendered?.text).toContain('Ada paid 12.50');
    expect({ stackName, accepted: wrong.status === 0 }).toEqual({ stackName, accepted: false });
    expect([stackName, wrong.stderr]).toEqual([stackName, expect.stringMatching(/API key/i)]);
    ran.push(`${provider}/${stackName}`);
  }
  process.stderr.write(`programs that ran: ${ran.join(', ')}\n`);
  expect(ran).toContain('sendgrid/node');
}, 240_000);
