import type { Waiting } from '../core/backoff.ts';
import type { ApiKey, Maker, SmtpCredential } from '../core/records/accounts.ts';
import type { IdempotencyClaim } from '../core/records/emails.ts';
import type { Page } from '../domain/ports/common.ts';
import { takeClaim } from './claims.ts';
import { conditionHeld, retryTransaction, unlessFailed } from './conflicts.ts';
import { type Key, keys } from './schema.ts';
import {
  absent,
  type ConditionFailed,
  type Item,
  present,
  recordOf,
  type Table,
  type Write,
} from './table.ts';

/** Where one kind of credential is: under the hash of its secret, with a pointer under its account. */
type Kind = {
  et: string;
  byHash: (hash: string) => Key;
  pointer: (account: string, id: string) => Key;
};

/** `SET a = :a, …` of a change's own fields. */
function setAll(change: Record<string, unknown>) {
  const fields = Object.entries(change);
  return {
    expression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    names: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
  };
}

const rights = ['scopes', 'allowed_domains', 'allowed_ips', 'expires_at'] as const;

/** The part of a write that fails once its maker is gone, or has other rights than were read (A70). */
async function checkMaker(table: Table, maker: Maker): Promise<Write[]> {
  if (maker === 'service') return [];
  const pointer = await table.get(keys.keyPointer(maker.account, maker.id), { consistent: true });
  return [
    {
      label: 'maker',
      // Without a pointer there is no key either: no item is under this one, and the condition fails.
      check: keys.apiKey(String(pointer?.hash)),
      condition: rights.map((name) => `${name} = :${name}`).join(' AND '),
      values: Object.fromEntries(rights.map((name) => [`:${name}`, maker[name]])),
    },
  ];
}

/** `maker_changed` where that part failed, else what `otherwise` says. */
const unlessMaker =
  <T>(otherwise: () => T) =>
  (failure: ConditionFailed) =>
    failure.failed.has('maker') ? ('maker_changed' as const) : otherwise();

function credentialStore<T extends ApiKey | SmtpCredential>(
  table: Table,
  runtime: Waiting & { now: () => number },
  { et, byHash, pointer }: Kind,
) {
  const read = async (key: Key, consistent = false): Promise<T | null> => {
    const item = await table.get(key, { consistent });
    return item && recordOf<T>(item);
  };

  const keyOf = async (account: string, id: string): Promise<Key | null> => {
    const found = await table.get(pointer(account, id), { consistent: true });
    return found && byHash(found.hash as string);
  };

  return {
    find: (hash: string): Promise<T | null> => read(byHash(hash)),

    findNow: (hash: string): Promise<T | null> => read(byHash(hash), true),

    create: async (
      credential: T,
      hash: string,
      maker: Maker,
      claim: IdempotencyClaim | null = null,
    ): Promise<'created' | 'duplicate_key' | 'maker_changed'> => {
      const writes: Write[] = [
        ...(await checkMaker(table, maker)),
        { put: { ...byHash(hash), et, ...credential }, condition: absent },
        { put: { ...pointer(credential.account, credential.id), et: `${et}_pointer`, hash } },
        ...(claim ? [takeClaim(claim, runtime.now())] : []),
      ];
      return unlessFailed(
        retryTransaction(table, runtime, writes).then(() => 'created' as const),
        // The SDK may repeat a write that succeeded: then the credential is there.
        async (failure) => {
          if ((await read(byHash(hash), true))?.id === credential.id) return 'created';
          return failure.failed.has('maker') ? 'maker_changed' : 'duplicate_key';
        },
      );
    },

    get: async (account: string, id: string): Promise<T | null> => {
      const key = await keyOf(account, id);
      return key && read(key, true);
    },

    list: async (account: string, page: Page) => {
      const { pk, sk: prefix } = pointer(account, '');
      const { items, more } = await table.query({
        pk,
        prefix,
        descending: true,
        consistent: true,
        limit: page.limit,
        ...(page.before !== null && { after: pointer(account, page.before).sk }),
      });
      const found = await table.batchGet(
        items.map(({ hash }) => byHash(hash as string)),
        { consistent: true },
      );
      const entries = found.filter((item): item is Item => item !== null).map((item) => recordOf<T>(item));
      const last = items.at(-1)?.sk.slice(prefix.length) ?? null;
      return { entries, next: more ? last : null };
    },

    update: async (
      account: string,
      id: string,
      change: Partial<T>,
      maker: Maker,
    ): Promise<T | null | 'maker_changed'> => {
      const key = await keyOf(account, id);
      if (key === null) return null;
      const update: Write = { update: key, ...setAll(change), condition: present };
      const writes = [update, ...(await checkMaker(table, maker))];
      return unlessFailed(
        retryTransaction(table, runtime, writes).then(() => read(key, true)),
        unlessMaker(() => null),
      );
    },

    remove: async (account: string, id: string, maker: Maker): Promise<boolean | 'maker_changed'> => {
      const key = await keyOf(account, id);
      if (key === null) return false;
      const isOwn = maker !== 'service' && maker.id === id;
      const writes: Write[] = [
        { delete: key, condition: present },
        { delete: pointer(account, id) },
        ...(isOwn ? [] : await checkMaker(table, maker)),
      ];
      return unlessFailed(
        retryTransaction(table, runtime, writes).then(() => true),
        unlessMaker(() => false),
      );
    },

    touch: async (hash: string, at: string, since: string): Promise<void> => {
      await conditionHeld(
        table.update(byHash(hash), 'SET last_used_at = :at', {
          condition: `${present} AND NOT last_used_at >= :since`,
          values: { ':at': at, ':since': since },
        }),
      );
    },
  };
}

/** API keys (H29). */
export const keyStore = (table: Table, runtime: Waiting & { now: () => number }) =>
  credentialStore<ApiKey>(table, runtime, { et: 'api_key', byHash: keys.apiKey, pointer: keys.keyPointer });

/** Passwords of the SMTP relay (H30). */
export const smtpCredentialStore = (table: Table, runtime: Waiting & { now: () => number }) =>
  credentialStore<SmtpCredential>(table, runtime, {
    et: 'smtp_credential',
    byHash: keys.smtpCredential,
    pointer: keys.smtpPointer,
  });
