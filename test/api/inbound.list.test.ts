import { receivedEmails } from '../../functions/inbound/received-emails.ts';
import type { ReceivedEmail } from '../../shared/core/records/received.ts';
import { recordUnread } from '../../shared/domain/receiving/receive-email.ts';
import { readReceived } from '../../shared/mail/received/read-received.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { inboundWorld, injectAt, receivedIds } from '../support/inbound.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { receivedContent, receivedEmail } from '../support/received.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });

const hour = 3_600_000;
const start = Date.now() - 10 * hour;

/** An account with these received emails, an hour apart, the oldest first. */
async function listed(emails: Partial<ReceivedEmail>[]) {
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const ids: string[] = [];
  for (const [i, email] of emails.entries()) {
    const at = start + i * hour;
    const id = `inb_${clock.runtime.id('inb').slice(4)}` as const;
    const placed = `${timePrefix(at)}${id.slice(14)}` as ReceivedEmail['id'];
    const received_at = new Date(at).toISOString();
    await ctx.received.create(
      receivedEmail({ account: account.id, id: placed, received_at, recorded_at: received_at, ...email }),
      receivedContent,
      [],
    );
    ids.push(placed);
  }
  const call = inProcess(ctx, receivedEmails.routes, api_key);
  const list = async (query: string) => {
    const { status, body } = await call('GET', `/received-emails${query}`);
    expect(status).toBe(200);
    return body as { received_emails: { id: string }[] };
  };
  const found = async (query: string) =>
    (await list(`?${query}`)).received_emails.map(({ id }) => ids.indexOf(id));
  return { call, list, found, ids };
}

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';
function timePrefix(ms: number): string {
  let out = '';
  for (let rest = ms, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) out = crockford[rest % 32] + out;
  return `inb_${out}`;
}

const at = (i: number) => encodeURIComponent(new Date(start + i * hour).toISOString());

test('the list is newest first, and an email must match every filter [R56]', async () => {
  const { found, call } = await listed([
    { rcpt_to: ['a@one.example'], from_address: 'ada@x.example' },
    { rcpt_to: ['a+tag@one.example', 'b@two.example'], from_address: 'bo@x.example' },
    { rcpt_to: ['b@two.example'], from_address: 'ada@x.example' },
    { rcpt_to: ['a@one.example'], from_address: '' },
  ]);
  expect(await found('')).toEqual([3, 2, 1, 0]);
  expect(await found('domain=ONE.example')).toEqual([3, 1, 0]);
  // Q31: a plus of a naive client is a space.
  expect(await found('to=A+tag@one.example')).toEqual([1]);
  expect(await found('to=a%2Btag@one.example')).toEqual([1]);
  expect(await found('from=ADA@X.example&domain=two.example')).toEqual([2]);
  expect(await found(`since=${at(1)}&until=${at(3)}`)).toEqual([2, 1]);
  expect(await found(`since=${at(3)}&until=${at(1)}`)).toEqual([]);
  for (const wrong of ['to=nobody', 'from=a@', 'domain=a@b', 'since=yesterday']) {
    const { status, body } = await call('GET', `/received-emails?${wrong}`);
    expect([wrong, status, body.error?.code]).toEqual([wrong, 400, 'validation_error']);
  }
});

test('since and until compare with received_at, however long storing takes [R56]', async () => {
  const world = await inboundWorld();
  const of = world.ctx.blocked_senders.of;
  const slow = async (account: Parameters<typeof of>[0]) => {
    world.clock.advance(2_000);
    return of(account);
  };
  Object.assign(world.ctx.blocked_senders, { of: slow });
  const id = await world.receive('From: a@x.example\r\n\r\nhi\r\n');
  await world.receiver.drain(0);
  const { received_at } = (await world.get(id)) as { received_at: string };
  const listedWith = async (query: string) =>
    ((await world.call('GET', `/received-emails?${query}`)).body.received_emails as { id: string }[]).length;
  const next = new Date(Date.parse(received_at) + 1).toISOString();
  expect([await listedWith(`since=${received_at}`), await listedWith(`until=${received_at}`)]).toEqual([
    1, 0,
  ]);
  expect([await listedWith(`since=${next}`), await listedWith(`until=${next}`)]).toEqual([0, 1]);
});

test('after receivedDays it is in no list and 404, before DynamoDB removes it [R57]', async () => {
  const { list, call, ids } = await listed([{}]);
  expect((await list('')).received_emails).toHaveLength(1);
  clock.advance(30 * 24 * hour);
  expect((await list('')).received_emails).toEqual([]);
  expect((await call('GET', `/received-emails/${ids[0]}`)).status).toBe(404);
  clock.advance(-30 * 24 * hour);
});

