import type { Rates } from '../../domain/context.ts';
import { rateStore } from '../../store/rates.ts';
import type { Family } from './compose.ts';

/** Buckets of requests, and the slots of paced sending. */
export const rates: Family<Rates> = ({ base, table }) => ({ rates: rateStore(table, base.runtime) });
