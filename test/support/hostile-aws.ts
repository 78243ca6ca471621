import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Aws } from '../../shared/aws/clients.ts';
import { signedClient } from '../../shared/aws/signed/client.ts';

type Asked = {
  target: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
};

/** What is done to a request; nothing: it stays without an answer. */
export type Behaviour = (response: ServerResponse, asked: Asked) => void;

/** An answer in AWS's JSON. */
export const says =
  (status: number, body: object, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/x-amz-json-1.0', ...headers })
      .end(JSON.stringify(body));

/** The error of a service by its name. */
export const fails = (name: string, status = 400, headers: Record<string, string> = {}): Behaviour =>
  says(status, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'no' }, headers);

export const breaks: Behaviour = (response) => void response.destroy();

/** A service of AWS that does these things to its first requests, and answers the others with `{}`. */
export async function hostileAws(...behaviours: Behaviour[]) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { headers } = request;
    const one = { target: String(headers['x-amz-target']), headers, body: JSON.parse(await text(request)) };
    asked.push(one);
    // The clock of a test is another one.
    response.sendDate = false;
    (behaviours[asked.length - 1] ?? says(200, {}))(response, one);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const waits: number[] = [];
  let time = Date.parse('2026-11-23T10:00:00Z');
  const runtime = {
    now: () => time,
    random: () => 0.999,
    sleep: async (ms: number) => void waits.push(ms),
  };
  const variables = { AWS_ENDPOINT_URL: endpoint, AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
  const own = { runtime, variables };
  const clientOf = (service: 'dynamodb' | 'sqs', aws: Partial<Aws> = {}) =>
    signedClient({ region: 'eu-west-1', timeout_factor: 10, ...aws }, service, own);
  const close = () => void server.close().closeAllConnections();
  const advance = (ms: number) => {
    time += ms;
  };
  return { asked, waits, own, clientOf, advance, close, now: runtime.now };
}
