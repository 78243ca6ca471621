import { stopSubscribers, verifiedByStripe } from './subscriber.ts';
import { type Customer, handedToSes, newCustomer, send, subscribe, withStatus } from './world.ts';

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

test('the hard bounce of one tenant blocks the mail of no other [P41]', async () => {
  const { call, domain } = customer;
  for (const external_id of ['acme', 'globex']) await call('POST', '/tenants', { body: { external_id } });
  const to = `bounce@${domain}.simulator.example.net`;
  const email = (tenant: string) => ({ from: `shop@${domain}`, to, subject: 'Gone', text: 'Hi', tenant });
  await withStatus(call, await send(call, email('acme')), 'bounced');
  expect((await call('POST', '/emails', { body: email('acme') })).status).toBe(422);
  // SES tries again, and it bounces again.
  await withStatus(call, await send(call, email('globex')), 'bounced');
});
