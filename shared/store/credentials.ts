import type { Waiting } from '../core/backoff.ts';
import type { ApiKey, SmtpCredential } from '../core/records/accounts.ts';
import type { IdempotencyClaim } from '../core/records/emails.ts';
import { takeClaim } from './claims.ts';
import { conditionHeld, retryTransaction, unlessFailed } from './conflicts.ts';
import { type Key, keys } from './schema.ts';
import { absent, type Item, present, recordOf, type Table, type Write } from './table.ts';

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

    create: async (
      credential: T,
      hash: string,
      claim: IdempotencyClaim | null = null,
    ): Promise<'created' | 'duplicate_key'> => {
      const writes: Write[] = [
        { put: { ...byHash(hash), et, ...credential }, condition: absent },
        { put: { ...pointer(credential.account, credential.id), et: `${et}_pointer`, hash } },
        ...(claim ? [takeClaim(claim, runtime.now())] : []),
      ];
      return unlessFailed(
        retryTransaction(table, runtime, writes).then(() => 'created' as const),
        // The SDK may repeat a write that succeeded: then the credential is there.
        async () => ((await read(byHash(hash), true))?.id === credential.id ? 'created' : 'duplicate_key'),
      );
    },

    get: async (account: string, id: string): Promise<T | null> => {
      const key = await keyOf(account, id);
      return key && read(key, true);
    },

    list: async (account: string, page: { limit: number; before: string | null }) => {
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

    update: async (account: string, id: string, change: Partial<T>): Promise<T | null> => {
      const key = await keyOf(account, id);
      if (key === null) return null;
      const { expression, names, values } = setAll(change);
      const write = table.update(key, expression, { condition: present, names, values });
      return unlessFailed(
        write.then((item) => recordOf<T>(item)),
        () => null,
      );
    },

    remove: async (account: string, id: string): Promise<boolean> => {
      const key = await keyOf(account, id);
      if (key === null) return false;
      const writes: Write[] = [{ delete: key, condition: present }, { delete: pointer(account, id) }];
      return conditionHeld(retryTransaction(table, runtime, writes));
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
