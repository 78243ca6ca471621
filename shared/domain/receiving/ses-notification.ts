import * as z from 'zod';
import type { ReceiveMessage } from '../ports/received.ts';

/** Any word is accepted, because SES may add new ones. */
const verdict = z.object({ status: z.string() }).optional();

/** SES's notification of a message it received and stored in the bucket. Other fields are ignored. */
export const SesNotification = z.object({
  notificationType: z.literal('Received'),
  mail: z.object({ messageId: z.string().regex(/^[\w-]{1,200}$/), source: z.string() }),
  receipt: z.object({
    timestamp: z.iso.datetime(),
    recipients: z.array(z.string()).min(1),
    spamVerdict: verdict,
    virusVerdict: verdict,
    spfVerdict: verdict,
    dkimVerdict: verdict,
    dmarcVerdict: verdict,
    action: z.object({ type: z.literal('S3'), objectKey: z.string() }),
  }),
});
export type SesNotification = z.output<typeof SesNotification>;

type Verdicts = NonNullable<ReceiveMessage['verdicts']>;

const byStatus = new Map<string, Verdicts['spf']>([
  ['PASS', 'pass'],
  ['FAIL', 'fail'],
  ['GRAY', 'none'],
]);

const resultOf = (found: z.output<typeof verdict>): Verdicts['spf'] =>
  byStatus.get(found?.status ?? '') ?? 'unknown';

/** SES's verdicts in a record's form. Pure. */
export function verdictsOf({ receipt }: SesNotification): Verdicts {
  const { spamVerdict, virusVerdict, spfVerdict, dkimVerdict, dmarcVerdict } = receipt;
  const scans = [resultOf(spamVerdict), resultOf(virusVerdict)];
  const clean = scans.every((one) => one === 'pass') ? 'pass' : 'unknown';
  return {
    spf: resultOf(spfVerdict),
    dkim: resultOf(dkimVerdict),
    dmarc: resultOf(dmarcVerdict),
    spam_status: scans.includes('fail') ? 'fail' : clean,
  };
}
