import { delivered, verdictOf } from '../support/dkim-verdict.ts';
import { caller, send, sourceOf, stack, withStatus } from './world.ts';

const call = caller(stack.api_key);

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
    expect.arrayContaining([
      ...['from', 'to', 'subject', 'date', 'message-id'],
      ...['list-unsubscribe', 'list-unsubscribe-post'],
    ]),
  );
  expect((await verdictOf((await sourceOf(id)).source)).verified).toBe(true);
  for (const forged of [
    replaced(message, 'List-Unsubscribe=One-Click', 'List-Unsubscribe=Other'),
    replaced(message, '/unsubscribe/1.', '/unsubscribe/2.'),
  ]) {
    expect((await verdictOf(forged)).verified).toBe(false);
  }
});
