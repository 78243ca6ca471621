import { randomBytes } from 'node:crypto';
import { SesError } from './errors.ts';

export type Suppressed = { EmailAddress: string; Reason: string; LastUpdateTime: number };

/** The account's suppression list. SES finds an address for its API only as it was spelt when it was put. */
export function createSuppressions(now: () => number, kept: Suppressed[] = []) {
  const list = new Map(kept.map((one) => [one.EmailAddress, one]));
  const lower = (address: string) => address.toLowerCase();

  return {
    put(address: string, reason: string): void {
      list.set(address, { EmailAddress: address, Reason: reason, LastUpdateTime: Math.floor(now() / 1000) });
    },

    get(address: string): Suppressed {
      const found = list.get(address);
      if (!found)
        throw new SesError('not_found', `Email address ${address} does not exist on your suppression list.`);
      return found;
    },

    remove(address: string): void {
      if (!list.delete(address))
        throw new SesError('not_found', `Email address ${address} does not exist on your suppression list.`);
    },

    list: (reasons: string[]): Suppressed[] =>
      [...list.values()].filter(({ Reason }) => reasons.length === 0 || reasons.includes(Reason)),

    /** Whether SES would not send there, for one of these reasons; spelling does not matter here. */
    holds(address: string, reasons: readonly string[]): boolean {
      if (list.size === 0 || reasons.length === 0) return false;
      const wanted = lower(address);
      return [...list.values()].some(
        (one) => lower(one.EmailAddress) === wanted && reasons.includes(one.Reason),
      );
    },
  };
}

export type Suppressions = ReturnType<typeof createSuppressions>;

type Tag = { Key: string; Value: string };
type Scope = 'ACCOUNT' | 'TENANT';

/** Whether a tenant may send: `REINSTATED` is enabled again by its owner, whatever SES finds. */
const statuses = ['ENABLED', 'REINSTATED', 'DISABLED'] as const;

/** The suppression settings of a tenant; absent parts are the account's. */
type TenantSuppression = { SuppressedReasons?: string[]; SuppressionScope?: Scope };

export type Tenant = {
  name: string;
  id: string;
  /** Epoch seconds. */
  created: number;
  tags: Tag[];
  status: (typeof statuses)[number];
  suppression: TenantSuppression;
  /** ARNs of the identities, configuration sets and templates that it may use. */
  resources: Set<string>;
  /** Its own list, used where its scope is TENANT. */
  suppressions: Suppressions;
};

/** A tenant in JSON. */
export type KeptTenant = Omit<Tenant, 'resources' | 'suppressions'> & {
  resources: string[];
  suppressed: Suppressed[];
};

/** All that there are, and those of the account's own list. */
export const suppressedReasons = ['BOUNCE', 'COMPLAINT'];

function checkSuppression(input: TenantSuppression): TenantSuppression {
  const { SuppressedReasons, SuppressionScope } = input;
  if (SuppressionScope !== undefined && !['ACCOUNT', 'TENANT'].includes(SuppressionScope))
    throw new SesError('invalid', `Invalid suppression scope <${SuppressionScope}>.`);
  if (SuppressedReasons?.some((reason) => !suppressedReasons.includes(reason)))
    throw new SesError('invalid', 'Invalid suppressed reasons.');
  return input;
}

/** Tenants of the account, by name (P18). */
export function createTenants(now: () => number, account_id: string, kept: KeptTenant[] = []) {
  const restored = kept.map(({ resources, suppressed, ...tenant }): [string, Tenant] => {
    const suppressions = createSuppressions(now, suppressed);
    return [tenant.name, { ...tenant, resources: new Set(resources), suppressions }];
  });
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
      [...tenants.values()].map(({ resources, suppressions, ...tenant }) => ({
        ...tenant,
        resources: [...resources],
        suppressed: suppressions.list([]),
      })),

    create(name: string, { tags, suppression }: { tags: Tag[]; suppression: TenantSuppression }): Tenant {
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
        throw new SesError('invalid', `Invalid tenant name <${name}>.`);
      if (tenants.has(name)) throw new SesError('exists', `Tenant <${name}> already exists.`);
      const tenant: Tenant = {
        name,
        id: `tn-${randomBytes(10).toString('hex')}`,
        created: Math.floor(now() / 1000),
        tags,
        status: 'ENABLED',
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
