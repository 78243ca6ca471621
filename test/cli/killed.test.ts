import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { servedApi } from '../support/served-api.ts';
import { until } from '../support/until.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

const program = 'packages/cli/bin/mailwright.js';
const folder = mkdtempSync(join(tmpdir(), 'mailwright-killed-'));
const children: ChildProcess[] = [];
let api = { base_url: '', close: () => {} };

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  api.close();
  await stopReceivers();
  rmSync(folder, { recursive: true });
});

test('after SIGKILL, in the middle of a request or after one, it goes on: in order, none lost, one twice at most for each kill [D72]', async () => {
  const { ctx, key, call, emit, workAll, clock } = await webhookDeliveries();
  api = await servedApi(ctx);
  /** What becomes of the request with this number: without an answer, or answered and then nothing more. */
  const kills: Record<number, 'no answer' | 'after the answer'> = { 4: 'no answer', 9: 'after the answer' };
  let child: ChildProcess | undefined;
  const local = await receiver((_, response) => {
    const kill = kills[local.received.length];
    if (kill === 'no answer') child?.kill('SIGKILL');
    else response.end(() => kill && child?.kill('SIGKILL'));
  });
  const listen = (): { ended: Promise<unknown[]>; out: Promise<string> } => {
    const args = [program, 'webhooks', 'listen', '--forward-to', local.url];
    const env = { HOME: folder, MAILWRIGHT_API_KEY: key, MAILWRIGHT_BASE_URL: api.base_url };
    const started = spawn(process.execPath, args, { env });
    child = started;
    children.push(started);
    return { ended: once(started, 'exit'), out: text(started.stdout) };
  };
  const endpoints = async () => (await call('GET', '/webhooks')).body.webhooks as { enabled: boolean }[];
  const sent: string[] = [];
  const happen = async (count: number) => {
    for (let i = 0; i < count; i++) {
      clock.advance(2);
      sent.push((await emit()).id);
    }
    await workAll();
  };

  const first = listen();
  await until(async () => (await endpoints())[0]?.enabled, { what: 'the endpoint' });
  await happen(6);
  expect((await first.ended)[1]).toBe('SIGKILL');
  expect(await endpoints()).toMatchObject([{ enabled: true }]);
  await happen(6);
  const second = listen();
  expect((await second.ended)[1]).toBe('SIGKILL');
  await happen(2);
  const third = listen();
  const ids = () => local.received.map(({ headers }) => String(headers['service-event-id']));
  await until(async () => ids().includes(sent.at(-1) ?? ''), { what: 'the last event' });
  child?.kill('SIGINT');
  expect(await third.ended).toEqual([130, null]);

  // The request without an answer comes again; whether the one that was answered does is a matter of the moment.
  const [fourth, fifth] = ids().slice(3, 5);
  expect(fifth).toBe(fourth);
  expect(ids().filter((id, i) => id !== ids()[i - 1])).toEqual(sent);
  expect(ids().length - sent.length).toBeLessThanOrEqual(Object.keys(kills).length);
  const secrets = await Promise.all(
    [first, second, third].map(
      async ({ out }) => /^Ready\. Signing secret: (whsec_\S+)\n/.exec(await out)?.[1],
    ),
  );
  expect(new Set(secrets).size).toBe(1);
  expect([secrets[0], await endpoints()]).toMatchObject([
    expect.stringMatching(/^whsec_/),
    [{ enabled: false }],
  ]);
}, 60_000);
