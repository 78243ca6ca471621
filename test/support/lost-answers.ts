import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { awsOf } from '../../shared/aws/clients.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { dynamoClient } from '../../shared/aws/dynamo.ts';
import { dynamoTable } from '../../shared/aws/table.ts';
import type { Runtime } from '../../shared/core/runtime.ts';
import { environment } from './environment.ts';

const closing: (() => void)[] = [];

/** Closes a test file's connections to the table. */
export function stopLosing(): void {
  for (const close of closing.splice(0)) close();
}

const isUpdate = (target: string): boolean => target.endsWith('.UpdateItem');
export const isChange = (target: string): boolean => /\.(UpdateItem|TransactWriteItems)$/.test(target);

/**
 * The table, where the first update, or another call in `lost`, is made but its response never arrives, so the client
 * asks again.
 */
export async function losingTable(runtime: Runtime, lost = isUpdate) {
  const { AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL } = environment();
  const upstream = AWS_ENDPOINT_URL_DYNAMODB ?? AWS_ENDPOINT_URL ?? '';
  let updates = 0;
  const server = createServer(async (request, response) => {
    const isLost = lost(String(request.headers['x-amz-target']));
    if (isLost) updates++;
    const { 'content-length': _length, connection: _connection, host: _host, ...headers } = request.headers;
    const body = await text(request);
    const answer = await fetch(upstream, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body,
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (isLost && updates === 1) response.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(bytes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => void server.close().closeAllConnections());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = dynamoClient(awsOf(readConfig(environment())), { endpoint });
  const table = dynamoTable(client, environment().TABLE_NAME as string, runtime);
  return { table, updates: () => updates };
}
