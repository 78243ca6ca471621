import type { Session } from '../core/records/members.ts';
import type { SessionStore } from '../domain/ports/sessions.ts';
import { updateIf } from './conflicts.ts';
import { retention_s } from './retention.ts';
import { entryOf, indexes, keys, ttlAfter } from './schema.ts';
import { type Item, present, readRecord, recordOf, type Table } from './table.ts';
import { setFields } from './updates.ts';

/** The most sessions of one address that are shown and ended together. */
const maxSessions = 100;

export const sessionItem = (cookie: string, session: Session): Item => ({
  ...keys.session(cookie),
  ...entryOf(indexes.sessions(session.email), session.created_at),
  et: 'session',
  ttl: ttlAfter(session.expires_at, retention_s.session),
  ...session,
});

/** Browsers that are signed in, by the hash of their cookie. */
export function sessionStore(table: Table): SessionStore {
  const change = async (cookie: string, fields: Partial<Session>): Promise<void> => {
    await updateIf(table, setFields(keys.session(cookie), fields, { condition: present }));
  };

  const findNow = (cookie: string) => readRecord<Session>(table, keys.session(cookie));

  return {
    find: findNow,

    findNow,

    list: async (email) => {
      const index = indexes.sessions(email);
      const { items } = await table.query({ ...index, descending: true, limit: maxSessions });
      const found = await table.batchGet(items.map(({ pk, sk }) => ({ pk, sk })));
      return found.flatMap((item) =>
        item ? [{ ...recordOf<Session>(item), hash: item.pk.slice(item.pk.indexOf('#') + 1) }] : [],
      );
    },

    touch: (cookie, last_seen_at) => change(cookie, { last_seen_at }),

    move: (cookie, { account, member }) => change(cookie, { account, member }),

    end: (cookie) => table.delete(keys.session(cookie)),
  };
}
