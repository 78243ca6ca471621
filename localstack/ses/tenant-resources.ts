import { SesError } from './errors.ts';
import type { Ses } from './state.ts';
import type { Tenant } from './tenants.ts';

const arn = ({ region, account_id }: Ses, resource: string) =>
  `arn:aws:ses:${region}:${account_id}:${resource}`;

export const identityArn = (ses: Ses, name: string) => arn(ses, `identity/${name.toLowerCase()}`);

/** The tenant that a message names; it may use only what is associated with it. */
export function sendingTenant(
  ses: Ses,
  name: string | undefined,
  used: { identity: string; set: string | undefined },
): Tenant | undefined {
  if (!name) return undefined;
  const tenant = ses.tenants.get(name);
  const needed = [
    identityArn(ses, used.identity),
    ...(used.set ? [arn(ses, `configuration-set/${used.set}`)] : []),
  ];
  const missing = needed.find((resource) => !tenant.resources.has(resource));
  if (missing)
    throw new SesError('rejected', `Resource <${missing}> is not associated with tenant <${name}>.`);
  return tenant;
}
