import type { Base } from '../domain/context.ts';
import { createCounts, startHealth } from './health.ts';
import { startReceiver } from './receiver.ts';
import type { ReceiverPorts } from './receiver-options.ts';
import type { RelayPorts } from './relay-options.ts';
import { type Certificate, selfSigned } from './self-signed.ts';
import { type Service, startService } from './service.ts';

const certificate_ms = 600_000;
const minute_ms = 60_000;
const probe_ms = 15_000;
/** A transaction may go on to its reply for so long after SIGTERM (R67). */
const patience_ms = 25_000;

type TaskOptions = {
  ports: number[];
  health_port: number;
  address: string | null;
  readCertificate: (() => Promise<Certificate>) | null;
  thread: string | URL;
};

type Source = 'configured' | 'self-signed';

/** The configured certificate, or one of its own with a warning (R64). */
async function firstCertificate(
  ctx: Base,
  { readCertificate }: TaskOptions,
): Promise<{ certificate: Certificate; source: Source }> {
  if (readCertificate !== null) return { certificate: await readCertificate(), source: 'configured' };
  const { settings, runtime, log } = ctx;
  log.warn('smtp_certificate_self_signed', { host: settings.smtp_host });
  const certificate = selfSigned([settings.smtp_host, 'localhost', '127.0.0.1'], runtime.now());
  return { certificate, source: 'self-signed' };
}

/** Looks for a new certificate; a broken one is logged and the old one kept (R64). */
async function renew(
  ctx: Base,
  { readCertificate }: TaskOptions,
  services: Pick<Service, 'useCertificate'>[],
  last: { pem: string },
) {
  if (readCertificate === null) return;
  try {
    const next = await readCertificate();
    if (next.certificate === last.pem) return;
    for (const service of services) service.useCertificate(next);
    last.pem = next.certificate;
    ctx.log.info('smtp_certificate_changed');
  } catch (error) {
    ctx.log.error('smtp_certificate_refused', { cause: (error as Error).message });
  }
}

/** The receiver's name, which the MX records of inbound domains have (R63). */
const receiverHost = ({ service_domain, smtp_host }: Base['settings']) =>
  service_domain === null ? smtp_host : `inbound.${service_domain}`;

const inboundHealth = (
  sessions: number,
  { accepted, refused }: ReturnType<ReturnType<typeof createCounts>['total']>,
) => ({ sessions, accepted, refused });

/** The receiver's numbers of a minute (R69). */
function noteInbound({ log }: Base, sessions: number, counts: ReturnType<typeof createCounts>): void {
  const accepted = counts.takeAccepted();
  log.info('inbound_minute', { sessions, accepted }, { counts: { InboundAccepted: accepted } });
  for (const [code, count] of counts.takeRefusals())
    log.info('inbound_refused', { code, count }, { counts: { InboundRefused: count }, by: { code } });
}

/**
 * The SMTP task: listeners, health, certificates, metrics, and its end. Rejects when a port cannot be bound or the
 * configured certificate cannot serve (R61, R64).
 */
export async function runTask(ctx: RelayPorts & ReceiverPorts & Base, options: TaskOptions): Promise<void> {
  const { log, settings, runtime } = ctx;
  const { certificate, source } = await firstCertificate(ctx, options);
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
  const last = { pem: certificate.certificate };
  // Any read shows that the table answers; it finds nothing, so that no cache keeps it.
  const probe = async () => {
    await ctx.accounts.get('health');
    answered_at = runtime.now();
  };
  const probing = setInterval(() => void probe().catch(() => {}), probe_ms);
  const everyMinute = setInterval(() => {
    const sessions = service.sessions();
    log.info('smtp_minute', { sessions }, { counts: { SmtpSessions: sessions } });
    if (receiver !== null) noteInbound(ctx, receiver.sessions(), received);
    for (const [code, count] of counts.takeRefusals())
      log.info('smtp_refused', { code, count }, { counts: { SmtpRefused: count }, by: { code } });
  }, minute_ms);
  const renewing = setInterval(() => void renew(ctx, options, services, last), certificate_ms);
  process.on('SIGHUP', () => void renew(ctx, options, services, last));
  const stop = async () => {
    if (draining) return process.exit(0);
    draining = true;
    clearInterval(probing);
    clearInterval(everyMinute);
    clearInterval(renewing);
    log.info('smtp_draining', { sessions: service.sessions() });
    await Promise.all(services.map((one) => one.drain(patience_ms)));
    health.close();
    log.info('smtp_stopped');
    process.exit(0);
  };
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => void stop());
  log.info('smtp_listening', { ports: service.ports, certificate: source });
}
