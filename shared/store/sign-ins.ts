import type { Waiting } from '../core/backoff.ts';
import { maxTries, type SignIn } from '../core/records/members.ts';
import { timestamp } from '../core/runtime.ts';
import type { SignInStore } from '../domain/ports/sessions.ts';
import { conditionHeld, retryTransaction, unlessFailed } from './conflicts.ts';
import { retention_s } from './retention.ts';
import { keys, ttlAfter } from './schema.ts';
import { sessionItem } from './sessions.ts';
import { absent, present, recordOf, type Table, type Write } from './table.ts';

/** Adds one to a count of this hour, unless that has `max` already. */
function countOnce(who: string, max: number, now: number) {
  const hour = Math.floor(now / 3_600_000);
  return {
    update: keys.signInsOf(who, hour),
    expression: 'SET #ttl = :ttl ADD #count :one',
    condition: 'attribute_not_exists(#count) OR #count < :max',
    names: { '#count': 'count', '#ttl': 'ttl' },
    values: { ':one': 1, ':max': max, ':ttl': ttlAfter(timestamp(now), retention_s.session) },
  };
}

/** Sign-ins under way: by the hash of their token, and by that of the cookie of who asked. */
export function signInStore(table: Table, runtime: Waiting & { now: () => number }): SignInStore {
  const open = () => ({
    names: { '#used': 'used' },
    values: { ':false': false, ':now': timestamp(runtime.now()) },
  });

  return {
    begin: async (token, sign_in, client) => {
      const ttl = ttlAfter(sign_in.expires_at, retention_s.session);
      const writes: Write[] = [
        { put: { ...keys.signIn(token), et: 'sign_in', ttl, ...sign_in }, condition: absent },
        ...(sign_in.pending === null
          ? []
          : [{ put: { ...keys.pendingSignIn(sign_in.pending), et: 'pending_sign_in', ttl, token } }]),
        ...(client ? [{ label: 'client', ...countOnce(client.name, client.max, runtime.now()) }] : []),
      ];
      return unlessFailed(
        retryTransaction(table, runtime, writes).then(() => 'stored' as const),
        // The token is new: where its item exists, the write was repeated after its answer was lost.
        (failure) => (failure.failed.has('client') ? 'limited' : 'stored'),
      );
    },

    get: async (token) => {
      const item = await table.get(keys.signIn(token), { consistent: true });
      return item && recordOf<SignIn>(item);
    },

    pending: async (cookie) => {
      const item = await table.get(keys.pendingSignIn(cookie), { consistent: true });
      return item && (item.token as string);
    },

    tryCode: (token) => {
      const { names, values } = open();
      const write = table.update(keys.signIn(token), 'ADD tries :one', {
        condition: `${present} AND #used = :false AND expires_at > :now AND tries < :max`,
        names,
        values: { ...values, ':one': 1, ':max': maxTries },
      });
      return unlessFailed(
        write.then((item) => recordOf<SignIn>(item)),
        () => null,
      );
    },

    countMail: (token, email, max) =>
      unlessFailed(
        retryTransaction(table, runtime, [
          { label: 'mails', ...countOnce(`mail ${email}`, max, runtime.now()) },
          {
            label: 'sign_in',
            update: keys.signIn(token),
            expression: 'SET counted = :true',
            condition: `${present} AND attribute_not_exists(counted)`,
            values: { ':true': true },
          },
        ]).then(() => true),
        // It was counted before: a mail that SES put off is tried again.
        ({ failed }) => failed.has('sign_in'),
      ),

    finish: (token, cookie, session) => {
      const { names, values } = open();
      return conditionHeld(
        retryTransaction(table, runtime, [
          {
            update: keys.signIn(token),
            expression: 'SET #used = :true',
            condition: `${present} AND #used = :false AND expires_at > :now`,
            names,
            values: { ...values, ':true': true },
          },
          { put: sessionItem(cookie, session) },
        ]),
      );
    },
  };
}
