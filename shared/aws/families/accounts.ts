import { cached } from '../../core/cache.ts';
import type { Id } from '../../core/runtime.ts';
import type {
  AccountRemovals,
  Claims,
  Identity,
  Links,
  NoticeClaiming,
  Notices,
  Paging,
  Rates,
  Rotation,
  Sessions,
  Sightings,
  SmtpCredentials,
} from '../../domain/context.ts';
import type { NoticeMessage } from '../../domain/ports/notices.ts';
import { accountRemovalStore } from '../../store/account-removals.ts';
import { accountStore } from '../../store/accounts.ts';
import { claimStore, noticeClaims } from '../../store/claims.ts';
import { keyStore, smtpCredentialStore } from '../../store/credentials.ts';
import { memberStore } from '../../store/members.ts';
import { rateStore } from '../../store/rates.ts';
import { sessionStore, signInStore } from '../../store/sessions.ts';
import { sightingStore } from '../../store/sightings.ts';
import type { Family } from '../compose.ts';
import { sealedCursors, sealedTokens, signedLinks } from '../cursors.ts';
import { lazyPort } from '../lazy-port.ts';
import { enqueuer } from '../queues.ts';

/**
 * Max age of a cached account, key, credential, session, or member. If it is removed, it stops working within
 * 60 s.
 */
const cache_ms = 30_000;

export const identity: Family<Identity> = ({ base, table }) => {
  const { now } = base.runtime;
  const accounts = accountStore(table, base.runtime);
  const keys = keyStore(table, base.runtime);
  return {
    accounts: { ...accounts, get: cached(now, cache_ms, accounts.get) },
    keys: { ...keys, find: cached(now, cache_ms, keys.find) },
  };
};

export const accountRemovals: Family<AccountRemovals> = ({ bucket, table }) => {
  const { emptyBucket } = lazyPort(async () => ({ emptyBucket: (await bucket()).empty }), ['emptyBucket']);
  return { account_removals: { ...accountRemovalStore(table), emptyBucket } };
};

export const sessions: Family<Sessions> = ({ base, table }) => {
  const { now } = base.runtime;
  const members = memberStore(table, base.runtime);
  const store = sessionStore(table);
  const member = cached(now, cache_ms, (key: string) => {
    const [account, id] = key.split(' ') as [Id<'acc'>, Id<'mem'>];
    return members.get(account, id);
  });
  const find = cached(now, cache_ms, store.findNow);
  /** Drops the cached session after this process changed it. */
  const forget = async (cookie: string, write: Promise<void>): Promise<void> => {
    await write;
    find.forget(cookie);
  };
  return {
    members: { ...members, get: (account, id) => member(`${account} ${id}`) },
    sessions: {
      ...store,
      find,
      touch: (cookie, at) => forget(cookie, store.touch(cookie, at)),
      move: (cookie, to) => forget(cookie, store.move(cookie, to)),
      end: (cookie) => forget(cookie, store.end(cookie)),
    },
    sign_ins: signInStore(table, base.runtime),
  };
};

export const smtpCredentials: Family<SmtpCredentials> = ({ base, table }) => {
  const store = smtpCredentialStore(table, base.runtime);
  return { smtp_credentials: { ...store, find: cached(base.runtime.now, cache_ms, store.find) } };
};

export const claims: Family<Claims> = ({ base, table }) => ({ claims: claimStore(table, base.runtime.now) });

export const cursors: Family<Paging> = ({ base, secrets }) => ({
  cursors: sealedCursors(secrets, base.runtime.now),
});

export const rates: Family<Rates> = ({ base, table }) => ({ rates: rateStore(table, base.runtime) });

export const notices: Family<Notices> = ({ aws, config }) => {
  const enqueue = enqueuer<NoticeMessage>(aws, config.NOTICE_QUEUE_URL);
  return { notices: { enqueue: (message, delay_s) => enqueue([message], delay_s) } };
};

export const tokens: Family<Links> = ({ secrets }) => ({
  tokens: sealedTokens(secrets),
  signed_links: signedLinks(secrets),
});

export const rotation: Family<Rotation> = ({ secrets }) => ({
  deployment_secrets: { rotate: () => secrets.rotate() },
});

export const sightings: Family<Sightings> = ({ table }) => ({ sightings: sightingStore(table) });

export const noticesSent: Family<NoticeClaiming> = ({ base, table }) => ({
  notice_claims: noticeClaims(table, base.runtime),
});
