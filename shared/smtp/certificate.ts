import type { Base } from '../domain/context.ts';
import { type Certificate, selfSigned } from './self-signed.ts';

/** How often the configured certificate is read again. */
const every_ms = 600_000;

/** Reads the configured certificate, and throws if it is unusable. Null if none is configured. */
export type ReadCertificate = (() => Promise<Certificate>) | null;

type CertificateSource = 'configured' | 'self-signed';

/**
 * The configured certificate, or a self-signed one with a warning. Throws if the configured one is unusable.
 */
export async function firstCertificate(
  ctx: Base,
  read: ReadCertificate,
): Promise<{ certificate: Certificate; source: CertificateSource }> {
  if (read !== null) return { certificate: await read(), source: 'configured' };
  const { settings, runtime, log } = ctx;
  log.warn('smtp_certificate_self_signed', { host: settings.smtp_host });
  const certificate = selfSigned([settings.smtp_host, 'localhost', '127.0.0.1'], runtime.now());
  return { certificate, source: 'self-signed' };
}

type Watched = { read: ReadCertificate; first: Certificate; use: (next: Certificate) => void };

/**
 * Reads the configured certificate every 10 minutes and whenever `look` is called. Uses a new one. Logs an
 * unusable one and keeps the current one.
 */
export function watchCertificate(ctx: Base, { read, first, use }: Watched) {
  let last = first.certificate;
  const look = async (): Promise<void> => {
    if (read === null) return;
    try {
      const next = await read();
      if (next.certificate === last) return;
      use(next);
      last = next.certificate;
      ctx.log.info('smtp_certificate_changed');
    } catch (error) {
      ctx.log.error('smtp_certificate_refused', { cause: (error as Error).message });
    }
  };
  const timer = setInterval(() => void look(), every_ms);
  timer.unref();
  return { look, stop: (): void => clearInterval(timer) };
}
