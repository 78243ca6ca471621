import type { EmailEvent } from '@mailwright/sdk';
import { z } from 'zod';
import { emailStatuses, lastEventNames } from '../../../../shared/domain/emails/status.ts';
import * as shape from '../shapes.ts';
import { firstOf, showEmail, showEvent, showSuppression } from '../show.ts';
import { type Surroundings, tool } from '../tool.ts';

const event = z.object({
  type: shape.text,
  occurred_at: shape.text,
  recipient: shape.maybe,
  said: shape.maybe.describe('The receiving server’s response'),
  meaning: shape.maybe,
  advice: shape.maybe,
});

const recipient = shape.pick(
  'Recipient',
  'kind status last_event bounce_type delivered_at email bounce_reason',
);

const newest = ({ client }: Surroundings, id: string) => client.emails.events(id, { limit: '25' });

/** Max emails per address. */
const maxLast = 5;

/** The meaning of each status if nothing went wrong. */
const states: Record<(typeof emailStatuses)[number], string> = {
  queued: 'Waiting to be sent. A paused tenant or account, or SES throttling, can delay it.',
  scheduled: 'It will be sent at the scheduled time. You can cancel it until then.',
  sent: 'SES accepted it. There is no response from the receiving server yet.',
  delivered: 'The receiving server accepted it. It may be in the spam folder.',
  bounced: 'The receiving server rejected it.',
  failed: 'It was not sent.',
  cancelled: 'It was canceled before it was sent.',
};

/** If a failure has a bounce type, its text is a receiving server's response. */
const isRefusal = ({ type, data }: EmailEvent) =>
  type === 'email.failed' && typeof data.bounce_type === 'string';

export const searchEmails = tool({
  name: 'search_emails',
  title: 'Search emails',
  description:
    'Finds sent and scheduled emails by recipient, sender, subject, status, event, tag, or time. Returns the newest first.',
  needs: ['emails'],
  input: z.strictObject({
    to: shape.address.optional(),
    from: shape.address.optional(),
    subject: shape.words.optional().describe('Start of the subject, case-sensitive'),
    status: z.enum(emailStatuses).optional(),
    last_event: z
      .enum(lastEventNames)
      .optional()
      .describe('Only emails where at least one recipient has this event'),
    tag: shape.words.optional().describe('Tag name, or name:value'),
    since: z.iso.datetime().optional(),
    until: z.iso.datetime().optional(),
    ...shape.page,
  }),
  output: z.object({ emails: z.array(shape.emailSummary), ...shape.next }),
  run: async ({ client, fence }, { limit, ...query }) => {
    const { items, next_cursor } = await client.emails.list({ ...query, limit: String(limit) });
    return { emails: items.map((one) => showEmail(fence, one)), next_cursor };
  },
});

export const getEmail = tool({
  name: 'get_email',
  title: 'Get an email',
  description:
    'Returns one email with its recipients, timeline (newest first), and an explanation of each failure. Set include_content to include its text.',
  needs: ['emails'],
  input: z.strictObject({
    id: shape.id.describe('msg_…'),
    include_content: z.boolean().default(false).describe('Include the first 8 KB of the text'),
  }),
  output: z.object({
    email: shape.emailSummary,
    recipients: z.array(recipient),
    timeline: z.array(event),
    content: shape.maybe,
  }),
  run: async (around, { id, include_content }) => {
    const { client, fence } = around;
    const [email, { recipients }, events] = await Promise.all([
      client.emails.get(id, include_content ? { include: 'content' } : undefined),
      client.emails.recipients(id),
      newest(around, id),
    ]);
    const content = include_content && 'text' in email ? (email.text ?? null) : null;
    return {
      email: showEmail(fence, email),
      recipients: recipients.slice(0, shape.maxItems).map((one) =>
        recipient.parse({
          ...one,
          email: fence.words(one.email),
          bounce_reason: fence.words(one.bounce_reason),
        }),
      ),
      timeline: events.items.map((one) => showEvent(fence, one)),
      content: fence.words(content === null ? null : firstOf(content, 8_192)),
      ...shape.cut(recipients.length > shape.maxItems || events.has_more),
    };
  },
});

export const explainEmail = tool({
  name: 'explain_email',
  title: 'Explain an email',
  description: 'Explains why an email has its current status, and what to do about it.',
  needs: ['emails'],
  input: z.strictObject({ id: shape.id.describe('msg_…') }),
  output: z.object({
    id: shape.text,
    status: shape.text,
    state: shape.text,
    reasons: z.array(event).describe('Problems by recipient. Empty if nothing went wrong.'),
  }),
  run: async (around, { id }) => {
    const { client, fence } = around;
    const [email, events] = await Promise.all([client.emails.get(id), newest(around, id)]);
    const reasons = events.items
      .map((one) => showEvent(fence, one))
      .filter(({ meaning }) => meaning !== null);
    const isRefused = email.status === 'failed' && events.items.some(isRefusal);
    const state = states[isRefused ? 'bounced' : email.status];
    return { id: email.id, status: email.status, state, reasons, ...shape.cut(events.has_more) };
  },
});

export const checkAddress = tool({
  name: 'check_address',
  title: 'Check an address',
  description: 'Shows whether an address is suppressed or has opted out, and lists the latest emails to it.',
  needs: ['emails', 'suppressions'],
  input: z.strictObject({ email: shape.address, tenant: shape.tenant }),
  output: z.object({
    suppressions: z.array(shape.suppression),
    opt_outs: z.array(shape.pick('OptOut', 'category tenant created_at')),
    last_emails: z.array(shape.emailSummary),
  }),
  run: async ({ client, fence }, { email, tenant }) => {
    const of = { email, limit: '10', ...(tenant !== undefined && { tenant }) };
    const [suppressions, optOuts, emails] = await Promise.all([
      client.suppressions.list(of),
      client.optOuts.list(of),
      client.emails.list({ to: email, limit: String(maxLast), ...(tenant !== undefined && { tenant }) }),
    ]);
    return {
      suppressions: suppressions.items.map((one) => showSuppression(fence, one)),
      opt_outs: optOuts.items.map(({ category, tenant: of_tenant, created_at }) => ({
        category,
        created_at,
        tenant: of_tenant,
      })),
      last_emails: emails.items.map((one) => showEmail(fence, one)),
      // Older emails were not checked.
      ...shape.cut(emails.has_more && emails.items.length < maxLast),
    };
  },
});
