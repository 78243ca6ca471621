import { patientTimeout } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { type Call, handedToSes, misbehave, newCustomer, withStatus } from './world.ts';

/** `npm run check -- soak:pause` stops every worker of the deployment for a minute, so it runs alone. */
const size = Number(process.env.PAUSE_SENDS ?? 0);
const pause_s = Number(process.env.PAUSE_S ?? 60);

patientTimeout((pause_s + 120 + size / 5) * 1000);

async function sendMany(call: Call, domain: string): Promise<string[]> {
  const email = { from: `shop@${domain}`, to: `ada@${domain}`, subject: 'Your code', text: '1' };
  const ids: string[] = [];
  const sendAll = async () => {
    while (ids.length < size) {
      const { status, body } = await call('POST', '/emails', { body: email });
      if (status !== 200) throw new Error(`POST /emails answered ${status}`);
      ids.push(String(body.id));
    }
  };
  await Promise.all(Array.from({ length: 4 }, sendAll));
  return ids;
}

test(`SES paused for ${pause_s} s under ${size} sends: every email arrives once [P7]`, async () => {
  const { call, domain } = await newCustomer();
  const began = Date.now();
  await misbehave({ refusal: 'paused' });
  const ids = await sendMany(call, domain);
  await until(async () => Date.now() >= began + pause_s * 1000, {
    within_ms: pause_s * 1000,
    what: 'the pause',
  });
  expect(await handedToSes({ to: `ada@${domain}` })).toEqual([]);
  await misbehave({ refusal: null });
  const ended = Date.now();
  const handed = await until(
    async () => {
      const found = await handedToSes({ to: `ada@${domain}` });
      return found.length >= ids.length && found;
    },
    { within_ms: (90 + size / 5) * 1000, what: 'all of them' },
  );
  process.stderr.write(
    `the last of ${ids.length} went out ${(Date.now() - ended) / 1000} s after the pause\n`,
  );
  await Promise.all(ids.map((id) => withStatus(call, id, 'delivered', 60_000)));
  const again = await handedToSes({ to: `ada@${domain}` });
  expect(again).toHaveLength(ids.length);
  expect(new Set(handed.map(({ tags }) => tags.email_id))).toEqual(new Set(ids));
});
