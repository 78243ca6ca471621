import { receiver, stopReceivers } from '../support/receiver.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

type Detail = {
  request_body: string | null;
  attempt_log: { request_headers: Record<string, string> | null }[];
};

/** An endpoint with its own header, whose changes are older than what an attempt may have cached. */
async function world(url: string) {
  const made = await webhookDeliveries();
  const { id } = await made.addEndpoint(url, { headers: { 'X-Shop': 'secret of the shop' } });
  made.clock.advance(2_000);
  const detail = async (): Promise<Detail> => {
    const { deliveries } = (await made.call('GET', `/webhooks/${id}/deliveries`)).body;
    const [newest] = deliveries as { id: string }[];
    const { body } = await made.call('GET', `/webhooks/${id}/deliveries/${newest?.id}`);
    return body.delivery as Detail;
  };
  return { ...made, id, detail };
}

test('a delivery shows the body and the headers of each attempt as they were received, own values masked', async () => {
  const { url, received } = await receiver((_, response) => response.writeHead(500).end());
  const { emit, work, detail } = await world(url);
  await emit({ subject: 'Grüße' });
  for (let i = 0; i < 2; i++) await work();
  const { request_body, attempt_log } = await detail();
  expect(received.map(({ body }) => body)).toEqual([request_body, request_body]);
  expect(attempt_log).toHaveLength(2);
  for (const [i, { request_headers }] of attempt_log.entries()) {
    const { 'X-Shop': own, ...headers } = request_headers ?? {};
    expect(own).toBe('********');
    expect(received[i]?.headers).toMatchObject(headers);
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining(['service-signature', 'webhook-signature', 'service-attempt', 'content-type']),
    );
  }
});

test("a new endpoint's first test shows its signatures right away", async () => {
  const { url } = await receiver();
  const made = await webhookDeliveries();
  const { id } = await made.addEndpoint(url);
  await made.emit({ subject: 's' });
  await made.work();
  const { deliveries } = (await made.call('GET', `/webhooks/${id}/deliveries`)).body;
  const [newest] = deliveries as { id: string }[];
  const { delivery } = (await made.call('GET', `/webhooks/${id}/deliveries/${newest?.id}`)).body;
  const [attempt] = (delivery as Detail).attempt_log;
  expect(Object.keys(attempt?.request_headers ?? {})).toEqual(
    expect.arrayContaining(['service-signature', 'webhook-signature']),
  );
});

test.each([
  ['rotated its secret', (id: string) => ['POST', `/webhooks/${id}`, { action: 'rotate_secret' }] as const],
  ['changed', (id: string) => ['PATCH', `/webhooks/${id}`, { description: 'new' }] as const],
])(
  'an endpoint that was %s shows neither signatures nor own headers of earlier attempts',
  async (_, change) => {
    const { url } = await receiver();
    const { emit, work, call, clock, id, detail } = await world(url);
    await emit();
    await work();
    clock.advance(1_000);
    const [method, path, body] = change(id);
    expect((await call(method, path, { body })).status).toBe(200);
    const [attempt] = (await detail()).attempt_log;
    expect(attempt?.request_headers).toMatchObject({ 'service-attempt': '1' });
    expect(
      Object.keys(attempt?.request_headers ?? {}).filter((name) => /signature|shop/i.test(name)),
    ).toEqual([]);
  },
);

test('an attempt that made no request shows no headers', async () => {
  const { emit, work, detail } = await world('http://nowhere.invalid/hook');
  await emit();
  await work();
  expect((await detail()).attempt_log).toEqual([
    expect.objectContaining({ error: 'dns', request_headers: null }),
  ]);
});
