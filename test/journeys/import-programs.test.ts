import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { codeChanges } from '../../shared/domain/imports/code/code-changes.ts';
import { until } from '../support/until.ts';
import { newCustomer, stack } from './world.ts';

/** How each program runs where its language is on the machine. */
const commands: Record<string, { file: string; check: string[]; run: string[] }> = {
  node: { file: 'send.mjs', check: ['node', '--version'], run: ['node', 'send.mjs'] },
  python: { file: 'send.py', check: ['python3', '--version'], run: ['python3', 'send.py'] },
  php: { file: 'send.php', check: ['php', '--version'], run: ['php', 'send.php'] },
  ruby: { file: 'send.rb', check: ['ruby', '--version'], run: ['ruby', 'send.rb'] },
  go: { file: 'send.go', check: ['go', 'version'], run: ['go', 'run', 'send.go'] },
  java: { file: 'Send.java', check: ['java', '--version'], run: ['java', 'Send.java'] },
  curl: { file: 'send.sh', check: ['curl', '--version'], run: ['sh', 'send.sh'] },
};
const present = Object.keys(commands).filter((stackName) => {
  const [program = '', ...args] = commands[stackName]?.check ?? [];
  return spawnSync(program, args).status === 0;
});

const folder = mkdtempSync(join(tmpdir(), 'mailwright-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The program of a provider as a customer has it once the diff is applied. */
function changed(provider: 'sendgrid' | 'mailgun', stackName: string): string {
  const own = mkdtempSync(join(folder, 'program-'));
  const addresses = { base_url: stack.base_url, smtp_host: '', smtp_relay: false };
  const change = codeChanges(provider, addresses).find((one) => one.stack === stackName);
  const file = commands[stackName]?.file as string;
  cpSync(`examples/imports/before/${provider}/${file}`, join(own, file));
  chmodSync(join(own, file), 0o644);
  expect(spawnSync('patch', ['-p1', '-F0'], { cwd: own, input: change?.diff }).status).toBe(0);
  return own;
}

async function run(cwd: string, stackName: string, env: Record<string, string>) {
  const [program = '', ...args] = commands[stackName]?.run ?? [];
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
  const [stderr, status] = await Promise.all([
    buffer(child.stderr),
    new Promise<number | null>((done) => child.once('exit', done)),
  ]);
  return { status, stderr: stderr.toString() };
}

type Mail = { subject: string; html: string; text: string; to: { address: string }[] };

async function inboxOf(address: string, count: number): Promise<Mail[]> {
  return until(
    async () => {
      const mails = (await (await fetch(`${stack.inbox_url}/api/email`)).json()) as Mail[];
      const own = mails.filter(({ to }) => to.some((one) => one.address === address));
      return own.length >= count ? own : undefined;
    },
    { within_ms: 60_000 },
  );
}

test('M62: the new programs send both emails with the language alone, and say what is wrong', async () => {
  const customer = await newCustomer();
  const { call, api_key, domain } = customer;
  const template = {
    name: 'Receipt',
    subject: 'Receipt',
    text: '{{user_name}} paid {{total}}',
    publish: true,
  };
  expect((await call('POST', '/templates', { body: template })).status).toBe(201);
  const programs = [
    ...present.map((stackName) => ({ provider: 'sendgrid' as const, stackName })),
    { provider: 'mailgun' as const, stackName: 'python' },
  ].filter(({ stackName }) => present.includes(stackName));
  const ran: string[] = [];
  for (const { provider, stackName } of programs) {
    const to = `${provider}-${stackName}-${Date.now()}@reader.example`;
    const env = { MAIL_FROM: `shop@${domain}`, MAIL_TO: to, MAILWRIGHT_API_KEY: api_key };
    const folderOf = changed(provider, stackName);
    expect([stackName, await run(folderOf, stackName, env)]).toMatchObject([stackName, { status: 0 }]);
    const mails = await inboxOf(to, 2);
    expect(mails).toHaveLength(2);
    const plain = mails.find(({ subject }) => subject === 'Your order is on its way');
    expect(plain?.text).toContain('Order 4711 left our house today.');
    expect(plain?.html).toContain('<p>Order <b>4711</b> left our house today.</p>');
    const rendered = mails.find(
      ({ subject }) => subject === (provider === 'mailgun' ? 'Your receipt' : 'Receipt'),
    );
    expect(rendered?.text).toContain('Ada paid 12.50');
    const wrong = await run(folderOf, stackName, { ...env, MAILWRIGHT_API_KEY: 'none' });
    expect([stackName, wrong.status === 0]).toEqual([stackName, false]);
    expect([stackName, wrong.stderr]).toEqual([stackName, expect.stringMatching(/API key/i)]);
    ran.push(`${provider}/${stackName}`);
  }
  process.stdout.write(`programs that ran: ${ran.join(', ')}\n`);
  expect(ran).toContain('sendgrid/node');
}, 240_000);
