import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createContext, Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import ts from '../../packages/api-types/node_modules/typescript/lib/typescript.js';
import { isMailwrightError, NotFoundError } from '../../packages/sdk/src/index.ts';
import { sign } from '../../shared/domain/webhooks/sign.ts';
import { nodes, packedSdk, run } from '../support/packed-sdk.ts';
import { json, scriptedServer } from '../support/scripted-server.ts';

let sdk: Awaited<ReturnType<typeof packedSdk>>;
let server: Awaited<ReturnType<typeof scriptedServer>>;
beforeAll(async () => {
  [sdk, server] = await Promise.all([packedSdk(), scriptedServer()]);
  server.play(json(200, { id: 'msg_1', status: 'sent' }));
});
afterAll(async () => {
  server.close();
  await sdk.remove();
});

const bin = (name: string) => resolve('node_modules/.bin', name);
const entries = ['index', 'webhooks', 'react-email', 'nodemailer'];

test('publint and attw find nothing [D56]', async () => {
  const publint = await run(bin('publint'), ['run', sdk.tarball, '--strict']);
  expect(publint.stdout).toContain('All good!');
  const attw = await run(bin('attw'), [
    sdk.tarball,
    '--profile',
    'node16',
    '--no-emoji',
    '--format',
    'ascii',
  ]);
  expect(attw.stdout.match(/from ESM\): OK \(ESM\)/g)?.length).toBe(entries.length);
  expect(attw.stdout.match(/from CJS\): OK \(CJS\)/g)?.length).toBe(entries.length);
});

test('no dependency, no node: import in what is loaded, and within its sizes [D56]', async () => {
  const manifest = JSON.parse(await readFile(join(sdk.installed, 'package.json'), 'utf8'));
  expect(manifest.dependencies).toBeUndefined();
  expect(await readdir(join(sdk.project, 'node_modules', '@mailwright'))).toEqual(['sdk']);
  const zipped: Record<string, number> = {};
  for (const format of ['esm', 'cjs']) {
    for (const entry of entries) {
      const text = await readFile(join(sdk.installed, 'dist', format, `${entry}.js`), 'utf8');
      expect(text).not.toMatch(/['"]node:|\brequire\(/);
      zipped[`${format} ${entry}`] = gzipSync(text, { level: 9 }).length;
    }
  }
  expect(zipped['esm index']).toBeLessThanOrEqual(12 * 1024);
  expect(zipped['cjs index']).toBeLessThanOrEqual(12 * 1024);
  expect(zipped['esm webhooks']).toBeLessThanOrEqual(2 * 1024);
  expect(zipped['cjs webhooks']).toBeLessThanOrEqual(2 * 1024);
});

const secret = 'whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const event = '{"id":"evt_1","type":"email.sent","data":{}}';

/** Sends an email, verifies an event, and says what came of it. */
const story = `
const client = new Mailwright();
const sent = await client.emails.send({ from: 'a@x.example', to: 'b@x.example', subject: 'x', text: 'x' });
const verified = await verifyWebhook(${JSON.stringify(event)}, header, ${JSON.stringify(secret)});
`;
const say = `console.log(JSON.stringify({ id: sent.id, type: verified.type, transport: mailwrightTransport(client).name }));`;

describe('installed alone and offline [D56]', () => {
  test.each([
    ['ESM', 'story.mjs'],
    ['CommonJS', 'story.cjs'],
  ])('%s runs on each Node of this machine', async (kind, file) => {
    const header = JSON.stringify(sign(event, [secret], Date.now()));
    const take = (names: string, from: string) =>
      kind === 'ESM' ? `import { ${names} } from '${from}';` : `const { ${names} } = require('${from}');`;
    const text = [
      take('Mailwright', '@mailwright/sdk'),
      take('verifyWebhook', '@mailwright/sdk/webhooks'),
      take('mailwrightTransport', '@mailwright/sdk/nodemailer'),
      '(async () => {',
      `const header = ${header};`,
      story,
      say,
      '})();',
    ].join('\n');
    await sdk.write(file, text);
    const env = { ...process.env, MAILWRIGHT_API_KEY: 'svc_x', MAILWRIGHT_BASE_URL: server.url };
    for (const [version, node] of await nodes()) {
      const { stdout } = await run(node, [file], { cwd: sdk.project, env });
      expect([version, JSON.parse(stdout)]).toEqual([
        version,
        { id: 'msg_1', type: 'email.sent', transport: 'mailwright' },
      ]);
    }
  });
});

test('in a runtime with the names of the web alone, bundled for a browser [D56]', async () => {
  const header = JSON.stringify(sign(event, [secret], Date.now()));
  const contents = `
import { Mailwright } from '@mailwright/sdk';
import { verifyWebhook } from '@mailwright/sdk/webhooks';
globalThis.result = (async (header) => {
  const client = new Mailwright('svc_x', { baseUrl: ${JSON.stringify(server.url)} });
  const sent = await client.emails.send({ from: 'a@x.example', to: 'b@x.example', subject: 'x', text: 'x' });
  const verified = await verifyWebhook(${JSON.stringify(event)}, header, ${JSON.stringify(secret)});
  return { id: sent.id, type: verified.type, globals: Object.keys(globalThis) };
})(${header});`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: sdk.project },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
  });
  const web = {
    fetch,
    crypto,
    Headers,
    URL,
    URLSearchParams,
    AbortController,
    TextEncoder,
    TextDecoder,
    setTimeout,
    clearTimeout,
  };
  const context = createContext({ ...web });
  new Script(outputFiles[0]?.text ?? '').runInContext(context);
  const result = await context.result;
  expect(result).toMatchObject({ id: 'msg_1', type: 'email.sent' });
  for (const name of ['process', 'Buffer', 'require', 'module', 'window'])
    expect(result.globals).not.toContain(name);
});

