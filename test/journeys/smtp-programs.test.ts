import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, readStack } from '../support/environment.ts';
import { read } from '../support/mime.ts';
import { caller, withStatus } from './world.ts';

/** `npm run check:clients`: programs that a machine may lack, each named when it does. */
const asked = process.env.CLIENTS !== undefined;

const { smtp, api_key, account_email, sending_domain } = readStack();
const { AWS_ENDPOINT_URL_SES: ses } = environment();
const call = caller(api_key);
const folder = mkdtempSync(join(tmpdir(), 'mailwright-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const when = (there: boolean, what: string) => {
  if (asked && !there) process.stderr.write(`${what} is not installed: left out\n`);
  return asked && there ? test : test.skip;
};

const from = `hello@${sending_domain}`;
const label = (name: string) => account_email.replace('@', `+${name}@`);
const [to, cc, bcc] = [label('to'), label('cc'), label('bcc')];
const file = 'R\x00\xff attached';

/** A message with an attachment, as a file with CRLF; programs end its last line. */
function messageFile(subject: string): string {
  const path = join(folder, `${subject.replaceAll(' ', '-')}.eml`);
  const lines = [
    `From: ${from}`,
    `To: Ada <${to}>`,
    `Cc: ${cc}`,
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    'Hällo',
    '.dot',
    '--b',
    'Content-Type: application/octet-stream; name="a.bin"',
    'Content-Disposition: attachment; filename="a.bin"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(file, 'latin1').toString('base64'),
    '--b--',
  ];
  writeFileSync(path, lines.join('\r\n'));
  return path;
}

/** The email with this subject, its roles, and the text and the file that SES was handed. */
async function arrived(subject: string): Promise<void> {
  const { body } = await call('GET', `/emails?subject=${encodeURIComponent(subject)}`);
  const [found] = body.emails as { id: string }[];
  if (found === undefined) throw new Error(`no email "${subject}"`);
  const email = await withStatus(call, found.id, 'delivered');
  expect(email).toMatchObject({ to: [`Ada <${to}>`], cc: [cc], bcc: [bcc], source: 'smtp' });
  const { messages } = (await (await fetch(`${ses}/_control/messages?email_id=${found.id}`)).json()) as {
    messages: { message_id: string }[];
  };
  expect(messages).toHaveLength(1);
  const source = await (await fetch(`${ses}/_control/messages/${messages[0]?.message_id}/source`)).text();
  const [text, attached] = read(source).parts;
  expect(text?.body).toMatch(/\.dot/);
  expect(Buffer.from(attached?.body ?? '', 'base64').toString('latin1')).toBe(file);
  expect(source).not.toContain(bcc);
}

const succeeds = (program: string, args: string[], input?: Buffer) => {
  const { status, stdout, stderr } = spawnSync(program, args, { input, timeout: 60_000 });
  expect([status, status === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, '']);
};

when(runs('swaks', '--version'), 'swaks')(
  'swaks, by STARTTLS',
  async () => {
    const subject = `swaks ${Date.now()}`;
    succeeds('swaks', [
      ...['--server', `${smtp.host}:${smtp.port}`, '--tls', '--tls-verify', '--tls-ca-path', smtp.ca_file],
      ...['--auth', 'PLAIN', '--auth-user', 'service', '--auth-password', smtp.password],
      ...['--from', from, '--to', [to, cc, bcc].join(), '--data', `@${messageFile(subject)}`],
    ]);
    await arrived(subject);
  },
  90_000,
);

when(runs('msmtp', '--version'), 'msmtp')(
  'msmtp, by TLS from the first octet',
  async () => {
    const subject = `msmtp ${Date.now()}`;
    succeeds(
      'msmtp',
      [
        ...['--file=/dev/null', `--host=${smtp.host}`, `--port=${smtp.tls_port}`, '--tls=on'],
        ...['--tls-starttls=off', `--tls-trust-file=${smtp.ca_file}`, '--auth=plain', '--user=service'],
        ...[`--passwordeval=echo ${smtp.password}`, `--from=${from}`, to, cc, bcc],
      ],
      readFileSync(messageFile(subject)),
    );
    await arrived(subject);
  },
  90_000,
);

const aio = `
import asyncio, ssl, sys, aiosmtplib
host, port, password, ca, sender, path, *recipients = sys.argv[1:]
context = ssl.create_default_context(cafile=ca)
async def main():
    smtp = aiosmtplib.SMTP(hostname=host, port=int(port), start_tls=True, tls_context=context)
    async with smtp:
        await smtp.login("service", password)
        await smtp.sendmail(sender, recipients, open(path, "rb").read())
asyncio.run(main())
`;

when(runs('python3', '-c', 'import aiosmtplib'), "Python's aiosmtplib")(
  "Python's aiosmtplib",
  async () => {
    const subject = `aiosmtplib ${Date.now()}`;
    const args = [smtp.host, String(smtp.port), smtp.password, smtp.ca_file, from, messageFile(subject)];
    succeeds('python3', ['-c', aio, ...args, to, cc, bcc]);
    await arrived(subject);
  },
  90_000,
);

(asked ? test.skip : test)('programs are tried by npm run check:clients', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).scripts['check:clients']).toContain('CLIENTS=1');
});
