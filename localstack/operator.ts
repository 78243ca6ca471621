import { sesIdentities } from '../shared/aws/identities.ts';
import { useLocalCloud } from './aws-variables.ts';
import { eventually } from './net.ts';
import { prepareSendingDomain } from './sending-domain.ts';

/**
 * One operator command in this process: against the deployment that `environment` describes. In the local
 * cloud `adopt-domain` first makes the identity that on AWS must exist already.
 */
export async function runCommand(
  argv: string[],
  environment: Record<string, string>,
): Promise<Record<string, unknown>> {
  const at = argv.indexOf('--domain');
  const domain = at < 0 ? undefined : argv[at + 1];
  const local = environment.AWS_ENDPOINT_URL_SESV2 !== undefined;
  if (local) useLocalCloud(environment);
  else Object.assign(process.env, environment);
  if (argv[0] === 'adopt-domain' && domain && local) await verifyLocalDomain(environment, domain);
  const { admin } = await import('../functions/admin/main.ts');
  return admin(argv);
}

/** Makes `name` an identity of the local SES, and waits until its records are found in the local DNS. */
export async function verifyLocalDomain(environment: Record<string, string>, name: string): Promise<void> {
  useLocalCloud(environment);
  const { AWS_REGION: region = '', STAGE: stage = '', SERVICE_DOMAIN: service_domain = '' } = environment;
  await prepareSendingDomain({ name, region, stage, service_domain });
  const { get } = sesIdentities(region);
  const verified = async () => ((await get(name))?.verified ? true : undefined);
  await eventually(verified, { seconds: 15, complaint: `the local SES does not verify ${name}` });
}
