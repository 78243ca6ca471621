import type { Base } from '../domain/context.ts';
import { readCertificate } from './certificates.ts';
import { awsOf } from './clients.ts';
import { readConfig, readSmtpConfig } from './config.ts';

/** The configured parts of the SMTP task that aren't in its context. */
export function smtpTask({ runtime, settings }: Base) {
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
