import { SesError } from './errors.ts';
import type { Ses } from './state.ts';
import type { Tenant } from './tenants.ts';

const arn = ({ region, account_id }: Ses, resource: string) =>
  `arn:aws:ses:${region}:${account_id}:${resource}`;

const identityArn = (ses: Ses, name: string) => arn(ses, `identity/${name.toLowerCase()}`);

/** Refuses to delete a resource that a tenant uses. */
export function checkUnused(ses: Ses, resource: string): void {
  const held = arn(ses, resource);
  if (!ses.tenants.list().some(({ resources }) => resources.has(held))) return;
  const fix = 'Remove all tenant associations and try again.';
  throw new SesError('invalid', `Cannot delete <${held}> because it has tenant associations. ${fix}`);
}

/** Checks a message's tenant: it may use only its associated resources, and may send nothing while paused. */
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
  const missing = needed.filter((resource) => !tenant.resources.has(resource));
  if (missing.length > 0)
    throw new SesError('denied', `Tenant not associated with resources [${missing.join(', ')}].`);
  if (tenant.status === 'DISABLED') throw new SesError('paused', `Sending is paused for tenant <${name}>.`);
  return tenant;
}
