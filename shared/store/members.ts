import type { Waiting } from '../core/backoff.ts';
import type { Member, Membership } from '../core/records/members.ts';
import type { MemberStore } from '../domain/ports/sessions.ts';
import { conditionHeld, retryTransaction, unlessFailed } from './conflicts.ts';
import { keys, partitions } from './schema.ts';
import { setFields } from './set-fields.ts';
import { absent, present, recordOf, type Table } from './table.ts';

/** As many as an account has at most (D20), and as accounts an address is shown. */
const most = 100;

/** The members of accounts, each with a pointer from its address. */
export function memberStore(table: Table, runtime: Waiting): MemberStore {
  return {
    get: async (account, id) => {
      const item = await table.get(keys.member(account, id));
      return item && recordOf<Member>(item);
    },

    list: async (account) => {
      const { items } = await table.query({ ...partitions.members(account), limit: most, consistent: true });
      return items.map((item) => recordOf<Member>(item));
    },

    membershipsOf: async (email) => {
      const { items } = await table.query({
        pk: keys.membership(email, '').pk,
        limit: most,
        consistent: true,
      });
      return items.map((item) => recordOf<Membership>(item));
    },

    add: (member) => {
      const { account, id, email } = member;
      return conditionHeld(
        retryTransaction(table, runtime, [
          {
            put: { ...keys.membership(email, account), et: 'membership', account, member: id },
            condition: absent,
          },
          { put: { ...keys.member(account, id), et: 'member', ...member } },
        ]),
      );
    },

    update: async (account, id, change) => {
      const { expression, ...fields } = setFields(change);
      const write = table.update(keys.member(account, id), expression, { condition: present, ...fields });
      return unlessFailed(
        write.then((item) => recordOf<Member>(item)),
        () => null,
      );
    },

    remove: ({ account, id, email }) =>
      retryTransaction(table, runtime, [
        { delete: keys.membership(email, account) },
        { delete: keys.member(account, id) },
      ]),
  };
}