const tsconfig = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    noEmit: true,
    strict: true,
    // Its own types only: those of the SDK are checked.
    skipDefaultLibCheck: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  },
  files: ['program.mts', 'program.cts'],
};

const program = `
import {
  type BlockedSender, type Email, type EmailSendParams, type EmailSendResponse, isMailwrightError, Mailwright, SuppressedError,
} from '@mailwright/sdk';
import { verifyWebhook, WebhookSignatureError } from '@mailwright/sdk/webhooks';
import { mailwrightTransport, type MailwrightMailOptions } from '@mailwright/sdk/nodemailer';

const client = new Mailwright('svc_x', { baseUrl: 'https://mail.example.com/api', maxRetries: 3 });
const email = { from: { email: 'a@x.example', name: 'A' }, to: ['b@x.example'], subject: 'x', text: 'x' };

export async function named(params: EmailSendParams): Promise<[EmailSendResponse, Email, BlockedSender[]]> {
  const data = [{ name: 'a', data: new Uint8Array(1) }, { name: 'b', data: 'YQ==' }, { id: 'att_1' }];
  const sent = await client.emails.send({ ...params, attachments: data });
  return [sent, await client.emails.get(sent.id), (await client.blockedSenders.list()).items];
}

export async function right(signal: AbortSignal) {
  const { id, status } = await client.emails.send({ ...email, attachments: [{ name: 'a', data: 'YQ==' }] }, { signal });
  const known: 'sent' | 'scheduled' = status;
  const record = await client.emails.get(id, { include: 'content' });
  const html: string | null | undefined = record.html;
  const { items, next_cursor } = await client.emails.list({ limit: 10, status: 'bounced' });
  for await (const one of client.suppressions.list({ reason: 'bounce' })) items.push({ ...items[0]!, id: one.id });
  const created = await client.webhooks.create({ url: 'https://x.example/hook', events: ['email.sent'] });
  const { queued } = await client.webhooks.replayFailed(created.webhook.id, { since: '2026-01-01T00:00:00Z' });
  const preview = await client.templates.preview('welcome', { variables: { name: 'Ann' } });
  const upload = await client.attachments.upload({ name: 'a', data: new Uint8Array(1) });
  for await (const slice of client.migrations.run({ provider: 'sendgrid', api_key: 'k' })) void slice.status;
  const csv: string = await client.migrations.report('mig_1');
  const { matched_automations } = await client.events.send({ name: 'order.paid', email: 'b@x.example' });
  const any = await client.request<{ ok: boolean }>('POST', '/newer', { body: {}, idempotencyKey: 'k' });
  const extra: MailwrightMailOptions = { tags: { a: 'b' }, idempotencyKey: 'k' };
  return [known, html, next_cursor, created.secret, queued, preview.subject, upload.id, csv, matched_automations, any.ok, extra, mailwrightTransport(client)];
}

export async function receive(body: string, header: string | null) {
  try {
    const event = await verifyWebhook(body, header, ['whsec_a', 'whsec_b']);
    if (event.type === 'email.bounced') return event.data.bounce_type;
    // @ts-expect-error only a bounce has a bounce_type
    return event.data.bounce_type;
  } catch (error) {
    if (error instanceof WebhookSignatureError) return error.reason;
    if (error instanceof SuppressedError) return error.suppressed;
    if (isMailwrightError(error, 'rate_limited')) return error.retryAfterMs;
    throw error;
  }
}

export function wrong() {
  // @ts-expect-error misspelt field
  void client.emails.send({ ...email, replyTo: 'c@x.example' });
  // @ts-expect-error misspelt field of an attachment
  void client.emails.send({ ...email, attachments: [{ name: 'a', dat: 'YQ==' }] });
  // @ts-expect-error attachments are refused in a batch
  void client.emails.sendBatch({ emails: [{ ...email, attachments: [{ name: 'a', data: 'YQ==' }] }] });
  // @ts-expect-error no such status
  void client.emails.list({ status: 'gone' });
  // @ts-expect-error a required field is missing
  void client.tenants.create({ name: 'x' });
  // @ts-expect-error no such event
  void client.webhooks.create({ url: 'https://x.example', events: ['email.lost'] });
  // @ts-expect-error misspelt option
  void client.emails.send(email, { idempotencykey: 'x' });
  // @ts-expect-error no such option of a call that takes no key
  void client.domains.create({ name: 'x.example' }, { idempotencyKey: 'x' });
  // @ts-expect-error misspelt option of the client
  void new Mailwright({ apikey: 'x' });
  // @ts-expect-error no such method
  void client.emails.remove('msg_1');
}
`;

