import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStack } from '../support/environment.ts';
import { caller, withStatus } from './world.ts';

const { smtp, api_key, account_email, sending_domain } = readStack();
const call = caller(api_key);
const folder = mkdtempSync(join(tmpdir(), 'mailwright-clients-'));
afterAll(() => rmSync(folder, { recursive: true }));

const has = (program: string) => spawnSync(program, ['--version']).status === 0;
const when = (program: string) => (has(program) ? test : test.skip);
const from = `hello@${sending_domain}`;

/** The email with this subject, once it is delivered. */
async function delivered(subject: string): Promise<Record<string, unknown>> {
  const { body } = await call('GET', `/emails?subject=${encodeURIComponent(subject)}`);
  const [email] = body.emails as { id: string }[];
  if (email === undefined) throw new Error(`no email "${subject}"`);
  return withStatus(call, email.id, 'delivered');
}

const python = `
import smtplib, ssl, sys
from email import policy
from email.message import EmailMessage
host, port, password, ca, sender, to, subject = sys.argv[1:]
m = EmailMessage(policy=policy.SMTPUTF8)
m["From"], m["To"], m["Subject"], m["Message-ID"] = sender, to, subject, f"<{subject.replace(' ', '-')}@app.example>"
m.set_content("Hällo")
m.add_attachment(b"data", maintype="application", subtype="octet-stream", filename="Größe.bin")
with smtplib.SMTP(host, int(port)) as s:
    s.starttls(context=ssl.create_default_context(cafile=ca))
    s.login("service", password)
    s.sendmail(sender, [to], m.as_bytes())
`;

when('python3')(
  "Python's smtplib delivers by STARTTLS, the certificate verified, raw UTF-8 in the header of a part [R79, R80]",
  async () => {
    const subject = `smtplib ${Date.now()}`;
    const args = [smtp.host, String(smtp.port), smtp.password, smtp.ca_file, from, account_email, subject];
    const { status, stderr } = spawnSync('python3', ['-c', python, ...args]);
    expect([status, stderr.toString()]).toEqual([0, '']);
    const original_message_id = `<${subject.replace(' ', '-')}@app.example>`;
    expect(await delivered(subject)).toMatchObject({
      to: [account_email],
      source: 'smtp',
      original_message_id,
    });
  },
  90_000,
);

when('curl')(
  'curl delivers a file of bare LF [R30]',
  async () => {
    const subject = `curl ${Date.now()}`;
    const file = join(folder, 'message.eml');
    writeFileSync(file, `From: ${from}\nTo: ${account_email}\nSubject: ${subject}\n\none\n.two\n`);
    const { status, stderr } = spawnSync('curl', [
      ...['--silent', '--show-error', '--ssl-reqd', '--cacert', smtp.ca_file, '--upload-file', file],
      ...['--url', `smtp://${smtp.host}:${smtp.port}/client.example`, '--user', `service:${smtp.password}`],
      ...['--mail-from', from, '--mail-rcpt', account_email],
    ]);
    expect([status, stderr.toString()]).toEqual([0, '']);
    expect(await delivered(subject)).toMatchObject({ to: [account_email], source: 'smtp' });
  },
  90_000,
);