test('data in order while the answer has at most 5 MB; every file has its link [R50]', async () => {
  const world = await inboundWorld();
  const sizes = [3_000_000, 2_000_000, 500_000];
  const parts = sizes.map(
    (size) =>
      `--b\r\nContent-Type: a/b; name=${size}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.alloc(size, 7).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`,
  );
  const message = `From: a@x.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`;
  const { attachments } = (await world.get(await world.receive(message))) as {
    attachments: { data: string | null; size: number; download_url: string }[];
  };
  expect(attachments.map(({ data, size }) => [size, data !== null])).toEqual([
    [3_000_000, true],
    [2_000_000, false],
    [500_000, true],
  ]);
  const whole = await fetch(attachments[1]?.download_url ?? '');
  expect((await whole.arrayBuffer()).byteLength).toBe(2_000_000);
  await world.receiver.drain(0);
});

test('texts of 2 MB that are all quotes still fit one answer, and say that they are cut [R49, P37]', async () => {
  const world = await inboundWorld();
  const quotes = (type: string) =>
    `--b\r\nContent-Type: ${type}\r\n\r\n${`${'"'.repeat(900)}\r\n`.repeat(1_100)}`;
  const message = `From: a@x.example\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n${quotes('text/plain')}${quotes('text/html')}--b--\r\n`;
  const id = await world.receive(message);
  const answer = await world.call('GET', `/received-emails/${id}`);
  expect(answer.status).toBe(200);
  // The gateway carries the body as a string of another JSON.
  expect(Buffer.byteLength(JSON.stringify(answer.text))).toBeLessThan(6_000_000);
  expect((answer.body.received_email as { truncated: boolean }).truncated).toBe(true);
  await world.receiver.drain(0);
});

test('a thousand files with the longest names and ids that strangers write still fit one answer [R50]', async () => {
  const quotes = (count: number) => '%22'.repeat(count);
  const part = `--b\r\nContent-Type: a/b; name*=utf-8''${quotes(250)}\r\nContent-ID: <${'"'.repeat(990)}>\r\n\r\n\r\n`;
  const message = `From: a@x.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(998)}--b--\r\n`;
  const { files } = readReceived(Buffer.from(message)).body;
  expect(files).toHaveLength(998);
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const attachments = files.map(({ data: _, ...file }) => file);
  const email = receivedEmail({ account: account.id, id: ctx.runtime.id('inb'), attachment_count: 998 });
  await ctx.received.create(email, { ...receivedContent, attachments }, []);
  const answer = await inProcess(ctx, receivedEmails.routes, api_key)('GET', `/received-emails/${email.id}`);
  expect(answer.status).toBe(200);
  expect(Buffer.byteLength(JSON.stringify(answer.text))).toBeLessThan(6_000_000);
  const shown = answer.body.received_email as { attachments: unknown[]; truncated: boolean };
  expect(shown).toMatchObject({ attachment_count: 998, truncated: true });
  expect(shown.attachments.length).toBeGreaterThan(400);
});

test('a message that its worker could not handle is recorded by its header, once [R52]', async () => {
  const world = await inboundWorld();
  const message = 'From: Ada <a@x.example>\r\nSubject: =?utf-8?q?=C3=BC?=\r\n\r\nhi\r\n';
  const [id = ''] = receivedIds(await injectAt(world.receiver.port, { to: [`a@${world.domain}`], message }));
  const [queued] = world.queued;
  if (!queued) throw new Error('nothing queued');
  await recordUnread(world.ctx, queued);
  await recordUnread(world.ctx, queued);
  // The worker that comes late changes nothing.
  await indexesCaughtUp();
  await world.work();
  expect(await world.get(id)).toMatchObject({
    subject: 'ü',
    from: 'Ada <a@x.example>',
    text: null,
    parse_error: 'internal',
    attachments: [],
    auth: { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown' },
  });
  await world.receiver.drain(0);
});

test('long lists of a stranger do not make an item or a page too large [R47]', async () => {
  const world = await inboundWorld();
  const many = Array.from({ length: 3_000 }, (_, i) => `Name ${i} <user${i}@x.example>`).join(',\r\n ');
  const id = await world.receive(
    `From: a@x.example\r\nTo: ${many}\r\nSubject: ${'ä'.repeat(3_000)}\r\n\r\nhi\r\n`,
  );
  const record = (await world.get(id)) as { to: string[]; headers: object[] };
  expect(record.to).toHaveLength(3_000);
  const { body } = await world.call('GET', '/received-emails');
  expect((body.received_emails as { to: string[] }[])[0]?.to.length).toBeLessThanOrEqual(100);
  await world.receiver.drain(0);
});
