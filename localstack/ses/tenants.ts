import { randomBytes } from 'node:crypto';
import { SesError } from './errors.ts';

type Tag = { Key: string; Value: string };

/** Whether a tenant may send. `REINSTATED` means that its owner enabled it again, whatever SES finds. */
const statuses = ['ENABLED', 'REINSTATED', 'DISABLED'] as const;

export type Tenant = {
  name: string;
  id: string;
  /** Epoch seconds. */
  created: number;
  tags: Tag[];
  status: (typeof statuses)[number];
  /** The reasons as given. The stack's configuration sets have no reasons, so SES keeps no list. */
  suppression: object;
  /** ARNs of the identities, configuration sets, and templates that it may use. */
  resources: Set<string>;
};

/** A tenant in JSON. */
export type KeptTenant = Omit<Tenant, 'resources'> & { resources: string[] };

/** The account's tenants, by name. */
export function createTenants(now: () => number, account_id: string, kept: KeptTenant[] = []) {
  const restored = kept.map((tenant): [string, Tenant] => [
    tenant.name,
    { ...tenant, resources: new Set(tenant.resources) },
  ]);
  const tenants = new Map(restored);

  function get(name: string): Tenant {
    const tenant = tenants.get(name);
    if (!tenant) throw new SesError('not_found', `Tenant ${name} for AwsAccountId ${account_id} not found.`);
    return tenant;
  }

  return {
    get,
    list: () => [...tenants.values()],

    kept: (): KeptTenant[] =>
      [...tenants.values()].map((tenant) => ({ ...tenant, resources: [...tenant.resources] })),

    create(name: string, { tags, suppression }: { tags: Tag[]; suppression: object }): Tenant {
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
        throw new SesError('invalid', `Invalid tenant name <${name}>.`);
      if (tenants.has(name)) throw new SesError('exists', `Tenant <${name}> already exists.`);
      const tenant: Tenant = {
        name,
        id: `tn-${randomBytes(10).toString('hex')}`,
        created: Math.floor(now() / 1000),
        tags,
        status: 'ENABLED',
        suppression,
        resources: new Set(),
      };
      tenants.set(name, tenant);
      return tenant;
    },

    remove(name: string): void {
      tenants.delete(get(name).name);
    },

    changeStatus(name: string, status: string): void {
      const known = statuses.find((each) => each === status);
      if (known === undefined) throw new SesError('invalid', `Invalid sending status <${status}>.`);
      get(name).status = known;
    },

    associate(name: string, arn: string): void {
      const { resources } = get(name);
      if (resources.has(arn))
        throw new SesError('exists', `Resources ${arn} has already been associated with tenant ${name}`);
      resources.add(arn);
    },

    dissociate(name: string, arn: string): void {
      get(name).resources.delete(arn);
    },
  };
}

export type Tenants = ReturnType<typeof createTenants>;
