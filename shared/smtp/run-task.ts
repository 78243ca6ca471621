import type { Base } from '../domain/context.ts';
import { firstCertificate, type ReadCertificate, watchCertificate } from './certificate.ts';
import { createCounts, noteInbound, noteRelay, startHealth } from './health.ts';
import { startReceiver } from './receiver.ts';
import type { ReceiverPorts } from './receiver-options.ts';
import type { RelayPorts } from './relay-options.ts';
import { startService } from './service.ts';

const minute_ms = 60_000;
const probe_ms = 15_000;
/** How long a transaction may continue after SIGTERM. */
const patience_ms = 25_000;

type TaskOptions = {
  /** `relay` is null if the task doesn't relay, and `inbound` is null if it doesn't receive. */
  relay: { starttls: number; implicit: number } | null;
  inbound: number | null;
  health_port: number;
  address: string | null;
  readCertificate: ReadCertificate;
  thread: string | URL;
};

/** The receiver's host name, as in the MX records of inbound domains. */
const receiverHost = ({ service_domain, smtp_host }: Base['settings']) =>
  service_domain === null ? smtp_host : `inbound.${service_domain}`;

/**
 * The SMTP task: listeners, health, certificates, metrics, and shutdown. Rejects if a port can't be bound or
 * the configured certificate is unusable.
 */
export async function runTask(ctx: RelayPorts & ReceiverPorts & Base, options: TaskOptions): Promise<void> {
  const { log, settings, runtime } = ctx;
  const { certificate, source } = await firstCertificate(ctx, options.readCertificate);
  const counts = createCounts();
  const { relay, inbound, address } = options;
  const service =
    relay === null
      ? null
      : await startService(ctx, {
          host: settings.smtp_host,
          certificate,
          thread: options.thread,
          note: counts.note,
          ports: relay,
          address,
        });
  const received = createCounts();
  const receiver =
    inbound === null
      ? null
      : await startReceiver(ctx, {
          host: receiverHost(settings),
          certificate,
          note: received.note,
          port: inbound,
          address,
        });
  const services = [service, receiver].filter((one) => one !== null);
  let draining = false;
  let answered_at = runtime.now();
  const health = await startHealth({ port: options.health_port, address: options.address }, () => {
    const { accepted, refused, auth_failed } = counts.total();
    const taken = received.total();
    const ok = !draining && runtime.now() - answered_at < minute_ms;
    return {
      ok,
      certificate: source,
      ...(service !== null && { relay: { sessions: service.sessions(), accepted, refused, auth_failed } }),
      ...(receiver !== null && {
        inbound: { sessions: receiver.sessions(), accepted: taken.accepted, refused: taken.refused },
      }),
    };
  });
  const watch = watchCertificate(ctx, {
    read: options.readCertificate,
    first: certificate,
    use: (next) => {
      for (const each of services) each.useCertificate(next);
    },
  });
  process.on('SIGHUP', () => void watch.look());
  // Any read shows that the table answers. This read finds nothing, so no cache keeps it.
  const probe = async () => {
    await ctx.accounts.get('acc_health');
    answered_at = runtime.now();
  };
  const probing = setInterval(() => void probe().catch(() => {}), probe_ms);
  const noteNumbers = () => {
    if (service !== null) noteRelay(ctx, service.sessions(), counts);
    if (receiver !== null) noteInbound(ctx, receiver.sessions(), received);
  };
  const everyMinute = setInterval(noteNumbers, minute_ms);
  const stop = async () => {
    if (draining) return process.exit(0);
    draining = true;
    clearInterval(probing);
    clearInterval(everyMinute);
    watch.stop();
    log.info('smtp_draining', { sessions: services.reduce((sum, one) => sum + one.sessions(), 0) });
    await Promise.all(services.map((one) => one.drain(patience_ms)));
    noteNumbers();
    health.close();
    log.info('smtp_stopped');
    process.exit(0);
  };
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => void stop());
  log.info('smtp_listening', { ports: { ...service?.ports, inbound: receiver?.port }, certificate: source });
}
