import type { Waiting } from '../core/backoff.ts';
import type { Member, Membership } from '../core/records/members.ts';
import type { MemberStore } from '../domain/ports/sessions.ts';
import { conditionHeld, retryTransaction, updateRecord } from './conflicts.ts';
import { keys, partitions } from './schema.ts';
import { absent, present, readRecord, recordOf, type Table, type Write } from './table.ts';
import { setFields } from './updates.ts';

/** The most members of an account (D20), and the most accounts that an address is shown. */
const maxMembers = 100;

/** The members of accounts, each with a pointer from its address. */
export function memberStore(table: Table, runtime: Waiting): MemberStore {
  return {
    get: (account, id) => readRecord<Member>(table, keys.member(account, id), { consistent: false }),

    list: async (account) => {
      const partition = partitions.members(account);
      const { items } = await table.query({ ...partition, limit: maxMembers, consistent: true });
      return items.map(recordOf<Member>);
    },

    membershipsOf: async (email) => {
      const { pk } = keys.membership(email, '');
      const { items } = await table.query({ pk, limit: maxMembers, consistent: true });
      return items.map(recordOf<Membership>);
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

    remove: ({ account, id, email }) =>
      retryTransaction(table, runtime, [
        { delete: keys.membership(email, account) },
        { delete: keys.member(account, id) },
      ]),
  };
}
