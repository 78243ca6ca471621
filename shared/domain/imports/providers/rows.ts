import { isObject, type Json, textOf } from '../../../core/json-path.ts';
import { classifyBounce } from './bounces.ts';
import type { ListRow, OldRecord, Skipped } from './provider.ts';

/** The objects in a response's array with this name. Null for an unexpected shape. */
export function objectsAt(body: unknown, name: string): Json[] | null {
  const rows = isObject(body) ? body[name] : null;
  return Array.isArray(rows) ? rows.filter(isObject) : null;
}

/** A text field from the provider. Null if empty or not text. */
export const partOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** A row's record, if it names both type and host. */
export const recordOf = (type: unknown, host: unknown): OldRecord[] =>
  typeof type === 'string' && typeof host === 'string' ? [{ type, host }] : [];

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Epoch ms of a date that `Date` parses. Old rows have none. */
export function momentOf(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value.slice(0, 60)) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** A row of a list, with its address in `field`. A row without an address is skipped. */
export const addressRow =
  (field: string, read: (row: Json, address: string) => ListRow) =>
  (raw: unknown): ListRow => {
    const address = isObject(raw) ? raw[field] : undefined;
    return typeof address === 'string' ? read(raw as Json, address) : { skip: 'invalid_address' };
  };

/** A bounce row (M54, T9). Only bounces about the address itself are imported. */
export function bounceOf(status: unknown, text: unknown): { kind: 'bounce' } | Skipped {
  const found = classifyBounce({ status: textOf(status), text: textOf(text) });
  return found === 'bounce' ? { kind: found } : { skip: found };
}
