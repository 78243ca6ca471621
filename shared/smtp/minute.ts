import type { Base } from '../domain/context.ts';
import type { createCounts } from './health.ts';

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
