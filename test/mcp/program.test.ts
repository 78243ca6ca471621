import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { freshAccount, testContext } from '../support/api.ts';
import { blocksOf } from '../support/doc-blocks.ts';
import { servedApi } from '../support/served-api.ts';

type Server = { command: string; env: Record<string, string> };

const ctx = testContext();
const program = 'packages/mcp/bin/mailwright-mcp.js';

/** Environment of a program that finds the API of this process, or nothing. */
const env = (values: Record<string, string> = {}) => ({ PATH: process.env.PATH ?? '', ...values });

const run = (args: string[], values: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: env(values),
    encoding: 'utf8',
    input: '',
  });
  return { status, stdout, stderr };
};

test.each([
  [['--allow-send'], '--from'],
  [['--allow-send', '--from', 'Shop <shop@example.com>', '--to', '*'], '--from'],
  [['--allow-send', '--from', 'shop@example.com'], '--to'],
  [['--allow-send', '--from', 'shop@example.com', '--to', 'example.com'], 'must be an address or a pattern'],
  [['--from', 'shop@example.com'], '--allow-send'],
  [['--allow-everything'], '--allow-everything'],
  [[], 'MAILWRIGHT_API_KEY'],
])('%j is exit 2 with what is wrong, and nothing on standard output [D75]', (args, word) => {
  const { status, stdout, stderr } = run(args);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(word)]);
});

test('--version and --help; a service that cannot be reached is exit 3 [D75]', () => {
  expect(run(['--version'])).toMatchObject({ status: 0, stdout: '0.2.0\n' });
  expect(run(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('--allow-write') });
  const nowhere = { MAILWRIGHT_API_KEY: 'svc_secret', MAILWRIGHT_BASE_URL: 'http://127.0.0.1:9/api' };
  const { status, stdout, stderr } = run([], nowhere);
  expect([status, stdout]).toEqual([3, '']);
  expect(stderr).not.toContain('svc_secret');
});

test('the configuration of docs/mcp.md starts the built program, which writes the protocol alone [D52, D75]', async () => {
  const { api_key } = await freshAccount(ctx);
  const { base_url, close } = await servedApi(ctx);
  const [block] = blocksOf('docs/mcp.md');
  const { command, env: named, ...rest } = JSON.parse(block?.text ?? '').mcpServers.mailwright as Server;
  expect(rest).toEqual({});
  expect(Object.keys(named)).toEqual(['MAILWRIGHT_API_KEY', 'MAILWRIGHT_BASE_URL']);
  const transport = new StdioClientTransport({
    // As the workspace installs it.
    command: resolve('node_modules/.bin', command),
    env: env(Object.fromEntries(Object.keys(named).map((name, i) => [name, [api_key, base_url][i] ?? '']))),
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
