import type { Email } from '../../../shared/core/records/emails.ts';
import { unsubscribeMarker } from '../../../shared/domain/content/placeholders.ts';
import { fromRequest } from '../../../shared/domain/sending/from-request.ts';
import { fromStored } from '../../../shared/domain/sending/from-stored.ts';
import { SendRequest } from '../../../shared/domain/sending/send-request.ts';

const idempotency = { key: 'k', hash: 'h' };
const submit = (body: object) =>
  fromRequest(SendRequest.parse({ from: 'Shop <shop@x.example>', to: 'ada@x.example', ...body }), {
    source: 'api',
    idempotency,
  });

/** What a submission says when its door says nothing more. */
const plain = {
  source: 'api',
  original_message_id: null,
  resent_from: null,
  from: 'Shop <shop@x.example>',
  recipients: { to: ['ada@x.example'], cc: [], bcc: [] },
  canonical: ['ada@x.example'],
  reply_to: [],
  subject: 's',
  html: null,
  text: 't',
  headers: {},
  attachments: [],
  uploads: [],
  tags: [],
  category: null,
  unsubscribe: null,
  scheduled_at: null,
  template: null,
  template_alias: null,
  tenant: null,
  idempotency,
};

test('a request of the least fields is a whole submission', () => {
  expect(submit({ subject: 's', text: 't' })).toEqual(plain);
});

test('files are bytes, uploaded ones are references [H8]', () => {
  const { attachments, uploads } = submit({
    subject: 's',
    text: 't',
    attachments: [
      { id: 'att_01', content_id: 'logo' },
      { name: 'a.txt', data: Buffer.from('hi').toString('base64') },
    ],
  });
  expect(attachments).toEqual([{ name: 'a.txt', content_type: 'text/plain', data: Buffer.from('hi') }]);
  expect(uploads).toEqual([{ index: 0, id: 'att_01', content_id: 'logo' }]);
});

test('an address in two fields is kept in the first of to, cc, bcc [H6]', () => {
  const { recipients, canonical } = submit({
    subject: 's',
    text: 't',
    to: ['Ada <ADA@x.example>', 'ada@x.example'],
    cc: ['ada@X.example', 'bob@x.example'],
    bcc: ['bob@x.example'],
  });
  expect(recipients).toEqual({ to: ['Ada <ADA@x.example>'], cc: ['bob@x.example'], bcc: [] });
  expect(canonical).toEqual(['ada@x.example', 'bob@x.example']);
});

test('the placeholder is marked where managed unsubscribe is on, and only there [Q6]', () => {
  const body = { subject: 's', text: '{{unsubscribe_url}}' };
  expect(submit({ ...body, unsubscribe: true }).text).toBe(unsubscribeMarker);
  expect(submit({ ...body, unsubscribe: false }).text).toBe(body.text);
  expect(submit(body).text).toBe(body.text);
});

test('a template leaves its parts open, an overriding subject is literal [H6]', () => {
  const use = submit({ template: { id: 'reset', variables: { name: 'Ada' } }, tenant: 'acme' });
  expect(use).toMatchObject({ subject: null, html: null, text: null, tenant: 'acme' });
  expect(use.template).toEqual({ id: 'reset', variables: { name: 'Ada' } });
  expect(submit({ template: { id: 'reset' }, subject: 'Mine' }).subject).toBe('Mine');
});

test('a stored email is submitted again without its attachments and its time [Q27]', () => {
  const content = {
    html: `<b>${unsubscribeMarker}</b>`,
    text: null,
    headers: { 'X-A': '1' },
    attachments: [{ name: 'a.txt', content_type: 'text/plain', data: Buffer.from('hi') }],
    unsubscribe: true,
  };
  const email = {
    id: 'msg_1',
    from: plain.from,
    to: ['ada@x.example'],
    cc: ['bob@x.example'],
    bcc: [],
    reply_to: ['help@x.example'],
    subject: 's',
    tags: [{ name: 'a', value: '1' }],
    category: 'product',
    template: 'reset',
    tenant: null,
    scheduled_at: '2030-01-01T00:00:00.000Z',
  } as unknown as Email;
  expect(fromStored(email, content, { idempotency: null })).toEqual({
    ...plain,
    source: 'resend',
    resent_from: 'msg_1',
    recipients: { to: ['ada@x.example'], cc: ['bob@x.example'], bcc: [] },
    canonical: ['ada@x.example', 'bob@x.example'],
    reply_to: ['help@x.example'],
    html: content.html,
    text: null,
    headers: { 'X-A': '1' },
    tags: [{ name: 'a', value: '1' }],
    category: 'product',
    unsubscribe: true,
    template_alias: 'reset',
    idempotency: null,
  });
});
