import { createLocalIdentity } from './identity.ts';

/**
 * One operator command in this process: against the deployment that `environment` describes. In the local
 * cloud `adopt-domain` first makes the identity that on AWS must exist already.
 */
export async function runCommand(
  argv: string[],
  environment: Record<string, string>,
): Promise<Record<string, unknown>> {
  const [command] = argv;
  const domain = argv[argv.indexOf('--domain') + 1];
  if (
    command === 'adopt-domain' &&
    environment.AWS_ENDPOINT_URL_SESV2 &&
    argv.includes('--domain') &&
    domain
  ) {
    await createLocalIdentity(environment, domain);
  }
  Object.assign(process.env, environment);
  const { admin } = await import('../functions/admin/main.ts');
  return admin(argv);
}
