import { signIn } from '../support/browser.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

const answer = '<b>no</b> \u202Esuch order';

/** A failed delivery of an event, and its page as an owner sees it. */
async function failed(data: Record<string, unknown>) {
  const world = await webhookDeliveries();
  const { url, received } = await receiver((_, response) => response.writeHead(404).end(answer));
  const { id } = await world.addEndpoint(url, { headers: { 'X-Shop': 'a secret' } });
  world.clock.advance(2_000);
  await world.emit(data);
  await world.workAll();
  const { deliveries } = (await world.call('GET', `/webhooks/${id}/deliveries`)).body;
  const [delivery] = deliveries as { id: string; event_id: string }[];
  const path = `/webhooks/${id}/deliveries/${delivery?.id}`;
  const page = async (role?: 'support') =>
    (await (await signIn(world.ctx, world.account, role)).get(path)).text;
  return { ...world, page, received, delivery };
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");

test('a delivery shows what was sent and answered at each attempt, and what the error means [D24, D36]', async () => {
  const email_id = 'msg_01m8htq476pdj092npmg2gzysz';
  const { page, received, delivery } = await failed({ email_id, subject: 'a\u202Egnp' });
  const html = await page();
  const text = textOf(html);
  for (const { headers, body } of received) {
    expect(text).toContain(`service-signature: ${headers['service-signature']}`);
    expect(text).toContain(`webhook-signature: ${headers['webhook-signature']}`);
    expect(text).toContain(body.replaceAll('\u202E', 'U+202E'));
  }
  expect(received).toHaveLength(5);
  expect(text).toContain('X-Shop: ********');
  expect(html).not.toContain('a secret');
  expect(html).toContain('&lt;b&gt;no&lt;/b&gt; <mark>U+202E</mark>such order');
  expect(text).toContain('doesn’t accept POST requests at this path');
  expect(html).not.toContain('\u202E');
  // What is copied is the same JSON.
  expect(text).toContain('"subject": "a\\u202egnp"');
  expect(html).toContain(`<a href="/emails/${email_id}">${email_id}</a>`);
  expect(html).toContain(`<a href="/search?q=${delivery?.event_id}">`);
});

test('members with read access see a delivery, without the button that replays it [D19]', async () => {
  const { page } = await failed({});
  const [owner, support] = [await page(), await page('support')];
  expect([owner.includes('>Replay</button>'), support.includes('>Replay</button>')]).toEqual([true, false]);
  expect(support).toContain('service-signature');
});
