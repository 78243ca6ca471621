import { queryAll } from './pages.ts';
import { type Key, keys } from './schema.ts';
import type { Item, Table } from './table.ts';

/** Items of one partition key that have one owner, whom not each of them names. */
const wholeGroups = /^(?:MSG|BAT|RUN|AE|DOM)#/;

/** Work of the service that ends by itself: identities at SES, lists of tenants that were deleted before. */
const isOwnWork = (item: Item): boolean => item.pk.startsWith('DTASK#') || item.et === 'removing_tenant';

/** Ids under which items of an account are kept: its own, those of its tenants, endpoints, templates, automations, imports. */
export async function ownersOf(table: Table, account: string): Promise<Set<string>> {
  const owners = new Set([account]);
  const { pk } = keys.account(account);
  for (const prefix of ['TEN#', 'WH#', 'TPL#', 'AUT#', 'MIG#'])
    for (const { sk } of await queryAll(table, { pk, prefix, consistent: true }))
      owners.add(sk.slice(prefix.length));
  return owners;
}

/** Whether an item is of an account, seen by itself; `owners` from `ownersOf`. */
export function ownedBy(account: string, owners: ReadonlySet<string>): (item: Item) => boolean {
  return (item) => {
    const [family, owner = ''] = item.pk.split('#');
    return item.account === account || owners.has(owner) || (family === 'USR' && item.sk === account);
  };
}

/** The owner's items of one partition key that are no work of the service. */
export function ownOf(group: Item[], isOwn: (item: Item) => boolean): Item[] {
  const head = group.find(({ et }) => et === 'domain');
  const whole =
    wholeGroups.test(group[0]?.pk ?? '') && (head === undefined ? group.some(isOwn) : isOwn(head));
  return group.filter((item) => (whole || isOwn(item)) && !isOwnWork(item));
}

/** Keys that are found by a delivery alone: the payload of its event, and the answers to its attempts. */
export function foundBy({ pk, sk, event_id, attempts }: Item): Key[] {
  if (!pk.startsWith('WHD#')) return [];
  const answers = Array.from({ length: Number(attempts ?? 0) }, (_, i) => keys.deliveryAnswer(sk, i + 1));
  return [...answers, ...(typeof event_id === 'string' ? [keys.webhookPayload(event_id)] : [])];
}
