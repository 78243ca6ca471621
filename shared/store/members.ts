import type { Waiting } from '../core/backoff.ts';
import type { Member, Membership } from '../core/records/members.ts';
import type { MemberStore } from '../domain/ports/sessions.ts';
import { conditionHeld, retryTransaction, updateIf } from './conflicts.ts';
import { keys, partitions } from './schema.ts';
import { absent, present, recordOf, type Table, type Write } from './table.ts';
import { setFields } from './updates.ts';

/** As many as an account has at most (D20), and as accounts an address is shown. */
const maxMembers = 100;

/** The members of accounts, each with a pointer from its address. */
export function memberStore(table: Table, runtime: Waiting): MemberStore {
  return {
    get: async (account, id) => {
      const item = await table.get(keys.member(account, id));
      return item && recordOf<Member>(item);
    },

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

    update: async (account, id, change) => {
      const item = await updateIf(table, setFields(keys.member(account, id), change, { condition: present }));
      return item && recordOf<Member>(item);
    },

    remove: ({ account, id, email }) =>
      retryTransaction(table, runtime, [
        { delete: keys.membership(email, account) },
        { delete: keys.member(account, id) },
      ]),
  };
}
