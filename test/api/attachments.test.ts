import { randomBytes } from 'node:crypto';
import { attachmentRoutes } from '../../functions/emails/attachment-routes.ts';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { readFiles } from '../../shared/domain/attachments/read-files.ts';
import type { Content } from '../../shared/domain/content/pack.ts';
import { readContent } from '../../shared/domain/content/unpack.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { freshAccount, inProcess, keyWith, testClock, testContext } from '../support/api.ts';
import { idOf } from '../support/ids.ts';

const ctx = testContext();
const routes = [...emailRoutes, ...attachmentRoutes];
const mb = 1024 * 1024;

type Made = {
  id: string;
  name: string;
  content_type: string;
  size: number;
  upload_url: string;
  expires_at: string;
};
type Issue = { path: string; rule: string };

const upload = (made: Made, bytes: Uint8Array, content_type = made.content_type) =>
  fetch(made.upload_url, {
    method: 'PUT',
    headers: { 'content-type': content_type, 'if-none-match': '*' },
    body: bytes as unknown as string,
  });

async function setUp(world = ctx) {
  const fresh = await freshAccount(world);
  const call = inProcess(world, routes, fresh.api_key);
  const announceFile = async (body: object) => {
    const answer = await call('POST', '/attachments', { body });
    expect(answer.status).toBe(201);
    return answer.body.attachment as Made;
  };
  const uploaded = async (bytes: Uint8Array, body: object = {}) => {
    const made = await announceFile({ name: 'a.pdf', size: bytes.length, ...body });
    expect((await upload(made, bytes)).status).toBe(200);
    return made;
  };
  const email = { from: `shop@${fresh.domain}`, to: 'ada@x.example', subject: 'Files', html: '<p>Hi</p>' };
  const send = (attachments: unknown, change: object = {}, headers: Record<string, string> = {}) =>
    call('POST', '/emails', { body: { ...email, attachments, ...change }, headers });
  return { ...fresh, call, announceFile, uploaded, email, send };
}

const issuesOf = ({ status, body }: { status: number; body: { error?: { details?: object } } }) => [
  status,
  (body.error?.details as { issues?: Issue[] } | undefined)?.issues?.map(
    ({ path, rule }) => `${path} ${rule}`,
  ),
];

/** The files of an accepted email, as its hand-over reads them. */
async function filesOf(id: unknown) {
  const email = await ctx.emails.getMeta(id as Id<'msg'>);
  const content = email && ((await readContent(ctx, email)) as Content | null);
  if (!email || !content) throw new Error('not accepted');
  return readFiles(ctx, email, content.attachments);
}

