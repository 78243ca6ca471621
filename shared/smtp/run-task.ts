import type { Base } from '../domain/context.ts';
import { firstCertificate, type ReadCertificate, watchCertificate } from './certificate.ts';
import { createCounts, startHealth } from './health.ts';
import { startReceiver } from './receiver.ts';
import type { ReceiverPorts } from './receiver-options.ts';
import type { RelayPorts } from './relay-options.ts';
import { startService } from './service.ts';

const minute_ms = 60_000;
const probe_ms = 15_000;
/** A transaction may go on to its reply for so long after SIGTERM (R67). */
const patience_ms = 25_000;

type TaskOptions = {
  ports: number[];
  health_port: number;
  address: string | null;
  readCertificate: ReadCertificate;
  thread: string | URL;
};

/** The receiver's name, which the MX records of inbound domains have (R63). */
const receiverHost = ({ service_domain, smtp_host }: Base['settings']) =>
  service_domain === null ? smtp_host : `inbound.${service_domain}`;

type Counts = ReturnType<typeof createCounts>;

const inboundHealth = (sessions: number, { accepted, refused }: ReturnType<Counts['total']>) => ({
  sessions,
  accepted,
  refused,
});

/** The relay's numbers of a minute (R69). */
function noteRelay({ log }: Base, sessions: number, counts: Counts): void {
  const { accepted, auth_failed, refusals } = counts.take();
  const metrics = { SmtpSessions: sessions, SmtpAccepted: accepted, SmtpAuthFailed: auth_failed };
  log.info('smtp_minute', { sessions, accepted, auth_failed }, { counts: metrics });
  for (const [code, count] of refusals)
    log.info('smtp_refused', { code, count }, { counts: { SmtpRefused: count }, by: { code } });
}

/** The receiver's numbers of a minute (R69). */
function noteInbound({ log }: Base, sessions: number, counts: Counts): void {
  const { accepted, refusals } = counts.take();
  log.info('inbound_minute', { sessions, accepted }, { counts: { InboundAccepted: accepted } });
  for (const [code, count] of refusals)
    log.info('inbound_refused', { code, count }, { counts: { InboundRefused: count }, by: { code } });
}

/**
 * The SMTP task: listeners, health, certificates, metrics, and its end. Rejects when a port cannot be bound or the
 * configured certificate cannot serve (R61, R64).
 */
export async function runTask(ctx: RelayPorts & ReceiverPorts & Base, options: TaskOptions): Promise<void> {
  const { log, settings, runtime } = ctx;
  const { certificate, source } = await firstCertificate(ctx, options.readCertificate);
  const counts = createCounts();
  const [starttls = 0, implicit = 0, inbound] = options.ports;
  const service = await startService(ctx, {
    ...{ host: settings.smtp_host, certificate, thread: options.thread, note: counts.note },
    ports: { starttls, implicit },
    address: options.address,
  });
  const received = createCounts();
  const receiver =
    inbound === undefined
      ? null
      : await startReceiver(ctx, {
          ...{ host: receiverHost(settings), certificate, note: received.note },
          ...{ port: inbound, address: options.address },
        });
  const services = [service, ...(receiver === null ? [] : [receiver])];
  let draining = false;
  let answered_at = runtime.now();
  const health = await startHealth({ port: options.health_port, address: options.address }, () => {
    const { accepted, refused, auth_failed } = counts.total();
    const ok = !draining && runtime.now() - answered_at < minute_ms;
    return {
      ok,
      certificate: source,
      relay: { sessions: service.sessions(), accepted, refused, auth_failed },
      ...(receiver !== null && { inbound: inboundHealth(receiver.sessions(), received.total()) }),
    };
  });
  const watch = watchCertificate(ctx, {
    ...{ read: options.readCertificate, first: certificate },
    use: (next) => {
      for (const each of services) each.useCertificate(next);
    },
  });
  process.on('SIGHUP', () => void watch.look());
  // Any read shows that the table answers; it finds nothing, so that no cache keeps it.
  const probe = async () => {
    await ctx.accounts.get('health');
    answered_at = runtime.now();
  };
  const probing = setInterval(() => void probe().catch(() => {}), probe_ms);
  const everyMinute = setInterval(() => {
    noteRelay(ctx, service.sessions(), counts);
    if (receiver !== null) noteInbound(ctx, receiver.sessions(), received);
  }, minute_ms);
  const stop = async () => {
    if (draining) return process.exit(0);
    draining = true;
    clearInterval(probing);
    clearInterval(everyMinute);
    watch.stop();
    log.info('smtp_draining', { sessions: service.sessions() });
    await Promise.all(services.map((one) => one.drain(patience_ms)));
    health.close();
    log.info('smtp_stopped');
    process.exit(0);
  };
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => void stop());
  log.info('smtp_listening', { ports: service.ports, certificate: source });
}
