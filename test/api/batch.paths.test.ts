import { emailRoutes } from '../../functions/emails/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';

const ctx = testContext();
const levels = 57;

type Fault = { details: { issues: { path: string }[] } };

/** An item whose hundred faults lie as deep as a body goes, each below keys of 128 characters. */
function deepItem(): object {
  let value: object = Array.from({ length: 100 }, () => 2 ** 60);
  for (let i = 0; i < levels; i++) value = { ['k'.repeat(128)]: value };
  return value;
}

test('paths of issues are cut, so that 99 items of deep faults leave room for the one that is sent [C9]', async () => {
  const { api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, emailRoutes, api_key);
  const good = { from: `a@${domain}`, to: 'b@success.simulator.example.net', subject: 's', text: 't' };
  const emails = [good, ...Array.from({ length: 99 }, deepItem)];
  const { status, text, body } = await call('POST', '/emails/batch', { body: { emails } });
  const data = body.data as { id: string | null; error?: Fault }[];
  expect([status, data.length, data[0]?.id]).toEqual([200, 100, expect.stringMatching(/^msg_/)]);
  const paths = data[99]?.error?.details.issues.map(({ path }) => path) ?? [];
  expect(paths).toHaveLength(100);
  expect([paths[0]?.length, paths[0]?.slice(-2)]).toEqual([640, 'k…']);
  // It was 150 MB, and a function, which holds an answer several times, has 1 GB.
  expect(text.length).toBeLessThan(16_000_000);
});

test('a path is counted in characters, and one that fits is whole [C9]', async () => {
  const { api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, emailRoutes, api_key);
  const keys = Array.from({ length: 7 }, (_, i) => `${i}${'😀'.repeat(63)}`);
  const deep = keys.reduceRight<unknown>((value, key) => ({ [key]: value }), 2 ** 60) as object;
  const { body } = await call('POST', '/emails', { body: { from: `a@${domain}`, ...deep } });
  expect(body.error?.details).toMatchObject({ issues: [{ path: keys.join('.') }] });
});
