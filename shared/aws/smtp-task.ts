import type { Base } from '../domain/context.ts';
import { readCertificate } from './certificates.ts';
import { awsOf } from './clients.ts';
import { readConfig, readSmtpConfig } from './config.ts';

type Certificate = { certificate: string; private_key: string };

/** The parts of the SMTP task, in addition to its context. */
type SmtpTask = {
  /** Submission with STARTTLS, submission over TLS; null: no relay. */
  relay: { starttls: number; implicit: number } | null;
  /** Inbound mail; null: no receiver. */
  inbound: number | null;
  health_port: number;
  address: string | null;
  /** The configured certificate; null when none is. Throws when it cannot serve. */
  readCertificate: (() => Promise<Certificate>) | null;
};

export function smtpTask({ runtime, settings }: Base): SmtpTask {
  const config = readSmtpConfig();
  const aws = awsOf(readConfig());
  const arn = config.SMTP_CERTIFICATE;
  const [starttls = 0, implicit = 0, inbound = null] = config.SMTP_PORTS;
  const roles = (config.SMTP_ROLES ?? (settings.inbound === 'smtp' ? 'relay,receive' : 'relay')).split(',');
  return {
    relay: roles.includes('relay') ? { starttls, implicit } : null,
    inbound: roles.includes('receive') ? inbound : null,
    health_port: config.SMTP_HEALTH_PORT,
    address: config.SMTP_ADDRESS ?? null,
    readCertificate: arn === undefined ? null : () => readCertificate(aws, arn, runtime.now()),
  };
}
