import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checks } from '../../tools/checks.ts';
import { debianView, type Result, runProgram } from '../support/debian-view.ts';
import { environment, readStack } from '../support/environment.ts';
import { header, type Node, read } from '../support/mime.ts';
import { caller, withStatus } from './world.ts';

/**
 * `npm run check -- clients` tests programs that a machine may lack. On Debian, root installs them in a view of the
 * machine. Skipped programs are named.
 */
const asked = process.env.CLIENTS !== undefined;

const { smtp, api_key, account_email, sending_domain } = readStack();
const { AWS_ENDPOINT_URL_SES: ses } = environment();
const call = caller(api_key);
const folder = mkdtempSync(join(tmpdir(), 'mailwright-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const quoted = (words: string[]) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

const packages = ['swaks', 'msmtp', 'python3-aiosmtplib', 'postfix', 'libsasl2-modules'];
const view = asked ? debianView('clients', packages) : null;
/** Exim replaces Postfix in a system, so it has its own view. */
const exim = asked ? debianView('exim', ['exim4-daemon-light']) : null;

/** Where a program runs: on this machine or in the view. Null means nowhere. */
function where(name: string, ...args: string[]): typeof runProgram | null {
  if (!asked) return null;
  if (spawnSync(name, args).status === 0) return runProgram;
  return view && ((command, words, input) => view.run(quoted([command, ...words]), input));
}

const when = (there: unknown) => (there ? test : test.skip);

const from = `hello@${sending_domain}`;
const label = (name: string) => account_email.replace('@', `+${name}@`);
const [to, cc, bcc] = [label('to'), label('cc'), label('bcc')];
const file = 'R\x00\xff attached';

/** A message with an attachment, in a file with CRLF. Programs add the last line end. */
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
    // Raw UTF-8 names, as Go's gomail and simple-java-mail write them (R79).
    'Content-Type: application/octet-stream; name="Größe.bin"',
    'Content-Disposition: attachment; filename="Größe.bin"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(file, 'latin1').toString('base64'),
    '--b--',
  ];
  writeFileSync(path, lines.join('\r\n'));
  return path;
}

/** The email with this subject, its roles, and the text and file that SES got. */
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
  expect(header(attached as Node, 'Content-Disposition')).toBe(
    "attachment; filename*=utf-8''Gr%C3%B6%C3%9Fe.bin",
  );
  expect(source).not.toContain(bcc);
}

async function succeeds(running: Promise<Result> | undefined): Promise<void> {
  const result = await running;
  expect(result?.status === 0 ? 'sent' : result?.output).toBe('sent');
}

const swaks = where('swaks', '--version');
const msmtp = where('msmtp', '--version');
const python = where('/usr/bin/python3', '-c', 'import aiosmtplib');

when(swaks)(
  'swaks, by STARTTLS',
  async () => {
    const subject = `swaks ${Date.now()}`;
    const args = [
      ...['--server', `${smtp.host}:${smtp.port}`, '--tls', '--tls-verify', '--tls-ca-path', smtp.ca_file],
      ...['--auth', 'PLAIN', '--auth-user', 'service', '--auth-password', smtp.password],
      ...['--from', from, '--to', [to, cc, bcc].join(), '--data', `@${messageFile(subject)}`],
    ];
    await succeeds(swaks?.('swaks', args));
    await arrived(subject);
  },
  90_000,
);

