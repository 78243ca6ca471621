import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { environment, readStack } from '../support/environment.ts';
import { startWorld } from './world.ts';

const stack = readStack();
const servers = {
  emulator: stack.sms_messages_url,
  SES: `${environment().AWS_ENDPOINT_URL_SES}/_control`,
  inbox: `${stack.inbox_url}/api/email?limit=1`,
};

/** Sends headers that `fetch` doesn't. */
async function answerTo(url: string, headers: Record<string, string>, method = 'GET') {
  const [answer]: IncomingMessage[] = await once(
    request(url, { headers, method, agent: false }).end(),
    'response',
  );
  answer?.resume();
  return { status: answer?.statusCode, allowed: answer?.headers['access-control-allow-origin'] };
}

describe.each(Object.entries(servers))('%s', (_, url) => {
  const { host, port } = new URL(url);

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page on another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a name that was pointed at this machine', { host: `evil.example:${port}` }],
    ['a page of such a name', { host: `evil.example:${port}`, origin: `http://evil.example:${port}` }],
  ])('%s is refused', async (_page, headers) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await answerTo(url, headers, method);
      expect([answer.status, answer.allowed]).toEqual([403, undefined]);
    }
  });

  test.each([
    host,
    `127.0.0.1:${port}`,
    `[::1]:${port}`,
    `LOCALHOST:${port}`,
    'a.localhost',
    'host.docker.internal',
  ])('a program that calls this machine %s is served', async (name) => {
    expect((await answerTo(url, { host: name })).status).not.toBe(403);
  });
});

test('SES is served under the name that containers have for this machine, too', async () => {
  const { ses, close } = await startWorld({ reachedAs: 'Build.example.com' });
  const statusFor = async (name: string) =>
    (await answerTo(`${ses.url}/_control`, { host: `${name}:${ses.port}` })).status;
  expect([await statusFor('build.example.com'), await statusFor('example.com')]).toEqual([200, 403]);
  await close();
});

test('the emulator takes no call of AWS from a link or an image, which has no Origin', async () => {
  const calls = ['Action=ListQueues', '%41ction=ListQueues'];
  for (const query of calls)
    expect((await answerTo(`${stack.aws_endpoint_url}/?${query}`, {})).status).toBe(403);
});

test.each([
  ['its own origin', new URL(stack.inbox_url).origin, 101],
  ['another origin', 'https://evil.example', 403],
])("the inbox's websocket for %s is %s: %i", async (_, origin, status) => {
  const url = `${stack.inbox_url}/socket.io/?EIO=4&transport=websocket`;
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
  const handshake = { 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
  const call = request(url, { headers: { ...upgrade, ...handshake, origin } }).end();
  const [answer]: IncomingMessage[] = await Promise.race([once(call, 'upgrade'), once(call, 'response')]);
  expect(answer?.statusCode).toBe(status);
  answer?.socket.destroy();
});

test("the inbox's page is served, and its list for its own origin", async () => {
  expect((await answerTo(`${stack.inbox_url}/`, { accept: 'text/html' })).status).toBe(200);
  expect((await answerTo(servers.inbox, { origin: new URL(stack.inbox_url).origin })).status).toBe(200);
});

test.each(['https://app.example', stack.dashboard_url])('the API answers the pages of %s', async (origin) => {
  const answer = await answerTo(`${stack.base_url}/emails`, { origin, host: 'mail.example' });
  expect([answer.status, answer.allowed]).toEqual([401, '*']);
});
