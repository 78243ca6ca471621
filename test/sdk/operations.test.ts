import { readFileSync } from 'node:fs';
import type { ApiDocument, Operation, Schema } from '../../packages/api-types/document.ts';
import { Mailwright } from '../../packages/sdk/src/index.ts';

const { paths }: ApiDocument = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => {
    const name = operation['x-sdk'];
    return name === undefined ? [] : [{ name, method: method.toUpperCase(), path, operation }];
  }),
);

/** Shorter ways to operations (D59). */
const helpers = `emails.cancel emails.reschedule templates.publish templates.unpublish templates.duplicate
templates.preview webhooks.rotateSecret webhooks.replayFailed webhooks.deliveries.replay domains.verify domains.apply
tenants.pause tenants.resume automations.activate automations.pause automations.duplicate attachments.upload
migrations.run`.split(/\s+/);

type Seen = { url: string; init: RequestInit };

/** A client whose requests are kept, and answered by `body`. */
function listening(body: unknown) {
  const seen: Seen[] = [];
  const client = new Mailwright('svc_test', {
    baseUrl: 'https://mail.example.com/api/',
    fetch: async (url, init) => {
      seen.push({ url, init });
      return Response.json(body);
    },
  });
  return { client, seen };
}

type Method = (...given: unknown[]) => PromiseLike<unknown>;

function methodOf(client: Mailwright, name: string): Method {
  const found = name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], client);
  if (typeof found !== 'function') throw new Error(`The client has no method ${name}`);
  return found as Method;
}

function methodsIn(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member === 'function') return [`${prefix}${name}`];
    return typeof member === 'object' && member !== null ? methodsIn(member, `${prefix}${name}.`) : [];
  });
}

/** The first schema of a 2xx answer, of the type that it has by default. */
function answerOf({ responses }: Operation): Schema {
  const [status = ''] = Object.keys(responses).filter((one) => one.startsWith('2'));
  const [media] = Object.values(responses[status]?.content ?? {});
  const schema = media?.schema ?? {};
  return schema.anyOf?.[0] ?? schema;
}

const listKey = ({ properties = {} }: Schema) =>
  'has_more' in properties && 'next_cursor' in properties
    ? Object.keys(properties).find((name) => properties[name]?.type === 'array')
    : undefined;

/** The one member of `{singular: {…}}`. */
function singleKey({ properties = {} }: Schema): string | undefined {
  const [name = '', ...others] = Object.keys(properties);
  const { $ref, type } = properties[name] ?? {};
  return others.length === 0 && ($ref !== undefined || type === 'object') ? name : undefined;
}

test('the client has the methods that docs/openapi.json names, the helpers of D59 and no others [D58]', () => {
  const { client } = listening({});
  const expected = [...operations.map(({ name }) => name), ...helpers].sort();
  expect(operations.length).toBeGreaterThan(80);
  expect(methodsIn(client).sort()).toEqual(expected);
});

test.each(operations.map((one) => [one.name, one] as const))('%s makes its request', async (name, one) => {
  const { method, path, operation } = one;
  const answer = answerOf(operation);
  const list = listKey(answer);
  const single = singleKey(answer);
  const value = { id: 'one', unknown_field: 1 };
  const members = single ? [single] : Object.keys(answer.properties ?? {});
  const body = list
    ? { [list]: [value], has_more: false, next_cursor: null }
    : Object.fromEntries(members.map((member) => [member, value]));
  const { client, seen } = listening(body);
  const names = operation.parameters.filter((parameter) => parameter.in === 'path');
  const ids = names.map((_, index) => `a/b?${index}`);
  const params = method === 'GET' || method === 'DELETE' ? { limit: 3 } : { subject: 'x' };
  const takesQuery = operation.parameters.some((parameter) => parameter.in === 'query');
  const takesBody = 'requestBody' in operation;
  const result = await methodOf(client, name)(...ids, ...(takesQuery || takesBody ? [params] : []));

  const filled = names.reduce((at, parameter, i) => at.replace(`{${parameter.name}}`, `a%2Fb%3F${i}`), path);
  const url = `https://mail.example.com/api${filled}${takesQuery && !takesBody ? '?limit=3' : ''}`;
  expect(seen.map((request) => [request.init.method, request.url])).toEqual([[method, url]]);
  expect(seen[0]?.init.body).toBe(takesBody ? JSON.stringify(params) : undefined);
  if (list) expect(result).toMatchObject({ items: [value], has_more: false, next_cursor: null });
  else expect(result).toEqual(single ? value : body);
});

test.each(operations.filter(({ method }) => method === 'POST').map((one) => [one.name, one] as const))(
  '%s has an Idempotency-Key when its operation takes one and makes no secret [D64]',
  async (name, one) => {
    const { client, seen } = listening({ data: [], ok: true });
    const ids = one.operation.parameters.filter((parameter) => parameter.in === 'path').map(() => 'x');
    await Promise.resolve(methodOf(client, name)(...ids, {})).catch(() => undefined);
    const takes = one.operation.parameters.some((parameter) => parameter.name === 'Idempotency-Key');
    const secret = ['webhooks.create', 'webhooks.act', 'apiKeys.create', 'smtpCredentials.create'].includes(
      name,
    );
    const key = new Headers(seen[0]?.init.headers).get('idempotency-key');
    if (takes && !secret) expect(key).toMatch(/^sdk-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    else expect(key).toBeNull();
  },
);

test('of the actions of a webhook the one that makes a secret has a key [D64]', async () => {
  const { client, seen } = listening({ ok: true });
  await client.webhooks.rotateSecret('x');
  await client.webhooks.rotateSecret('x', {}, { idempotencyKey: 'mine' });
  await client.webhooks.replayFailed('x', { since: '2026-11-26T00:00:00.000Z' });
  const keys = seen.map(({ init }) => new Headers(init.headers).get('idempotency-key'));
  expect(keys).toEqual([expect.stringMatching(/^sdk-/), 'mine', null]);
});

test('an id that would name another path is refused before any request [D60]', async () => {
  const { client, seen } = listening({ ok: true });
  for (const id of ['', '.', '..', undefined, 7])
    expect(() => client.emails.get(id as string)).toThrow(/An id must be a string/);
  expect(seen).toEqual([]);
});
