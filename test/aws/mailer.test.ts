import { functions } from '../../infra/functions.ts';
import { sesMailer } from '../../shared/aws/mailer.ts';
import { sesGrants } from '../../shared/aws/ses-quota.ts';
import { fakeAws } from '../support/fake-aws.ts';

const message = { raw: new Uint8Array(1), source: '', destinations: [], configuration_set: '', tags: {} };

/** A mailer over an SES that refuses so where a tenant is named; the tenants that it was asked with. */
function refusing(name: string, text: string, status = 400) {
  const tenants: (string | null | undefined)[] = [];
  const send = async ({ tenant }: { tenant?: string | null }) => {
    tenants.push(tenant);
    if (tenant) throw Object.assign(new Error(text), { name, $metadata: { httpStatusCode: status } });
    return 'id';
  };
  return { mailer: sesMailer(async () => send), tenants };
}

test.each([
  ['NotFoundException', 'Tenant acc_1 for AwsAccountId 1 not found.', 404],
  ['AccessDeniedException', 'Tenant not associated with resources [arn:aws:ses:x:1:identity/x].', 403],
])('%s of the tenant: the email goes out without one [P43]', async (name, text, status) => {
  const { mailer, tenants } = refusing(name, text, status);
  expect(await mailer.send({ ...message, tenant: 'acc_1' })).toEqual({
    outcome: 'accepted',
    message_id: 'id',
    without_tenant: name,
  });
  expect(tenants).toEqual(['acc_1', null]);
});

test.each([
  ['SendingPausedException', 'Sending is paused for tenant <acc_1>.', 400, 'later', 'tenant_paused'],
  ['MessageRejected', 'Sending paused for this tenant.', 400, 'later', 'tenant_paused'],
  ['SendingPausedException', 'Sending paused for this account.', 400, 'later', 'paused'],
  ['SendingPausedException', 'Sending paused for configuration set <tenants>.', 400, 'later', 'paused'],
  ['TooManyRequestsException', 'The tenant sends too much.', 429, 'later', 'throttled'],
  ['AccessDeniedException', 'No right to the tenant.', 403, 'later', 'denied'],
  ['NotFoundException', 'Configuration set <tenant> does not exist.', 404, 'later', undefined],
  ['MessageRejected', 'The tenant said something of the message.', 400, 'refused', undefined],
  ['InternalFailure', 'The tenant service is not available', 500, 'unknown', undefined],
])('%s (%s): one call is made, with the tenant [P43]', async (name, text, status, outcome, cause) => {
  const { mailer, tenants } = refusing(name, text, status);
  const answer = await mailer.send({ ...message, tenant: 'acc_1' });
  expect([answer.outcome, 'cause' in answer ? answer.cause : undefined]).toEqual([outcome, cause]);
  expect(tenants).toEqual(['acc_1']);
});

/** SES that answers nothing but 503, and the number of its calls. */
async function brokenSes() {
  const asked = { calls: 0 };
  const close = await fakeAws(['_SESV2'], () => {
    asked.calls++;
    return { status: 503, body: {} };
  });
  return { asked, close };
}

test("a sweep doesn't time out when SES answers no quota request [P10]", async () => {
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
