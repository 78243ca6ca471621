import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inboxOf, newProgram, presentStacks, receipt, runProgram } from '../support/programs.ts';
import { newCustomer } from './world.ts';

const present = presentStacks();

const folder = mkdtempSync(join(tmpdir(), 'mailwright-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the new programs send both emails with the language alone, and say what is wrong [M62]', async () => {
  const customer = await newCustomer();
  const { call, api_key, domain } = customer;
  expect((await call('POST', '/templates', { body: receipt })).status).toBe(201);
  const programs = [
    ...present.map((stackName) => ({ provider: 'sendgrid' as const, stackName })),
    { provider: 'mailgun' as const, stackName: 'python' },
  ].filter(({ stackName }) => present.includes(stackName));
  const ran: string[] = [];
  for (const { provider, stackName } of programs) {
    const to = `${provider}-${stackName}-${Date.now()}@reader.example`;
    const env = { MAIL_FROM: `shop@${domain}`, MAIL_TO: to, MAILWRIGHT_API_KEY: api_key };
    const folderOf = newProgram(folder, provider, stackName);
    // Compiled programs take longest, so both run at once.
    const [right, wrong] = await Promise.all([
      runProgram(folderOf, stackName, env),
      runProgram(folderOf, stackName, { ...env, MAILWRIGHT_API_KEY: 'none' }),
    ]);
    expect([stackName, right]).toMatchObject([stackName, { status: 0 }]);
    const mails = await inboxOf(to, 2);
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
