import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Example, examplesOf } from '../../infra/docs/examples.ts';
import { literal } from '../../infra/docs/literals.ts';
import type { ApiRequest } from '../../infra/docs/request.ts';
import { guideRequests, referenceRequests, shownExamples } from '../support/shown-examples.ts';

const run = promisify(execFile);
const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const inLanguage = (language: string) => shownExamples().filter((one) => one.language === language);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'examples-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('every operation of the API, and most requests of the guides, are shown in five languages [D50]', () => {
  const labels = (request: ApiRequest) => examplesOf(request).map(({ label }) => label);
  expect(referenceRequests().length).toBeGreaterThan(90);
  expect(guideRequests().length).toBeGreaterThan(60);
  for (const request of [...referenceRequests(), ...guideRequests()])
    expect(labels(request)).toEqual(['curl', ...(request.sdk ? ['TypeScript'] : []), 'Python', 'Go', 'PHP']);
});

(has('python3', '--version') ? test : test.skip)('every example in Python compiles', () => {
  const program = 'import json, sys\nfor code in json.load(sys.stdin): compile(code, code, "exec")';
  const input = JSON.stringify(inLanguage('python').map(({ code }) => code));
  expect(execFileSync('python3', ['-c', program], { input, encoding: 'utf8' })).toBe('');
});

(has('gofmt', '-h') || has('go', 'version') ? test : test.skip)(
  'gofmt accepts every example in Go unchanged',
  () => {
    for (const [i, { code }] of inLanguage('go').entries())
      writeFileSync(join(folder, `example-${i}.go`), `${code}\n`);
    expect(execFileSync('gofmt', ['-l', folder], { encoding: 'utf8' })).toBe('');
  },
);

(has('php', '--version') ? test : test.skip)('every example in PHP compiles', () => {
  const code = inLanguage('php').map((one) => one.code.replace('<?php', ''));
  const functions = code.map((body, i) => `function example${i}() {${body}\n}`);
  const path = join(folder, 'examples.php');
  writeFileSync(path, `<?php\n${functions.join('\n')}`);
  expect(execFileSync('php', ['-l', path], { encoding: 'utf8' })).toContain('No syntax errors');
});

/** How an example is run, and whether this machine can. */
const programs: Record<
  string,
  { ready: () => boolean; command: (file: string) => [string, string[]]; file: string }
> = {
  sh: { ready: () => has('curl', '--version'), command: (file) => ['bash', [file]], file: 'run.sh' },
  python: {
    ready: () => has('python3', '-c', 'import requests'),
    command: (file) => ['python3', [file]],
    file: 'run.py',
  },
  go: { ready: () => has('go', 'version'), command: (file) => ['go', ['run', file]], file: 'run.go' },
  php: {
    ready: () => has('php', '-r', 'exit((int) !extension_loaded("curl"));'),
    command: (file) => ['php', [file]],
    file: 'run.php',
  },
};

/** What a server gets from an example. */
async function received({ language, code }: Example): Promise<unknown> {
  const program = programs[language];
  if (!program?.ready()) return null;
  let seen: unknown;
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const body = Buffer.concat(await request.toArray()).toString();
    const type = headers['content-type'];
    const sent = type === 'application/json' ? JSON.parse(body) : body;
    seen = { method, url, type, key: headers.authorization, idempotency: headers['idempotency-key'], sent };
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const file = join(folder, program.file);
    writeFileSync(file, code.replaceAll('{base_url}', `http://127.0.0.1:${port}/api`));
    await run(...program.command(file), { env: { ...process.env, API_KEY: 'svc_test', NO_PROXY: '*' } });
    return seen;
  } finally {
    server.close();
  }
}

const hostile = 'it\'s "a" `b` $c \\ {d} \n\t\u0000 é 𝄞 </b>';

const requests: [string, ApiRequest][] = [
  [
    'JSON with a hostile text',
    {
      method: 'POST',
      path: '/emails',
      key: true,
      headers: { 'Idempotency-Key': 'order-1' },
      body: {
        json: { text: hostile, empty: {}, none: null, list: [true, 1.5, []], [hostile.slice(0, 8)]: 1 },
      },
      sdk: null,
    },
  ],
  [
    'a query',
    { method: 'GET', path: '/emails?limit=1&status=sent', key: true, headers: {}, body: null, sdk: null },
  ],
  [
    'a form',
    {
      method: 'POST',
      path: '/unsubscribe',
      key: false,
      headers: {},
      body: { form: { a: 'b c&d' } },
      sdk: null,
    },
  ],
];

test.each(requests)(
  '%s reaches a server in the same way from every language',
  async (_name, request) => {
    const { body } = request;
    const expected = {
      method: request.method,
      url: `/api${request.path}`,
      type: body ? ('json' in body ? 'application/json' : 'application/x-www-form-urlencoded') : undefined,
      key: request.key ? 'Bearer svc_test' : undefined,
      idempotency: request.headers['Idempotency-Key'],
      sent: body ? ('json' in body ? body.json : 'a=b+c%26d') : '',
    };
    for (const example of examplesOf(request)) {
      const seen = await received(example);
      if (seen !== null)
        expect({ language: example.language, seen }).toEqual({ language: example.language, seen: expected });
    }
  },
  120_000,
);

test('a literal in TypeScript is the value it came from', () => {
  const value = { text: hostile, 'a-b': [null, { c: hostile }] };
  expect(new Function(`return ${literal(value, 'ts')}`)()).toEqual(value);
});
