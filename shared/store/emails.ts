import type { Domain, Email, EmailMeta, Envelope, QuotaState, QuotaUse } from '../core/records.ts';
import { dueItem } from './due.ts';
import type { Objects } from './objects.ts';
import { quotaOf, quotaWrite } from './quota.ts';
import { dueShards, indexes, type Key, keys, objectKeys, retention_s, shardOf } from './schema.ts';
import { sizeOf } from './size.ts';
import { addressState } from './suppressions.ts';
import {
  ConditionFailed,
  type Item,
  recordOf,
  type Table,
  TransactionConflict,
  type Write,
} from './table.ts';
import { pointerOfItem } from './templates.ts';

export type Claim = {
  account: string;
  key: string;
  hash: string;
  email_id: string;
  tenant: string | null;
  status: 'sent' | 'scheduled';
  expires_at: number;
};

/** Room that the meta keeps for what is written to it later: lease, message id, outcomes, reason. */
const updateRoom = 330;

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

/** Nulls and empty lists are absent in the table; `read` puts them back. */
function dense(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([, v]) => v !== null && v !== undefined && v !== false && !(Array.isArray(v) && v.length === 0),
    ),
  );
}

const empty = {
  key: null,
  tenant: null,
  template: null,
  resent_from: null,
  scheduled_at: null,
  envelope: null,
  content: null,
  due: null,
  attempt: 0,
  lease_until: null,
  message_id: null,
  sent_at: null,
  cancelled_at: null,
  failed_at: null,
  failure_reason: null,
  bounce_reason: null,
  bounce_reason_at: null,
  delayed: false,
};
const emptyEnvelope = { to: [], cc: [], bcc: [], reply_to: [], tags: [] };

/** The email of a meta item and, where it has one, its envelope item. */
export function emailOf(meta: Item, envelope: Item | null): Email {
  const id = meta.pk.slice('MSG#'.length);
  const rest = envelope === null ? {} : recordOf<Envelope>(envelope);
  return { ...empty, ...emptyEnvelope, ...recordOf<EmailMeta>(meta), ...rest, id } as Email;
}

/** Meta and, when both would pass 1 KB, envelope as an item of its own (Q18). */
export function itemsOf(
  meta: EmailMeta,
  envelope: Envelope,
  shards: number,
): { meta: Item; envelope: Item | null } {
  const { id, outcomes, ...record } = meta;
  const ttl = seconds(meta.scheduled_at ?? meta.created_at) + retention_s.email;
  const item: Item = {
    ...keys.email(id),
    et: 'email',
    gsi1pk: indexes.emailsOf(meta.account, shardOf(id, shards)),
    gsi1sk: id,
    ttl,
    outcomes,
    ...dense(record),
  };
  if (meta.tenant !== null) {
    item.gsi2pk = indexes.emailsOfTenant(meta.account, meta.tenant, shardOf(id, shards));
    item.gsi2sk = id;
  }
  const whole = { ...item, ...dense(envelope) };
  if (sizeOf(whole) + updateRoom + 14 * meta.recipient_count <= 1024) return { meta: whole, envelope: null };
  const apart = { ...keys.envelope(id), et: 'envelope', ttl, ...dense(envelope) } as Item;
  return { meta: { ...item, envelope: 'item' }, envelope: apart };
}

function bodyItem(meta: EmailMeta, content: Uint8Array): Item {
  const ttl = seconds(meta.scheduled_at ?? meta.created_at) + retention_s.body;
  return { ...keys.body(meta.id), et: 'body', account: meta.account, content, ttl };
}

/** What stands beside the meta of an email that may be accepted: due row and, where they are items, envelope and body. */
function draftItems(meta: EmailMeta, envelope: Envelope, content: Uint8Array, shards: number): Item[] {
  const minute = meta.due as number;
  const due = dueItem(meta, minute);
  const apart = itemsOf(meta, envelope, shards).envelope;
  return [due, ...(apart ? [apart] : []), ...(meta.content === 'item' ? [bodyItem(meta, content)] : [])];
}

