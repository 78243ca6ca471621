import { crc32 } from 'node:zlib';
import { dynamoClient } from '../../../shared/aws/signed/dynamodb.ts';
import { endpointOf } from '../../../shared/aws/signed/endpoint.ts';
import { sqsClient } from '../../../shared/aws/signed/sqs.ts';
import { publicError } from '../../../shared/core/errors.ts';
import { type Behaviour, breaks, fails, hostileAws, says } from '../../support/hostile-aws.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function world(...behaviours: Behaviour[]) {
  const made = await hostileAws(...behaviours);
  closing.push(made.close);
  return made;
}

type Thrown = Error & { $fault?: string; $metadata?: { httpStatusCode: number }; code?: string };

const errorOf = (call: Promise<unknown>): Promise<Thrown> =>
  call.then(
    () => new Error('answered'),
    (error) => error,
  );

test('a request is a POST with its target, the time of day and a signature', async () => {
  const { asked, clientOf } = await world(says(200, { Item: { pk: { S: 'a' } } }));
  const answer = await clientOf('dynamodb').send('GetItem', { TableName: 't', Key: { pk: 'a' } });
  expect(answer).toEqual({ Item: { pk: 'a' } });
  const [{ target, headers, body } = { target: '', headers: {}, body: {} }] = asked;
  expect([target, body]).toEqual(['DynamoDB_20120810.GetItem', { TableName: 't', Key: { pk: { S: 'a' } } }]);
  expect(headers).toMatchObject({
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-date': '20261123T100000Z',
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=key\/20261123\/eu-west-1\/dynamodb\/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=[0-9a-f]{64}$/,
    ),
  });
});

test('connections are kept', async () => {
  const sockets = new Set<unknown>();
  const note: Behaviour = (response) => {
    sockets.add(response.socket);
    says(200, {})(response, { target: '', headers: {}, body: {} });
  };
  const { clientOf } = await world(note, note, note);
  const client = clientOf('dynamodb');
  for (let i = 0; i < 3; i++) await client.send('GetItem', {});
  expect(sockets.size).toBe(1);
});

test.each([
  ['throttled', 'ProvisionedThroughputExceededException', 400, 1_000],
  ['throttled by its account', 'RequestLimitExceeded', 400, 1_000],
  ['throttled', 'ThrottlingException', 400, 1_000],
  ['down', 'InternalServerError', 500, 25],
  ['out of service', 'ServiceUnavailable', 503, 25],
])(
  'a table that is %s (%s) is asked six times, after waits that double, then it is passing',
  async (_, name, status, base) => {
    const { asked, waits, clientOf } = await world(...Array<Behaviour>(6).fill(fails(name, status)));
    const error = await errorOf(clientOf('dynamodb').send('GetItem', {}));
    expect([error.name, error.$metadata?.httpStatusCode, asked.length]).toEqual([name, status, 6]);
    expect(waits).toEqual(
      [1, 2, 4, 8, 16].map((factor) => Math.floor(Math.min(base * factor, 20_000) * 0.999)),
    );
    expect(publicError(error).code).toBe('unavailable');
  },
);

test.each([
  ['the connection breaks', breaks],
  [
    'the answer is cut',
    (response) =>
      void response.writeHead(200, { 'content-length': '100' }).write('{"It', () => response.destroy()),
  ],
  ['the answer has another checksum', says(200, { Item: {} }, { 'x-amz-crc32': '1' })],
  ['the answer is no JSON', (response) => void response.writeHead(200).end('<html>')],
  ['a balancer says that it is down', (response) => void response.writeHead(502).end('<html>')],
] satisfies [string, Behaviour][])('where %s, the call is made again', async (_, behaviour) => {
  const { asked, clientOf } = await world(behaviour, says(200, { Item: { pk: { S: 'a' } } }));
  expect(await clientOf('dynamodb').send('GetItem', {})).toEqual({ Item: { pk: 'a' } });
  expect(asked).toHaveLength(2);
});

test.each<[string, Behaviour, number]>([
  ['the connection breaks', breaks, 1],
  ['the answer is no JSON', (response) => void response.writeHead(200).end('<html>'), 1],
  ['the table is down', fails('InternalServerError', 500), 1],
  ['it is throttled', fails('ThrottlingException', 400), 2],
])(
  'where %s, a call that must not be made twice is sent again only if it was refused',
  async (_, behaviour, sent) => {
    const { asked, clientOf } = await world(behaviour, says(200, {}));
    await errorOf(clientOf('dynamodb').send('UpdateItem', {}, { once: true }));
    expect(asked).toHaveLength(sent);
  },
);

