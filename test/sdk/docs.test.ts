import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sign } from '../../shared/domain/webhooks/sign.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { run } from '../support/packed-sdk.ts';
import { stopReceivers } from '../support/receiver.ts';
import { fakeSendgrid, providerKey } from '../support/sendgrid.ts';
import { servedApi } from '../support/served-api.ts';
import { shownExamples } from '../support/shown-examples.ts';
import { withProvider } from '../support/stand-in.ts';

const pages = ['docs/sdk.md', 'packages/sdk/README.md'];
const blocks = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = '']) => ({
    page,
    text,
  })),
);

const tsconfig = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2022',
    types: ['node'],
    noEmit: true,
    strict: true,
    skipLibCheck: true,
  },
  include: ['*.mts', 'react.d.ts'],
};

/** What the compiler says of a folder. */
async function compiled(project: string): Promise<string> {
  const tsc = run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', project]);
  return (await tsc.catch((error: { stdout: string }) => error)).stdout;
}

let folder: string;
let env: NodeJS.ProcessEnv;
let api: Awaited<ReturnType<typeof servedApi>>;
const secret = 'whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

beforeAll(async () => {
  await run(process.execPath, ['packages/build.mjs']);
  const provider = await fakeSendgrid();
  const ctx = withProvider(testContext(), provider.url);
  const { api_key, domain } = await freshAccount(ctx);
  api = await servedApi(ctx);
  // Below the repository, so that the blocks find the workspace and the packages of its tests.
  mkdirSync('.local', { recursive: true });
  folder = mkdtempSync(resolve('.local/sdk-docs-'));
  blocks.forEach(({ text }, i) => {
    writeFileSync(join(folder, `block-${i}.mts`), text.replaceAll('acme.test', domain));
  });
  env = {
    ...process.env,
    MAILWRIGHT_API_KEY: api_key,
    MAILWRIGHT_BASE_URL: api.base_url,
    MAILWRIGHT_WEBHOOK_SECRET: secret,
    PROVIDER_API_KEY: providerKey,
  };
});
afterAll(async () => {
  await stopReceivers();
  api.close();
  rmSync(folder, { recursive: true });
});

test('every block of docs/sdk.md and of the README compiles', async () => {
  expect(blocks.length).toBeGreaterThanOrEqual(9);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  // React has no types here.
  writeFileSync(
    join(folder, 'react.d.ts'),
    `declare module 'react' { export const createElement: (...all: unknown[]) => any; }`,
  );
  expect(await compiled(folder)).toBe('');
});

test.each(
  blocks.map(
    ({ page, text }, i) => [page, text.split('\n').find((line) => /await|verify/.test(line)), i] as const,
  ),
)('%s: the block with `%s` runs', async (_page, _line, i) => {
  await run(process.execPath, [join(folder, `block-${i}.mts`)], { cwd: folder, env });
});

test('the receiver of docs/sdk.md takes what is signed, and refuses the rest [D65]', async () => {
  const i = blocks.findIndex(({ text }) => text.includes('export async function POST'));
  const body =
    '{"id":"evt_1","type":"email.bounced","data":{"recipient":"ann@example.net","bounce_type":"hard"}}';
  const header = sign(body, [secret], Date.now());
  const caller = `
import { POST } from './block-${i}.mts';
const ask = async (headers) => {
  const answer = await POST(new Request('https://x.example', { method: 'POST', headers, body: ${JSON.stringify(body)} }));
  return [answer.status, await answer.text()];
};
const signed = { 'service-signature': ${JSON.stringify(header)} };
console.error(JSON.stringify([await ask(signed), await ask({}), await ask({ 'service-signature': 't=1,v1=${'0'.repeat(64)}' })]));`;
  writeFileSync(join(folder, 'receive.mjs'), caller);
  const { stdout, stderr } = await run(process.execPath, [join(folder, 'receive.mjs')], { env });
  expect(JSON.parse(stderr)).toEqual([
    [204, ''],
    [400, 'missing'],
    [400, 'timestamp'],
  ]);
  expect(stdout.trim()).toBe('ann@example.net hard');
});

test('every call of the SDK that the reference and the guides show compiles', async () => {
  const calls = shownExamples().filter(({ language }) => language === 'ts');
  expect(calls.length).toBeGreaterThan(120);
  const shown = join(folder, 'shown');
  mkdirSync(shown);
  for (const [i, { code }] of calls.entries()) writeFileSync(join(shown, `call-${i}.mts`), code);
  writeFileSync(join(shown, 'tsconfig.json'), JSON.stringify({ ...tsconfig, include: ['*.mts'] }));
  expect(await compiled(shown)).toBe('');
});

test('docs/sdk.md names every class of error, every helper and every option of the client', () => {
  const page = readFileSync('docs/sdk.md', 'utf8');
  const exported = readFileSync('packages/sdk/src/index.ts', 'utf8').match(/\w+Error\b/g) ?? [];
  const options = readFileSync('packages/sdk/src/types.ts', 'utf8')
    .split('type MailwrightOptions')[1]
    ?.split('};')[0];
  const names = [...(options ?? '').matchAll(/^ {2}(\w+)\?:/gm)].map(([, name = '']) => name);
  expect(names.length).toBe(8);
  for (const name of [...exported, ...names])
    expect(page).toContain(`\`${name}\``.replace('`isMailwrightError`', 'isMailwrightError('));
});
