import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isAllowed } from '../patterns.ts';
import * as shape from '../shapes.ts';
import { showSuppression } from '../show.ts';
import { Refused, tool } from '../tool.ts';

/** If an assistant repeats the same call within a day, it runs only once. */
const keyOf = (...args: unknown[]) =>
  `mcp-${createHash('sha256').update(JSON.stringify(args)).digest('hex')}`;

const recipients = z.array(shape.address).max(50);

export const sendEmail = tool({
  name: 'send_email',
  title: 'Send an email',
  description:
    'Sends one email from the --from address. Repeating the same call within a day does not send the email again.',
  needs: ['send'],
  flag: 'send',
  input: z.strictObject({
    to: recipients.min(1),
    cc: recipients.default([]),
    subject: z.string().min(1).max(998),
    text: z.string().min(1).max(100_000),
  }),
  output: z.object({ id: shape.maybe, status: shape.text }),
  run: async ({ client, allowed }, { to, cc, subject, text }) => {
    const { from, to: patterns } = allowed.send ?? { from: '', to: [] };
    if (![...to, ...cc].every((one) => isAllowed(one, patterns)))
      throw new Refused(`This server can send only to ${patterns.join(', ')}. Nothing was sent.`);
    const email = { from, to, subject, text, ...(cc.length > 0 && { cc }) };
    const idempotencyKey = keyOf('send_email', email);
    const { id, status } = await client.emails.send(email, { idempotencyKey });
    return { id, status };
  },
});

export const sendTestEvent = tool({
  name: 'send_test_event',
  title: 'Send a test event',
  description: 'Sends a test event to one webhook endpoint, or to all of them. No email is sent.',
  needs: ['full'],
  flag: 'send',
  // Each call creates its own event.
  hints: { idempotentHint: false },
  input: z.strictObject({
    event: z
      .string()
      .regex(/^[a-z_]+\.[a-z_]+$/)
      .describe('An event type, such as email.delivered'),
    webhook_id: shape.id.optional().describe('Send only to this endpoint (wh_…)'),
  }),
  output: z.object({ event: shape.text }),
  run: async ({ client }, { event, webhook_id }) => {
    await client.emails.test({
      event: event as 'email.delivered',
      ...(webhook_id !== undefined && { webhook_id }),
    });
    return { event };
  },
});

export const addSuppression = tool({
  name: 'add_suppression',
  title: 'Add a suppression',
  description: 'Stops all mail to an address.',
  needs: ['suppress'],
  flag: 'write',
  input: z.strictObject({ email: shape.address, note: z.string().max(500).optional(), tenant: shape.tenant }),
  output: z.object({ suppression: shape.suppression }),
  run: async ({ client, fence }, args) => ({
    suppression: showSuppression(fence, await client.suppressions.create({ ...args, reason: 'manual' })),
  }),
});

export const removeSuppression = tool({
  name: 'remove_suppression',
  title: 'Remove a suppression',
  description: 'Lets an address receive mail again. Use only if the address’s owner asks for it.',
  needs: ['suppress'],
  flag: 'write',
  input: z.strictObject({ email: shape.address, tenant: shape.tenant }),
  output: z.object({ removed: z.literal(true) }),
  run: async ({ client }, args) => {
    await client.suppressions.delete(args);
    return { removed: true as const };
  },
});

export const resendEmail = tool({
  name: 'resend_email',
  title: 'Resend an email',
  description:
    'Sends a copy of a stored email to its recipients, without attachments. You can resend each email once a day.',
  needs: ['send'],
  flag: 'write',
  hints: { openWorldHint: true },
  input: z.strictObject({ id: shape.id.describe('msg_…') }),
  output: z.object({ id: shape.maybe, status: shape.text, attachments_omitted: z.number().optional() }),
  run: async ({ client }, { id: of }) => {
    const sent = await client.emails.resend(of, { idempotencyKey: keyOf('resend_email', of) });
    const { id, status, attachments_omitted } = sent;
    return { id, status, attachments_omitted };
  },
});

export const cancelEmail = tool({
  name: 'cancel_email',
  title: 'Cancel an email',
  description: 'Cancels a scheduled email that has not been sent yet.',
  needs: ['send'],
  flag: 'write',
  input: z.strictObject({ id: shape.id.describe('msg_…') }),
  output: z.object({ id: shape.text, status: shape.text }),
  run: async ({ client }, { id: of }) => {
    const { id, status } = await client.emails.cancel(of);
    return { id, status };
  },
});
