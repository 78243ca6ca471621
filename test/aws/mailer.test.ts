import { sesMailer } from '../../shared/aws/mailer.ts';

const message = { raw: new Uint8Array(1), source: '', destinations: [], configuration_set: '', tags: {} };

test.each([
  [7 * 1024 * 1024, 'v1'],
  [7 * 1024 * 1024 + 1, 'v2'],
])('P22: a message of %i bytes goes by %s', async (bytes, expected) => {
  const by = (name: string) => async () => async () => name;
  const { send } = sesMailer(by('v1'), by('v2'));
  expect(await send({ ...message, raw: new Uint8Array(bytes) })).toEqual({
    outcome: 'accepted',
    message_id: expected,
  });
});

/** A mailer over an SES that refuses in these words where a tenant is named; the tenants that it was asked with. */
function refusing(text: string, status: number) {
  const tenants: (string | null | undefined)[] = [];
  const send = async ({ tenant }: { tenant?: string | null }) => {
    tenants.push(tenant);
    if (tenant)
      throw Object.assign(new Error(text), {
        name: 'MessageRejected',
        $metadata: { httpStatusCode: status },
      });
    return 'id';
  };
  const load = async () => send;
  return { mailer: sesMailer(load, load), tenants };
}

test('P18: what SES refuses for its tenant goes out without one', async () => {
  const { mailer, tenants } = refusing('Resource <x> is not associated with tenant <acc_1>.', 400);
  expect(await mailer.send({ ...message, tenant: 'acc_1' })).toEqual({
    outcome: 'accepted',
    message_id: 'id',
  });
  expect(tenants).toEqual(['acc_1', null]);
});

test.each([
  ['refuses for another reason', 'Transaction failed: Expected disposition, got null', 400, 'refused'],
  ['may have taken it', 'The tenant service is not available', 500, 'unknown'],
])('P18: where SES %s, one call is made', async (_, text, status, outcome) => {
  const { mailer, tenants } = refusing(text, status);
  expect((await mailer.send({ ...message, tenant: 'acc_1' })).outcome).toBe(outcome);
  expect(tenants).toEqual(['acc_1']);
});
