import { useLocalCloud } from '../../localstack/environment.ts';
import { eventually } from '../../localstack/net.ts';
import { prepareInboundDomain, prepareSendingDomain } from '../../localstack/sending-domain.ts';
import { sesIdentities } from '../../shared/aws/identities.ts';
import { isId } from '../../shared/core/runtime.ts';
import { type Context, systemCaller } from '../../shared/domain/context.ts';
import { createSmtpCredential } from '../../shared/domain/keys/create-key.ts';
import type { Identities } from '../../shared/domain/ports/sending.ts';
import { dnsClient } from '../../shared/net/dns.ts';
import { readCommand } from './commands.ts';
import type { Work } from './options.ts';

/** The context, in which every new secret is `secret`. */
const withSecret = (ctx: Context, secret: string): Context => ({
  ...ctx,
  runtime: { ...ctx.runtime, secret: () => secret },
});

/** `secret` becomes the API key that the command creates, without `svc_`. */
export async function runCommand(
  argv: string[],
  environment: Record<string, string>,
  secret?: string,
): Promise<Record<string, unknown>> {
  const read = readCommand(argv);
  const work: Work = (ctx, identities) => read(secret ? withSecret(ctx, secret) : ctx, identities);
  const local = environment.AWS_ENDPOINT_URL_SESV2 !== undefined;
  if (local) useLocalCloud(environment);
  else Object.assign(process.env, environment);
  if (local) await prepareInbound(argv, environment);
  const { runAdmin } = await import('./main.ts');
  return runAdmin(
    work,
    local ? (...of) => localIdentities(environment, sesIdentities(...of)) : sesIdentities,
  );
}

/** Creates an SMTP credential with this secret and returns its password. */
export async function makeSmtpCredential(
  environment: Record<string, string>,
  account_id: string,
  secret: string,
): Promise<string> {
  useLocalCloud(environment);
  const { runAdmin } = await import('./main.ts');
  const { password } = await runAdmin(async (ctx) => {
    const account = isId('acc', account_id) ? await ctx.accounts.get(account_id) : null;
    if (account === null) throw new Error(`Unknown account ${account_id}.`);
    return createSmtpCredential(withSecret(ctx, secret), systemCaller(account, 'local'), { name: 'local' });
  });
  return String(password);
}

/** In the local cloud, a receiving domain first needs its MX record. */
async function prepareInbound(argv: string[], environment: Record<string, string>): Promise<void> {
  const name = argv[argv.indexOf('--domain') + 1];
  if (argv[0] !== 'adopt-domain' || !argv.includes('--inbound') || name === undefined) return;
  const { AWS_REGION: region = '', SERVICE_DOMAIN: service_domain = '', DNS_SERVERS: servers } = environment;
  const door =
    environment.INBOUND === 'ses' ? `inbound-smtp.${region}.amazonaws.com` : `inbound.${service_domain}`;
  await prepareInboundDomain({ name, region, door });
  const dns = dnsClient({ servers: servers?.split(',') ?? [] });
  const found = async () => ((await dns.ask('MX', name))?.length ? true : undefined);
  await eventually(found, { complaint: `the local DNS has no MX record for ${name}` });
}

/** The local cloud first creates the identity that a command needs. On AWS, it must already exist. */
function localIdentities(environment: Record<string, string>, identities: Identities): Identities {
  return {
    ...identities,
    get: async (name) => {
      await verifyLocalDomain(environment, name);
      return identities.get(name);
    },
  };
}

/** Makes `name` an identity of the local SES, and waits until SES finds its DNS records. */
export async function verifyLocalDomain(environment: Record<string, string>, name: string): Promise<void> {
  useLocalCloud(environment);
  const { AWS_REGION: region = '', STAGE: stage = '', SERVICE_DOMAIN: service_domain = '' } = environment;
  await prepareSendingDomain({ name, region, stage, service_domain });
  const { get } = sesIdentities(region);
  const verified = async () => ((await get(name))?.verified ? true : undefined);
  await eventually(verified, { complaint: `the local SES didn't verify ${name}` });
}
