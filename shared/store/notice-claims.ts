import { type Runtime, timestamp } from '../core/runtime.ts';
import { sha256Hex } from '../core/seal.ts';
import type { NoticeClaims } from '../domain/ports/notices.ts';
import { conditionHeld, retryTransaction } from './conflicts.ts';
import { retention_s } from './retention.ts';
import { keys, ttlAfter } from './schema.ts';
import { absent, type Table } from './table.ts';

export function noticeClaims(table: Table, runtime: Runtime): NoticeClaims {
  const keyOf = (about: string) => keys.notice(sha256Hex(about));
  return {
    take: (about) => {
      const at = timestamp(runtime.now());
      const item = { ...keyOf(about), et: 'notice', at, ttl: ttlAfter(at, retention_s.notice) };
      // Once: a claim whose answer is lost would be taken for another run's, and the notice would not be mailed.
      const claimed = [{ put: item, condition: absent }];
      return conditionHeld(retryTransaction(table, runtime, claimed, { once: true }));
    },
    release: (about) => table.delete(keyOf(about)),
  };
}
