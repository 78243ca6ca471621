import type { Waiting } from '../core/backoff.ts';
import type { Member, Membership, Role } from '../core/records/members.ts';
import type { MemberStore } from '../domain/ports/sessions.ts';
import { conditionHeld, retryTransaction, updateRecord } from './conflicts.ts';
import { queryAll } from './pages.ts';
import { keys, partitions } from './schema.ts';
import { absent, findRecord, present, readRecord, recordOf, type Table, type Write } from './table.ts';
import { setFields } from './updates.ts';

/** A number higher than any account's number of members. */
const maxMembers = 100;

const inRole = (role: Role) => ({
  condition: '#role = :seen',
  names: { '#role': 'role' },
  values: { ':seen': role },
});

/**
 * The part of a write that fails if this member is no longer an owner. So if two owners leave concurrently,
 * one stays.
 */
const checkOwner = (stays: Member | null): Write[] =>
  stays === null ? [] : [{ check: keys.member(stays.account, stays.id), ...inRole('owner') }];

/** Account members, each with a pointer from its address. */
export function memberStore(table: Table, runtime: Waiting): MemberStore {
  return {
    get: (account, id) => findRecord<Member>(table, keys.member(account, id)),
    getNow: (account, id) => readRecord<Member>(table, keys.member(account, id)),

    list: async (account) => {
      const partition = partitions.members(account);
      const { items } = await table.query({ ...partition, limit: maxMembers, consistent: true });
      return items.map(recordOf<Member>);
    },

    membershipsOf: async (email) => {
      const { pk } = keys.membership(email, 'acc_');
      return (await queryAll(table, { pk, consistent: true })).map(recordOf<Membership>);
    },

    add: (member) => {
      const { account, id, email } = member;
      const membership = { ...keys.membership(email, account), et: 'membership', account, member: id };
      const writes: Write[] = [
        { put: membership, condition: absent },
        { put: { ...keys.member(account, id), et: 'member', ...member } },
      ];
      return conditionHeld(retryTransaction(table, runtime, writes));
    },

    update: (account, id, change) =>
      updateRecord<Member>(table, setFields(keys.member(account, id), change, { condition: present })),

    changeRole: async (member, role, stays) => {
      const update = setFields(keys.member(member.account, member.id), { role }, inRole(member.role));
      const changed = await conditionHeld(retryTransaction(table, runtime, [update, ...checkOwner(stays)]));
      return changed ? { ...member, role } : null;
    },

    remove: (member, stays) => {
      const { account, id, email, role } = member;
      const writes: Write[] = [
        { delete: keys.membership(email, account) },
        { delete: keys.member(account, id), ...inRole(role) },
        ...checkOwner(stays),
      ];
      return conditionHeld(retryTransaction(table, runtime, writes));
    },
  };
}
