import { isObject, type Json, textOf } from '../../../core/json-path.ts';
import { classifyBounce } from './bounces.ts';
import type { ListRow, OldRecord, Skipped } from './provider.ts';

/** The objects in the array of an answer by its name; null: an answer of another shape. */
export function objectsAt(body: unknown, name: string): Json[] | null {
  const rows = isObject(body) ? body[name] : null;
  return Array.isArray(rows) ? rows.filter(isObject) : null;
}

/** Text of a provider's field; "" and what is no text are none. */
export const partOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** The record of a row that names both its type and its host. */
export const recordOf = (type: unknown, host: unknown): OldRecord[] =>
  typeof type === 'string' && typeof host === 'string' ? [{ type, host }] : [];

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Epoch ms of a date that `Date` understands; old rows have none. */
export function momentOf(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value.slice(0, 60)) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** A row of a list whose address is in `field`; one that has none is skipped. */
export const addressRow =
  (field: string, read: (row: Json, address: string) => ListRow) =>
  (raw: unknown): ListRow => {
    const address = isObject(raw) ? raw[field] : undefined;
    return typeof address === 'string' ? read(raw as Json, address) : { skip: 'invalid_address' };
  };

/** The row of a bounce of the old provider (M54, T9): only one that speaks of the address is imported. */
export function bounceOf(status: unknown, text: unknown): { kind: 'bounce' } | Skipped {
  const found = classifyBounce({ status: textOf(status), text: textOf(text) });
  return found === 'bounce' ? { kind: found } : { skip: found };
}
