import { createServer, type Server } from 'node:http';
import type { RelayEvent } from './relay-options.ts';

/** What the task counts (R68, R69). */
export function createCounts() {
  const total = { accepted: 0, refused: 0, auth_failed: 0 };
  const refusals = new Map<string, number>();
  let shown = 0;
  return {
    note: (event: RelayEvent): void => {
      if (event.type === 'accepted') total.accepted++;
      if (event.type === 'auth_failed') total.auth_failed++;
      if (event.type !== 'refused') return;
      total.refused++;
      refusals.set(event.code, (refusals.get(event.code) ?? 0) + 1);
    },
    total: () => ({ ...total }),
    /** Accepted messages since the last call. */
    takeAccepted: (): number => {
      const since = total.accepted - shown;
      shown = total.accepted;
      return since;
    },
    /** Refused messages by code since the last call. */
    takeRefusals: (): [string, number][] => {
      const all = [...refusals];
      refusals.clear();
      return all;
    },
  };
}

/** What the balancer asks for: 200 while the task serves and the table answered lately, else 503 (R68). */
export function startHealth(
  { port, address }: { port: number; address: string | null },
  look: () => { ok: boolean } & Record<string, unknown>,
): Promise<Server> {
  const server = createServer((request, response) => {
    const known = request.method === 'GET' && request.url === '/health';
    const state = known ? look() : { ok: false };
    const status = known ? (state.ok ? 200 : 503) : 404;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(state));
  });
  server.requestTimeout = 5_000;
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, address ?? undefined, () => done(server));
  });
}
