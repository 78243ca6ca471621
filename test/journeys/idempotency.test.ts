import { handedToSes, newCustomer, withStatus } from './world.ts';

test('200 equal posts at once over HTTP: 200 answers of 200, one id, one message at SES [H10]', async () => {
  const { call, domain } = await newCustomer();
  const to = `ada@${domain}`;
  const body = { from: `shop@${domain}`, to, subject: 'Order 1', text: 'Hi', tags: { kind: 'order' } };
  const headers = { 'idempotency-key': 'order-1' };
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => call('POST', '/emails', { body, headers })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(200));
  const ids = new Set(answers.map((answer) => answer.body.id));
  expect(ids.size).toBe(1);
  const [id] = ids;
  const replayed = answers.filter((answer) => answer.headers.get('idempotency-replayed') === 'true');
  expect(replayed).toHaveLength(199);

  const { subject, from, ...rest } = body;
  const raw = JSON.stringify({ ...rest, subject, from }, null, 4);
  const reordered = await call('POST', '/emails', { raw, headers });
  expect([reordered.status, reordered.body]).toEqual([200, { id, status: 'sent' }]);
  const other = await call('POST', '/emails', { body: { ...body, text: 'Bye' }, headers });
  expect([other.status, other.body.error]).toMatchObject([409, { code: 'idempotency_conflict' }]);

  await withStatus(call, String(id), 'delivered');
  const list = await call('GET', '/emails');
  expect((list.body.emails as unknown[]).length).toBe(1);
  expect(await handedToSes({ to })).toHaveLength(1);
});
