import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dynamoClient } from '../../shared/aws/dynamo.ts';
import { dynamoTable } from '../../shared/aws/table.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';

type Request = Record<string, unknown>;

/** A table that takes no put of its first `full` calls, and every delete; what each call asked for. */
async function fullTable(full: number) {
  const calls: string[][] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { RequestItems } = JSON.parse(Buffer.concat(chunks).toString()) as {
      RequestItems: { t: Request[] };
    };
    const writes = RequestItems.t;
    calls.push(writes.flatMap((one) => Object.keys(one)));
    const puts = writes.filter((one) => 'PutRequest' in one);
    const rest = calls.length <= full && puts.length > 0 ? { t: puts } : {};
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end(JSON.stringify({ UnprocessedItems: rest }));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = dynamoClient({ region: 'us-east-1', timeout_factor: 10 }, { endpoint, credentials });
  const runtime = { ...systemRuntime(), sleep: async () => {} };
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { calls, close, table: dynamoTable(client, 't', runtime) };
}

const moved = { puts: [{ pk: 'OUTBOX#2', sk: 'a' }], deletes: [{ pk: 'OUTBOX#1', sk: 'a' }] };

test('a row that moves is deleted only after its new place was taken', async () => {
  const { calls, close, table } = await fullTable(2);
  await table.batchWrite(moved);
  expect(calls).toEqual([['PutRequest'], ['PutRequest'], ['PutRequest'], ['DeleteRequest']]);
  close();
});

test('a row whose new place is not taken stays where it is', async () => {
  const { calls, close, table } = await fullTable(100);
  await expect(table.batchWrite(moved)).rejects.toThrow('BatchWriteItem left items unprocessed');
  expect(new Set(calls.flat())).toEqual(new Set(['PutRequest']));
  close();
});