when(msmtp)(
  'msmtp, by TLS from the first octet',
  async () => {
    const subject = `msmtp ${Date.now()}`;
    const args = [
      ...['--file=/dev/null', `--host=${smtp.host}`, `--port=${smtp.tls_port}`, '--tls=on'],
      ...['--tls-starttls=off', `--tls-trust-file=${smtp.ca_file}`, '--auth=plain', '--user=service'],
      ...[`--passwordeval=echo ${smtp.password}`, `--from=${from}`, to, cc, bcc],
    ];
    await succeeds(msmtp?.('msmtp', args, readFileSync(messageFile(subject))));
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

when(python)(
  "Python's aiosmtplib",
  async () => {
    const subject = `aiosmtplib ${Date.now()}`;
    const args = [smtp.host, String(smtp.port), smtp.password, smtp.ca_file, from, messageFile(subject)];
    await succeeds(python?.('/usr/bin/python3', ['-c', aio, ...args, to, cc, bcc]));
    await arrived(subject);
  },
  90_000,
);

/** The file as a local program passes it to `sendmail`. */
const asLocalMail = (subject: string) =>
  Buffer.from(readFileSync(messageFile(subject), 'latin1').replaceAll('\r\n', '\n'), 'latin1');

const postfixSettings = {
  relayhost: `[127.0.0.1]:${smtp.port}`,
  inet_protocols: 'ipv4',
  inet_interfaces: 'loopback-only',
  myhostname: 'client.example',
  mydestination: '',
  smtp_sasl_auth_enable: 'yes',
  smtp_sasl_password_maps: `inline:{{[127.0.0.1]:${smtp.port}=service:${smtp.password}}}`,
  smtp_sasl_security_options: 'noanonymous',
  smtp_tls_security_level: 'secure',
  smtp_tls_secure_cert_match: 'localhost',
  smtp_tls_CAfile: smtp.ca_file,
  maillog_file: '/var/log/postfix.log',
};

/** $1 is the sender, followed by the recipients. Prints undelivered mail, and then fails. */
const postfixScript = `
postconf -e ${quoted(Object.entries(postfixSettings).map(([name, value]) => `${name}=${value}`))}
rm -f /var/log/postfix.log
postsuper -d ALL
trap 'postfix stop' EXIT
postfix start || exit 1
sendmail -i -f "$@" || exit 1
for try in $(seq 300); do
  grep -q 'status=' /var/log/postfix.log && postqueue -p | grep -q empty && break
  sleep 0.1
done
cat /var/log/postfix.log
grep -q 'status=sent' /var/log/postfix.log && ! grep -q 'status=[bde]' /var/log/postfix.log
`;

when(view)(
  'Postfix as relayhost, by STARTTLS',
  async () => {
    const subject = `Postfix ${Date.now()}`;
    const command = `sh -c ${quoted([postfixScript, 'postfix', from, to, cc, bcc])}`;
    await succeeds(view?.run(command, asLocalMail(subject)));
    await arrived(subject);
  },
  300_000,
);

const eximConfiguration = `
primary_hostname = client.example
keep_environment =
local_from_check = false
begin routers
relayhost:
  driver = manualroute
  transport = relay
  route_list = * localhost::${smtp.port} byname
  self = send
begin transports
relay:
  driver = smtp
  hosts_require_auth = *
  hosts_require_tls = *
  tls_verify_certificates = /etc/exim4/ca.pem
  tls_verify_hosts = *
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  client_send = ^service^${smtp.password}
`;

/**
 * $1 is the configuration and $2 the sender, followed by the recipients. Its own user must be able to read the
 * certificate.
 */
const eximScript = `
printf '%s' "$1" > /etc/exim4/exim4.conf && install -m 644 ${smtp.ca_file} /etc/exim4/ca.pem || exit 1
shift
rm -f /var/log/exim4/mainlog
exim4 -odf -oi -f "$@"
cat /var/log/exim4/mainlog
! grep -qE ' (==|[*][*]) ' /var/log/exim4/mainlog
`;

when(exim)(
  'exim4 with a smart host, by STARTTLS',
  async () => {
    const subject = `exim ${Date.now()}`;
    const command = `sh -c ${quoted([eximScript, 'exim', eximConfiguration, from, to, cc, bcc])}`;
    await succeeds(exim?.run(command, asLocalMail(subject)));
    await arrived(subject);
  },
  300_000,
);

(asked ? test.skip : test)('programs are tried by npm run check -- clients', () => {
  expect(checks.find(({ name }) => name === 'clients')?.env).toEqual({ CLIENTS: '1' });
});