describe('POST /attachments [H8]', () => {
  test('answers the file as it will be sent and where its bytes go for an hour', async () => {
    const { announceFile } = await setUp();
    const before = Date.now();
    const made = await announceFile({ filename: 'C:\\files\\Übersicht.pdf', size: 12 });
    expect(made).toEqual({
      id: expect.stringMatching(/^att_[0-9a-z]{26}$/),
      name: 'Übersicht.pdf',
      content_type: 'application/pdf',
      size: 12,
      upload_url: expect.stringMatching(/^https?:\/\//),
      expires_at: expect.stringMatching(/Z$/),
    });
    const lasts = Date.parse(made.expires_at) - before;
    expect(lasts).toBeGreaterThanOrEqual(3_600_000);
    expect(lasts).toBeLessThan(3_660_000);
  });

  const refused: [string, object, string][] = [
    ['no name', { size: 1 }, 'name required'],
    ['no size', { name: 'a.txt' }, 'size required'],
    ['a blocked name', { name: 'a.pdf.EXE ', size: 1 }, 'name blocked'],
    ['a name with a bidi control', { name: 'a\u202egpj.txt', size: 1 }, 'name format'],
    ['a name of 256 bytes', { name: 'x'.repeat(256), size: 1 }, 'name length'],
    ['no media type', { name: 'a', content_type: 'pdf', size: 1 }, 'content_type format'],
    ['a size that is text', { name: 'a', size: '1' }, 'size type'],
    ['a negative size', { name: 'a', size: -1 }, 'size range'],
    ['over 10 MB', { name: 'a', size: 10 * mb + 1 }, 'size range'],
  ];
  test.each(refused)('%s is 400', async (_n, body, issue) => {
    const { call } = await setUp();
    expect(issuesOf(await call('POST', '/attachments', { body }))).toEqual([400, [issue]]);
  });

  test('the link takes exactly the announced bytes and type', async () => {
    const { announceFile } = await setUp();
    const made = await announceFile({ name: 'a.txt', size: 5 });
    expect((await upload(made, Buffer.from('hello!'))).status).toBe(403);
    expect((await upload(made, Buffer.from('hell'))).status).toBe(403);
    expect((await upload(made, Buffer.from('hello'), 'text/html')).status).toBe(403);
    expect((await fetch(made.upload_url)).status).toBe(403);
    expect((await upload(made, Buffer.from('hello'))).status).toBe(200);
  });
});

describe('a send names uploaded files [Q26]', () => {
  test('among others, in their order, with a content_id, as often as it likes', async () => {
    const { uploaded, send } = await setUp();
    const [one, two] = [randomBytes(30_000), randomBytes(5)];
    const logo = await uploaded(one, { name: 'logo.png' });
    const invite = await uploaded(two, { name: 'x.ics', content_type: 'text/calendar; method=REQUEST' });
    const data = Buffer.from('by hand').toString('base64');
    const files = [
      { id: invite.id },
      { name: 'n.txt', data },
      { id: logo.id, content_id: 'logo' },
      { id: logo.id },
    ];
    for (const _ of [1, 2]) {
      const { status, body } = await send(files);
      expect(status).toBe(200);
      expect(await filesOf(body.id)).toEqual([
        { name: 'x.ics', content_type: 'text/calendar; method=REQUEST', data: two },
        { name: 'n.txt', content_type: 'text/plain', data: Buffer.from('by hand') },
        { name: 'logo.png', content_type: 'image/png', content_id: 'logo', data: one },
        { name: 'logo.png', content_type: 'image/png', data: one },
      ]);
    }
  });

  test('an empty file is a file', async () => {
    const { uploaded, send } = await setUp();
    const { id } = await uploaded(Buffer.alloc(0), { name: 'empty.txt' });
    expect(await filesOf((await send([{ id }])).body.id)).toMatchObject([{ data: Buffer.alloc(0) }]);
  });

  test('what is unknown, foreign, no id or not uploaded is 400 at its id', async () => {
    const { announceFile, send } = await setUp();
    const stranger = await setUp();
    const foreign = await stranger.uploaded(Buffer.from('secret'));
    const waiting = await announceFile({ name: 'a.txt', size: 3 });
    for (const id of [
      foreign.id,
      waiting.id,
      ctx.runtime.id('att'),
      'nonsense',
      '',
      foreign.id.toUpperCase(),
    ])
      expect(issuesOf(await send([{ id }]))).toEqual([400, ['attachments[0].id unknown']]);
    expect(issuesOf(await send([{ id: 7 }]))).toEqual([400, ['attachments[0].id type']]);
    const data = Buffer.from('x').toString('base64');
    const mixed = [{ name: 'a.txt', data }, { id: waiting.id }, { id: foreign.id }];
    expect(issuesOf(await send(mixed))).toEqual([
      400,
      ['attachments[1].id unknown', 'attachments[2].id unknown'],
    ]);
  });

  test('nothing but content_id stands beside an id', async () => {
    const { uploaded, send } = await setUp();
    const { id } = await uploaded(Buffer.from('x'));
    for (const beside of [{ data: '' }, { content: 'eA==' }, { name: 'a.txt' }, { contentType: 'a/b' }])
      expect(issuesOf(await send([{ id, ...beside }]))).toEqual([400, ['attachments[0].id conflict']]);
    expect(issuesOf(await send([{ id, content_id: 'a b' }]))).toEqual([
      400,
      ['attachments[0].content_id format'],
    ]);
    const twice = [
      { id, content_id: 'a' },
      { id, content_id: 'a' },
    ];
    expect(issuesOf(await send(twice))).toEqual([400, ['attachments[1].content_id conflict']]);
    expect((await send([{ id, content_id: 'a', name: null }])).status).toBe(200);
  });

  test('24 hours after its upload a file is usable no more, and a replay still answers', async () => {
    const clock = testClock();
    const { uploaded, send } = await setUp(testContext({ runtime: clock.runtime }));
    const { id } = await uploaded(Buffer.from('x'));
    clock.advance(23.9 * 3_600_000);
    const headers = { 'idempotency-key': 'k' };
    const first = await send([{ id }], {}, headers);
    expect(first.status).toBe(200);
    clock.advance(0.2 * 3_600_000);
    expect(issuesOf(await send([{ id }]))).toEqual([400, ['attachments[0].id unknown']]);
    const again = await send([{ id }], {}, headers);
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  });

  test('the first upload of a link stays, and an accepted email keeps its file [Q57]', async () => {
    const { announceFile, send } = await setUp();
    const made = await announceFile({ name: 'a.pdf', size: 5 });
    const unsigned = { method: 'PUT', headers: { 'content-type': made.content_type }, body: 'first' };
    expect((await fetch(made.upload_url, unsigned)).status).toBe(403);
    expect((await upload(made, Buffer.from('first'))).status).toBe(200);
    const { body } = await send([{ id: made.id }]);
    for (const bytes of ['other', 'first']) expect((await upload(made, Buffer.from(bytes))).status).toBe(412);
    expect(await filesOf(body.id)).toMatchObject([{ data: Buffer.from('first') }]);
    expect((await send([{ id: made.id }])).status).toBe(200);
  });

  test('an email whose file is gone fails, and nothing of it goes out', async () => {
    const quiet = { ...ctx, queues: { ...ctx.queues, deliver: async () => {} } };
    const { account, call, uploaded, send } = await setUp(quiet);
    const { body } = await send([{ id: (await uploaded(Buffer.from('first'))).id }]);
    const handed = jest.fn();
    const message = { id: idOf('msg', body.id), account: account.id };
    const attachments = { ...ctx.attachments, read: async () => null };
    await deliverEmail({ ...ctx, attachments, mailer: { send: handed } }, message, { receive_count: 1 });
    expect(handed).not.toHaveBeenCalled();
    const record = (await call('GET', `/emails/${message.id}`)).body.email;
    expect(record).toMatchObject({ status: 'failed', failure_reason: 'content_expired' });
  });

  test('a tenant-limited key uploads for its tenant alone', async () => {
    const { account, api_key, uploaded } = await setUp();
    const operator = inProcess(ctx, tenantRoutes, api_key);
    const keyOf = async (external_id: string) => {
      const { body } = await operator('POST', '/tenants', { body: { external_id } });
      const tenant = (body.tenant as { id: Id<'ten'> }).id;
      return inProcess(ctx, routes, await keyWith(ctx, account.id, ['emails:send'], { tenant }));
    };
    const [own, other] = [await keyOf('own'), await keyOf('other')];
    const answer = await own('POST', '/attachments', { body: { name: 'a.txt', size: 1 } });
    const made = answer.body.attachment as Made;
    await upload(made, Buffer.from('x'));
    const accounts = await uploaded(Buffer.from('y'));
    const body = (id: string) => ({
      from: 'a@unknown.example',
      to: 'b@x.example',
      subject: 's',
      text: 't',
      attachments: [{ id }],
    });
    const send = (call: typeof own, id: string) => call('POST', '/emails', { body: body(id) });
    for (const refused of [await send(other, made.id), await send(own, accounts.id)])
      expect(issuesOf(refused)).toEqual([400, ['attachments[0].id unknown']]);
    // past the look-up: the from-domain is what is refused
    expect((await send(own, made.id)).status).toBe(403);
  });

  test('40 MB composed is the limit in all, ten files the limit in number [Q26]', async () => {
    const { uploaded, send } = await setUp();
    const { id } = await uploaded(Buffer.alloc(9.6 * mb, 1));
    expect((await send([{ id }, { id }, { id }])).status).toBe(200);
    const over = await send([{ id }, { id }, { id }, { id }]);
    expect([over.status, over.body.error?.code]).toEqual([413, 'payload_too_large']);
    const eleven = Array.from({ length: 11 }, () => ({ id }));
    expect(issuesOf(await send(eleven))).toEqual([400, ['attachments length']]);
  });
});