test.each([
  ['7', 'node_modules/typescript'],
  ['5.9', 'packages/api-types/node_modules/typescript'],
])(
  'a strict program compiles with TypeScript %s, as a module and as CommonJS; misspelt fields do not',
  async (_, folder) => {
    await sdk.write('program.mts', program);
    await sdk.write('program.cts', program);
    await sdk.write('tsconfig.json', JSON.stringify(tsconfig));
    const tsc = [resolve(folder, 'bin', 'tsc'), '-p', '.'];
    const checked = run(process.execPath, tsc, { cwd: sdk.project });
    const { stdout } = await checked.catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  },
);

/** What an editor shows over the last word of each text that the program has. */
function hovers(folder: string, texts: string[]): string[] {
  const path = join(folder, 'program.mts');
  const languages = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(ts.sys.readFile(file) ?? ''),
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, strict: true }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  return texts.map((text) => {
    const shown = languages.getQuickInfoAtPosition(path, program.indexOf(text) + text.length - 1);
    return ts.displayPartsToString(shown?.documentation);
  });
}

test('an editor shows what the document says of methods and of their parameters', async () => {
  await sdk.write('program.mts', program);
  const { paths } = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
  const { post, get } = paths['/emails'];
  const limit = get.parameters.find(({ name }: { name: string }) => name === 'limit');
  expect(hovers(sdk.project, ['client.emails.send', '{ limit', 'client.webhooks.replayFailed'])).toEqual([
    `${post.summary}.\n\n${post.description}`,
    limit.description ?? limit.schema.description,
    expect.stringContaining('failed'),
  ]);
});

test('renderEmail makes html and text of a React element, with the package that the project has [D66]', async () => {
  const text = `
import { createRequire } from 'node:module';
import { renderEmail } from ${JSON.stringify(resolve('packages/sdk/dist/esm/react-email.js'))};
const { createElement } = createRequire(${JSON.stringify(resolve('packages/sdk/package.json'))})('react');
console.log(JSON.stringify(await renderEmail(createElement('p', null, 'Hi ', createElement('b', null, '<Ann>')))));`;
  await sdk.write('render.mjs', text);
  const { html, text: plain } = JSON.parse(
    (await run(process.execPath, [join(sdk.project, 'render.mjs')])).stdout,
  );
  expect(html).toMatch(/<p>Hi (<!-- -->)?<b>&lt;Ann&gt;<\/b><\/p>/);
  expect(plain.trim()).toBe('Hi <Ann>');
  await sdk.write(
    'without.mjs',
    `import { renderEmail } from '@mailwright/sdk/react-email'; await renderEmail({});`,
  );
  await expect(run(process.execPath, [join(sdk.project, 'without.mjs')])).rejects.toThrow(
    /@react-email\/render/,
  );
});

test('an error of another copy of the package is known [D62]', async () => {
  const copy = jest.requireActual<typeof import('../../packages/sdk/src/index.ts')>(
    join(sdk.installed, 'dist/cjs/index.js'),
  );
  const error = new copy.NotFoundError({ message: 'x', status: 404, code: 'not_found' });
  expect({
    sameClass: error instanceof NotFoundError,
    sameError: isMailwrightError(error, 'not_found'),
  }).toEqual({ sameClass: false, sameError: true });
  for (const other of [null, 'x', new Error('x'), { code: 'not_found' }])
    expect(isMailwrightError(other)).toBe(false);
});

test('the version in the user agent is the package’s', async () => {
  const text = await readFile(join(sdk.installed, 'dist', 'esm', 'index.js'), 'utf8');
  expect(/^var version = "(.*)";$/m.exec(text)?.[1]).toBe(sdk.version);
});
