import { readFileSync } from 'node:fs';
import type { ApiDocument, Operation } from '../../packages/api-types/document.ts';
import { commands } from '../../packages/cli/src/commands/all.ts';
import { shellOf, wordsOf } from '../support/cli.ts';

const document: ApiDocument = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** The actions of an operation that has one command for each. */
function actionsOf({ 'x-sdk': sdk, requestBody }: Operation): (string | undefined)[] {
  if (!sdk?.endsWith('.act')) return [undefined];
  const schema = requestBody?.content['application/json']?.schema ?? {};
  const { properties } = document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
  return properties?.action?.enum ?? [];
}

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');

const commandOf = (sdk: string, action: string | undefined): string =>
  sdk
    .replace(/act$/, action ?? 'act')
    .split('.')
    .map(kebab)
    .join(' ');

/** The answer in the document: the last page of a list, the plan of an `apply`. */
function answerOf({ responses }: Operation): unknown {
  const [, { content = {} } = {}] = Object.entries(responses).find(([status]) => status < '300') ?? [];
  const example = Object.values(content)[0]?.example;
  if (typeof example !== 'object' || example === null) return example;
  if ('has_more' in example) return { ...example, has_more: false };
  return 'domain' in example ? { ...example, dns_plan: { changes: [] } } : example;
}

/** The one request of a command line, which the document's example answers. */
async function requestOf(line: string, answer: unknown) {
  const requests: { method: string; path: string; body: unknown }[] = [];
  const { cli } = shellOf({
    ask: async () => 'y',
    fetch: async (url, { method = '', body }) => {
      requests.push({
        method,
        path: new URL(url).pathname.replace(/^\/api/, ''),
        body: body === undefined ? {} : JSON.parse(String(body)),
      });
      if (typeof answer === 'string')
        return new Response(answer, { headers: { 'content-type': 'text/csv' } });
      return Response.json(answer);
    },
  });
  const { status, err } = await cli(...wordsOf(line.replace('@body.json', '{}')));
  return { status, err, requests };
}

test('what has no command is a page or a link of an email, or the address of a program [D69]', () => {
  const without = operations.filter(({ operation }) => operation['x-sdk'] === undefined);
  expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /t/o/{token}',
    'GET /t/c/{token}',
    'GET /unsubscribe/{token}',
    'POST /unsubscribe/{token}',
    'POST /doctor/{token}',
    'POST /listen',
  ]);
});

const covered = operations.flatMap(({ method, path, operation }) =>
  operation['x-sdk'] === undefined
    ? []
    : actionsOf(operation).map((action) => ({
        name: commandOf(operation['x-sdk'] ?? '', action),
        method,
        path,
        action,
        operation,
      })),
);

test.each(covered)('`mailwright $name` makes its request: $method $path [D69]', async (one) => {
  const command = commands.find(({ name }) => name === one.name);
  const { status, err, requests } = await requestOf(command?.example ?? '', answerOf(one.operation));
  expect([status, err]).toEqual([0, expect.not.stringMatching(/^error/)]);
  const [request, ...others] = requests;
  expect([request?.method, others]).toEqual([one.method, []]);
  expect(request?.path).toMatch(new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`));
  if (one.action) expect(request?.body).toMatchObject({ action: one.action });
});

test('every SDK operation is a command: 93 of 93, in 101 commands [D69]', () => {
  const names = new Set(commands.map(({ name }) => name));
  expect(covered.filter(({ name }) => !names.has(name))).toEqual([]);
  expect([new Set(covered.map(({ operation }) => operation)).size, covered.length]).toEqual([93, 101]);
});
