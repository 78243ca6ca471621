import type { Rates } from '../../domain/context.ts';
import { rateStore } from '../../store/rates.ts';
import type { Family } from './compose.ts';

/** Buckets of requests, and the places of an account's emails in what waits for SES. */
export const rates: Family<Rates> = ({ base, table }) => ({ rates: rateStore(table, base.runtime) });
