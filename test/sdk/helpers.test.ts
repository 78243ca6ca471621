import { type MailwrightOptions, NotFoundError } from '../../packages/sdk/src/index.ts';
import { json, refusal, reset, serverOfTests } from '../support/scripted-server.ts';
import { apiKey, keepingWaits } from '../support/sdk-waits.ts';

const server = serverOfTests();

const clientOf = (options: Partial<MailwrightOptions> = {}) =>
  keepingWaits({ baseUrl: server.url, ...options });

const page = (items: unknown[], next_cursor: string | null) =>
  json(200, { suppressions: items, has_more: next_cursor !== null, next_cursor });
const asked = () => server.received.map(({ url }) => url);

describe('lists [D61]', () => {
  test('no request before a list is used, one for its first page however it is used', async () => {
    server.play(page([{ id: 'sup_1' }], null));
    const list = clientOf().client.suppressions.list();
    expect(server.received.length).toBe(0);
    const { items } = await list;
    const seen: string[] = [];
    for await (const { id } of list) seen.push(id);
    expect([items.length, seen, server.received.length]).toEqual([1, ['sup_1'], 1]);
  });

  test('it goes on over pages that are short or empty (Q14), with the same filters', async () => {
    server.play(page([{ id: 'a' }], 'one'), page([], 'two'), page([], 'three'), page([{ id: 'b' }], null));
    const seen: string[] = [];
    for await (const { id } of clientOf().client.suppressions.list({ reason: 'bounce', limit: 2 }))
      seen.push(id);
    expect(seen).toEqual(['a', 'b']);
    const query = '/suppressions?reason=bounce&limit=2';
    expect(asked()).toEqual([query, ...['one', 'two', 'three'].map((cursor) => `${query}&cursor=${cursor}`)]);
  });

  test('a break fetches no further page, next() one at a time and null after the last', async () => {
    server.play(page([{ id: 'a' }, { id: 'b' }], 'one'), page([{ id: 'c' }], null));
    const { client } = clientOf();
    for await (const { id } of client.suppressions.list()) if (id === 'b') break;
    expect(server.received.length).toBe(1);
    const second = await (await client.suppressions.list({ cursor: 'zero' })).next();
    expect(second).toBeNull();
    expect(asked()).toEqual(['/suppressions', '/suppressions?cursor=zero']);
  });

  test('a refusal of a later page is thrown where it is reached', async () => {
    server.play(page([{ id: 'a' }], 'one'), refusal(404, 'not_found'));
    const seen: string[] = [];
    const walk = async () => {
      for await (const { id } of clientOf().client.suppressions.list()) seen.push(id);
    };
    await expect(walk()).rejects.toBeInstanceOf(NotFoundError);
    expect(seen).toEqual(['a']);
  });
});

test('react: throws an error that names renderEmail, before any request [D66]', () => {
  server.play();
  const { emails } = clientOf().client;
  const element = { type: 'p', props: {}, key: null };
  const email = { from: 'a@acme.test', to: 'b@acme.test', subject: 's', react: element } as never;
  for (const send of [() => emails.send(email), () => emails.sendBatch({ emails: [email] })])
    expect(send).toThrow(/^react: .*renderEmail.*@mailwright\/sdk\/react-email/);
  expect(asked()).toEqual([]);
});

describe('uploads [D59]', () => {
  const made = () =>
    json(201, {
      attachment: {
        id: 'att_1',
        content_type: 'text/plain',
        size: 2,
        upload_url: `${server.url}/put?signed=1`,
      },
    });
  const stored = json(200, {});
  const data = new TextEncoder().encode('hi');

  test('the file is announced, then its bytes are PUT without the key of the API', async () => {
    server.play(made(), stored);
    const seen: (string | null)[] = [];
    const through = (url: string, init: RequestInit) => {
      seen.push(new Headers(init.headers).get('authorization'));
      return fetch(url, init);
    };
    const { client } = clientOf({ fetch: through });
    expect(await client.attachments.upload({ name: 'a.txt', data })).toEqual({ id: 'att_1' });
    expect(server.received.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/attachments', '{"name":"a.txt","size":2}'],
      ['PUT', '/put?signed=1', 'hi'],
    ]);
    expect(seen).toEqual([`Bearer ${apiKey}`, null]);
  });

  test('a PUT whose answer was lost is made again, and 412 then says that the first one was stored', async () => {
    server.play(made(), reset, refusal(412));
    const file = new Blob(['hi'], { type: 'text/plain' });
    expect(await clientOf().client.attachments.upload({ name: 'a.txt', data: file })).toEqual({
      id: 'att_1',
    });
    expect(server.received.length).toBe(3);
    server.play(made(), reset, refusal(409), refusal(412));
    expect(await clientOf().client.attachments.upload({ name: 'a.txt', data })).toEqual({ id: 'att_1' });
    expect(server.received.length).toBe(4);
    server.play(made(), refusal(503), stored);
    expect(await clientOf().client.attachments.upload({ name: 'a', data: data.buffer })).toEqual({
      id: 'att_1',
    });
  });

  test('a PUT that is refused is thrown, and what is no bytes is no file', async () => {
    const { client } = clientOf();
    for (const status of [403, 409, 412]) {
      server.play(made(), refusal(status));
      await expect(client.attachments.upload({ name: 'a.txt', data })).rejects.toMatchObject({ status });
    }
    server.play(made());
    const text = 'hi' as unknown as Uint8Array;
    await expect(client.attachments.upload({ name: 'a.txt', data: text })).rejects.toThrow(TypeError);
    expect(server.received.length).toBe(0);
  });
});

