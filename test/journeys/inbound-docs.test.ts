import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { blocksOf } from '../support/doc-blocks.ts';
import { readStack } from '../support/environment.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const [variables = '', ...commands] = blocksOf('docs/inbound.md')
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => text);

const { api_key, base_url, inbound } = readStack();
const folder = mkdtempSync(join(tmpdir(), 'mailwright-inbound-'));
mkdirSync(join(folder, '.local'));
writeFileSync(join(folder, '.local/stack.json'), JSON.stringify(readStack()));
afterAll(() => rmSync(folder, { recursive: true }));

const shell = async (command: string, id = '') => {
  const env = { ...process.env, ID: id };
  const { stdout } = await run('bash', ['-ec', `${variables}\n${command}`], { cwd: folder, env });
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
