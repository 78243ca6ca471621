import { publicError } from '../../shared/core/errors.ts';
import { isConditionFailed } from '../../shared/store/table.ts';
import { type Behaviour, breaks, fails, hostileAws, says } from '../support/hostile-aws.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function world(...behaviours: Behaviour[]) {
  const made = await hostileAws(...behaviours);
  closing.push(made.close);
  return made;
}

const errorOf = (call: Promise<unknown>): Promise<Error> =>
  call.then(
    () => new Error('answered'),
    (error) => error,
  );

const key = { pk: 'a', sk: 'b' };
const found = says(200, { Item: { pk: { S: 'a' }, sk: { S: 'b' }, n: { N: '1' } } });

test.each([
  ['the connection breaks', breaks],
  [
    'the answer is cut',
    (response) =>
      void response.writeHead(200, { 'content-length': '100' }).write('{"It', () => response.destroy()),
  ],
  ['a balancer says that it is down', (response) => void response.writeHead(502).end('<html>')],
  ['the table is down', fails('InternalServerError', 500)],
  ['it is throttled', fails('ProvisionedThroughputExceededException')],
] satisfies [string, Behaviour][])('where %s, a call is made again', async (_, behaviour) => {
  const { asked, table } = await world(behaviour, found);
  expect(await table.get(key)).toEqual({ ...key, n: 1 });
  expect(asked).toHaveLength(2);
});

test('a table that is down is asked six times, then it is passing [P13]', async () => {
  const { asked, table } = await world(...Array<Behaviour>(6).fill(fails('ServiceUnavailable', 503)));
  expect(publicError(await errorOf(table.get(key))).code).toBe('unavailable');
  expect(asked).toHaveLength(6);
});

test.each<[string, Behaviour, number]>([
  ['the connection breaks', breaks, 1],
  ['the table is down', fails('InternalServerError', 500), 1],
  ['it is throttled', fails('ThrottlingException'), 2],
])(
  'where %s, an update that must not be made twice is sent again only if it was refused',
  async (_, behaviour, sent) => {
    const { asked, table } = await world(behaviour, says(200, { Attributes: {} }));
    await errorOf(table.update(key, 'ADD n :n', { values: { ':n': 1 }, once: true }));
    expect(asked).toHaveLength(sent);
  },
);

test('a transaction is the same one at each attempt, and another at the next call', async () => {
  const { asked, table } = await world(breaks);
  const two = [{ put: key }, { put: { pk: 'a', sk: 'c' } }];
  await table.transact(two);
  await table.transact(two);
  const tokens = asked.map(({ body }) => body.ClientRequestToken);
  expect(tokens[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(tokens[1]).toBe(tokens[0]);
  expect(tokens[2]).not.toBe(tokens[0]);
});

test('a condition that fails is an answer with what is stored, not asked for again', async () => {
  const name = 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException';
  const { asked, table } = await world(says(400, { __type: name, Item: { pk: { S: 'a' }, n: { N: '2' } } }));
  const error = await errorOf(table.put(key, { condition: 'attribute_not_exists(pk)' }));
  expect(isConditionFailed(error) && error.item).toEqual({ pk: 'a', n: 2 });
  expect(asked).toHaveLength(1);
});

test('names that every object has are names like others', async () => {
  const { asked, table } = await world();
  await table.put({ ...key, headers: { constructor: 'x', toString: 'y' }, left_out: undefined });
  const stored = {
    ...{ pk: { S: 'a' }, sk: { S: 'b' } },
    headers: { M: { constructor: { S: 'x' }, toString: { S: 'y' } } },
  };
  expect(asked[0]?.body.Item).toEqual(stored);
});

test('the time of the service is taken where the clock of this machine is wrong', async () => {
  const late = new Date(Date.now() + 7_200_000).toUTCString();
  const { asked, table } = await world(
    fails('InvalidSignatureException', 403, { date: late }),
    says(200, {}, { date: late }),
  );
  await table.get(key);
  await table.get(key);
  const hours = asked.map(({ headers }) => Number(String(headers['x-amz-date']).slice(9, 11)));
  expect(hours.map((hour) => (hour - (hours[0] ?? 0) + 24) % 24)).toEqual([0, 2, 2]);
});

test('a connection is kept, but not used once it was idle for 50 s [P62]', async () => {
  const { asked, table } = await world();
  jest.useFakeTimers({
    now: Date.now(),
    doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'],
  });
  for (const idle_ms of [0, 49_000, 51_000]) {
    jest.setSystemTime(Date.now() + idle_ms);
    await table.get(key);
    // The connection is given back after the answer.
    await new Promise((done) => setImmediate(done));
  }
  jest.useRealTimers();
  const [first, second, third] = asked.map(({ socket }) => socket);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('SQS: what it took or gives with another MD5 is not what was sent', async () => {
  const md5 = '900150983cd24fb0d6963f7d28e17f72';
  const { asked, sqs } = await world(
    ...[md5, 'other'].map((MD5OfMessageBody) => says(200, { Successful: [{ Id: '0', MD5OfMessageBody }] })),
    says(200, { Messages: [{ Body: 'abc', MD5OfBody: md5, Attributes: { ApproximateReceiveCount: '1' } }] }),
    says(200, { Messages: [{ Body: 'abd', MD5OfBody: md5 }] }),
  );
  const Entries = [{ Id: '0', MessageBody: 'abc' }];
  const send = () => sqs.call('SendMessageBatch', { QueueUrl: 'q', Entries });
  const receive = () => sqs.call('ReceiveMessage', { QueueUrl: 'q' });
  await send();
  await expect(send()).rejects.toThrow('MD5');
  expect((await receive()).Messages?.[0]?.Attributes).toEqual({ ApproximateReceiveCount: '1' });
  await expect(receive()).rejects.toThrow('MD5');
  expect(asked[0]).toMatchObject({ target: 'AmazonSQS.SendMessageBatch', body: { QueueUrl: 'q', Entries } });
});
