import { sha256Hex } from '../../core/seal.ts';
import { canonicalJson } from '../../mail/canonical.ts';

/**
 * What an Idempotency-Key stands for: SHA-256 of method and path with the body as canonical JSON, its aliases
 * folded (H10, Q44). Key order and white space make no other body; another endpoint does.
 */
export function requestHash(endpoint: string, body: Record<string, unknown>): string {
  return sha256Hex(`${endpoint}\n${canonicalJson(body)}`);
}
