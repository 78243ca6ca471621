import * as z from 'zod';
import { bareAddress, canonicalAddress, canonicalOrder } from '../../core/addresses.ts';
import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent, TimelineType } from '../../core/records/events.ts';
import { timestamp } from '../../core/runtime.ts';
import { Timestamp } from '../../core/schemas.ts';
import type { Caller, Mail, Timeline } from '../context.ts';
import { storedEvents } from '../events/delivered.ts';
import { linkedPosition } from '../events/email-event.ts';
import { getEmail } from './get-email.ts';
import { emailStatuses, recipientProgress } from './status.ts';

/** One address's progress in an email. Opens and clicks are by people, not machines. */
export const RecipientRecord = z
  .object({
    email: z.string(),
    kind: z.enum(['to', 'cc', 'bcc']),
    status: z.enum(emailStatuses),
    last_event: z.string(),
    bounce_type: z.string().nullable(),
    bounce_reason: z.string().nullable(),
    delivered_at: Timestamp.nullable(),
    opened_at: Timestamp.nullable(),
    clicked_at: Timestamp.nullable(),
    opens: z.int(),
    clicks: z.int(),
  })
  .meta({ id: 'Recipient' });
export type RecipientRecord = z.output<typeof RecipientRecord>;

/** The recipients in the email's order, with their canonical positions (P21). */
function recipientsOf(email: Email) {
  const order = canonicalOrder([...email.to, ...email.cc, ...email.bcc]);
  return (['to', 'cc', 'bcc'] as const).flatMap((kind) =>
    email[kind].map((mailbox) => {
      const address = bareAddress(mailbox);
      return { address, kind, position: order.indexOf(canonicalAddress(address)) };
    }),
  );
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function recordAt(
  email: Email,
  rows: EmailEvent<TimelineType>[],
  { address, kind, position, linked }: ReturnType<typeof recipientsOf>[number] & { linked: number },
): RecipientRecord {
  const timeOf = (letter: string) => {
    const at = email.outcomes[`${position}${letter}`];
    return at === undefined ? null : timestamp(at);
  };
  const of = (type: TimelineType, at: number | null = position) =>
    rows.find((row) => row.type === type && row.position === at)?.data;
  const count = (type: TimelineType) =>
    rows.filter((row) => row.type === type && row.position === position && row.data.machine !== true).length;
  const progress = recipientProgress(email, position, linked);
  const whole = progress.status === 'failed' ? of('email.failed', null) : undefined;
  const why = of('email.bounced') ?? of('email.failed') ?? whole ?? {};
  return {
    email: address,
    kind,
    ...progress,
    bounce_type: textOf(why.bounce_type),
    bounce_reason: textOf(why.bounce_reason) ?? textOf(why.failure_reason),
    delivered_at: timeOf('d'),
    opened_at: timeOf('o'),
    clicked_at: timeOf('k'),
    opens: count('email.opened'),
    clicks: count('email.clicked'),
  };
}

/** GET /emails/{id}/recipients: to, cc, and bcc in order, at most 50, without paging. */
export async function listRecipients(
  ctx: Mail & Timeline,
  caller: Caller,
  id: string,
): Promise<RecipientRecord[]> {
  const email = await getEmail(ctx, caller, id);
  const rows = await storedEvents(ctx, email);
  const linked = linkedPosition(email);
  return recipientsOf(email).map((recipient) => recordAt(email, rows, { ...recipient, linked }));
}
