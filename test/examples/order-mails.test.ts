import { freshAccount, testContext } from '../support/api.ts';
import { forExamples, ranExample } from '../support/example.ts';
import { sdkClient } from '../support/sdk.ts';

const ctx = testContext();
const envOf = forExamples(ctx);

const worked = async (env: Record<string, string>, jobs: object[]) =>
  (await ranExample('order-mails/worker.mjs', env, { input: jobs })).lines;

test('order-mails sends an order once, however often its job comes, and keeps refused jobs aside [D82]', async () => {
  const { api_key, domain } = await freshAccount(ctx);
  const client = sdkClient(ctx, api_key);
  await client.suppressions.create({ email: 'gone@example.net', reason: 'bounce' });
  const env = envOf(api_key, { MAIL_FROM: `shop@${domain}` });
  const jobs = [
    { number: 1, email: 'ann@example.net', total: '42.00' },
    { number: 2, email: 'gone@example.net', total: '7.00' },
    { number: 3, email: 'no address', total: '7.00' },
  ];
  const first = await worked(env, jobs);
  expect(first).toMatchObject([
    { number: 1, result: 'ack', id: expect.stringMatching(/^msg_/) },
    { number: 2, result: 'dead', error: 'SuppressedError' },
    { number: 3, result: 'dead', error: 'ValidationError' },
  ]);
  const again = await worked(env, [jobs[0] ?? {}]);
  expect(again).toEqual([first[0]]);
  const sent: string[] = [];
  for await (const email of client.emails.list({ to: 'ann@example.net' })) sent.push(email.id);
  expect(sent).toEqual([first[0]?.id]);

  const elsewhere = { ...env, MAILWRIGHT_API_KEY: `${api_key.slice(0, -4)}0000` };
  expect(await worked(elsewhere, [{ number: 4, email: 'ann@example.net', total: '1.00' }])).toMatchObject([
    { number: 4, result: 'retry', error: 'AuthenticationError' },
  ]);
  const nowhere = { ...env, MAILWRIGHT_BASE_URL: 'http://127.0.0.1:1/api' };
  expect(await worked(nowhere, [jobs[0] ?? {}])).toMatchObject([
    { number: 1, result: 'retry', error: 'ConnectionError' },
  ]);
});
