import type { Base } from '../domain/context.ts';
import { readCertificate } from './certificates.ts';
import { awsOf } from './clients.ts';
import { readConfig, readSmtpConfig } from './config.ts';

type Certificate = { certificate: string; private_key: string };

/** What the SMTP task is made of besides its context. */
type SmtpTask = {
  ports: number[];
  health_port: number;
  address: string | null;
  /** The configured certificate; null when none is. Throws when it cannot serve. */
  readCertificate: (() => Promise<Certificate>) | null;
};

/** The task by its environment. */
export function smtpTask({ runtime }: Base): SmtpTask {
  const config = readSmtpConfig();
  const aws = awsOf(readConfig());
  const arn = config.SMTP_CERTIFICATE;
  return {
    ports: config.SMTP_PORTS,
    health_port: config.SMTP_HEALTH_PORT,
    address: config.SMTP_ADDRESS ?? null,
    readCertificate: arn === undefined ? null : () => readCertificate(aws, arn, runtime.now()),
  };
}
