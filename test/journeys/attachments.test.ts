import { randomBytes } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { newCustomer, send, sourceOf, withStatus } from './world.ts';

test('three uploaded files of 9 MB go out whole in one email [Q26]', async () => {
  const { call, domain } = await newCustomer();
  const files = ['scan.pdf', 'photo.png', 'data.bin'].map((name) => ({
    name,
    bytes: randomBytes(9 * 1024 * 1024),
  }));
  const ids = await Promise.all(
    files.map(async ({ name, bytes }) => {
      const { status, body } = await call('POST', '/attachments', { body: { name, size: bytes.length } });
      expect(status).toBe(201);
      const made = body.attachment as { id: string; upload_url: string; content_type: string };
      const headers = { 'content-type': made.content_type, 'if-none-match': '*' };
      const put = await fetch(made.upload_url, { method: 'PUT', headers, body: bytes });
      expect(put.status).toBe(200);
      return made.id;
    }),
  );
  const id = await send(call, {
    from: `shop@${domain}`,
    to: 'ada@example.net',
    subject: 'Three files',
    html: '<p>See <img src="cid:photo"></p>',
    attachments: ids.map((id, i) => ({ id, ...(i === 1 && { content_id: 'photo' }) })),
  });
  await withStatus(call, id, 'delivered', 90_000);
  const { source } = await sourceOf(id);
  const { attachments } = await simpleParser(source);
  const arrived = new Map(attachments.map((file) => [file.filename, file]));
  expect(arrived.size).toBe(3);
  for (const { name, bytes } of files) expect(arrived.get(name)?.content.equals(bytes)).toBe(true);
  expect(arrived.get('photo.png')).toMatchObject({ contentType: 'image/png', cid: 'photo', related: true });
});
