import { environment } from '../support/environment.ts';
import { until } from '../support/until.ts';
import { stopSubscribers, verifiedByStripe } from './subscriber.ts';
import { type Customer, handedToSes, newCustomer, send, subscribe, withStatus } from './world.ts';

jest.setTimeout(120_000);

let customer: Customer;
let hook: Awaited<ReturnType<typeof subscribe>>;

beforeAll(async () => {
  customer = await newCustomer();
  const events = ['email.sent', 'email.delivered', 'email.bounced', 'email.complained', 'email.suppressed'];
  hook = await subscribe(customer.call, events);
});
afterAll(stopSubscribers);

const cases = [
  { local: 'bounce', status: 'bounced', type: 'email.bounced', reason: 'bounce' },
  { local: 'complaint', status: 'delivered', type: 'email.complained', reason: 'complaint' },
];

test.each(cases)(
  '$local@ of the simulator: $type, on the list, and the next send is refused',
  async (one) => {
    const { call, domain } = customer;
    const to = `${one.local}@simulator.amazonses.com`;
    const email = { from: `shop@${domain}`, to, subject: one.local, text: 'Hi' };
    const id = await send(call, email);

    const told = verifiedByStripe(await hook.receiver.event(one.type, id), hook.secret);
    expect(told.data).toMatchObject({ email_id: id, recipient: to, suppressed: true });
    const { last_event } = await withStatus(call, id, one.status);
    expect(last_event).toBe(one.type.replace('email.', ''));
    await hook.receiver.event('email.sent', id);
    expect(await handedToSes({ email_id: id })).toHaveLength(1);

    const next = await call('POST', '/emails', { body: { ...email, to: ['ada@example.net', to] } });
    expect(next.status).toBe(422);
    const { code, details } = next.body.error as { code: string; details: Record<string, unknown> };
    expect([code, details.suppressed]).toEqual(['validation_error', [to]]);

    const trace = String(details.email_id);
    await withStatus(call, trace, 'failed');
    const suppressed = verifiedByStripe(await hook.receiver.event('email.suppressed', trace), hook.secret);
    expect(suppressed.data.suppressed).toMatchObject([{ email: to, reason: one.reason }]);
    expect(await handedToSes({ email_id: trace })).toEqual([]);
  },
);

/** `npm run soak:bounces`: it waits for the first check of a domain and for a sweep, two to four minutes. */
const waits = process.env.BOUNCES === '1';

const onTenantsList = async () => {
  const { call, domain, account_id } = customer;
  const ses = environment().AWS_ENDPOINT_URL_SES;
  const resources = async (): Promise<string> => {
    const body = JSON.stringify({ TenantName: account_id });
    return (await fetch(`${ses}/v2/email/tenants/resources/list`, { method: 'POST', body })).text();
  };
  // The domain was adopted: its first check lets the tenant use it.
  const joined = async () => (await resources()).includes(`identity/${domain}`);
  await until(joined, { within_ms: 150_000, what: 'the identity of the tenant' });
  const to = `bounce@${domain}.simulator.example.net`;
  const sent = async () => send(call, { from: `shop@${domain}`, to, subject: 'Gone', text: 'Hi' });
  await withStatus(call, await sent(), 'bounced');
  const path = `${ses}/v2/email/suppression/addresses/${encodeURIComponent(to)}`;
  const held = async (query: string) => (await fetch(`${path}${query}`)).status;
  const ofTenant = `?TenantName=${account_id}`;
  expect([await held(ofTenant), await held('')]).toEqual([200, 404]);
  expect((await call('DELETE', `/suppressions?email=${to}`)).status).toBe(200);
  await until(async () => (await held(ofTenant)) === 404, {
    within_ms: 100_000,
    what: 'the address off the list',
  });
  // SES tries again, and bounces again.
  await withStatus(call, await sent(), 'bounced');
};

(waits ? test : test.skip)(
  "P18: a hard bounce is on the list of the account's tenant in SES, and our removal takes it off",
  onTenantsList,
  330_000,
);
