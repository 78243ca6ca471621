import * as z from 'zod';
import type { ReceiveMessage } from '../ports/received.ts';

/** Any word: SES may add some. */
const verdict = z.object({ status: z.string() }).optional();

/** SES's notification of a message that it received and wrote into the bucket (R58); other fields are not read. */
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

/** SES's verdicts as a record has them (R53, R54, R58). Pure. */
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

/** Fields that SES writes above a message, in any order; the last of them is its signature. */
const ownFields =
  /^(?:return-path|received|received-spf|authentication-results|x-ses-spam-verdict|x-ses-virus-verdict|x-ses-receipt)$/i;
const lastField = /^x-ses-dkim-signature$/i;
const maxFields = 20;

const isFolded = (octet: number | undefined) => octet === 0x20 || octet === 0x09;

/** The end of a field that begins at `from`, behind its line break; the length where no other follows. */
function endOfField(raw: Buffer, from: number): number {
  let at = from;
  do {
    const end = raw.indexOf(0x0a, at);
    if (end < 0) return raw.length;
    at = end + 1;
  } while (isFolded(raw[at]));
  return at;
}

/** The octets that were sent, without the fields that SES wrote above: a repeat of the sender is equal here (R41). Pure. */
export function sentPart(raw: Buffer): Buffer {
  let at = 0;
  for (let count = 0; count < maxFields && at < raw.length; count++) {
    const end = endOfField(raw, at);
    const name =
      raw
        .toString('latin1', at, Math.min(end, at + 80))
        .split(':')[0]
        ?.trim() ?? '';
    if (lastField.test(name)) return raw.subarray(end);
    if (!ownFields.test(name)) return raw;
    at = end;
  }
  return raw;
}
