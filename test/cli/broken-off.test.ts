import { freshAccount, keyWith, testContext } from '../support/api.ts';
import { shell } from '../support/cli.ts';
import { stopReceivers } from '../support/receiver.ts';
import { fakeSendgrid, providerKey } from '../support/sendgrid.ts';
import { withProvider } from '../support/stand-in.ts';

afterEach(stopReceivers);

const ctx = testContext();

test('login stores a key that may not read its account [D67]', async () => {
  const { account } = await freshAccount(ctx, { domain: false });
  const key = await keyWith(ctx, account.id, ['emails:send']);
  const { cli, io } = await shell(ctx, { api_key: key }, { stdin: async () => key });
  const stored = await cli('login');
  expect({ status: stored.status, signedIn: stored.out.startsWith('Signed in to your account (') }).toEqual({
    status: 0,
    signedIn: true,
  });
  const wrong = await shell(ctx, { api_key: key }, { stdin: async () => `${key}x` });
  expect((await wrong.cli('login')).status).toBe(1);
  const { HOME } = io.env;
  io.env = { HOME };
  // Known, and refused for its scope.
  expect((await cli('whoami')).err).toContain('insufficient_scope');
});

test('login that is interrupted while it asks for the key ends with 130 [D68]', async () => {
  const interruption = new AbortController();
  const ask = async () => {
    interruption.abort();
    await new Promise((later) => setImmediate(later));
    return '';
  };
  const { cli } = await shell(ctx, { api_key: 'svc_a' }, { ask, signal: interruption.signal });
  expect(await cli('login')).toEqual({ status: 130, out: '', err: '' });
});

test.each(['x', '0', '-1', '1.5', ''])(
  'emails tail --rounds "%s" is a wrong command line [D71]',
  async (rounds) => {
    const { cli } = await shell(ctx, await freshAccount(ctx, { domain: false }));
    const { status, err } = await cli('emails', 'tail', `--rounds=${rounds}`);
    expect([status, err]).toEqual([2, 'error: --rounds must be a whole number\n']);
  },
);

/** `mailwright import` whose first request makes a webhook, and whose second one ends as `then` says. */
async function brokenOff(then: (interrupt: () => void) => Promise<Response>, ...args: string[]) {
  const provider = await fakeSendgrid();
  provider.webhooks.push({ enabled: true, url: 'https://app.acme.example/hook', delivered: true, id: 'w' });
  const fresh = await freshAccount(ctx, { domain: false });
  const interruption = new AbortController();
  const { cli, io } = await shell(withProvider(ctx, provider.url), fresh, { signal: interruption.signal });
  io.env.PROVIDER_API_KEY = providerKey;
  const { fetch: real } = io as Required<typeof io>;
  let secret = '';
  io.fetch = async (url, init) => {
    const isImport = url.endsWith('/migrations') && JSON.parse(String(init.body ?? '{}')).dry_run !== true;
    if (!isImport || init.method !== 'POST') return real(url, init);
    if (secret !== '') return then(() => interruption.abort());
    const answer = await (await real(url, init)).json();
    secret = answer.migration.webhooks.items[0].secret;
    return Response.json({ migration: { ...answer.migration, has_more: true, next_cursor: 'next' } });
  };
  const ended = await cli('import', '--provider', 'sendgrid', '--resources', 'webhooks', '--yes', ...args);
  return { ...ended, secret };
}

test('an import that is interrupted prints the secrets of the webhooks that it made [M65, M66]', async () => {
  const interrupts = async (interrupt: () => void) => {
    interrupt();
    return Response.json({}, { status: 403 });
  };
  const { status, out, err, secret } = await brokenOff(interrupts);
  expect({ status, secret: secret.startsWith('whsec_') }).toEqual({ status: 130, secret: true });
  expect({ shownInErr: err.split(secret).length - 1, shownInOut: out.includes(secret) }).toEqual({
    shownInErr: 1,
    shownInOut: false,
  });
});

test('so does one that is refused; with --out they are in its file [M65, M66]', async () => {
  const refuses = async () => Response.json({ error: { code: 'forbidden', message: 'no' } }, { status: 403 });
  const { status, err, secret } = await brokenOff(refuses);
  expect([status, err.split(secret).length - 1]).toEqual([1, 1]);
  const kept = await brokenOff(refuses, '--out', 'files');
  expect({ status: kept.status, showsSecret: kept.err.includes(kept.secret) }).toEqual({
    status: 1,
    showsSecret: false,
  });
});
