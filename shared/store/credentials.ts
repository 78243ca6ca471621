import type { ApiKey, Maker, SmtpCredential } from '../core/records/accounts.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { CredentialStore } from '../domain/ports/accounts.ts';
import { takeClaim } from './claims.ts';
import { failureOf, retryTransaction, updateIf } from './conflicts.ts';
import { newestOf } from './pages.ts';
import { type Key, keys } from './schema.ts';
import { absent, findRecord, present, readRecord, recordOf, type Table, type Write } from './table.ts';
import { setFields } from './updates.ts';

/** The storage of a kind of credential: under its secret's hash, with a pointer under its account. */
type Kind<C> = {
  et: string;
  byHash: (hash: string) => Key;
  pointer: (account: Id<'acc'>, id: C | '') => Key;
};

const rights = ['scopes', 'allowed_domains', 'allowed_ips', 'expires_at'] as const;

/** The part of a write that fails if its creator is gone or its rights have changed. */
async function checkMaker(table: Table, maker: Maker): Promise<Write[]> {
  if (maker === 'service') return [];
  const pointer = await table.get(keys.keyPointer(maker.account, maker.id), { consistent: true });
  return [
    {
      label: 'maker',
      // Without a pointer there is no key either, so the condition fails on a missing item.
      check: keys.apiKey(String(pointer?.hash)),
      condition: rights.map((name) => `${name} = :${name}`).join(' AND '),
      values: Object.fromEntries(rights.map((name) => [`:${name}`, maker[name]])),
    },
  ];
}

function credentialStore<T extends ApiKey | SmtpCredential>(
  table: Table,
  runtime: Runtime,
  { et, byHash, pointer }: Kind<T['id']>,
): CredentialStore<T> {
  const keyOf = async (account: Id<'acc'>, id: T['id']): Promise<Key | null> => {
    const found = await readRecord<{ hash: string }>(table, pointer(account, id));
    return found && byHash(found.hash);
  };

  return {
    find: (hash) => findRecord<T>(table, byHash(hash)),
    findNow: (hash) => readRecord<T>(table, byHash(hash)),

    create: async (credential, hash, maker, claim = null) => {
      const writes: Write[] = [
        ...(await checkMaker(table, maker)),
        { put: { ...byHash(hash), et, ...credential }, condition: absent },
        { put: { ...pointer(credential.account, credential.id), et: `${et}_pointer`, hash } },
        ...(claim ? [takeClaim(claim, runtime.now())] : []),
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      if (failure === null) return 'created';
      // The SDK may repeat a write that succeeded, so the credential may exist already.
      if ((await readRecord<T>(table, byHash(hash)))?.id === credential.id) return 'created';
      return failure.failed.has('maker') ? 'maker_changed' : 'duplicate_key';
    },

    get: async (account, id) => {
      const key = await keyOf(account, id);
      return key && readRecord<T>(table, key);
    },

    list: async (account, page) => {
      const { pk, sk: prefix } = pointer(account, '');
      const { items, next } = await newestOf(table, { pk, prefix }, page);
      const hashed = items.map(({ hash }) => byHash(String(hash)));
      const found = await table.batchGet(hashed, { consistent: true });
      return { entries: found.filter((item) => item !== null).map(recordOf<T>), next };
    },

    update: async (account, id, change, maker) => {
      const key = await keyOf(account, id);
      if (key === null) return null;
      const update = setFields(key, change, { condition: present });
      const writes = [update, ...(await checkMaker(table, maker))];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      if (failure === null) return readRecord<T>(table, key);
      return failure.failed.has('maker') ? 'maker_changed' : null;
    },

    remove: async (account, id, maker) => {
      const key = await keyOf(account, id);
      if (key === null) return false;
      const isOwn = maker !== 'service' && maker.id === id;
      const writes: Write[] = [
        { delete: key, condition: present },
        { delete: pointer(account, id) },
        ...(isOwn ? [] : await checkMaker(table, maker)),
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      return failure?.failed.has('maker') ? 'maker_changed' : failure === null;
    },

    touch: async (hash, last_used_at, since) => {
      const when = { condition: `${present} AND NOT last_used_at >= :since`, values: { ':since': since } };
      await updateIf(table, setFields(byHash(hash), { last_used_at }, when));
    },
  };
}

export const keyStore = (table: Table, runtime: Runtime) =>
  credentialStore<ApiKey>(table, runtime, { et: 'api_key', byHash: keys.apiKey, pointer: keys.keyPointer });

export const smtpCredentialStore = (table: Table, runtime: Runtime) =>
  credentialStore<SmtpCredential>(table, runtime, {
    et: 'smtp_credential',
    byHash: keys.smtpCredential,
    pointer: keys.smtpPointer,
  });
