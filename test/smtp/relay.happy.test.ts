import { readFileSync } from 'node:fs';
import { header, read, tree } from '../support/mime.ts';
import { acceptedId, relayWorld } from '../support/smtp.ts';

type World = Awaited<ReturnType<typeof relayWorld>>;
let world: World;
beforeAll(async () => {
  world = await relayWorld();
});
afterAll(() => world.service.drain(0));

const lines = (text: string) => text.replace(/\r?\n/g, '\r\n');

test('nodemailer delivers to, cc and bcc with a file, and the record has the roles (R6, R16) [H31]', async () => {
  const id = await world.mail({
    to: 'Ada <ada@x.example>, outside@y.example',
    cc: 'cy@x.example',
    bcc: 'bo@x.example',
    subject: 'Grüße',
    text: 'Hällo',
    html: '<p>Hällo</p>',
    attachments: [{ filename: 'a.txt', content: 'data' }],
    headers: { 'X-Order': '42', 'X-Mailer': 'test' },
  });
  expect(await world.get(id)).toMatchObject({
    from: `shop@${world.domain}`,
    to: ['Ada <ada@x.example>', 'outside@y.example'],
    cc: ['cy@x.example'],
    bcc: ['bo@x.example'],
    subject: 'Grüße',
    source: 'smtp',
    status: 'queued',
    category: 'transactional',
    attachments: [{ name: 'a.txt', content_type: 'text/plain', size: 4 }],
  });
  const message = await world.delivered(id);
  expect(message).toMatch(/^Received: by smtp\.example\.test with ESMTPSA id msg_\w+;\r\n \w{3}, /);
  expect(message).not.toMatch(/^bcc:|127\.0\.0\.1|X-Mailer/im);
  const node = read(message);
  expect(header(node, 'X-Order')).toBe('42');
  expect(header(node, 'To')).toBe('Ada <ada@x.example>, outside@y.example');
  expect(tree(node)).toEqual([
    'multipart/mixed',
    ['multipart/alternative', 'text/plain', 'text/html'],
    'text/plain',
  ]);
});

test('the body reaches SES octet for octet [R1]', async () => {
  const body = lines(
    '--b.1\nContent-Type: text/plain; format=flowed\n\n.dot \n..two\n \n--b.1\nContent-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nEND:VCALENDAR\n--b.1--\nepilogue\n',
  );
  const answer = await world.raw(
    lines(
      `From: shop@${world.domain}\nTo: ada@x.example\nSubject: s\nContent-Type: multipart/alternative;\n boundary="b.1"\n\n`,
    ) + body,
  );
  const message = await world.delivered(acceptedId(answer));
  expect(message.slice(message.indexOf('\r\n\r\n') + 4)).toBe(body);
  expect(message).toContain('Content-Type: multipart/alternative;\r\n boundary="b.1"\r\n');
});

test('what was left out is in the event log [R5]', async () => {
  const id = acceptedId(
    await world.raw(
      `From: shop@${world.domain}\nTo: ada@x.example\nBcc: secret@x.example\nSender: s@x.example\nX-Mailer: PHP\n\nhi\n`,
    ),
  );
  const { body } = await world.call('GET', `/emails/${id}/events`);
  const queued = (body.events as { type: string; data: object }[]).find(
    ({ type }) => type === 'email.queued',
  );
  expect(queued?.data).toEqual({ dropped_headers: ['sender', 'x-mailer'] });
});

test('a relayed message lists its files under safe names, and a resend leaves them out', async () => {
  const file = (name: string, rest = '') =>
    `--b\nContent-Type: application/pdf; name="${name}"\nContent-Disposition: attachment\n${rest}\n%PDF\n`;
  const id = acceptedId(
    await world.raw(
      lines(
        `From: shop@${world.domain}\nTo: ada@x.example\nContent-Type: multipart/mixed; boundary="b"\n\n--b\n\nhi\n${file('=?utf-8?q?a=E2=80=AEfdp.=0D=0Apdf?=')}${file('../b.pdf', 'Content-Transfer-Encoding: base64\n')}--b--\n`,
      ),
    ),
  );
  const attachments = [
    { name: 'afdp.pdf', content_type: 'application/pdf', size: 4 },
    { name: 'b.pdf', content_type: 'application/pdf', size: 2 },
  ];
  expect(await world.get(id)).toMatchObject({ attachments });
  await world.delivered(id);
  const { status, body } = await world.call('POST', `/emails/${id}/resend`);
  expect([status, body.attachments_omitted]).toEqual([200, 2]);
});

