import { functions } from '../../infra/functions.ts';
import { answer_ms } from '../../shared/aws/clients.ts';
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

test('P10: a sweep outlives a SES that takes each call for its quota and answers none', async () => {
  const { asked, close } = await brokenSes();
  const quota = sesGrants({ region: 'us-east-1' });
  await expect(quota.read()).rejects.toThrow();
  await expect(quota.countIdentities()).rejects.toThrow();
  close();
  // Both are asked in parallel; each attempt may take its whole time-out.
  const longest_s = ((asked.calls / 2) * answer_ms.ses) / 1000;
  expect(longest_s).toBeLessThan(functions.sweep?.timeout ?? 0);
});
