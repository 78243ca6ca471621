import type { Ses } from '../../domain/context.ts';
import { sesMailer } from '../mailer.ts';
import type { Family } from './compose.ts';
import { once } from './lazy-port.ts';

/** SES: sending. */
export const ses: Family<Ses> = ({ aws }) => ({
  mailer: sesMailer(once(async () => (await import('../ses-sender.ts')).sesSender(aws))),
});