function claimItem(claim: Claim): Item {
  const { key, ...record } = claim;
  return {
    ...keys.claim(claim.account, key),
    et: 'claim',
    ttl: Math.ceil(claim.expires_at / 1000) + 3600,
    ...dense(record),
  };
}

function claimOf(item: Item | null, key: string, now: number): Claim | null {
  if (item === null || (item.expires_at as number) <= now) return null;
  const record = recordOf<Claim>(item);
  return { ...record, tenant: record.tenant ?? null, key };
}

/** Compressed bodies up to here are items; an S3 PUT costs as much as 8 write units (architecture 3). */
export const itemBody = 8 * 1024;

/** In the deciding write they are items up to here: that saves the bucket's round trip where one was spent before. */
const joinedBody = 256 * 1024;

export const fresh = 'attribute_not_exists(pk)';

/** Takes an idempotency key that nobody holds, or whose time is over. */
export const takeClaim = (claim: Claim, now: number): Write => ({
  put: claimItem(claim),
  condition: `${fresh} OR expires_at <= :now`,
  values: { ':now': now },
});

/** Transactions that meet on a quota or a claim try again this often, a little later each time. */
export const maxRounds = 25;

type Deciding = {
  meta: Item;
  /** A draft that was not put before. */
  draft: Item[];
  claim: Claim | null;
  quota: { use: QuotaUse; seen: QuotaState | null } | null;
};

/**
 * The deciding write as a transaction: meta, with the claim and the counted quota where there are any.
 *
 *   claim taken         -> twin, whatever the quota says: a twin of an accepted send gets its answer (Q9)
 *   quota seen too old  -> again with the counts that the condition returned
 *   quota used up       -> exceeded, once a consistent read has confirmed it
 *   met another one     -> again
 */
async function decide(table: Table, now: () => number, input: Deciding) {
  const { claim, quota, meta } = input;
  const claimKey = claim && keys.claim(claim.account, claim.key);
  const isTaken = async () =>
    claim !== null &&
    claimKey !== null &&
    claimOf(await table.get(claimKey, { consistent: true }), claim.key, now()) !== null;
  const readQuota = async (use: QuotaUse) =>
    quotaOf(await table.get(keys.quota(use.account, use.kind), { consistent: true }));
  let seen = quota?.seen ?? null;
  let confirmed = false;
  for (let round = 0; ; round++) {
    const counted = quota && quotaWrite(quota.use, seen, now());
    if (counted && 'exceeded' in counted) {
      if (await isTaken()) return 'twin' as const;
      if (confirmed || quota === null) return { exceeded: counted.exceeded };
      seen = await readQuota(quota.use);
      confirmed = true;
      continue;
    }
    const writes: Write[] = [
      { put: meta, condition: fresh },
      ...(claim ? [takeClaim(claim, now())] : []),
      ...input.draft.map((put) => ({ put })),
      ...(counted ? [counted.write] : []),
    ];
    try {
      await table.transact(writes);
      return 'accepted' as const;
    } catch (error) {
      const again = error instanceof ConditionFailed || error instanceof TransactionConflict;
      if (!again || round >= maxRounds) throw error;
      if (error instanceof ConditionFailed) {
        if (error.failed[0]) return 'accepted' as const;
        if (claim && error.failed[1]) return 'twin' as const;
        seen = quotaOf(error.items.at(-1) ?? null);
        confirmed = true;
        continue;
      }
      if (await isTaken()) return 'twin' as const;
      await pause(5 * (round + 1) + shardOf(`${meta.pk}${round}`, 20));
      if (quota) seen = await readQuota(quota.use);
    }
  }
}

export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

type FactsInput = {
  account: string;
  idempotency_key: string | null;
  domain: string | null;
  quota: QuotaUse | null;
  template: string | null;
  addresses: string[];
};

