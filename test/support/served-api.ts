import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { routeGroups } from '../../functions/routes.ts';
import type { Context } from '../../shared/domain/context.ts';
import { buildApp } from '../../shared/http/app.ts';

/** This process's API on a port, for other processes. */
export async function servedApi(ctx: Context): Promise<{ base_url: string; close: () => void }> {
  const app = buildApp(ctx, Object.values(routeGroups).flat());
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const bytes = await buffer(incoming);
    const headers = new Headers(incoming.headers as Record<string, string>);
    const body = bytes.length > 0 ? new Uint8Array(bytes) : null;
    const answer = await app.fetch(new Request(`http://localhost${url}`, { method, headers, body }));
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { base_url: `http://127.0.0.1:${port}/api`, close };
}