describe('migrations.run [D59]', () => {
  const slice = (has_more: boolean, more: object = {}) =>
    json(200, {
      migration: { status: has_more ? 'in_progress' : 'completed', has_more, next_cursor: null, ...more },
    });
  const params = { provider: 'sendgrid', api_key: 'SG.x', dry_run: false } as const;

  test('every slice, with the waits that the service asks for and one body but for the cursor', async () => {
    server.play(
      slice(true, { next_cursor: 'one', retry_after_seconds: 7 }),
      slice(true, { next_cursor: 'two' }),
      slice(false),
    );
    const { client, waits } = clientOf();
    const statuses: string[] = [];
    for await (const { status } of client.migrations.run(params)) statuses.push(status);
    expect(statuses).toEqual(['in_progress', 'in_progress', 'completed']);
    expect(waits).toEqual([7000]);
    const cursors = server.received.map(({ body }) => JSON.parse(body).cursor ?? null);
    expect(cursors).toEqual([null, 'one', 'two']);
  });

  test('a break makes no further slice; a refusal is thrown, and a run begins at a cursor', async () => {
    const { client } = clientOf();
    server.play(slice(true, { next_cursor: 'one', retry_after_seconds: 7 }), slice(false));
    for await (const _ of client.migrations.run(params)) break;
    expect(server.received.length).toBe(1);
    server.play(refusal(400, 'validation_error'));
    const run = client.migrations.run({ ...params, cursor: 'one' });
    await expect(run.next()).rejects.toMatchObject({ status: 400 });
    expect(JSON.parse(server.received[0]?.body ?? '')).toMatchObject({ cursor: 'one' });
  });
});

describe('answers that are no JSON object', () => {
  const csv = 'email,reason\r\na@x.example,bounce\r\n';
  const text: Parameters<typeof server.play>[0] = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/csv' }).end(csv);

  test('an export is its text, also from where it redirects to', async () => {
    const { client } = clientOf();
    server.play(text);
    expect(await client.suppressions.export()).toBe(csv);
    server.play((_, response) => response.writeHead(302, { location: `${server.url}/file` }).end(), text);
    expect(await client.migrations.report('mig_1')).toBe(csv);
    server.play(json(200, { id: 'mig_1' }));
    expect(await client.migrations.report('mig_1', { format: 'json' })).toEqual({ id: 'mig_1' });
  });

  test('request() gives what there is: JSON of any kind, text, nothing [D59]', async () => {
    const { client } = clientOf();
    server.play(json(200, [1]), text, (_, response) => response.writeHead(204).end());
    expect(await client.request('GET', '/newer', { query: { limit: 1 } })).toEqual([1]);
    expect(asked()).toEqual(['/newer?limit=1']);
    expect(await client.request('GET', '/newer')).toBe(csv);
    expect(await client.request('DELETE', '/newer')).toBeUndefined();
  });

  test('request() has no key of its own, and is made again without an answer only under a given one [D64]', async () => {
    const { client } = clientOf();
    server.play(reset, json(200, { ok: true }));
    await expect(client.request('POST', '/newer', { body: {} })).rejects.toMatchObject({ retryable: false });
    server.play(reset, json(200, { ok: true }));
    expect(await client.request('POST', '/newer', { body: {}, idempotencyKey: 'k' })).toEqual({ ok: true });
    expect(server.received.map(({ key }) => key)).toEqual(['k', 'k']);
  });
});
