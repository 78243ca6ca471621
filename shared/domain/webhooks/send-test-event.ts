import * as z from 'zod';
import { invalid } from '../../core/errors.ts';
import { eventTypes } from '../../core/records/events.ts';
import type { WebhookEndpoint, WebhookEvent } from '../../core/records/webhooks.ts';
import type { Id } from '../../core/runtime.ts';
import { Timestamp } from '../../core/schemas.ts';
import type { Base, Caller, Mail, Publishing, Timeline } from '../context.ts';
import { getEmail } from '../emails/get-email.ts';
import { requireScope } from '../keys/require-scope.ts';
import { namedTenant } from '../tenants/named-tenant.ts';
import { pendingRow } from './deliveries/rows.ts';
import { getEndpoint } from './endpoints/get-endpoint.ts';
import { bodyOf, deliveriesOf, isOfEmail, isSubscribed } from './publish.ts';
import { buildTestEvent } from './test-event.ts';

export const TestEvent = z
  .object({
    event: z.enum(eventTypes),
    email_id: z.string().optional(),
    deliver: z.boolean().default(true),
    tenant: z.string().optional(),
    webhook_id: z.string().optional(),
  })
  .meta({ id: 'TestEvent' });
export type TestEvent = z.output<typeof TestEvent>;

export const TestResult = z.object({
  event: z.object({
    id: z.string(),
    type: z.enum(eventTypes),
    created_at: Timestamp,
    data: z.record(z.string(), z.unknown()),
  }),
  deliver: z.boolean(),
  deliveries: z.array(z.object({ id: z.string(), webhook_id: z.string(), url: z.string() })),
});
export type TestResult = z.output<typeof TestResult>;

type Receivers = { endpoints: WebhookEndpoint[]; named: boolean };

/** The requested endpoint, even if disabled, or else all enabled ones. */
async function receivers(ctx: Publishing, caller: Caller, { webhook_id }: TestEvent): Promise<Receivers> {
  if (webhook_id !== undefined)
    return { endpoints: [await getEndpoint(ctx, caller, webhook_id)], named: true };
  const all = await ctx.webhooks.all(caller.account.id, { consistent: true });
  return { endpoints: all.filter(({ enabled }) => enabled), named: false };
}

/** Stores the rows and their payload, then queues the deliveries: signature, attempts, and log as usual. */
async function deliver(
  ctx: Publishing,
  account: Id<'acc'>,
  { event, tenant }: { event: WebhookEvent; tenant: Id<'ten'> | null },
  { endpoints, named }: Receivers,
) {
  const body = await bodyOf(ctx, account, { event, tenant, repeat: false });
  const { payload } = body;
  // The log already shows the rows, so write the payload now, not at the first attempt.
  const messages = deliveriesOf({ ...body, first: false, ...(named && { named }) }, endpoints);
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  const urlOf = (webhook_id: Id<'wh'>) => urls.get(webhook_id) ?? '';
  await Promise.all([
    payload !== null && ctx.deliveries.putPayload(account, event, payload),
    ...messages.map((message) => {
      const row = pendingRow(message, urlOf(message.webhook_id));
      return ctx.deliveries.record(row, { attempt: 0, shards: message.shards });
    }),
  ]);
  await ctx.queues.webhooks(messages);
  return messages.map(({ delivery_id: id, webhook_id }) => ({ id, webhook_id, url: urlOf(webhook_id) }));
}

const conflict = (message: string) =>
  invalid([{ path: 'email_id', rule: 'conflict', message: `email_id: ${message}` }]);

/**
 * POST /emails/test: delivers an event as a receiver would see it, from the given email or a sample. It goes
 * to the given endpoint, or to all enabled endpoints that subscribe. Changes neither the email nor its
 * timeline, stats, or suppressions. Throws 404 for an unknown email, tenant, or endpoint, and 400 conflict
 * for an event type that emails don't have or another tenant's email.
 */
export async function sendTestEvent(
  ctx: Base & Mail & Timeline & Publishing,
  caller: Caller,
  request: TestEvent,
): Promise<TestResult> {
  requireScope(caller, ['full']);
  const { event: type, email_id, deliver: wanted } = request;
  if (email_id !== undefined && !isOfEmail(type))
    throw conflict(`${type} is not an event of sent email, so email_id is not allowed`);
  const { endpoints, named: isNamed } = await receivers(ctx, caller, request);
  const named = await namedTenant(ctx, caller, request.tenant);
  const email = email_id === undefined ? null : await getEmail(ctx, caller, email_id);
  if (named !== null && email !== null && email.tenant !== named.id)
    throw conflict('this email belongs to another tenant');
  const account = caller.account.id;
  const tenant = named ?? (email?.tenant ? await ctx.tenants.get(account, email.tenant) : null);
  const event = await buildTestEvent(ctx, account, { type, email, tenant });
  if (!wanted) return { event, deliver: false, deliveries: [] };
  const emitted = { event, tenant: tenant?.id ?? null };
  const subscribed = endpoints.filter((one) => isSubscribed({ ...one, enabled: true }, emitted));
  const to = { endpoints: subscribed, named: isNamed };
  const deliveries = subscribed.length === 0 ? [] : await deliver(ctx, account, emitted, to);
  return { event, deliver: true, deliveries };
}
