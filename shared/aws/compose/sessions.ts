import { agedCache, cached } from '../../core/cache.ts';
import type { Session } from '../../core/records/members.ts';
import type { Sessions } from '../../domain/context.ts';
import { memberStore } from '../../store/members.ts';
import { sessionStore } from '../../store/sessions.ts';
import { signInStore } from '../../store/sign-ins.ts';
import type { Family } from './compose.ts';

/** How old a session and a member may be (D11). */
const cache_ms = 30_000;

/** Members, and browsers that are signed in. */
export const sessions: Family<Sessions> = ({ base, table }) => {
  const { now } = base.runtime;
  const members = memberStore(table, base.runtime);
  const store = sessionStore(table);
  const member = cached(now, cache_ms, (key: string) => {
    const [account = '', id = ''] = key.split(' ');
    return members.get(account, id);
  });
  const known = agedCache<Session>(now);
  const find = async (cookie: string): Promise<Session | null> => {
    const session = known.get(cookie, cache_ms);
    if (session) return session;
    const at = now();
    const found = await store.find(cookie);
    if (found) known.set(cookie, found, at);
    return found;
  };
  /** What this process changes, it does not go on with. */
  const forgetting =
    <Rest extends unknown[]>(write: (cookie: string, ...rest: Rest) => Promise<void>) =>
    async (cookie: string, ...rest: Rest): Promise<void> => {
      await write(cookie, ...rest);
      known.delete(cookie);
    };
  return {
    members: { ...members, get: (account, id) => member(`${account} ${id}`) },
    sessions: {
      ...store,
      find,
      touch: forgetting(store.touch),
      move: forgetting(store.move),
      end: forgetting(store.end),
    },
    sign_ins: signInStore(table, base.runtime),
  };
};
