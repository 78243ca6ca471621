import { noVisits, type TrackingState } from '../core/records/tracking.ts';
import type { Retention } from '../core/retention.ts';
import type { Runtime } from '../core/runtime.ts';
import type { VisitStore } from '../domain/ports/emails.ts';
import { conditionHeld } from './conflicts.ts';
import { readEmail } from './email-items.ts';
import { keys, ttlAfter } from './schema.ts';
import { absent, getWritten, isExpired, recordOf, type Table } from './table.ts';

/** An email's opens and clicks: one item of at most 1 KB, next to the email. */
export function visitStore(table: Table, runtime: Runtime, retention: Retention): VisitStore {
  return {
    read: async (id) => {
      const [meta, item] = await Promise.all([
        getWritten(table, keys.email(id)),
        table.get(keys.visits(id), { consistent: true }),
      ]);
      if (meta === null || isExpired(meta, runtime.now())) return null;
      const state = item === null ? noVisits : recordOf<TrackingState>(item);
      return { email: await readEmail(table, meta), state };
    },

    write: (email, seen, next) => {
      const ttl = ttlAfter(email.scheduled_at ?? email.created_at, retention.email);
      const values = { ':seen': seen.version };
      const as_seen = { condition: '#version = :seen', names: { '#version': 'version' }, values };
      const unchanged = seen.version === 0 ? { condition: absent } : as_seen;
      return conditionHeld(table.put({ ...keys.visits(email.id), et: 'visits', ttl, ...next }, unchanged));
    },
  };
}