/** Where the facts of a send stand, in the order that `factsOf` takes them. */
const factKeys = (input: FactsInput): (Key | null)[] => [
  input.idempotency_key === null ? null : keys.claim(input.account, input.idempotency_key),
  input.domain === null ? null : keys.domain(input.domain),
  input.quota === null ? null : keys.quota(input.quota.account, input.quota.kind),
  input.template === null ? null : keys.templatePointer(input.account, input.template),
  ...input.addresses.map((address) => keys.address(input.account, address)),
];

function factsOf(input: FactsInput, items: (Item | null)[], now: number) {
  const [claim = null, domain = null, quota = null, template = null, ...addresses] = items;
  return {
    claim: input.idempotency_key === null ? null : claimOf(claim, input.idempotency_key, now),
    domain: domain && recordOf<Domain>(domain),
    quota: quotaOf(quota),
    template: pointerOfItem(template),
    suppressions: addresses.map((item) => addressState(item).suppression),
    opt_outs: addresses.map((item) => addressState(item).opt_outs),
  };
}

/** Emails, their bodies, their due rows and the idempotency claims that made them. */
export function emailStore(table: Table, objects: Objects, now: () => number) {
  const withEnvelopes = async (metas: Item[]): Promise<Email[]> => {
    const apart = metas
      .filter((meta) => meta.envelope === 'item')
      .map((meta) => keys.envelope(meta.pk.slice(4)));
    const envelopes = new Map(
      (await (apart.length ? table.batchGet(apart) : [])).map((item) => [item?.pk, item]),
    );
    return metas.map((meta) => emailOf(meta, envelopes.get(meta.pk) ?? null));
  };

  return {
    readFacts: async (inputs: FactsInput[]) => {
      const wanted = inputs.map(factKeys);
      const items = await table.batchGet(wanted.flat().filter((key) => key !== null));
      return inputs.map((input, i) =>
        factsOf(
          input,
          (wanted[i] ?? []).map((key) => key && (items.shift() ?? null)),
          now(),
        ),
      );
    },

    place: (content: Uint8Array): 'item' | 'object' => (content.length <= itemBody ? 'item' : 'object'),

    putDraft: async (
      meta: EmailMeta,
      envelope: Envelope,
      content: Uint8Array,
      shards: number,
    ): Promise<void> => {
      const puts = draftItems(meta, envelope, content, shards);
      await Promise.all([
        table.batchWrite({ puts }),
        meta.content === 'object' && objects.put(objectKeys.body(meta.account, meta.id), content),
      ]);
    },

    discardDraft: async (meta: EmailMeta, envelope: Envelope, shards: number): Promise<void> => {
      const items = itemsOf(meta, envelope, shards);
      const deletes = [keys.due(meta.due as number, meta.id)];
      if (items.envelope) deletes.push(keys.envelope(meta.id));
      if (meta.content === 'item') deletes.push(keys.body(meta.id));
      await Promise.all([
        table.batchWrite({ deletes }),
        meta.content === 'object' && objects.remove(objectKeys.body(meta.account, meta.id)),
      ]);
    },

    accept: async (input: {
      meta: EmailMeta;
      envelope: Envelope;
      claim: Claim | null;
      quota: { use: QuotaUse; seen: QuotaState | null } | null;
      content: Uint8Array | null;
      shards: number;
    }) => {
      const { content, envelope, shards } = input;
      const fits = content !== null && content.length <= joinedBody;
      const placed: EmailMeta = fits ? { ...input.meta, content: 'item' } : input.meta;
      const { meta } = itemsOf(placed, envelope, shards);
      const draft = content === null ? [] : draftItems(placed, envelope, content, shards);
      if (content !== null && !fits) await objects.put(objectKeys.body(placed.account, placed.id), content);
      if (input.claim !== null || input.quota !== null || draft.length > 0)
        return decide(table, now, { ...input, meta, draft });
      // The id is new: when it stands already, a retry of this very write met its own first try.
      await table.put(meta, { condition: fresh }).catch((error) => {
        if (!(error instanceof ConditionFailed)) throw error;
      });
      return 'accepted' as const;
    },

    readClaim: async (account: string, key: string) =>
      claimOf(await table.get(keys.claim(account, key), { consistent: true }), key, now()),

    putRefused: async (meta: EmailMeta, envelope: Envelope, shards: number) => {
      const items = itemsOf(meta, envelope, shards);
      await table.batchWrite({ puts: [items.meta, ...(items.envelope ? [items.envelope] : [])] });
    },

    get: async (account: string, id: string): Promise<Email | null> => {
      const meta = await table.get(keys.email(id), { consistent: true });
      if (meta === null || meta.account !== account) return null;
      return (await withEnvelopes([meta]))[0] ?? null;
    },

    getMeta: async (id: string): Promise<Email | null> => {
      const meta = await table.get(keys.email(id), { consistent: true });
      return meta && ((await withEnvelopes([meta]))[0] ?? null);
    },

    list: async (input: {
      account: string;
      shards: number;
      limit: number;
      before: string | null;
      since: string | null;
    }) => {
      const pages = await Promise.all(
        Array.from({ length: input.shards }, (_, shard) =>
          table.query({
            index: 'gsi1',
            pk: indexes.emailsOf(input.account, shard),
            descending: true,
            limit: input.limit + 1,
            ...(input.before !== null && { after: input.before }),
            ...(input.since !== null && { least: input.since }),
          }),
        ),
      );
      const ids = pages
        .flatMap((page) => page.items.map((item) => (item.sk === 'EMAIL' ? item.pk.slice(4) : '')))
        .filter((id) => id !== '')
        .sort()
        .reverse();
      const page = ids.slice(0, input.limit);
      const metas = await table.batchGet(page.map(keys.email));
      const emails = await withEnvelopes(metas.filter((meta) => meta !== null));
      const last = page.at(-1);
      return { emails, next: ids.length > input.limit && last !== undefined ? last : null };
    },

    readContent: async (meta: Pick<EmailMeta, 'id' | 'account' | 'content' | 'batch'>) => {
      const id = meta.batch?.id ?? meta.id;
      if (meta.content === 'object') return objects.get(objectKeys.body(meta.account, id));
      // A body never changes: only one that has not arrived yet is worth the dearer read.
      const item = (await table.get(keys.body(id))) ?? (await table.get(keys.body(id), { consistent: true }));
      return (item?.content as Uint8Array | undefined) ?? null;
    },
    deleteDue: (id: string, due: number) => table.delete(keys.due(due, id)),

    moveDue: async (email: Pick<EmailMeta, 'id' | 'account' | 'state'>, from: number, to: number) => {
      const { id } = email;
      await table
        .transact([
          { put: dueItem(email, to) },
          { delete: keys.due(from, id) },
          {
            update: keys.email(id),
            expression: 'SET due = :to',
            condition: 'due = :from',
            values: { ':from': from, ':to': to },
          },
        ])
        .catch((error) => {
          if (!(error instanceof ConditionFailed || error instanceof TransactionConflict)) throw error;
        });
    },

    listDue: async (minute: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let shard = 0; shard < dueShards; shard += 8) {
        const partitions = Array.from({ length: 8 }, (_, i) => keys.duePartition(minute, shard + i));
        for (const found of await Promise.all(partitions.map((pk) => allOf(table, pk)))) ids.push(...found);
      }
      return ids;
    },

    readSweep: async () =>
      ((await table.get(keys.sweep(), { consistent: true }))?.minute as number | undefined) ?? null,
    writeSweep: (minute: number) => table.put({ ...keys.sweep(), et: 'sweep', minute }),
  };
}

async function allOf(table: Table, pk: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({
      pk,
      consistent: true,
      limit: 1000,
      ...(after !== undefined && { after }),
    });
    ids.push(...page.items.map((item) => item.sk));
    after = ids.at(-1);
    if (!page.more || after === undefined) return ids;
  }
}
