import { minuteOf } from '../core/days.ts';
import type { Domain, DomainDns, DomainTask } from '../core/records/domains.ts';
import type { Tenant } from '../core/records/tenants.ts';
import type { KeyChanges, NewDomain } from '../domain/ports/domains.ts';
import { countOne, countOneLess } from './resource-counts.ts';
import { retention_s } from './retention.ts';
import { keys } from './schema.ts';
import { absent, type Expression, type Item, recordOf, type Write } from './table.ts';
import { setFields } from './updates.ts';

/** Values for domains stored before these fields existed: all of them were adopted. */
export const earlier = {
  identity: 'adopted',
  record_status: {},
  last_checked_at: null,
  next_check_at: null,
  wrong_since: null,
  failing_since: null,
  waiting_since: null,
} as const;

export const domainOf = (item: Item | null): Domain | null =>
  item && { ...earlier, ...recordOf<Domain>(item) };

export const putDns = (name: string, dns: DomainDns): Write => ({
  put: { ...keys.domainDns(name), et: 'domain_dns', ...dns },
});

export const taskItem = (task: DomainTask, minute: number): Item => ({
  ...keys.domainTask(minute, task.id),
  et: 'domain_task',
  ...task,
  ttl: minute * 60 + retention_s.domain_task,
});

export const taskOf = (task: DomainTask['task'], domain: Domain): DomainTask => {
  const { id, name, account } = domain;
  return { task, id, name, account };
};

export const checkTask = (domain: Domain, at: string): Write => ({
  put: taskItem(taskOf('check', domain), minuteOf(at)),
});

/** Removes a deleted domain's SES identity. Tasks from earlier deletions of the name become no-ops. */
export function identityRemoval(domain: Domain, until: number): Write[] {
  const task = taskItem(taskOf('remove', domain), minuteOf(until));
  return [{ put: task }, { put: { ...task, ...keys.domainRemoval(domain.name), et: 'domain_removal' } }];
}

/** Cancels the emails scheduled from an ending domain. The sweep queues it in the next minute. */
export const cancelTask = (domain: Domain, now: string): Write => ({
  put: taskItem({ ...taskOf('cancel', domain), before: now }, minuteOf(now) + 1),
});

/**
 * A new domain, its first check, and its count in the plan. `unowned` is the condition on the row with the
 * name's owner. By default that row must not exist.
 */
export function createWrites(
  { domain, dns, key }: NewDomain,
  limit: number,
  unowned: Expression = { condition: absent },
): Write[] {
  const { account, id, name, next_check_at } = domain;
  return [
    { label: 'name', put: { ...keys.domain(name), et: 'domain', ...domain }, ...unowned },
    { put: { ...keys.domainId(account, id), et: 'domain_id', name }, condition: absent },
    ...(dns ? [putDns(name, dns)] : []),
    ...(key ? keyWrites(name, { current: key }) : []),
    ...(next_check_at === null ? [] : [checkTask(domain, next_check_at)]),
    countOne(account, 'domains', limit),
  ];
}

/** The DKIM keys to write, or to delete if null. */
export function keyWrites(name: string, { current, next, old }: KeyChanges): Write[] {
  const changes = [
    [keys.domainKey(name), current],
    [keys.domainKey(name, '#NEXT'), next],
    [keys.domainKey(name, '#OLD'), old],
  ] as const;
  return changes.flatMap(([key, value]): Write[] => {
    if (value === undefined) return [];
    return value === null ? [{ delete: key }] : [{ put: { ...key, et: 'domain_key', ...value } }];
  });
}

/**
 * The writes that free an ending domain's place in its account, whether the name is deleted or changes owner.
 */
export const leaveWrites = ({ account, id, name }: Domain): Write[] => [
  { delete: keys.domainCredentials(name) },
  ...keyWrites(name, { next: null, old: null }),
  { delete: keys.domainId(account, id) },
  countOneLess(account, 'domains'),
];

/** Clears a tenant's default from-domain. The condition fails if the tenant changed since it was read. */
export function clearDefault({ account, id, updated_at }: Tenant, now: string): Write {
  const when = { condition: '#updated_at = :read', values: { ':read': updated_at } };
  return setFields(keys.tenant(account, id), { default_from_domain: null, updated_at: now }, when);
}
