import { spawnSync } from 'node:child_process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { freshAccount, testContext } from '../support/api.ts';
import { servedApi } from '../support/served-api.ts';

const ctx = testContext();
const program = 'packages/mcp/bin/mailwright-mcp.js';

/** Environment of a program that finds the API of this process, or nothing. */
const env = (values: Record<string, string> = {}) => ({ PATH: process.env.PATH ?? '', ...values });

const run = (args: string[], values: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    ...{ env: env(values), encoding: 'utf8', input: '' },
  });
  return { status, stdout, stderr };
};

test.each([
  [['--allow-send'], '--from'],
  [['--allow-send', '--from', 'Shop <shop@example.com>', '--to', '*'], '--from'],
  [['--allow-send', '--from', 'shop@example.com'], '--to'],
  [['--allow-send', '--from', 'shop@example.com', '--to', 'example.com'], 'neither an address nor a pattern'],
  [['--from', 'shop@example.com'], '--allow-send'],
  [['--allow-everything'], '--allow-everything'],
  [[], 'MAILWRIGHT_API_KEY'],
])('D75: %j is exit 2 with what is wrong, and nothing on standard output', (args, word) => {
  const { status, stdout, stderr } = run(args);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(word)]);
});

test('D75: --version and --help; a service that cannot be reached is exit 3', () => {
  expect(run(['--version'])).toMatchObject({ status: 0, stdout: '0.1.0\n' });
  expect(run(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('--allow-write') });
  const nowhere = { MAILWRIGHT_API_KEY: 'svc_secret', MAILWRIGHT_BASE_URL: 'http://127.0.0.1:9/api' };
  const { status, stdout, stderr } = run([], nowhere);
  expect([status, stdout]).toEqual([3, '']);
  expect(stderr).not.toContain('svc_secret');
});

test('D75: the built program speaks the protocol on standard output, and nothing else', async () => {
  const { api_key } = await freshAccount(ctx);
  const { base_url, close } = await servedApi(ctx);
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [program] },
    env: env({ MAILWRIGHT_API_KEY: api_key, MAILWRIGHT_BASE_URL: base_url }),
  });
  const client = new Client({ name: 'test', version: '1' });
  try {
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_account');
    const { structuredContent } = await client.callTool({ name: 'get_account', arguments: {} });
    expect(structuredContent).toMatchObject({ id: expect.stringMatching(/^acc_/) });
  } finally {
    await client.close();
    close();
  }
});
