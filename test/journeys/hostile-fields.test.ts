import { type Customer, handedToSes, newCustomer, send, sourceOf, withStatus } from './world.ts';

let customer: Customer;
beforeAll(async () => {
  customer = await newCustomer();
});

/** The recipient that an injection would add if it worked. */
const victim = 'victim@hostile.example';

/** A field with each character that could end it. */
const injections = ['\r\n', '\n', '\r', '\0'].map(
  (broken) => `${broken}Bcc: ${victim}${broken}X-Injected: 1`,
);

type Fields = Record<string, unknown>;
type Attachment = { name: string; data: string };
const file: Attachment = { name: 'a.txt', data: 'aGk=' };

/** Every string of a send request, except html, text, and data, with `bad` in it. */
const places: Record<string, (bad: string, domain: string) => Fields> = {
  from: (bad, domain) => ({ from: `shop${bad}@${domain}` }),
  'from, the name': (bad, domain) => ({ from: `Shop${bad} <shop@${domain}>` }),
  'from, a quoted name': (bad, domain) => ({ from: `"Shop${bad}" <shop@${domain}>` }),
  'from, the end': (bad, domain) => ({ from: `shop@${domain}${bad}` }),
  'from.name': (bad, domain) => ({ from: { email: `shop@${domain}`, name: `Shop${bad}` } }),
  'from.email': (bad, domain) => ({ from: { email: `shop@${domain}${bad}` } }),
  to: (bad) => ({ to: `ada@example.net${bad}` }),
  'to[]': (bad) => ({ to: ['ada@example.net', `Bob${bad} <bob@example.net>`] }),
  cc: (bad) => ({ cc: `ada@example.net${bad}` }),
  bcc: (bad) => ({ bcc: [`ada${bad}@example.net`] }),
  reply_to: (bad) => ({ reply_to: `Ada${bad} <ada@example.net>` }),
  replyTo: (bad) => ({ replyTo: [`ada@example.net${bad}`] }),
  subject: (bad) => ({ subject: `Hello${bad}` }),
  category: (bad) => ({ category: `transactional${bad}` }),
  'tags[].name': (bad) => ({ tags: [{ name: `kind${bad}`, value: 'x' }] }),
  'tags[].value': (bad) => ({ tags: [{ name: 'kind', value: `x${bad}` }] }),
  'tags, a key': (bad) => ({ tags: { [`kind${bad}`]: 'x' } }),
  'tags, a value': (bad) => ({ tags: { kind: `x${bad}` } }),
  'headers, a name': (bad) => ({ headers: { [`X-Order${bad}`]: '1' } }),
  'headers, a value': (bad) => ({ headers: { 'X-Order': `1${bad}` } }),
  'attachments[].name': (bad) => ({ attachments: [{ ...file, name: `a${bad}.txt` }] }),
  'attachments[].filename': (bad) => ({ attachments: [{ filename: `a.txt${bad}`, data: file.data }] }),
  'attachments[].content_type': (bad) => ({ attachments: [{ ...file, content_type: `text/plain${bad}` }] }),
  'attachments[].content_id': (bad) => ({ attachments: [{ ...file, content_id: `logo${bad}` }] }),
  'an unknown field': (bad) => ({ remark: `x${bad}` }),
};

test.each(Object.keys(places))('CR, LF and NUL in %s: 400, nothing sent [C6]', async (place) => {
  const { call, domain } = customer;
  const plain = { from: `shop@${domain}`, to: 'ada@example.net', subject: 'Hello', text: 'Hi' };
  for (const bad of injections) {
    const body = { ...plain, ...places[place]?.(bad, domain) };
    const answer = await call('POST', '/emails', { body });
    expect([answer.status, answer.body.error]).toMatchObject([400, { code: 'validation_error' }]);
  }
});

test('what stands in html and text stays in the body, whatever it looks like', async () => {
  const { call, domain } = customer;
  const bad = `a\r\n.\r\n\r\nBcc: ${victim}\r\nX-Injected: 1\n\n--\n`;
  const id = await send(call, {
    from: `shop@${domain}`,
    to: 'ada@example.net',
    subject: `Bcc: ${victim}`,
    text: bad,
    html: `<pre>${bad}</pre>`,
    headers: { 'X-Order': `=?utf-8?Q?=0D=0ABcc:_${victim}?=`, 'X-Long': 'x'.repeat(2_000) },
  });
  await withStatus(call, id, 'delivered');
  const { handed, source } = await sourceOf(id);
  expect(handed.destinations).toEqual(['ada@example.net']);
  const head = source.toString('latin1').split('\r\n\r\n')[0] ?? '';
  const names = head.split(/\r\n(?![ \t])/).map((field) => field.slice(0, field.indexOf(':')).toLowerCase());
  expect(names).not.toContain('bcc');
  expect(names).not.toContain('x-injected');
  expect(new Set(names).size).toBe(
    names.length - (names.filter((name) => name === 'dkim-signature').length - 1),
  );
});

test('after all of it the account has one email, and the victim none', async () => {
  const list = await customer.call('GET', '/emails');
  expect((list.body.emails as unknown[]).length).toBe(1);
  expect(await handedToSes({ to: victim })).toEqual([]);
});

test('a body over the limit: 413 payload_too_large in the shape of every error', async () => {
  const { call, domain } = customer;
  const email = { from: `shop@${domain}`, to: 'ada@example.net', subject: 'Large', text: 'Hi' };
  const raw = JSON.stringify({ ...email, padding: 'x'.repeat(5.5 * 1024 * 1024) });
  const answer = await call('POST', '/emails', { raw });
  expect(answer.status).toBe(413);
  expect(answer.body).toEqual({
    error: expect.objectContaining({ message: expect.any(String), code: 'payload_too_large' }),
  });
  expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
});
