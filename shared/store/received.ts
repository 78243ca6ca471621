import { packJson, unpackJson } from '../core/compress.ts';
import type { ReceivedContent, ReceivedEmail } from '../core/records/received.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { ReceivedStore } from '../domain/ports/received.ts';
import { unlessFailed } from './conflicts.ts';
import { objectKeys } from './object-keys.ts';
import type { Objects } from './objects.ts';
import { entryOf, indexes, keys, listedId, ttlAfter } from './schema.ts';
import { absent, type Item, type Table } from './table.ts';

/** How long a repeat of a sender is the same message (R41). */
const claim_s = 86_400;

/** Objects written or removed at once. */
const atOnce = 20;

type Of = { account: string; id: string };

type Stored = Omit<ReceivedEmail, 'id' | 'account' | 'tenant'>;

/** What lists show is compressed: names of files and addresses of strangers may be long. */
function itemOf(email: ReceivedEmail, kept_s: number): Item {
  const { id, account, tenant, ...stored } = email;
  return {
    ...keys.received(id),
    ...entryOf(indexes.received(account), id),
    et: 'received_email',
    ttl: ttlAfter(email.received_at, kept_s),
    account,
    tenant,
    content: packJson(stored satisfies Stored),
  };
}

function emailOf(item: Item): ReceivedEmail {
  const stored = unpackJson<Stored>(item.content as Uint8Array);
  return {
    ...stored,
    id: listedId(item) as Id<'inb'>,
    account: item.account as Id<'acc'>,
    tenant: item.tenant as Id<'ten'> | null,
  };
}

const pieceOf = (number: number) => `piece-${number}`;
const numbersTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** Runs for each number below `count`, some at once. */
async function each(count: number, run: (number: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => from + i);
    await Promise.all(numbers.map(run));
  }
}

/** Received emails. The record is written last and removed last: what it names is there. */
export function receivedStore(
  table: Table,
  objects: Objects,
  runtime: Runtime,
  kept_s: number,
): ReceivedStore {
  const isOver = (item: Item) => (item.ttl as number) * 1000 <= runtime.now();
  const keyOf = ({ account, id }: Of, part: string) => objectKeys.received(account, id, part);

  return {
    claimed: async (claims) => {
      const items = await table.batchGet(claims.map(keys.receivedClaim));
      return items.map((item) => (item === null || isOver(item) ? null : (item.email_id as string)));
    },

    claim: (claim, id) => {
      const now = runtime.now();
      const item: Item = {
        ...keys.receivedClaim(claim),
        et: 'received_claim',
        ttl: Math.floor(now / 1000) + claim_s,
        email_id: id,
      };
      const condition = `${absent} OR email_id = :id OR #ttl <= :now`;
      const values = { ':id': id, ':now': Math.floor(now / 1000) };
      return unlessFailed<string, string>(
        table.put(item, { condition, names: { '#ttl': 'ttl' }, values }).then(() => id),
        ({ item: found }) => (found?.email_id as string | undefined) ?? id,
      );
    },

    putRaw: (of, bytes) => objects.put(objectKeys.received(of.account, of.id, 'raw'), bytes),
    getRaw: (of) => objects.get(objectKeys.received(of.account, of.id, 'raw')),
    removeRaw: (of) => objects.remove(objectKeys.received(of.account, of.id, 'raw')),

    putPiece: (of, number, bytes) => objects.put(keyOf(of, pieceOf(number)), bytes),
    getPieces: async (of, count) => {
      const found = await Promise.all(numbersTo(count).map((n) => objects.get(keyOf(of, pieceOf(n)))));
      return found.includes(null) ? null : Buffer.concat(found as Uint8Array[]);
    },
    removePieces: async (of, count) => {
      await Promise.all(numbersTo(count).map((n) => objects.remove(keyOf(of, pieceOf(n)))));
    },

    getAtSes: (id) => objects.get(objectKeys.ses(id)),
    removeAtSes: (id) => objects.remove(objectKeys.ses(id)),

    create: async (email, content, files) => {
      const packed = packJson(content);
      await Promise.all([
        objects.put(keyOf(email, 'parsed'), packed),
        each(files.length, (n) => objects.put(keyOf(email, String(n)), files[n] as Uint8Array)),
      ]);
      return unlessFailed<boolean, boolean>(
        table.put(itemOf(email, kept_s), { condition: absent }).then(() => true),
        () => false,
      );
    },

    get: async (account, id, { consistent = true } = {}) => {
      const item = await table.get(keys.received(id), { consistent });
      return item === null || item.account !== account || isOver(item) ? null : emailOf(item);
    },

    readContent: async (of) => {
      const packed = await objects.get(keyOf(of, 'parsed'));
      return packed && unpackJson<ReceivedContent>(packed);
    },

    readFile: (of, number) => objects.get(keyOf(of, String(number))),

    list: async (account, { limit, before, since }) => {
      const { items, more } = await table.query({
        ...indexes.received(account),
        descending: true,
        limit,
        ...(before !== null && { after: before }),
        ...(since !== null && { least: since }),
      });
      const found = await table.batchGet(items.map((item) => keys.received(listedId(item))));
      const entries = found
        .filter((item) => item !== null && !isOver(item))
        .map((item) => emailOf(item as Item));
      const last = items.at(-1);
      return { entries, next: more && last ? listedId(last) : null };
    },

    remove: async (email) => {
      await Promise.all([
        objects.remove(keyOf(email, 'raw')),
        objects.remove(keyOf(email, 'parsed')),
        each(email.files, (n) => objects.remove(keyOf(email, String(n)))),
      ]);
      await table.delete(keys.received(email.id));
    },
  };
}
