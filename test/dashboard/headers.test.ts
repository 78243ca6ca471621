import { parse } from 'parse5';
import { systemCaller } from '../../shared/domain/context.ts';
import { getHeaders } from '../../shared/domain/delivery/get-headers.ts';
import { verifiedDomain } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { capturedAccount } from '../support/captured.ts';
import { acceptedId, relayWorld } from '../support/smtp.ts';

type Node = { value?: string; attrs?: { name: string; value: string }[]; childNodes?: Node[] };
const textOf = (node: Node): string => node.value ?? (node.childNodes ?? []).map(textOf).join('');

/** The text of the tab "Headers" of a page. */
function headersOf(html: string): string {
  const found: string[] = [];
  const walk = (node: Node) => {
    const isPanel = node.attrs?.some(({ name, value }) => name === 'data-copy' && value === 'headers');
    if (isPanel) found.push(textOf(node));
    for (const child of node.childNodes ?? []) walk(child);
  };
  walk(parse(html) as unknown as Node);
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}

const fieldsOf = (header: string): string[] =>
  header
    .replace(/\r/g, '')
    .replace(/\n[ \t]+/g, ' ')
    .split('\n');

const rfc5322 = (at: string) => new Date(at).toUTCString().replace('GMT', '+0000');

/** The fields that SES was given, with its own Message-ID and Date, without traces, and no link of unsubscribing. */
const expected = (raw: string, { message_id, sent_at }: Record<string, unknown>): string[] =>
  fieldsOf(raw.slice(0, raw.indexOf('\r\n\r\n')))
    .filter((field) => !/^(received|dkim-signature):/i.test(field))
    .map((field) => field.replace(/^Message-ID: .*/i, `Message-ID: ${message_id}`))
    .map((field) => field.replace(/^Date: .*/, `Date: ${rfc5322(String(sent_at))}`))
    .map((field) => field.replace(/https?:\/\/[^ >]*\/unsubscribe\/[^ >]+/, '{{unsubscribe_url}}'));

const file = (name: string, more: object = {}) => ({ name, content: 'aGk=', ...more });

const emails: [string, Record<string, unknown>][] = [
  ['text alone', { text: 'Hi' }],
  ['a text beyond ASCII', { text: 'Grüße '.repeat(40), subject: 'Grüße' }],
  ['html', { html: '<p>Hi</p>', text: undefined }],
  ['files', { attachments: [file('a.txt'), file('b.eml', { content_type: 'message/rfc822' })] }],
  [
    'a picture in the html and a calendar',
    {
      html: '<img src="cid:p">',
      attachments: [
        file('p.png', { content_type: 'image/png', content_id: 'p' }),
        file('i.ics', { content_type: 'text/calendar; method=REQUEST' }),
      ],
    },
  ],
  [
    'names, copies and headers of the caller',
    {
      to: ['Ädä <ada@x.example>', 'bob@x.example'],
      cc: 'Carl <carl@x.example>',
      bcc: 'secret@x.example',
      reply_to: 'help@x.example',
      headers: { 'X-Order': 'ü'.repeat(90), Constructor: '1', References: '<a@b> <c@d>' },
    },
  ],
  ['managed unsubscribe', { unsubscribe: true, subject: 'News', text: 'Bye: {{unsubscribe_url}}' }],
];

test.each(emails)('the headers of an email with %s are those that SES was given [D24]', async (_, change) => {
  const { ctx, account, send, get, queued, deliver, mails } = await capturedAccount();
  const id = await send(change);
  const [{ message } = { message: null }] = queued.splice(0);
  if (message) await deliver(message);
  const shown = headersOf((await (await signIn(ctx, account)).get(`/emails/${id}?view=headers`)).text);
  expect(fieldsOf(shown)).toEqual(expected(mails[0]?.raw ?? '', await get(id)));
  expect(shown).not.toMatch(/secret@x\.example|\/unsubscribe\/|^bcc:/im);
});

describe('a relayed message [D24]', () => {
  const html = '<p><a href="https://shop.example/">Grüße</a></p>';
  test.each([
    ['one text', {}, 'Content-Type: text/plain', 'Hi'],
    [
      'one html that is tracked',
      { open_tracking: true, click_tracking: true },
      'Content-Type: text/html; charset=utf-8',
      html,
    ],
    [
      'managed unsubscribe',
      {},
      'X-Service-Unsubscribe: true\nContent-Type: text/plain',
      'Bye: {{unsubscribe_url}}',
    ],
  ])('of %s shows what SES was given, but traces and signatures', async (_, tracking, type, body) => {
    const { ctx, account, domain, raw, delivered, get, service } = await relayWorld();
    const from = `t.${domain}`;
    await verifiedDomain(ctx, account.id, from, tracking);
    const top = [
      'Received: from laptop.internal by mta.example; Wed, 25 Nov 2026 08:00:00 +0000',
      `DKIM-Signature: v=1; a=rsa-sha256; d=${from};\n b=abc`,
      `From: shop@${from}\nTo: Ada <ada@x.example>, elsewhere@x.example\nBcc: secret@x.example`,
      'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\nX-Long: one\n two\n three',
    ];
    const id = acceptedId(await raw(`${top.join('\n')}\n${type}\n\n${body}`));
    const sent = await delivered(id);
    const shown = headersOf((await (await signIn(ctx, account)).get(`/emails/${id}?view=headers`)).text);
    expect(fieldsOf(shown)).toEqual(expected(sent, await get(id)));
    expect(shown).not.toMatch(/secret@x\.example|\/unsubscribe\/|laptop|dkim|^bcc:/im);
    await service.drain(0);
  });
});

test('before SES took the email no Message-ID is shown; after its retention nothing is [D24]', async () => {
  const { ctx, account, send, clock } = await capturedAccount();
  const id = await send({ bcc: 'secret@x.example' });
  const page = async () => (await (await signIn(ctx, account)).get(`/emails/${id}?view=headers`)).text;
  const shown = headersOf(await page());
  expect({ to: /^To: ada@x\.example$/m.test(shown), hidden: /message-id|secret/i.test(shown) }).toEqual({
    to: true,
    hidden: false,
  });
  clock.advance(ctx.settings.retention.body * 1000);
  expect(await page()).toContain('This email’s content is no longer stored.');
});

test('the headers of an email are 404 to another account, and to a key of another tenant [D24, C13]', async () => {
  const { ctx, account, send } = await capturedAccount();
  const id = await send();
  const other = await capturedAccount();
  const caller = systemCaller(account, 'req_1');
  expect(await getHeaders(ctx, caller, id)).toContain('ada@x.example');
  const strangers = [systemCaller(other.account, 'req_1'), { ...caller, tenant: ctx.runtime.id('ten') }];
  for (const stranger of strangers)
    await expect(getHeaders(ctx, stranger, id)).rejects.toMatchObject({ code: 'not_found' });
});
