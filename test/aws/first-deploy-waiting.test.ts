import type { Lab } from '../../tools/first-deploy/lab.ts';
import { waitingChecks } from '../../tools/first-deploy/waiting.ts';
import { fakeAws } from '../support/fake-aws.ts';

/** The check over an API that takes so many ms for a request after so many idle minutes. */
async function lookWith(slow: (idle_min: number) => number) {
  const clock = { now: 0, idle_min: 0 };
  const close = await fakeAws(['_SESV2'], () => {
    clock.now += slow(clock.idle_min);
    return { status: 200, body: { id: 'msg_1' } };
  });
  const sleep = async (ms: number) => {
    clock.now += ms;
    clock.idle_min = ms / 60_000;
  };
  const settings = { sandbox_domain: 'sandbox.example.com', base_url: process.env.AWS_ENDPOINT_URL_SESV2 };
  const ctx = { settings, runtime: { now: () => clock.now, sleep } };
  const lab = { ctx, visit: { ctx, key: { secret: 'mw_test' } } } as unknown as Lab;
  const seen = await waitingChecks.idle_posts?.look(lab);
  close();
  return seen;
}

test('a request after idle minutes is timed, and one that takes three seconds is named [P62]', async () => {
  expect(await lookWith(() => 40)).toEqual({
    found: 'after 1 min: 200 in 40 ms, after 6 min: 200 in 40 ms, after 20 min: 200 in 40 ms',
    as_assumed: true,
  });
  expect(await lookWith((idle_min) => (idle_min === 6 ? 3_040 : 40))).toMatchObject({ as_assumed: false });
});
