import { maxTries, type Session, type SignIn } from '../core/records/members.ts';
import { type Runtime, timestamp } from '../core/runtime.ts';
import type { SessionStore, SignInStore } from '../domain/ports/sessions.ts';
import { takeNotice } from './claims.ts';
import { conditionHeld, failureOf, retryTransaction, updateIf, updateRecord } from './conflicts.ts';
import { queryAll } from './pages.ts';
import { retention_s } from './retention.ts';
import { entryOf, indexes, keys, ttlAfter } from './schema.ts';
import {
  absent,
  type Item,
  present,
  readRecord,
  recordOf,
  type Table,
  type Update,
  type Write,
} from './table.ts';
import { setFields } from './updates.ts';

const sessionItem = (cookie: string, session: Session): Item => ({
  ...keys.session(cookie),
  ...entryOf(indexes.sessions(session.email), session.created_at),
  et: 'session',
  ttl: ttlAfter(session.expires_at, retention_s.session),
  ...session,
});

/** Signed-in browsers, by the hash of their cookie. */
export function sessionStore(table: Table): Omit<SessionStore, 'find'> {
  const change = async (cookie: string, fields: Partial<Session>): Promise<void> => {
    await updateIf(table, setFields(keys.session(cookie), fields, { condition: present }));
  };

  return {
    findNow: (cookie) => readRecord<Session>(table, keys.session(cookie)),

    list: async (email) => {
      const items = await queryAll(table, { ...indexes.sessions(email), descending: true });
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

/** Adds one to this hour's count, unless it has reached `max`. */
const countOnce = (who: string, max: number, now: number): Update => ({
  update: keys.signInsOf(who, Math.floor(now / 3_600_000)),
  expression: 'SET #ttl = :ttl ADD #count :one',
  condition: 'attribute_not_exists(#count) OR #count < :max',
  names: { '#count': 'count', '#ttl': 'ttl' },
  values: { ':one': 1, ':max': max, ':ttl': ttlAfter(timestamp(now), retention_s.session) },
});

/** The condition that a sign-in can still be completed. */
const isOpen = `${present} AND #used = :false AND expires_at > :now`;

/** Pending sign-ins: by the hash of their token, and by that of the requesting browser's cookie. */
export function signInStore(table: Table, runtime: Runtime): SignInStore {
  const open = () => ({ ':false': false, ':now': timestamp(runtime.now()) });

  return {
    begin: async (token, sign_in, client) => {
      const { pending, expires_at } = sign_in;
      const ttl = ttlAfter(expires_at, retention_s.session);
      const writes: Write[] = [
        { put: { ...keys.signIn(token), et: 'sign_in', ttl, ...sign_in }, condition: absent },
        ...(pending === null
          ? []
          : [{ put: { ...keys.pendingSignIn(pending), et: 'pending_sign_in', ttl, token } }]),
        ...(client ? [{ label: 'client', ...countOnce(client.name, client.max, runtime.now()) }] : []),
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      // The token is new, so an existing item means a write repeated after a lost response.
      return failure?.failed.has('client') ? 'limited' : 'stored';
    },

    get: (token) => readRecord<SignIn>(table, keys.signIn(token)),
    pending: async (cookie) =>
      (await readRecord<{ token: string }>(table, keys.pendingSignIn(cookie)))?.token ?? null,

    tryCode: (token) =>
      updateRecord<SignIn>(table, {
        update: keys.signIn(token),
        expression: 'ADD tries :one',
        condition: `${isOpen} AND tries < :max`,
        names: { '#used': 'used' },
        values: { ...open(), ':one': 1, ':max': maxTries },
      }),

    countMail: async (token, { email, client = '' }, max) => {
      const uncounted = { condition: `${present} AND attribute_not_exists(#counted)` };
      const writes: Write[] = [
        countOnce(`mail ${email} ${client}`, max.network, runtime.now()),
        countOnce(`mail ${email}`, max.all, runtime.now()),
        { label: 'sign_in', ...setFields(keys.signIn(token), { counted: true }, uncounted) },
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      // The mail is already counted. This is another try, because SES delayed it.
      return failure === null || failure.failed.has('sign_in');
    },

    countInvitation: async (account, about, max) => {
      const now = runtime.now();
      const counted = countOnce(`invitations of ${account}`, max, now);
      const writes = [counted, takeNotice(`count of ${about}`, now)];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      // The mail is already counted. Its message, or another one for the same mail, was delivered again.
      return failure === null || failure.failed.has('claim');
    },

    finish: (token, cookie, session) => {
      const when = { condition: isOpen, values: open() };
      const used = setFields(keys.signIn(token), { used: true }, when);
      return conditionHeld(retryTransaction(table, runtime, [used, { put: sessionItem(cookie, session) }]));
    },
  };
}
