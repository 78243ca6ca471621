import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { blocksOf } from '../support/doc-blocks.ts';
import { newCustomer, stack, withStatus } from './world.ts';

const run = promisify(execFile);
const clone = mkdtempSync(join(tmpdir(), 'mailwright-clone-'));
afterAll(() => rmSync(clone, { recursive: true }));

const npx = `npx() { shift; "${process.execPath}" "${resolve('packages/cli/bin/mailwright.js')}" "$@"; }\n`;

async function shell(script: string, cwd: string, own: Record<string, string>) {
  const env = { PATH: process.env.PATH, HOME: clone, ...own };
  const { stdout } = await run('bash', ['-ec', npx + script], { cwd, env, timeout: 80_000 });
  return stdout;
}

test('docs/local-cloud.md: its commands verify a domain that the local DNS did not know', async () => {
  const { api_key, domain, call } = await newCustomer();
  mkdirSync(join(clone, '.local'));
  writeFileSync(join(clone, '.local/stack.json'), JSON.stringify({ ...stack, api_key }));
  const [zone, apply] = blocksOf('docs/local-cloud.md').filter(
    ({ language, text }) => language === 'sh' && text.includes('shop.example'),
  );
  const own = domain.replace(/test$/, 'example');
  const commands = [zone, apply].map((block) => block?.text.replaceAll('shop.example', own));
  const said = await shell(commands.join('\n'), clone, {});
  expect(said).toContain(`mail.${own} verified\n`);
  const sent = await call('POST', '/emails', {
    body: { from: `a@mail.${own}`, to: 'you@acme.test', subject: 's', text: 't' },
  });
  expect(sent.status).toBe(200);
}, 90_000);

test('the README of saas-tenants leads from a tenant to an email of its own domain [D82]', async () => {
  const { api_key, domain, call } = await newCustomer();
  const [block] = blocksOf('examples/saas-tenants/README.md');
  const commands = (block?.text ?? '').replaceAll('acme.test', domain).split('\n').slice(2);
  const keys = {
    AWS_ACCESS_KEY_ID: stack.aws_access_key_id,
    AWS_SECRET_ACCESS_KEY: stack.aws_secret_access_key,
  };
  const own = { MAILWRIGHT_API_KEY: api_key, MAILWRIGHT_BASE_URL: stack.base_url, ...keys };
  const lines = (await shell(commands.join('\n'), process.cwd(), own)).split('\n');
  const [sent = '', paused = ''] = lines.filter((line) => line.startsWith('{')).slice(1);
  expect(JSON.parse(paused)).toMatchObject({ external_id: 'acme', status: 'paused' });
  const email = await withStatus(call, String(JSON.parse(sent).id), 'delivered');
  expect(email).toMatchObject({ tenant: 'acme' });
}, 90_000);
