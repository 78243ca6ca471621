import type { SesRemovals } from '../../domain/context.ts';
import { sesRemovalStore } from '../../store/ses-removals.ts';
import type { Family } from './compose.ts';

/** Addresses that wait for their removal from SES's own list. */
export const sesRemovals: Family<SesRemovals> = ({ table }) => ({ ses_removals: sesRemovalStore(table) });