test('an answer with its checksum is taken', async () => {
  const body = '{"Item":{"pk":{"S":"ä"}}}';
  const { asked, clientOf } = await world(
    (response) => void response.writeHead(200, { 'x-amz-crc32': String(crc32(body)) }).end(body),
  );
  expect(await clientOf('dynamodb').send('GetItem', {})).toEqual({ Item: { pk: 'ä' } });
  expect(asked).toHaveLength(1);
});

test.each([
  'ConditionalCheckFailedException',
  'TransactionCanceledException',
  'ValidationException',
  'AccessDeniedException',
])('%s is an answer, not asked for again', async (name) => {
  const reasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'a' } } }];
  const { asked, clientOf } = await world(
    says(400, {
      __type: `com.amazonaws.dynamodb.v20120810#${name}`,
      Message: 'no',
      CancellationReasons: reasons,
    }),
  );
  const error = await errorOf(clientOf('dynamodb').send('PutItem', {}));
  expect(error).toMatchObject({ name, message: 'no', $fault: 'client' });
  expect(error).toMatchObject({ CancellationReasons: [{ Code: 'None' }, { Item: { pk: 'a' } }] });
  expect(asked).toHaveLength(1);
  expect(publicError(error).code).toBe('internal_error');
});

test('a transaction is the same one at each attempt, and another at the next call', async () => {
  const { asked, own } = await world(breaks);
  const dynamo = dynamoClient({ region: 'eu-west-1', timeout_factor: 10 }, own);
  await dynamo.call('TransactWriteItems', { TransactItems: [] });
  await dynamo.call('TransactWriteItems', { TransactItems: [] });
  const tokens = asked.map(({ body }) => body.ClientRequestToken);
  expect(tokens[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(tokens[1]).toBe(tokens[0]);
  expect(tokens[2]).not.toBe(tokens[0]);
});

test('a service that asks to come later is waited for', async () => {
  const { waits, clientOf } = await world(fails('ThrottlingException', 400, { 'retry-after': '3' }));
  await clientOf('dynamodb').send('GetItem', {});
  expect(waits).toEqual([3_000]);
});

test('a client that fails all the time stops asking again', async () => {
  const { asked, clientOf } = await world(...Array<Behaviour>(1_000).fill(fails('InternalServerError', 500)));
  const client = clientOf('dynamodb');
  for (let i = 0; i < 40; i++) await errorOf(client.send('GetItem', {}));
  // 500 tokens, 14 for each further attempt.
  expect(asked).toHaveLength(40 + Math.floor(500 / 14));
});

test('the time of the service is taken where the clock of this machine is wrong', async () => {
  const date = 'Mon, 23 Nov 2026 12:00:00 GMT';
  const { asked, clientOf, advance } = await world(fails('InvalidSignatureException', 403, { date }));
  const client = clientOf('dynamodb');
  await client.send('GetItem', {});
  advance(60_000);
  await client.send('GetItem', {});
  expect(asked.map(({ headers }) => headers['x-amz-date'])).toEqual([
    '20261123T100000Z',
    '20261123T120000Z',
    '20261123T120100Z',
  ]);
});

test('calls that were signed by the wrong clock at the same time are all made again', async () => {
  const late = fails('InvalidSignatureException', 403, { date: 'Mon, 23 Nov 2026 12:00:00 GMT' });
  const byTime: Behaviour = (response, one) =>
    (one.headers['x-amz-date'] === '20261123T100000Z' ? late : says(200, {}))(response, one);
  const { asked, clientOf } = await world(...Array<Behaviour>(6).fill(byTime));
  const client = clientOf('dynamodb');
  await Promise.all([1, 2, 3].map(() => client.send('GetItem', {})));
  expect(asked).toHaveLength(6);
});

test('a wrong signature at the right time is an error', async () => {
  const { asked, clientOf } = await world(
    fails('InvalidSignatureException', 403, { date: 'Mon, 23 Nov 2026 10:00:01 GMT' }),
  );
  expect((await errorOf(clientOf('dynamodb').send('GetItem', {}))).name).toBe('InvalidSignatureException');
  expect(asked).toHaveLength(1);
});

test('credentials that have ended are asked for once again', async () => {
  const { asked, clientOf, now } = await world(fails('ExpiredTokenException'));
  let made = 0;
  const expiration = new Date(now() + 3_600_000);
  const credentials = (refused?: object) => {
    if (made === 0 || refused !== undefined) made++;
    return { accessKeyId: `key-${made}`, secretAccessKey: 's', sessionToken: `token-${made}`, expiration };
  };
  await clientOf('dynamodb', { credentials }).send('GetItem', {});
  expect(asked.map(({ headers }) => headers['x-amz-security-token'])).toEqual(['token-1', 'token-2']);
  expect(asked[1]?.headers.authorization).toMatch(/Credential=key-2\/.*;x-amz-security-token;x-amz-target/);
});

test('calls that were signed by ended credentials at the same time are all made again', async () => {
  const byKey: Behaviour = (response, one) =>
    (one.headers['x-amz-security-token'] === 'token-1' ? fails('ExpiredTokenException') : says(200, {}))(
      response,
      one,
    );
  const { asked, clientOf, now } = await world(...Array<Behaviour>(6).fill(byKey));
  const made = [1, 2].map((n) => ({
    accessKeyId: `key-${n}`,
    secretAccessKey: 's',
    sessionToken: `token-${n}`,
    expiration: new Date(now() + 3_600_000),
  }));
  const credentials = (refused?: object) => made[refused === undefined ? 0 : 1] as (typeof made)[0];
  const client = clientOf('dynamodb', { credentials });
  await Promise.all([1, 2, 3].map(() => client.send('GetItem', {})));
  expect(asked).toHaveLength(6);
});

test('credentials that are refused again are not asked for without end', async () => {
  const { asked, clientOf, now } = await world(...Array<Behaviour>(6).fill(fails('ExpiredTokenException')));
  const expiration = new Date(now() + 3_600_000);
  const same = { accessKeyId: 'key', secretAccessKey: 's', expiration };
  const error = await errorOf(clientOf('dynamodb', { credentials: () => same }).send('GetItem', {}));
  expect([error.name, asked.length]).toEqual(['ExpiredTokenException', 2]);
});

test('SQS: what it took or gives with another MD5 is not what was sent', async () => {
  const md5 = '900150983cd24fb0d6963f7d28e17f72';
  const { asked, own } = await world(
    ...[md5, 'other'].map((MD5OfMessageBody) => says(200, { Successful: [{ Id: '0', MD5OfMessageBody }] })),
    says(200, { Messages: [{ Body: 'abc', MD5OfBody: md5, Attributes: { ApproximateReceiveCount: '1' } }] }),
    says(200, { Messages: [{ Body: 'abd', MD5OfBody: md5 }] }),
  );
  const sqs = sqsClient({ region: 'eu-west-1', timeout_factor: 10 }, own);
  const Entries = [{ Id: '0', MessageBody: 'abc' }];
  const send = () => sqs.call('SendMessageBatch', { QueueUrl: 'q', Entries });
  await send();
  expect(publicError(await errorOf(send())).code).toBe('unavailable');
  const { Messages } = await sqs.call('ReceiveMessage', { QueueUrl: 'q' });
  expect(Messages?.[0]?.Attributes).toEqual({ ApproximateReceiveCount: '1' });
  expect(publicError(await errorOf(sqs.call('ReceiveMessage', { QueueUrl: 'q' }))).code).toBe('unavailable');
  expect(asked[0]).toMatchObject({ target: 'AmazonSQS.SendMessageBatch', body: { QueueUrl: 'q', Entries } });
});

test.each([
  ['eu-west-1', {}, 'https://sqs.eu-west-1.amazonaws.com/'],
  ['cn-north-1', {}, 'https://sqs.cn-north-1.amazonaws.com.cn/'],
  ['eu-west-1', { AWS_ENDPOINT_URL: 'http://localhost:1' }, 'http://localhost:1/'],
  ['eu-west-1', { AWS_ENDPOINT_URL: 'http://a', AWS_ENDPOINT_URL_SQS: 'http://b' }, 'http://b/'],
])('the endpoint in %s with %o is %s', (region, variables, url) => {
  expect(endpointOf('sqs', region, variables).href).toBe(url);
});
