import { timestamp } from '../core/runtime.ts';
import { sha256Hex } from '../core/seal.ts';
import type { NoticeClaims } from '../domain/ports/notices.ts';
import { conditionHeld } from './conflicts.ts';
import { retention_s } from './retention.ts';
import { keys, ttlAfter } from './schema.ts';
import { absent, type Table } from './table.ts';

export function noticeClaims(table: Table, now: () => number): NoticeClaims {
  const keyOf = (about: string) => keys.notice(sha256Hex(about));
  return {
    take: (about) => {
      const at = timestamp(now());
      const item = { ...keyOf(about), et: 'notice', at, ttl: ttlAfter(at, retention_s.notice) };
      return conditionHeld(table.put(item, { condition: absent }));
    },
    release: (about) => table.delete(keyOf(about)),
  };
}
