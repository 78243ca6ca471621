import type { Delivery } from '../core/records/webhooks.ts';
import type { Id } from '../core/runtime.ts';
import { queryAll } from './pages.ts';
import { idInSk, type Key, keys, partitions } from './schema.ts';
import { type Item, recordOf, type Table } from './table.ts';

const familyOf = (pk: string): string => pk.slice(0, pk.indexOf('#'));

/** Partition key families whose items share an owner, though not all name it. */
const wholeGroups = new Set(
  [keys.email('msg_'), keys.batch('bat_'), keys.run('run_'), keys.customEvent('ae_'), keys.domain('')].map(
    ({ pk }) => familyOf(pk),
  ),
);

const addresses = familyOf(keys.membership('', 'acc_').pk);
const deliveries = familyOf(keys.delivery('wh_', 0, 'whd_').pk);

/** The service's own work that completes on its own: removals of SES identities and of deleted tenants. */
const isOwnWork = (item: Item): boolean =>
  (item.et === 'domain_task' && item.task === 'remove') || item.et === 'removing_tenant';

/** Resources whose ids also hold items of an account: tenants, endpoints, templates, automations, imports. */
const owning = ['tenants', 'webhooks', 'templates', 'automations', 'imports'] as const;

/** All ids under which an account's items are stored, and its members' addresses. */
export async function ownersOf(table: Table, account: Id<'acc'>): Promise<Set<string>> {
  const owners = new Set<string>([account]);
  for (const name of owning) {
    const partition = partitions[name](account);
    for (const { sk } of await queryAll(table, { ...partition, consistent: true }))
      owners.add(sk.slice(partition.prefix.length));
  }
  for (const { email } of await queryAll(table, { ...partitions.members(account), consistent: true }))
    owners.add(String(email));
  return owners;
}

/**
 * Whether an item alone shows that it belongs to the account. `owners` comes from `ownersOf`. A member's
 * sign-in may be any account's.
 */
export function ownedBy(account: Id<'acc'>, owners: ReadonlySet<string>): (item: Item) => boolean {
  return (item) => {
    const [family, owner = ''] = item.pk.split('#');
    const isSignIn =
      item.et === 'sign_in' && (item.account ?? null) === null && owners.has(String(item.email));
    const isOwn = item.account === account || owners.has(owner) || isSignIn;
    return isOwn || (family === addresses && item.sk === account);
  };
}

/** The owner's items under one partition key, without the service's own work. */
export function ownOf(group: Item[], isOwn: (item: Item) => boolean): Item[] {
  const head = group.find(({ et }) => et === 'domain');
  const whole =
    wholeGroups.has(familyOf(group[0]?.pk ?? '')) && (head === undefined ? group.some(isOwn) : isOwn(head));
  return group.filter((item) => (whole || isOwn(item)) && !isOwnWork(item));
}

/** Keys that only a delivery leads to: its event's payload and its attempts' responses. */
export function foundBy(item: Item): Key[] {
  if (familyOf(item.pk) !== deliveries) return [];
  const { event_id, attempts } = recordOf<Partial<Delivery>>(item);
  const answers = Array.from({ length: attempts ?? 0 }, (_, i) => keys.deliveryAnswer(idInSk(item), i + 1));
  return [...answers, ...(event_id === undefined ? [] : [keys.webhookPayload(event_id)])];
}
