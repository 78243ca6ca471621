import { minuteOf } from '../core/days.ts';
import type { Domain, DomainClaim } from '../core/records/domains.ts';
import type { Tenant } from '../core/records/tenants.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { DomainClaimStore } from '../domain/ports/domains.ts';
import { removeBlocksOf } from './blocked-senders.ts';
import { failureOf, retryTransaction, retryUpdate, unlessFailed } from './conflicts.ts';
import { cancelTask, clearDefault, createWrites, leaveWrites, taskItem, taskOf } from './domain-writes.ts';
import { removeRoutesOf } from './inbound-routes.ts';
import { usedOf } from './resource-counts.ts';
import { retention_s } from './retention.ts';
import { keys, ttlAfter } from './schema.ts';
import {
  absent,
  absentOrExpired,
  type Item,
  isExpired,
  present,
  readRecord,
  recordOf,
  type Table,
  type Write,
} from './table.ts';
import { setFields } from './updates.ts';

/**
 * The condition of the move, on the row with the name's owner:
 *
 *   same domain and owner as read    else a delete, a new domain, or another claim came first
 *   nothing sent since               else the owner sent between the check and the move
 */
const stillIdle = ({ id, tenant }: Domain, since: string) => ({
  condition:
    'id = :id AND tenant = :tenant AND (attribute_not_exists(last_sent_on) OR last_sent_on < :since)',
  values: { ':id': id, ':tenant': tenant, ':since': since },
});

const open = { condition: `${present} AND #state <> :completed`, values: { ':completed': 'completed' } };

/** Ends the former owner's domain: cancels its scheduled emails and notifies that owner. */
const takeWrites = (domain: Domain, cleared: Tenant | null, now: string): Write[] => [
  ...leaveWrites(domain),
  ...(cleared === null ? [] : [clearDefault(cleared, now)]),
  cancelTask(domain, now),
  // A domain has one task per minute, so the notice comes after the cancel.
  { put: taskItem(taskOf('claimed', domain), minuteOf(now) + 2) },
];

/** Domain claims: an item each, plus the latest per account and name, so a repeated request finds it. */
export function domainClaimStore(table: Table, runtime: Runtime): DomainClaimStore {
  const claimOf = (item: Item | null): DomainClaim | null =>
    item === null || isExpired(item, runtime.now()) ? null : recordOf<DomainClaim>(item);

  const get = async (account: Id<'acc'>, id: Id<'clm'>) =>
    claimOf(await table.get(keys.domainClaim(account, id), { consistent: true }));

  return {
    get,
    find: async (account, name) => {
      const latest = await readRecord<{ claim_id: Id<'clm'> }>(table, keys.claimOfName(account, name));
      return latest && get(account, latest.claim_id);
    },

    create: async (claim, latest) => {
      const { account, id, name, expires_at } = claim;
      const ttl = ttlAfter(expires_at, retention_s.domain_claim);
      // If an item has no claim, its claim has expired, and the item isn't deleted yet.
      const unchanged =
        latest === null
          ? absentOrExpired(ttlAfter(claim.created_at, 0))
          : { condition: 'claim_id = :latest', values: { ':latest': latest.id } };
      const pointer = { ...keys.claimOfName(account, name), et: 'claim_of_name', claim_id: id, ttl };
      const writes: Write[] = [
        { label: 'name', put: pointer, ...unchanged },
        { put: { ...keys.domainClaim(account, id), et: 'domain_claim', ...claim, ttl }, condition: absent },
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      // The SDK may repeat a write whose response was lost, and then finds its own claim.
      return failure === null || failure.failed.get('name')?.claim_id === id;
    },

    save: async (claim, change) => {
      const update = setFields(keys.domainClaim(claim.account, claim.id), change, open);
      return claimOf(await unlessFailed(retryUpdate(table, runtime, update), ({ item }) => item));
    },

    complete: async (claim, made, from, { since, now, limit }) => {
      const { id } = made.domain;
      const change = { state: 'completed', note: null, domain_id: id };
      const writes: Write[] = [
        ...createWrites(made, limit, from === null ? undefined : stillIdle(from.domain, since)),
        { label: 'claim', ...setFields(keys.domainClaim(claim.account, claim.id), change, open) },
        ...(from === null ? [] : takeWrites(from.domain, from.cleared, now)),
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      if (failure === null) {
        if (from?.domain.inbound_routes) await removeRoutesOf(table, from.domain);
        if (from) await removeBlocksOf(table, runtime, from.domain);
        return { result: 'completed' };
      }
      const { failed } = failure;
      // The SDK may repeat a write whose response was lost, and then finds its own domain.
      if (failed.get('name')?.id === id) return { result: 'completed' };
      const isFull = failed.has('limit') && !failed.has('name') && !failed.has('claim');
      return isFull ? { result: 'limit', used: usedOf(failure, 'domains', limit) } : { result: 'changed' };
    },
  };
}
