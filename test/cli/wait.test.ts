import type { Io } from '../../packages/cli/src/io.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { shell } from '../support/cli.ts';
import { sdkClient } from '../support/sdk.ts';

const ctx = testContext();

test('an email that was sent is said to be, also where its status cannot be read [D70]', async () => {
  const account = await freshAccount(ctx);
  const { cli, io } = await shell(ctx, account);
  const real = io.fetch as NonNullable<Io['fetch']>;
  const error = { message: 'This key lacks the scope emails:read', code: 'insufficient_scope' };
  io.fetch = async (url, init) =>
    init.method === 'GET' ? Response.json({ error }, { status: 403 }) : real(url, init);
  const line = ['--from', `a@${account.domain}`, '--to', 'b@acme.test', '--subject', 'x', '--text', 'x'];
  const asJson = await cli('--json', 'send', ...line, '--wait');
  expect([asJson.status, JSON.parse(asJson.out)]).toEqual([
    1,
    { id: expect.stringMatching(/^msg_/), status: 'sent' },
  ]);
  const asText = await cli('send', ...line, '--wait');
  expect([asText.status, asText.out]).toEqual([1, expect.stringMatching(/^msg_\w+ sent\n$/)]);
});

test.each(['soon', '0', '-1'])(
  '--wait %s is a wrong command line, before anything is sent [D70]',
  async (wait) => {
    const account = await freshAccount(ctx);
    const { cli } = await shell(ctx, account);
    const line = ['--from', `a@${account.domain}`, '--to', 'b@acme.test', '--subject', 'x', '--text', 'x'];
    const { status, err } = await cli('send', ...line, `--wait=${wait}`);
    expect([status, err]).toEqual([2, 'error: --wait must be a positive number of seconds\n']);
    expect((await sdkClient(ctx, account.api_key).emails.list()).items).toEqual([]);
  },
);
