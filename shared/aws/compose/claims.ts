import type { Claims } from '../../domain/context.ts';
import { claimStore } from '../../store/claims.ts';
import type { Family } from './compose.ts';

/** Idempotency claims of requests that send nothing. */
export const claims: Family<Claims> = ({ base, table }) => ({ claims: claimStore(table, base.runtime.now) });
