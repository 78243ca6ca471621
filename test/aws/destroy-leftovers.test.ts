import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deleteData } from '../../infra/destroy/data.ts';
import { releaseSets } from '../../infra/destroy/staying.ts';

type Answer = { status: number; type?: string; body: object | string };

/** AWS as far as `answer` knows it; the test's process calls it until it is closed. */
async function awsWith(answer: (request: IncomingMessage) => Answer) {
  const server = createServer((request, response: ServerResponse) => {
    request.resume();
    const { status, type, body } = answer(request);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(type && { 'x-amzn-errortype': type }),
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  for (const service of ['', '_DYNAMODB', '_S3', '_SCHEDULER', '_SESV2'])
    process.env[`AWS_ENDPOINT_URL${service}`] = url;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

const refused = (type: string): Answer => ({ status: 400, type, body: { __type: type, message: type } });

/** A protected table, which is `UPDATING` after each change until it was asked for; `calls`: what changed it. */
function protectedTable() {
  const calls: string[] = [];
  const table = { TableStatus: 'ACTIVE', DeletionProtectionEnabled: true };
  const answer = (call: string): Answer => {
    if (call === 'DescribeTable') {
      table.TableStatus = 'ACTIVE';
      return { status: 200, body: { Table: { ...table } } };
    }
    calls.push(call);
    if (table.TableStatus === 'UPDATING') return refused('ResourceInUseException');
    if (call === 'UpdateTable')
      Object.assign(table, { TableStatus: 'UPDATING', DeletionProtectionEnabled: false });
    if (call === 'DeleteTable' && table.DeletionProtectionEnabled) return refused('ValidationException');
    return { status: 200, body: {} };
  };
  return { calls, answer };
}

const noBucket: Answer = { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' };

test('P47: a protected table is deleted once the change of its protection is done', async () => {
  const { calls, answer } = protectedTable();
  const close = await awsWith(({ headers, url = '' }) => {
    const [, call] = String(headers['x-amz-target'] ?? '').split('.');
    if (call !== undefined) return answer(call);
    return url.startsWith('/schedule-groups/') ? { status: 200, body: {} } : noBucket;
  });
  const data = { table: 'mailwright-prod-Table', bucket: 'bodies', schedules: 'group', key: undefined };
  await deleteData('us-east-1', data).finally(close);
  expect(calls).toEqual(['UpdateTable', 'DeleteTable']);
});

test('P47: a destroy that is repeated after its configuration sets were deleted goes on', async () => {
  const asked: string[] = [];
  const close = await awsWith(({ url = '' }) => {
    asked.push(url);
    return { ...refused('NotFoundException'), status: 404 };
  });
  await releaseSets('us-east-1', { stage: 'prod', account: '123456789012' }).finally(close);
  expect(asked).toEqual(['/v2/email/resources/tenants/list', '/v2/email/resources/tenants/list']);
});
