import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { importRoutes } from '../../functions/imports/routes.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { buildApp } from '../../shared/http/app.ts';
import { figuresOf, meterTable } from './table-figures.ts';

meterTable();
const error = (name: string, fields?: object) =>
  void process.stderr.write(`${name} ${JSON.stringify(fields)}\n`);
const log = { info() {}, warn() {}, error };
const app = buildApp(createContext(readConfig(), { log }), importRoutes);

async function answer(incoming: IncomingMessage): Promise<Response> {
  if (incoming.url === '/figures') return Response.json(figuresOf());
  const body = await buffer(incoming);
  const headers = new Headers(
    Object.entries(incoming.headersDistinct).map(([name, values]) => [name, values?.join(', ') ?? '']),
  );
  const init = { method: incoming.method ?? 'GET', headers, ...(body.length > 0 && { body }) };
  return app.fetch(new Request(`http://function${incoming.url}`, init));
}

/** The import function in its own process, over HTTP, so that its memory can be measured. */
const server = createServer((incoming, outgoing) => {
  answer(incoming)
    .then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    })
    .catch(() => outgoing.destroy());
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
// When the test ends, its function ends, too.
process.on('disconnect', () => process.exit());
