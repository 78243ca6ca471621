import { createServer, type Server } from 'node:http';
import type { Base } from '../domain/context.ts';
import type { RelayEvent } from './relay-options.ts';

export function createCounts() {
  const total = { accepted: 0, refused: 0, auth_failed: 0, bytes: 0 };
  let taken = { ...total };
  const refusals = new Map<string, number>();
  return {
    note: (event: RelayEvent): void => {
      if (event.type === 'accepted') {
        total.accepted++;
        total.bytes += event.bytes;
      }
      if (event.type === 'auth_failed') total.auth_failed++;
      if (event.type !== 'refused') return;
      total.refused++;
      refusals.set(event.code, (refusals.get(event.code) ?? 0) + 1);
    },
    total: () => ({ ...total }),
    /** The counts since the last call. Rejected messages are grouped by code. */
    take: () => {
      const since = {
        accepted: total.accepted - taken.accepted,
        auth_failed: total.auth_failed - taken.auth_failed,
        bytes: total.bytes - taken.bytes,
        refusals: [...refusals],
      };
      taken = { ...total };
      refusals.clear();
      return since;
    },
  };
}

type Counts = ReturnType<typeof createCounts>;

export function noteRelay({ log }: Base, sessions: number, counts: Counts): void {
  const { accepted, auth_failed, refusals } = counts.take();
  const metrics = { SmtpSessions: sessions, SmtpAccepted: accepted, SmtpAuthFailed: auth_failed };
  log.info('smtp_minute', { sessions, accepted, auth_failed }, { counts: metrics });
  for (const [code, count] of refusals)
    log.info('smtp_refused', { code, count }, { counts: { SmtpRefused: count }, by: { code } });
}

export function noteInbound({ log }: Base, sessions: number, counts: Counts): void {
  const { accepted, bytes, refusals } = counts.take();
  const metrics = { InboundAccepted: accepted, InboundSize: bytes };
  log.info('inbound_minute', { sessions, accepted, bytes }, { counts: metrics });
  for (const [code, count] of refusals)
    log.info('inbound_refused', { code, count }, { counts: { InboundRefused: count }, by: { code } });
}

/** The balancer's health check: 200 while the task serves and the table answered recently, else 503. */
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
