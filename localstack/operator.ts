import { readCommand } from '../functions/admin/commands.ts';
import { sesIdentities } from '../shared/aws/identities.ts';
import type { Identities } from '../shared/domain/ports/sending.ts';
import { dnsClient } from '../shared/net/dns.ts';
import { useLocalCloud } from './environment.ts';
import { eventually } from './net.ts';
import { prepareInboundDomain, prepareSendingDomain } from './sending-domain.ts';

export async function runCommand(
  argv: string[],
  environment: Record<string, string>,
): Promise<Record<string, unknown>> {
  const work = readCommand(argv);
  const local = environment.AWS_ENDPOINT_URL_SESV2 !== undefined;
  if (local) useLocalCloud(environment);
  else Object.assign(process.env, environment);
  if (local) await prepareInbound(argv, environment);
  const { runAdmin } = await import('../functions/admin/main.ts');
  return runAdmin(
    work,
    local ? (...of) => localIdentities(environment, sesIdentities(...of)) : sesIdentities,
  );
}

/** In the local cloud the MX record of a domain that is to receive is made first. */
async function prepareInbound(argv: string[], environment: Record<string, string>): Promise<void> {
  const name = argv[argv.indexOf('--domain') + 1];
  if (argv[0] !== 'adopt-domain' || !argv.includes('--inbound') || name === undefined) return;
  const { AWS_REGION: region = '', SERVICE_DOMAIN: service_domain = '', DNS_SERVERS: servers } = environment;
  const door =
    environment.INBOUND === 'ses' ? `inbound-smtp.${region}.amazonaws.com` : `inbound.${service_domain}`;
  await prepareInboundDomain({ name, region, door });
  const dns = dnsClient({ servers: servers?.split(',') ?? [] });
  const found = async () => ((await dns.ask('MX', name))?.length ? true : undefined);
  await eventually(found, { complaint: `the local DNS has no MX record of ${name}` });
}

/** In the local cloud the identity that a command asks for is made first; on AWS it must exist already. */
function localIdentities(environment: Record<string, string>, identities: Identities): Identities {
  return {
    ...identities,
    get: async (name) => {
      await verifyLocalDomain(environment, name);
      return identities.get(name);
    },
  };
}

/** Makes `name` an identity of the local SES, and waits until its records are found in the local DNS. */
export async function verifyLocalDomain(environment: Record<string, string>, name: string): Promise<void> {
  useLocalCloud(environment);
  const { AWS_REGION: region = '', STAGE: stage = '', SERVICE_DOMAIN: service_domain = '' } = environment;
  await prepareSendingDomain({ name, region, stage, service_domain });
  const { get } = sesIdentities(region);
  const verified = async () => ((await get(name))?.verified ? true : undefined);
  await eventually(verified, { complaint: `the local SES does not verify ${name}` });
}
