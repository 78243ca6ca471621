import { randomBytes } from 'node:crypto';
import { HeadObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { simpleParser } from 'mailparser';
import { environment } from '../support/environment.ts';
import { type Customer, newCustomer, send, sourceOf, stack, withStatus } from './world.ts';

let customer: Customer;
beforeAll(async () => {
  customer = await newCustomer();
});

/** The delivered email, as SES sent it and as a mail client reads it. */
async function delivered(id: string) {
  await withStatus(customer.call, id, 'delivered');
  const { handed, source } = await sourceOf(id);
  return { handed, source, mail: await simpleParser(source) };
}

test('attachments arrive byte for byte, too large for the table or not [H8]', async () => {
  const { call, domain, account_id } = customer;
  const files = [
    { name: 'Übersicht 2026.pdf', content_type: 'application/pdf', bytes: randomBytes(300_000) },
    { name: 'notes.txt', content_type: 'text/plain', bytes: Buffer.from('a\r\n.\r\nFrom b\n') },
  ];
  const id = await send(call, {
    from: `shop@${domain}`,
    to: 'ada@example.net',
    subject: 'Files',
    html: '<img src="cid:logo">',
    attachments: files.map(({ bytes, ...file }) => ({ ...file, data: bytes.toString('base64') })),
  });
  const s3 = new S3Client({ region: stack.region, endpoint: stack.aws_endpoint_url, forcePathStyle: true });
  try {
    const { BODY_BUCKET: Bucket = '' } = environment();
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
    const key = Contents.find(({ Key }) => Key?.includes(account_id) && Key.endsWith(id))?.Key;
    const kept = await s3.send(new HeadObjectCommand({ Bucket, Key: key }));
    expect(kept.ContentLength).toBeGreaterThan(300_000);
  } finally {
    s3.destroy();
  }
  const { mail } = await delivered(id);
  const arrived = mail.attachments.map(({ filename, contentType, content }) => [
    filename,
    contentType,
    content,
  ]);
  expect(arrived).toEqual(files.map(({ name, content_type, bytes }) => [name, content_type, bytes]));
});

test('names, subject, tags and text outside ASCII, and a domain of its own script', async () => {
  const { call, domain } = customer;
  const email = {
    from: `Bücher & Söhne <shop@${domain}>`,
    to: ['Ünal Çelik <unal@bücher.example>', 'ada@例え.example'],
    reply_to: 'Grüße <reply@müller.example>',
    subject: 'Ihre Bestellung 📦 wurde geliefert – viele Grüße aus 東京',
    text: 'Grüße 📦\nZeile zwei',
    html: '<p>Grüße 📦</p>',
    tags: { ort: '東京' },
    headers: { 'X-Ort': 'Zürich' },
  };
  const id = await send(call, email);
  const { handed, source, mail } = await delivered(id);
  expect(handed.destinations).toEqual(['unal@xn--bcher-kva.example', 'ada@xn--r8jz45g.example']);
  expect(mail.subject).toBe(email.subject);
  expect(mail.from?.value).toEqual([{ address: `shop@${domain}`, name: 'Bücher & Söhne' }]);
  expect(mail.text?.trim()).toBe(email.text);
  expect(mail.headers.get('x-ort')).toBe('=?UTF-8?Q?Z=C3=BCrich?=');
  expect(source.toString('latin1').split('\r\n\r\n')[0]).toMatch(/^[\r\n\t -~]*$/);
  expect((await call('GET', `/emails/${id}`)).body.email).toMatchObject({
    to: email.to,
    subject: email.subject,
  });
});

test('50 recipients: each of to, cc and bcc is in the envelope, and bcc is in no byte of the message', async () => {
  const { call, domain } = customer;
  const people = (kind: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${kind}-${i}@${kind}.example`);
  const [to, cc, bcc] = [people('tos', 20), people('ccs', 15), people('hidden', 15)];
  const id = await send(call, { from: `shop@${domain}`, to, cc, bcc, subject: 'Many', text: 'Hi' });
  const { handed, source, mail } = await delivered(id);
  expect([...handed.destinations].sort()).toEqual([...to, ...cc, ...bcc].sort());
  expect(source.toString('latin1')).not.toMatch(/hidden|^bcc/im);
  const addresses = (field: typeof mail.to) => [field ?? []].flat().flatMap(({ value }) => value);
  expect(addresses(mail.to).map(({ address }) => address)).toEqual(to);
  expect(addresses(mail.cc).map(({ address }) => address)).toEqual(cc);
  const tooMany = {
    from: `shop@${domain}`,
    to: [...to, ...cc, ...bcc, 'one@more.example'],
    subject: 'x',
    text: 'x',
  };
  expect((await call('POST', '/emails', { body: tooMany })).status).toBe(400);
});
