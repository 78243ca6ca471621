import { randomBytes } from 'node:crypto';
import { SesError } from './errors.ts';
import { createSuppressions, type Suppressions } from './suppressions.ts';

type Tag = { Key: string; Value: string };
type Scope = 'ACCOUNT' | 'TENANT';

/** What a tenant says of suppression; absent parts are the account's. */
type TenantSuppression = { SuppressedReasons?: string[]; SuppressionScope?: Scope };

export type Tenant = {
  name: string;
  id: string;
  /** Epoch seconds. */
  created: number;
  tags: Tag[];
  suppression: TenantSuppression;
  /** ARNs of the identities, configuration sets and templates that it may use. */
  resources: Set<string>;
  /** Its own list, used where its scope is TENANT. */
  suppressions: Suppressions;
};

const reasons = ['BOUNCE', 'COMPLAINT'];

function checkSuppression(input: TenantSuppression): TenantSuppression {
  const { SuppressedReasons, SuppressionScope } = input;
  if (SuppressionScope !== undefined && !['ACCOUNT', 'TENANT'].includes(SuppressionScope))
    throw new SesError('invalid', `Invalid suppression scope <${SuppressionScope}>.`);
  if (SuppressedReasons?.some((reason) => !reasons.includes(reason)))
    throw new SesError('invalid', 'Invalid suppressed reasons.');
  return input;
}

/** Tenants of the account, by name (P18). */
export function createTenants(now: () => number) {
  const tenants = new Map<string, Tenant>();

  function get(name: string): Tenant {
    const tenant = tenants.get(name);
    if (!tenant) throw new SesError('not_found', `Tenant <${name}> does not exist.`);
    return tenant;
  }

  return {
    get,
    list: () => [...tenants.values()],

    create(name: string, { tags, suppression }: { tags: Tag[]; suppression: TenantSuppression }): Tenant {
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
        throw new SesError('invalid', `Invalid tenant name <${name}>.`);
      if (tenants.has(name)) throw new SesError('exists', `Tenant <${name}> already exists.`);
      const tenant: Tenant = {
        name,
        id: `tn-${randomBytes(10).toString('hex')}`,
        created: Math.floor(now() / 1000),
        tags,
        suppression: checkSuppression(suppression),
        resources: new Set(),
        suppressions: createSuppressions(now),
      };
      tenants.set(name, tenant);
      return tenant;
    },

    remove(name: string): void {
      tenants.delete(get(name).name);
    },

    changeSuppression(name: string, suppression: TenantSuppression): void {
      get(name).suppression = checkSuppression(suppression);
    },

    associate(name: string, arn: string): void {
      const { resources } = get(name);
      if (resources.has(arn))
        throw new SesError('exists', `Resource <${arn}> is already associated with tenant <${name}>.`);
      resources.add(arn);
    },

    dissociate(name: string, arn: string): void {
      if (!get(name).resources.delete(arn))
        throw new SesError('not_found', `Resource <${arn}> is not associated with tenant <${name}>.`);
    },

    /** A deleted resource belongs to no tenant. */
    forget(arn: string): void {
      for (const { resources } of tenants.values()) resources.delete(arn);
    },
  };
}

export type Tenants = ReturnType<typeof createTenants>;
