import type { Session } from '../core/records/members.ts';
import type { SessionStore } from '../domain/ports/sessions.ts';
import { conditionHeld } from './conflicts.ts';
import { retention_s } from './retention.ts';
import { entryOf, indexes, keys, ttlAfter } from './schema.ts';
import { type Item, present, recordOf, type Table } from './table.ts';

/** As many of one address as are shown and ended together. */
const most = 100;

export const sessionItem = (cookie: string, session: Session): Item => ({
  ...keys.session(cookie),
  ...entryOf(indexes.sessions(session.email), session.created_at),
  et: 'session',
  ttl: ttlAfter(session.expires_at, retention_s.session),
  ...session,
});

/** Browsers that are signed in, by the hash of their cookie. */
export function sessionStore(table: Table): SessionStore {
  return {
    find: async (cookie) => {
      const item = await table.get(keys.session(cookie), { consistent: true });
      return item && recordOf<Session>(item);
    },

    list: async (email) => {
      const { items } = await table.query({ ...indexes.sessions(email), descending: true, limit: most });
      const found = await table.batchGet(items.map(({ pk, sk }) => ({ pk, sk })));
      return found.flatMap((item) =>
        item ? [{ ...recordOf<Session>(item), hash: item.pk.slice(item.pk.indexOf('#') + 1) }] : [],
      );
    },

    touch: async (cookie, at) => {
      await conditionHeld(
        table.update(keys.session(cookie), 'SET last_seen_at = :at', {
          condition: present,
          values: { ':at': at },
        }),
      );
    },

    move: async (cookie, { account, member }) => {
      await conditionHeld(
        table.update(keys.session(cookie), 'SET account = :account, #member = :member', {
          condition: present,
          names: { '#member': 'member' },
          values: { ':account': account, ':member': member },
        }),
      );
    },

    end: (cookie) => table.delete(keys.session(cookie)),
  };
}
