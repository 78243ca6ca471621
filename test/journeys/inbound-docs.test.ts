import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readStack } from '../support/environment.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const page = readFileSync('docs/inbound.md', 'utf8');
const commands = page
  .split('```sh\n')
  .slice(1)
  .map((block) => block.split('\n```')[0] ?? '');

const { api_key, base_url, inbound } = readStack();
const folder = mkdtempSync(join(tmpdir(), 'mailwright-inbound-'));
afterAll(() => rmSync(folder, { recursive: true }));

const shell = async (command: string, id = '') => {
  const variables = { API: base_url, KEY: api_key, DOMAIN: inbound.domain, ID: id };
  const env = { ...process.env, ...variables, INBOUND: `${inbound.host}:${inbound.port}` };
  const { stdout } = await run('bash', ['-ec', command], { cwd: folder, env });
  return stdout;
};

test('docs/inbound.md: its commands send a message, list it, show it and delete it', async () => {
  const [send = '', list = '', show = '', remove = ''] = commands;
  const began = new Date(Date.now() - 1000).toISOString();
  await shell(send);
  type Page = { received_emails: { id: string; subject: string; received_at: string }[] };
  const found = async () => {
    const { received_emails } = JSON.parse(await shell(list)) as Page;
    return received_emails.find(({ subject, received_at }) => subject === 'Hello' && received_at > began);
  };
  const { id } = await until(found, { within_ms: 60_000, what: 'the message in the list' });
  expect(JSON.parse(await shell(show, id)).received_email).toMatchObject({ id, text: 'It works.\r\n' });
  expect(JSON.parse(await shell(remove, id))).toEqual({ ok: true });
}, 90_000);

test('docs/inbound.md: its other commands add a route and a blocked sender', async () => {
  const [, , , , route = '', block = '', ...more] = commands;
  expect(more).toEqual([]);
  const { inbound_route } = JSON.parse(await shell(route));
  expect(inbound_route).toMatchObject({ match: `noreply@${inbound.domain}`, action: 'refuse' });
  const { blocked_sender } = JSON.parse(await shell(block));
  expect(blocked_sender).toMatchObject({ sender: 'spam.example', domain: null });
  const end = (path: string) =>
    fetch(`${base_url}${path}`, { method: 'DELETE', headers: { authorization: `Bearer ${api_key}` } });
  const ended = await Promise.all([
    end(`/inbound-routes/${inbound_route.id}`),
    end(`/blocked-senders/${blocked_sender.id}`),
  ]);
  expect(ended.map(({ status }) => status)).toEqual([200, 200]);
});
