import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { cloudKeys, environment, readStack } from '../support/environment.ts';

// Another user of the machine can reach the emulator's port, but has none of the stack's files.

const stack = readStack();
const { aws_endpoint_url: endpoint, aws_access_key_id: key, region } = stack;
const { TABLE_NAME = '', BODY_BUCKET: Bucket = '' } = environment();
const account = '000000000000';

const headerOf = (id: string, service: string) =>
  `AWS4-HMAC-SHA256 Credential=${id}/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;

const json = (target: string) => ({ 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target });

/** What a stranger would call: service, method, path, headers, and body. */
const calls: [what: string, service: string, path: string, init: RequestInit & { headers?: object }][] = [
  ['lists the functions', 'lambda', '/2015-03-31/functions/', {}],
  [
    'puts code',
    'lambda',
    '/2015-03-31/functions/any/code',
    { method: 'PUT', body: JSON.stringify({ ZipFile: 'UEsFBg==' }) },
  ],
  ['runs code', 'lambda', '/2015-03-31/functions/any/invocations', { method: 'POST', body: '{}' }],
  [
    'reads the table',
    'dynamodb',
    '/',
    { method: 'POST', headers: json('DynamoDB_20120810.ListTables'), body: '{}' },
  ],
  [
    'reads secrets',
    'secretsmanager',
    '/',
    { method: 'POST', headers: json('secretsmanager.ListSecrets'), body: '{}' },
  ],
  ['lists the objects', 's3', `/${Bucket}`, {}],
  ['calls by the query of a link', 'sqs', '/?Action=ListQueues', {}],
  ['downloads code', 'lambda', '/_ministack/lambda-code/any', {}],
  ['sets up the emulator', 'lambda', '/_ministack/config', { method: 'POST', body: '{}' }],
  ['hides behind the path of an API', 's3', '/_aws/execute-api', {}],
  [
    'hides a call behind the path of text messages',
    'dynamodb',
    '/_ministack/sns/sms-messages',
    { method: 'POST', headers: json('DynamoDB_20120810.ListTables'), body: '{}' },
  ],
  ['hides behind the path of the health', 's3', '/_ministack/health/', {}],
];

describe.each(calls)('who %s', (_what, service, path, { headers, ...init }) => {
  const ask = (more: Record<string, string>, query = '') =>
    fetch(`${endpoint}${path}${query}`, { ...init, headers: { ...headers, ...more } });

  test.each([
    ['no credentials', {}],
    ['credentials that any emulator takes', { authorization: headerOf('test', service) }],
    ["the functions' access key, which their links show", { authorization: headerOf(account, service) }],
    ['the start of the key', { authorization: headerOf(key.slice(0, -1), service) }],
    ['another scheme', { authorization: `Bearer ${key}` }],
  ])('with %s is refused', async (_with, more) => {
    const answer = await ask(more);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining('UnrecognizedClientException'),
    ]);
  });

  test('with an unsigned link is refused', async () => {
    const query = new URLSearchParams({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': `${account}/20260101/us-east-1/${service}/aws4_request`,
      'X-Amz-Date': '20260101T000000Z',
      'X-Amz-SignedHeaders': 'host',
      'X-Amz-Signature': '0'.repeat(64),
    });
    expect((await ask({}, `${path.includes('?') ? '&' : '?'}${query}`)).status).toBe(403);
  });
});

const clientOf = (credentials: { accessKeyId: string; secretAccessKey: string }) => ({
  endpoint,
  region,
  credentials,
  maxAttempts: 1,
});

test.each([
  ['the key of the stack', cloudKeys()],
  ['the keys of its functions', { accessKeyId: account, secretAccessKey: key }],
])('%s is served: the table, an object, who it is', async (_who, keys) => {
  const table = new DynamoDBClient(clientOf(keys));
  const s3 = new S3Client({ ...clientOf(keys), forcePathStyle: true });
  const sts = new STSClient(clientOf(keys));
  const { Count } = await table.send(new ScanCommand({ TableName: TABLE_NAME, Limit: 1 }));
  expect(Count).toBe(1);
  const Key = `a key/${keys.accessKeyId.length}+ä.txt`;
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'text' }));
  expect((await s3.send(new GetObjectCommand({ Bucket, Key }))).ContentLength).toBe(4);
  expect((await sts.send(new GetCallerIdentityCommand())).Account).toBe(account);
});

test('a wrong secret of the functions is refused', async () => {
  const table = new DynamoDBClient(clientOf({ accessKeyId: account, secretAccessKey: 'test' }));
  await expect(table.send(new ScanCommand({ TableName: TABLE_NAME }))).rejects.toMatchObject({
    name: 'UnrecognizedClientException',
  });
});

test('a link that a function signs is good for its own object, and does not show the key', async () => {
  const s3 = new S3Client({
    ...clientOf({ accessKeyId: account, secretAccessKey: key }),
    forcePathStyle: true,
  });
  const Key = 'a link/ö 1.txt';
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'linked' }));
  const link = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key }), { expiresIn: 60 });
  expect(link).not.toContain(key);
  expect(await (await fetch(link)).text()).toBe('linked');
  for (const other of [link.replace('1.txt', '2.txt'), link.replace('Expires=60', 'Expires=6000')])
    expect((await fetch(other)).status).toBe(403);
  expect((await fetch(link, { method: 'DELETE' })).status).toBe(403);
});

test('what the API gives out shows no key, and needs none', async () => {
  const headers = { authorization: `Bearer ${stack.api_key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ filename: 'a.txt', content_type: 'text/plain', size: 3 });
  const made = await fetch(`${stack.base_url}/attachments`, { method: 'POST', headers, body });
  const text = await made.text();
  expect({ status: made.status, showsKey: text.includes(key) }).toEqual({ status: 201, showsKey: false });
  const upload = { 'content-type': 'text/plain', 'if-none-match': '*' };
  const put = await fetch(JSON.parse(text).attachment.upload_url, {
    method: 'PUT',
    headers: upload,
    body: 'abc',
  });
  expect(put.status).toBe(200);
});

test('health, text messages, and the HTTP API ask for no signature', async () => {
  for (const url of [`${endpoint}/_ministack/health`, stack.sms_messages_url])
    expect((await fetch(url)).status).toBe(200);
  expect((await fetch(`${stack.base_url}/emails`)).status).toBe(401);
});
