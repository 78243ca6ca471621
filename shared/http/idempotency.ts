import { claimKey } from '../core/claim-key.ts';
import { requestHash } from '../core/json-body.ts';

type Scoped = Parameters<typeof claimKey>[0];

/** The idempotency claim for a POST: its key and the hash of the request. */
export const idempotencyOf = (caller: Scoped, key: string | null, path: string, body: unknown) =>
  key === null ? null : { key: claimKey(caller, key), hash: requestHash('POST', path, body) };

export const replayHeaders = (replayed: boolean) =>
  replayed ? { headers: { 'idempotency-replayed': 'true' } } : {};
