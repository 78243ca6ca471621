import type { SesQuotas } from '../../domain/context.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** SES's answer to what it grants. */
export const sesQuota: Family<SesQuotas> = ({ aws }) => ({
  ses_quota: lazyPort(
    async () => (await import('../ses-quota.ts')).sesGrants(aws),
    ['read', 'countIdentities'],
  ),
});
