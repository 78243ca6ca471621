import { Mailwright } from '../../packages/sdk/src/index.ts';
import { verifyWebhook } from '../../packages/sdk/src/webhooks.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { newCustomer, sourceOf, stack } from './world.ts';

afterAll(stopReceivers);

test('the SDK uploads, sends, waits for the delivery, and verifies the webhooks of before and after a rotation', async () => {
  const { api_key, domain } = await newCustomer();
  const client = new Mailwright(api_key, { baseUrl: stack.base_url });
  const { url, received } = await receiver();
  const hook = await client.webhooks.create({ url, events: ['email.sent', 'email.delivered'] });
  const secrets = [hook.secret];

  const sendOne = async (subject: string) => {
    const data = new TextEncoder().encode('Terms and conditions');
    const upload = await client.attachments.upload({ name: 'terms.txt', content_type: 'text/plain', data });
    const email = { from: `shop@${domain}`, to: 'ada@example.net', subject, text: 'Attached' };
    return (await client.emails.send({ ...email, attachments: [upload] })).id;
  };
  const eventsOf = async (id: string) => {
    const events = await Promise.all(
      received.map(({ body, headers }) =>
        verifyWebhook(body, headers['service-signature']?.toString(), secrets),
      ),
    );
    return events.flatMap(({ type, data }) => ('email_id' in data && data.email_id === id ? type : []));
  };
  const bothOf = (id: string) =>
    until(async () => new Set(await eventsOf(id)).size === 2, { within_ms: 40_000, what: `events of ${id}` });

  const first = await sendOne('First');
  await bothOf(first);
  expect((await client.emails.get(first)).status).toBe('delivered');
  expect((await sourceOf(first)).source.toString()).toContain(btoa('Terms and conditions'));

  secrets.push((await client.webhooks.rotateSecret(hook.webhook.id, { overlap_seconds: 0 })).secret);
  await bothOf(await sendOne('Second'));
  const allDelivered = async () => {
    const statuses: string[] = [];
    for await (const one of client.webhooks.deliveries.list(hook.webhook.id, { limit: 1 }))
      statuses.push(one.status);
    return statuses.length === 4 && statuses.every((status) => status === 'delivered');
  };
  await until(allDelivered, { what: 'four deliveries in the log' });
});
