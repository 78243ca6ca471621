import type { Paging } from '../../domain/context.ts';
import { sealedCursors } from '../cursors.ts';
import type { Family } from './compose.ts';

/** Cursors of lists. */
export const cursors: Family<Paging> = ({ base, secrets }) => ({
  cursors: sealedCursors(secrets, base.runtime.now),
});
