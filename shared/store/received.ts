import { packJson, unpackJson } from '../core/compress.ts';
import { inParallel } from '../core/in-parallel.ts';
import type { ReceivedContent, ReceivedEmail } from '../core/records/received.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { ReceivedLinks, ReceivedStore } from '../domain/ports/received.ts';
import { conditionHeld, failureOf } from './conflicts.ts';
import { type DownloadObjects, type Objects, objectKeys } from './objects.ts';
import { newestPage } from './pages.ts';
import { entryOf, indexes, keys, listedId, ttlAfter } from './schema.ts';
import { absent, absentOrExpired, currentOf, type Item, isExpired, recordOf, type Table } from './table.ts';

/** How long a repeat from a sender counts as the same message. */
const claim_s = 86_400;

const concurrency = 20;

type Stored = Omit<ReceivedEmail, 'id' | 'account' | 'tenant'>;
type Claimed = { email_id: Id<'inb'> };

/** The part shown in lists is compressed, because file names and strangers' addresses may be long. */
function itemOf(email: ReceivedEmail, kept_s: number): Item {
  const { id, account, tenant, ...stored } = email;
  const key = { ...keys.received(id), ...entryOf(indexes.received(account), id) };
  const ttl = ttlAfter(email.received_at, kept_s);
  return { ...key, et: 'received_email', ttl, account, tenant, content: packJson(stored satisfies Stored) };
}

function emailOf(item: Item): ReceivedEmail {
  const { content, account, tenant } = recordOf<ReceivedEmail & { content: Uint8Array }>(item);
  return { ...unpackJson<Stored>(content), id: listedId<'inb'>(item), account, tenant };
}

const pieceOf = (number: number) => `piece-${number}`;
const numbersTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

const eachBelow = (count: number, run: (number: number) => Promise<void>) =>
  inParallel([...Array(count).keys()], concurrency, run);

/**
 * Received emails. The record is written last and removed last, so a visible record has its objects, and a
 * removal can be repeated.
 */
export function receivedStore(
  table: Table,
  objects: Objects,
  runtime: Runtime,
  kept_s: number,
): ReceivedStore {
  const keyOf = ({ account, id }: { account: Id<'acc'>; id: Id<'inb'> }, part: string) =>
    objectKeys.received(account, id, part);

  return {
    claimed: async (claims) => {
      const items = await table.batchGet(claims.map(keys.receivedClaim));
      return items.map((item) =>
        item === null || isExpired(item, runtime.now()) ? null : recordOf<Claimed>(item).email_id,
      );
    },

    claim: async (claim, id) => {
      const now = Math.floor(runtime.now() / 1000);
      const item = { ...keys.receivedClaim(claim), et: 'received_claim', ttl: now + claim_s, email_id: id };
      const failure = await failureOf(table.put(item, absentOrExpired(now)));
      const first = failure?.item ? recordOf<Claimed>(failure.item).email_id : id;
      return { first, again: failure !== null };
    },

    putRaw: (of, bytes) => objects.put(keyOf(of, 'raw'), bytes),
    getRaw: (of) => objects.get(keyOf(of, 'raw')),
    removeRaw: (of) => objects.remove(keyOf(of, 'raw')),
    putPiece: (of, number, bytes) => objects.put(keyOf(of, pieceOf(number)), bytes),
    getPieces: async (of, count) => {
      const found = await Promise.all(numbersTo(count).map((n) => objects.get(keyOf(of, pieceOf(n)))));
      const pieces = found.filter((piece) => piece !== null);
      return pieces.length < count ? null : Buffer.concat(pieces);
    },
    removePieces: async (of, count) => {
      await Promise.all(numbersTo(count).map((n) => objects.remove(keyOf(of, pieceOf(n)))));
    },
    getAtSes: (id) => objects.get(objectKeys.ses(id)),
    removeAtSes: (id) => objects.remove(objectKeys.ses(id)),

    create: async (email, content, files) => {
      await Promise.all([
        objects.put(keyOf(email, 'parsed'), packJson(content)),
        eachBelow(files.length, (n) => objects.put(keyOf(email, String(n)), files[n] as Uint8Array)),
      ]);
      return conditionHeld(table.put(itemOf(email, kept_s), { condition: absent }));
    },

    get: async (account, id, { consistent = true } = {}) => {
      const item = await table.get(keys.received(id), { consistent });
      const isOwn = item !== null && item.account === account && !isExpired(item, runtime.now());
      return isOwn ? emailOf(item) : null;
    },

    readContent: async (of) => {
      const packed = await objects.get(keyOf(of, 'parsed'));
      return packed && unpackJson<ReceivedContent>(packed);
    },
    readFile: (of, number) => objects.get(keyOf(of, String(number))),

    list: async (account, page) => {
      const index = () => indexes.received(account);
      const { items, next } = await newestPage(table, { shards: 1, ...page }, index, listedId);
      const found = await table.batchGet(items.map((item) => keys.received(listedId(item))));
      return { entries: currentOf(found, runtime.now()).map(emailOf), next };
    },

    remove: async (email) => {
      await Promise.all([
        objects.remove(keyOf(email, 'raw')),
        objects.remove(keyOf(email, 'parsed')),
        eachBelow(email.files, (n) => objects.remove(keyOf(email, String(n)))),
      ]);
      await table.delete(keys.received(email.id));
    },
  };
}

/** How long a link is valid. */
const link_s = 3600;

export const receivedLinks = (downloads: DownloadObjects): ReceivedLinks => ({
  make: ({ account, id }, part, filename) =>
    downloads.show(objectKeys.received(account, id, String(part)), { filename, seconds: link_s }),
});
