import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { until } from '../support/until.ts';
import { caller, send, sourceOf, stack, withStatus } from './world.ts';

jest.setTimeout(60_000);

type Verdict = { verified: boolean; domain: string; covered: string[] };

const python = `.local/venv/${process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python'}`;
const call = caller(stack.api_key);

/** What dkimpy says of a message, with the key that the DNS tells. */
async function verdictOf(message: Buffer): Promise<Verdict> {
  const { host, port } = stack.dns;
  const running = promisify(execFile)(python, ['test/dkim/verify.py', host, String(port)]);
  running.child.stdin?.end(message);
  return JSON.parse((await running).stdout) as Verdict;
}

/** The message as it lies in the recipient's inbox. */
async function delivered(to: string): Promise<Buffer> {
  const { id } = await until(
    async () => {
      const mails = (await (await fetch(`${stack.inbox_url}/api/email`)).json()) as {
        id: string;
        envelope: { to: { address: string }[] };
      }[];
      return mails.find(({ envelope }) => envelope.to.some(({ address }) => address === to));
    },
    { what: `mail for ${to}` },
  );
  const source = await fetch(`${stack.inbox_url}/api/email/${id}/download`);
  return Buffer.from(await source.arrayBuffer());
}

const replaced = (message: Buffer, from: string, to: string) => {
  const text = message.toString('latin1');
  expect(text).toContain(from);
  return Buffer.from(text.replace(from, to), 'latin1');
};

test('rule 10, RFC 8058 section 4: dkimpy verifies a delivered message, its h= covers both unsubscribe headers', async () => {
  const to = `dkim-${Date.now()}@acme.test`;
  const id = await send(call, {
    from: `Grüße <news@${stack.sending_domain}>`,
    to,
    subject: `Neuigkeiten für ${'dich, '.repeat(20)} ✓`,
    html: `<p>Hello ✓. <a href="{{unsubscribe_url}}">Leave</a></p>\n${'<p>…</p>'.repeat(300)}\n\n`,
    category: 'newsletter',
    unsubscribe: true,
    headers: { 'X-Own': 'own' },
    attachments: [{ name: 'ä.txt', data: Buffer.from('.\r\n..\r\n\r\n').toString('base64') }],
  });
  await withStatus(call, id, 'delivered');
  const message = await delivered(to);
  const verdict = await verdictOf(message);
  expect(verdict).toMatchObject({ verified: true, domain: stack.sending_domain });
  expect(verdict.covered).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  );
  expect((await verdictOf((await sourceOf(id)).source)).verified).toBe(true);
  for (const forged of [
    replaced(message, 'List-Unsubscribe=One-Click', 'List-Unsubscribe=Other'),
    replaced(message, '/unsubscribe/1.', '/unsubscribe/2.'),
  ]) {
    expect((await verdictOf(forged)).verified).toBe(false);
  }
});
