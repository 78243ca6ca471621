import type { Suppression, SuppressionReason } from '../core/records.ts';
import { indexes, keys } from './schema.ts';
import { ConditionFailed, type Table } from './table.ts';

/** From the weakest up: a reason replaces those before it, whatever their source (Q32, E42). */
const ranks: SuppressionReason[] = ['manual', 'unsubscribe', 'bounce', 'complaint'];
const weakerThan = (reason: SuppressionReason) => ranks.slice(0, ranks.indexOf(reason));

/** Soft bounces count together within this time (H17). */
const softWindow_ms = 7 * 86_400_000;

type List = { account: string; tenant: string | null };

const listOf = (list: List) => list.tenant ?? list.account;

const setNew = [
  'suppression = :new',
  'gsi1pk = if_not_exists(gsi1pk, :list)',
  'gsi1sk = if_not_exists(gsi1sk, :id)',
  'et = :et',
];
const setStronger = ['reason', 'source', 'email_id', 'note'].map((f) => `suppression.#${f} = :${f}`);

/** Suppression and opt-outs of one address on one list are one item (Q19). */
export function suppressionStore(table: Table) {
  const create = (list: List, entry: Suppression) =>
    table.update(keys.address(listOf(list), entry.email), `SET ${setNew.join(', ')}`, {
      condition: 'attribute_not_exists(suppression)',
      values: {
        ':new': entry,
        ':list': indexes.addressesOf(listOf(list)),
        ':id': entry.id,
        ':et': 'address',
      },
    });

  /** Id and created_at of the entry that stands are kept. */
  const strengthen = (list: List, entry: Suppression) => {
    const weaker = weakerThan(entry.reason).map((reason, i) => [`:weaker${i}`, reason] as const);
    return table.update(keys.address(listOf(list), entry.email), `SET ${setStronger.join(', ')}`, {
      condition: `suppression.#reason IN (${weaker.map(([name]) => name).join(', ')})`,
      names: { '#reason': 'reason', '#source': 'source', '#email_id': 'email_id', '#note': 'note' },
      values: {
        ':reason': entry.reason,
        ':source': entry.source,
        ':email_id': entry.email_id,
        ':note': entry.note,
        ...Object.fromEntries(weaker),
      },
    });
  };

  return {
    raise: async (list: List, entry: Suppression): Promise<Suppression> => {
      let write = create;
      for (let round = 1; ; round++) {
        try {
          return (await write(list, entry)).suppression as Suppression;
        } catch (error) {
          if (!(error instanceof ConditionFailed) || round === 5) throw error;
          // Somebody else wrote between: the entry may have come, grown or gone.
          const standing = error.item?.suppression as Suppression | undefined;
          if (standing !== undefined && !weakerThan(entry.reason).includes(standing.reason)) return standing;
          write = standing === undefined ? create : strengthen;
        }
      }
    },

    read: async (list: List, addresses: string[]): Promise<(Suppression | null)[]> => {
      const found = await table.batchGet(addresses.map((address) => keys.address(listOf(list), address)));
      return found.map((item) => (item?.suppression as Suppression | undefined) ?? null);
    },

    countSoftBounce: async (list: List, address: string, at: number): Promise<number> => {
      const item = await table.update(
        keys.address(listOf(list), address),
        'SET et = :et ADD soft_bounces :at',
        {
          values: { ':et': 'address', ':at': new Set([at]) },
        },
      );
      const times = [...((item.soft_bounces as Set<number> | undefined) ?? [])];
      const within = (end: number) => times.filter((t) => t > end - softWindow_ms && t <= end).length;
      return Math.max(...times.filter((t) => t >= at && t < at + softWindow_ms).map(within));
    },
  };
}
