import type { Ses } from '../../domain/context.ts';
import { sesMailer } from '../mailer.ts';
import type { Family } from './compose.ts';
import { once } from './lazy-port.ts';

/** SES: sending. */
export const ses: Family<Ses> = ({ aws }) => {
  const v1 = once(async () => (await import('../ses-v1.ts')).sesV1(aws));
  const v2 = once(async () => (await import('../ses-v2.ts')).sesV2(aws));
  return { mailer: sesMailer(v1, v2) };
};
