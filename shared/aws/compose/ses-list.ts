import type { SesSuppression } from '../../domain/context.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** SES's own suppression list. */
export const sesList: Family<SesSuppression> = ({ aws }) => ({
  ses_list: lazyPort(async () => (await import('../ses-v2.ts')).sesV2List(aws), ['remove']),
});
