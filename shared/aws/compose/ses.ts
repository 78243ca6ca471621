import type { Ses } from '../../domain/context.ts';
import { sesMailer } from '../mailer.ts';
import { cachedRate } from '../sending-rate.ts';
import type { Family } from './compose.ts';
import { once } from './lazy-port.ts';

/** SES: sending, and the rate at which it takes emails. */
export const ses: Family<Ses> = ({ aws, base }) => {
  const v1 = once(async () => (await import('../ses-v1.ts')).sesV1(aws));
  const v2 = once(async () => (await import('../ses-v2.ts')).sesV2(aws));
  const rate = once(async () => (await import('../ses-v1.ts')).sesV1Rate(aws));
  return {
    mailer: sesMailer(v1, v2),
    sending_rate: cachedRate(base.runtime.now, async () => (await rate())()),
  };
};
