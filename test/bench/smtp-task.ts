import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { freePorts } from '../../localstack/net.ts';
import { beginRun, localFolder } from '../../localstack/running.ts';
import { makeCertificate, startSmtp } from '../../localstack/smtp.ts';
import type { Context } from '../../shared/domain/context.ts';
import { freshAccount } from '../support/api.ts';
import { smtpPassword } from '../support/smtp.ts';

/** The bundled SMTP task in its own process, and Nodemailer's options for a TLS connection to it. */
export async function startTask(environment: Record<string, string>) {
  const folder = await mkdtemp(`${localFolder}/smtp-`);
  const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '' } = environment;
  const [smtp = 0, smtp_tls = 0, inbound = 0, smtp_health = 0] = await freePorts(4);
  const task = await startSmtp({
    folder,
    environment,
    certificate: await makeCertificate({ endpoint, region }, { folder, domain: 'bare.test' }),
    password: '',
    ports: { smtp, smtp_tls, inbound, smtp_health },
    run: await beginRun(folder),
    onRestart: () => {},
  });
  const { pid, tls_port: port, ca_file } = task.settings;
  return {
    pid,
    options: { host: 'localhost', port, secure: true, tls: { ca: readFileSync(ca_file, 'utf8') } },
    close: async () => {
      await task.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An account without an effective rate limit, with a domain and a relay password. */
export async function makeSender(ctx: Context) {
  const { account, domain } = await freshAccount(ctx, { requests_per_second: 5000 });
  const { password: pass } = await smtpPassword(ctx, account);
  return { auth: { user: 'service', pass }, from: `shop@${domain}` };
}