test('the Message-ID goes out in References, and is kept [R80]', async () => {
  const own = `<${Date.now()}@app.example>`;
  const head = `From: shop@${world.domain}\nTo: ada@x.example\nMessage-ID: ${own}\n`;
  const id = acceptedId(await world.raw(`${head}In-Reply-To: <0@app.example>\n\nhi\n`));
  const message = await world.delivered(id);
  expect(message).toContain(`References: <0@app.example> ${own}\r\n`);
  expect(message).toContain(`Message-ID: <${id}@mailwright>\r\n`);
  expect(await world.get(id)).toMatchObject({ original_message_id: own });
  const again = await world.raw(`${head}In-Reply-To: <0@app.example>\n\nhi\n`);
  expect(acceptedId(again)).toBe(id);
  const resent = await world.call('POST', `/emails/${id}/resend`);
  expect(await world.get(String(resent.body.id))).toMatchObject({ original_message_id: own });
  expect(await world.delivered(String(resent.body.id))).toContain(`References: <0@app.example> ${own}\r\n`);
  const { body } = await world.call('GET', `/emails?message_id=${encodeURIComponent(own)}`);
  expect((body.emails as { id: string }[]).map((email) => email.id)).toEqual([resent.body.id, id]);
});

test('a message without one keeps its References [R80]', async () => {
  const head = `From: shop@${world.domain}\nTo: ada@x.example\n`;
  const id = acceptedId(await world.raw(`${head}References: <0@app.example>\n\nhi\n`));
  expect(await world.delivered(id)).toContain('References: <0@app.example>\r\n');
  expect(await world.get(id)).toMatchObject({ original_message_id: null });
});

test('recipients are those of the envelope; a message without To says so [R6]', async () => {
  const id = acceptedId(
    await world.raw(`From: shop@${world.domain}\nTo: other@x.example\n\nhi\n`, ['ada@x.example']),
  );
  expect(await world.get(id)).toMatchObject({ to: [], cc: [], bcc: ['ada@x.example'], subject: '' });
  expect(header(read(await world.delivered(id)), 'To')).toBe('other@x.example');
  const bare = acceptedId(await world.raw(`From: shop@${world.domain}\n\nhi\n`));
  const message = await world.delivered(bare);
  expect(message).toContain('To: undisclosed-recipients:;\r\n');
  expect(message).not.toContain('Subject:');
});

test('managed unsubscribe adds its fields and fills the texts, sealed ones and files excepted [R12]', async () => {
  const html = '<a href="{{unsubscribe_url}}">x</a>';
  const id = acceptedId(
    await world.raw(
      `From: shop@${world.domain}\nTo: ada@x.example\nX-Service-Unsubscribe: true\nX-Service-Category: newsletter\nSubject: {{ unsubscribe_url }}\nContent-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/html\n\n${html}\n--b\nContent-Type: text/html; name=a.html\n\n${html}\n--b--\n`,
    ),
  );
  const message = await world.delivered(id);
  const node = read(message);
  const url = /^<(.*)>$/.exec(header(node, 'List-Unsubscribe') ?? '')?.[1] ?? '';
  expect(url).toMatch(/\/unsubscribe\//);
  expect(header(node, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  const [shown, file] = node.parts;
  expect(shown?.body.replace(/=\r\n/g, '').replaceAll('=3D', '=')).toContain(`href="${url}"`);
  expect(file?.body).toBe(`${html}`);
  const { body } = await world.call('GET', `/emails/${id}?include=content`);
  expect(body.email).toMatchObject({
    subject: '{{unsubscribe_url}}',
    html: `${html}`,
    category: 'newsletter',
  });
});

test('content and resend have the decoded texts [R15]', async () => {
  const id = await world.mail({
    to: 'ada@x.example',
    subject: 'Ünï',
    text: 'Hällo',
    html: '<p>ß</p>',
    headers: { 'X-Own': 'ä' },
  });
  const { body } = await world.call('GET', `/emails/${id}?include=content`);
  expect(body.email).toMatchObject({ text: 'Hällo', html: '<p>ß</p>' });
  await world.delivered(id);
  const again = await world.call('POST', `/emails/${id}/resend`);
  expect(again.status).toBe(200);
  const message = await world.delivered(String(again.body.id));
  expect(message).toContain('X-Own: =?UTF-8?');
  const sealed = acceptedId(
    await world.raw(
      `From: shop@${world.domain}\nTo: ada@x.example\nContent-Type: application/pkcs7-mime; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nMIAG\n`,
    ),
  );
  await world.delivered(sealed);
  expect(await world.call('POST', `/emails/${sealed}/resend`)).toMatchObject({
    status: 409,
    body: { error: { details: { reason: 'no_text' } } },
  });
});

test('a message of 10 MB is read in another thread and arrives whole [R31]', async () => {
  const content = readFileSync(process.execPath).subarray(0, 7 * 1024 * 1024);
  const id = await world.mail({
    to: 'ada@x.example',
    subject: 'large',
    text: 'x',
    attachments: [{ filename: 'node.bin', content }],
  });
  const part = read(await world.delivered(id)).parts[1];
  expect(Buffer.from(part?.body ?? '', 'base64').equals(content)).toBe(true);
});
