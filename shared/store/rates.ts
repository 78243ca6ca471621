import { keys } from './schema.ts';
import { ConditionFailed, type Table } from './table.ts';

/** A bucket by its generic cell rate: one number, the time at which it would be full again. */
export type Bucket = { account: string; name: string; rate: number; burst: number };

/**
 * Takes up to `want` tokens from an account's bucket (H5, Q33). The item holds `tat` (epoch ms), the moment at
 * which the bucket is full; a token moves it by 1000 / rate ms, and it may stand at most burst tokens ahead of
 * now. One conditional update when the caller's idea of `tat` is right, one more when it was not.
 */
export function rateStore(table: Table) {
  return {
    lease: async (
      bucket: Bucket,
      input: { want: number; now: number; tat: number | null },
    ): Promise<{ granted: number; tat: number }> => {
      const step = 1000 / bucket.rate;
      const { now } = input;
      let tat = input.tat ?? 0;
      for (let round = 0; ; round++) {
        const ahead = Math.max(0, tat - now);
        const granted = Math.min(input.want, Math.floor((bucket.burst * step - ahead) / step + 1e-6));
        if (granted < 1) return { granted: 0, tat };
        const idle = tat <= now;
        const values = { ':now': now, ':step': granted * step, ':ttl': Math.floor(now / 1000) + 3600 };
        try {
          const item = await table.update(
            keys.rate(bucket.account, bucket.name),
            idle ? 'SET tat = :to, #ttl = :ttl' : 'SET tat = tat + :step, #ttl = :ttl',
            idle
              ? {
                  condition: 'attribute_not_exists(tat) OR tat <= :now',
                  names: { '#ttl': 'ttl' },
                  values: { ':now': now, ':ttl': values[':ttl'], ':to': now + granted * step },
                }
              : {
                  condition: 'tat > :now AND tat <= :room',
                  names: { '#ttl': 'ttl' },
                  values: { ...values, ':room': now + (bucket.burst - granted) * step + 1e-3 },
                },
          );
          return { granted, tat: item.tat as number };
        } catch (error) {
          if (!(error instanceof ConditionFailed) || round >= 8) throw error;
          tat = (error.item?.tat as number | undefined) ?? 0;
        }
      }
    },
  };
}
