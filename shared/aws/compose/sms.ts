import type { Sms } from '../../domain/context.ts';
import type { SmsProvider } from '../../domain/ports/sms.ts';
import { smsClaims } from '../../store/sms-claims.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** Text messages; the client of their provider is loaded with the first one. */
export const sms: Family<Sms> = ({ aws, base, table }) => ({
  sms: lazyPort<SmsProvider>(
    async () => (await import('../sms.ts')).snsTexts(aws, base.settings.sms.sender_id),
    ['publish'],
  ),
  sms_claims: smsClaims(table, base.runtime),
});
