import { requestHash } from '../core/json-body.ts';

/** The Idempotency-Key of a POST, with the hash of what it asks for (H10). */
export const idempotencyOf = (key: string | null, path: string, body: unknown) =>
  key === null ? null : { key, hash: requestHash('POST', path, body) };

export const replayHeaders = (replayed: boolean) =>
  replayed ? { headers: { 'idempotency-replayed': 'true' } } : {};
