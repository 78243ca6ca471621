import { sesMailer } from '../../shared/aws/mailer.ts';

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
