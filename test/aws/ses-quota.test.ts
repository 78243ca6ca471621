import { functions } from '../../infra/functions.ts';
import { sesGrants } from '../../shared/aws/ses-quota.ts';
import { fakeAws } from '../support/fake-aws.ts';

/** SES that answers nothing but 503, and the number of its calls. */
async function brokenSes() {
  const asked = { calls: 0 };
  const close = await fakeAws(['_SESV2'], () => {
    asked.calls++;
    return { status: 503, body: {} };
  });
  return { asked, close };
}

test('a sweep outlives a SES that takes each call for its quota and answers none [P10]', async () => {
  const { asked, close } = await brokenSes();
  const quota = sesGrants({ region: 'us-east-1' }, { sleep: async () => {} });
  await expect(quota.read()).rejects.toThrow();
  await expect(quota.countIdentities()).rejects.toThrow();
  close();
  // Both are asked in parallel; each attempt may take its whole time-out (P13).
  const longest_s = (asked.calls / 2) * 20;
  expect(longest_s).toBeLessThan(functions.sweep?.timeout ?? 0);
});

test("the account's pricing plan is read with its rate; null where SES names none [P51]", async () => {
  const plans = [{ CurrentPlan: 'ESSENTIALS' }, undefined];
  const close = await fakeAws(['_SESV2'], () => ({
    status: 200,
    body: { SendQuota: { MaxSendRate: 14, Max24HourSend: -1 }, PricingAttributes: plans.shift() },
  }));
  const quota = sesGrants({ region: 'us-east-1' }, { sleep: async () => {} });
  expect(await quota.read()).toEqual({ rate: 14, quota: null, sent: 0, plan: 'ESSENTIALS' });
  expect((await quota.read()).plan).toBeNull();
  close();
});

test('identities are counted over all pages, a call a second [P10]', async () => {
  const pages = ['1', '2', null];
  const close = await fakeAws(['_SESV2'], () => {
    const NextToken = pages.shift();
    if (NextToken === undefined) return { status: 400, body: {} };
    return { status: 200, body: { EmailIdentities: [{}, {}], ...(NextToken !== null && { NextToken }) } };
  });
  const waits: number[] = [];
  const quota = sesGrants({ region: 'us-east-1' }, { sleep: async (ms) => void waits.push(ms) });
  expect(await quota.countIdentities()).toBe(6);
  close();
  expect({ pages, waits: waits.length, long: waits.every((ms) => ms > 1000) }).toEqual({
    pages: [],
    waits: 3,
    long: true,
  });
});
