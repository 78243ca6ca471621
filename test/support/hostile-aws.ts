import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { dynamoClient } from '../../shared/aws/dynamo.ts';
import { sqsClient } from '../../shared/aws/sqs.ts';
import { dynamoTable } from '../../shared/aws/table.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';

type Asked = {
  target: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
  socket: Socket;
};

/** What to do with a request. Without an entry, it never gets a response. */
export type Behaviour = (response: ServerResponse, asked: Asked) => void;

/** A response in AWS's JSON format. */
export const says =
  (status: number, body: object, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/x-amz-json-1.0', ...headers })
      .end(JSON.stringify(body));

/** A service's error, by name. */
export const fails = (name: string, status = 400, headers: Record<string, string> = {}): Behaviour =>
  says(status, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'no' }, headers);

export const breaks: Behaviour = (response) => void response.destroy();

/** An AWS service that does these things to its first requests, and responds to the others with `{}`. */
export async function hostileAws(...behaviours: Behaviour[]) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { headers, socket } = request;
    const body = JSON.parse(await text(request));
    const one = { target: String(headers['x-amz-target']), headers, body, socket };
    asked.push(one);
    (behaviours[asked.length - 1] ?? says(200, {}))(response, one);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own = { endpoint, credentials: { accessKeyId: 'key', secretAccessKey: 'secret' } };
  const aws = { region: 'eu-west-1', timeout_factor: 10 };
  const close = () => void server.close().closeAllConnections();
  return {
    asked,
    close,
    table: dynamoTable(dynamoClient(aws, own), 't', systemRuntime()),
    sqs: sqsClient(aws, own),
  };
}
