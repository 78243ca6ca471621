import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `type` is the error that AWS clients read from the header. */
export type AwsAnswer = { status: number; type?: string; body: object | string };

/**
 * A server that responds as AWS for the test. Clients that this process creates find it through the endpoints of
 * these services, such as `_SESV2`, or an empty name for all others. Closing it restores the environment.
 */
export async function fakeAws(services: string[], answer: (request: IncomingMessage) => AwsAnswer) {
  const server = createServer((request, response) => {
    request.resume();
    const { status, type, body } = answer(request);
    const headers = { 'content-type': 'application/json', ...(type && { 'x-amzn-errortype': type }) };
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const before = { ...process.env };
  const own = {
    ...Object.fromEntries(services.map((service) => [`AWS_ENDPOINT_URL${service}`, url])),
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  Object.assign(process.env, own);
  return () => {
    for (const name of Object.keys(own))
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    server.close();
    server.closeAllConnections();
  };
}
