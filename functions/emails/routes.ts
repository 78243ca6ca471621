import * as z from 'zod';
import { isAppError } from '../../shared/core/errors.ts';
import { multilineSendFields } from '../../shared/core/json-body.ts';
import { oncePer } from '../../shared/core/once-per.ts';
import { type BatchResult, sendBatch } from '../../shared/domain/batches/send-batch.ts';
import { present, readUnexpired } from '../../shared/domain/content/read-unexpired.ts';
import type { Mail, Paging, Sending } from '../../shared/domain/context.ts';
import { getEmail } from '../../shared/domain/emails/get-email.ts';
import { listEmails } from '../../shared/domain/emails/list-emails.ts';
import { listEvents } from '../../shared/domain/emails/list-events.ts';
import { EmailFilters } from '../../shared/domain/emails/list-query.ts';
import { listRecipients, RecipientRecord } from '../../shared/domain/emails/list-recipients.ts';
import { EmailRecord, emailRecord } from '../../shared/domain/emails/record.ts';
import { TimelineEvent } from '../../shared/domain/emails/timeline.ts';
import { ChangeEmail, changeScheduled } from '../../shared/domain/sending/change-scheduled.ts';
import { sendElsewhere } from '../../shared/domain/sending/elsewhere.ts';
import { fromRequest } from '../../shared/domain/sending/from-request.ts';
import { resendEmail } from '../../shared/domain/sending/resend-email.ts';
import { sendEmail } from '../../shared/domain/sending/send-email.ts';
import { SendRequest, sendAliases } from '../../shared/domain/sending/send-request.ts';
import { actingFor } from '../../shared/domain/tenants/guard.ts';
import { checkAskedTenant, namedTenant } from '../../shared/domain/tenants/named-tenant.ts';
import { withTenantName } from '../../shared/domain/tenants/names.ts';
import { errorBody } from '../../shared/http/answer.ts';
import { idempotencyOf, replayHeaders } from '../../shared/http/idempotency.ts';
import { readItem } from '../../shared/http/read-item.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { ListQuery, listOf } from '../../shared/http/schemas.ts';
import {
  BatchAnswer,
  BatchRequest,
  EmailWithContent,
  IncludeQuery,
  ResendAnswer,
  SendAnswer,
} from './schemas.ts';

const read = { scope: ['emails:read'], bucket: 'other', tenant_keys: 'own', status: 200 } as const;
const change = { ...read, scope: ['emails:send'] } as const;
const send = { ...change, bucket: 'send', idempotent: true } as const;

const strict = { elsewhere: sendElsewhere };
const sendFields = { aliases: sendAliases, strict, multiline: multilineSendFields };

/** Reads a batch item by the rules of POST /emails. An error about its tenant precedes its other errors. */
async function readSend(value: unknown, checkTenant: (tenant: unknown) => Promise<void>) {
  const read = readItem(value, { body: SendRequest, ...sendFields });
  try {
    const { tenant } = (read.raw ?? {}) as { tenant?: unknown };
    await checkTenant(tenant);
    return read;
  } catch (error) {
    if (isAppError(error)) return { ...read, item: error };
    throw error;
  }
}

/** H15: an item gets the error and status that it would get if sent alone. */
function batchAnswer(result: BatchResult, dashboard_url: string) {
  if (result.status !== 'failed') return result;
  const { error, ...rest } = result;
  return { ...rest, error: { ...errorBody(error, dashboard_url).error, status: error.status } };
}

const findEmail = (ctx: Mail, { caller, params }: FindInput<{ id: string }>) =>
  getEmail(ctx, caller, params.id);

export const emailRoutes: Route<Sending & Paging>[] = [
  route({
    ...send,
    method: 'POST',
    path: '/emails',
    sdk: 'emails.send',
    summary: 'Send an email',
    description:
      'Stores the email and responds before it is sent. With an `Idempotency-Key`, repeating the request within 24 hours returns the first response and sends nothing. Use `scheduled_at` to send up to 90 days later.',
    also: [404, 422],
    body: SendRequest,
    ...sendFields,
    response: SendAnswer,
    find: (ctx, { caller, raw, repeatable }) => checkAskedTenant(ctx, caller, raw.tenant, { repeatable }),
    run: async (ctx, { caller, body, raw, idempotency_key }) => {
      const idempotency = idempotencyOf(caller, idempotency_key, '/emails', raw);
      const submission = fromRequest(body, { source: caller.source, idempotency });
      const { id, status, replayed } = await sendEmail(ctx, caller, submission);
      return { body: { id, status }, emails: [id], replayed, ...replayHeaders(replayed) };
    },
  }),
  route({
    ...send,
    method: 'POST',
    path: '/emails/batch',
    sdk: 'emails.sendBatch',
    summary: 'Send up to 100 emails',
    description:
      "Each email is accepted or rejected independently. Always send an `Idempotency-Key`. With it, repeating the request within 24 hours returns the first response. Without it, a lost response can't be recovered.",
    body: BatchRequest,
    strict,
    items: 'emails',
    response: BatchAnswer,
    run: async (ctx, { caller, body, raw, idempotency_key }) => {
      const repeatable = idempotency_key !== null;
      const checkTenant = oncePer((tenant: unknown) => checkAskedTenant(ctx, caller, tenant, { repeatable }));
      const read = await Promise.all(body.emails.map((value) => readSend(value, checkTenant)));
      const hashed = { ...raw, emails: read.map((one) => one.raw) };
      const idempotency = idempotencyOf(caller, idempotency_key, '/emails/batch', hashed);
      const items = read.map(({ item }) => item);
      const options = { source: caller.source, idempotency };
      const { data, replayed } = await sendBatch(ctx, caller, items, options);
      return {
        body: { data: data.map((result) => batchAnswer(result, ctx.settings.dashboard_url)) },
        emails: data.flatMap(({ id }) => id ?? []),
        replayed,
        ...replayHeaders(replayed),
      };
    },
  }),
  route({
    ...read,
    method: 'GET',
    path: '/emails',
    sdk: 'emails.list',
    summary: 'List emails, newest first',
    description:
      'Returns emails that match all filters. `subject` matches the beginning of the subject and is case-sensitive. A page can be short even if `has_more` is true. Continue with `next_cursor`.',
    also: [404],
    query: ListQuery.extend(EmailFilters.shape),
    response: listOf('emails', EmailRecord),
    find: async (ctx, { caller, search }) =>
      actingFor(caller, await namedTenant(ctx, caller, search.get('tenant'))),
    run: async (ctx, { found: caller, query }) => ({ body: await listEmails(ctx, caller, query) }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/emails/{id}',
    sdk: 'emails.get',
    summary: 'Get an email',
    description:
      'With `include=content`, the response includes the `html` and `text` as sent, until they expire.',
    scope: ['emails:read', 'emails:send'],
    query: IncludeQuery,
    find: findEmail,
    response: z.object({ email: EmailWithContent }),
    run: async (ctx, { found: email, query }) => {
      const record = await withTenantName(ctx, email.account, email, emailRecord);
      if (query.include === undefined) return { body: { email: record } };
      const content = await readUnexpired(ctx, email);
      return { body: { email: { ...record, ...present(content) } } };
    },
  }),
  route({
    ...change,
    method: 'PATCH',
    path: '/emails/{id}',
    sdk: 'emails.update',
    summary: 'Reschedule or cancel a scheduled email',
    description:
      "Pass either `scheduled_at` or `cancel: true`. If canceling returns 200, the email won't be sent. A 409 means the email is no longer scheduled.",
    also: [409],
    body: ChangeEmail,
    ...sendFields,
    strict: { ...strict, refused: Object.keys(SendRequest.shape) },
    response: z.object({ email: EmailRecord }),
    run: async (ctx, { caller, params, body, raw }) => {
      const email = await changeScheduled(ctx, caller, { id: params.id, change: body, raw });
      return { body: { email: await withTenantName(ctx, email.account, email, emailRecord) } };
    },
  }),
  route({
    ...send,
    method: 'POST',
    path: '/emails/{id}/resend',
    sdk: 'emails.resend',
    summary: 'Resend an email, without its attachments',
    description:
      'Creates a new email from the stored content. All checks of `POST /emails` apply. Returns 409 `content_expired` if the content has expired.',
    also: [422],
    response: ResendAnswer,
    run: async (ctx, { caller, params, idempotency_key }) => {
      const idempotency = idempotencyOf(caller, idempotency_key, `/emails/${params.id}/resend`, {});
      const { replayed, ...sent } = await resendEmail(ctx, caller, { id: params.id, idempotency });
      const body = { ...sent, resent_from: params.id };
      return { body, emails: [sent.id], replayed, ...replayHeaders(replayed) };
    },
  }),
  route({
    ...read,
    method: 'GET',
    path: '/emails/{id}/events',
    sdk: 'emails.events',
    summary: "List an email's events, newest first",
    description:
      "Includes `email.queued`, `email.rescheduled`, `email.cancelled`, and `email.unsubscribed`, which aren't sent to webhooks.",
    query: ListQuery,
    find: findEmail,
    response: listOf('events', TimelineEvent),
    run: async (ctx, { found, query }) => ({ body: await listEvents(ctx, found, query) }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/emails/{id}/recipients',
    sdk: 'emails.recipients',
    summary: 'Get the status of each recipient',
    description:
      'Returns one entry per address in `to`, `cc`, and `bcc`, with its status and the reason if delivery failed.',
    response: z.object({ recipients: z.array(RecipientRecord) }),
    run: async (ctx, { caller, params }) => ({
      body: { recipients: await listRecipients(ctx, caller, params.id) },
    }),
  }),
];

/** The routes for sent emails, each written by hand. */
export const emails: Resource<Sending & Paging> = {
  path: '/emails',
  id: 'msg',
  one: 'email',
  many: 'emails',
  noun: 'an email',
  named: 'subject',
  pages: '/emails',
  about: 'Send, schedule, cancel, resend, and look up email.',
  read: read.scope,
  write: send.scope,
  tenant_keys: 'own',
  routes: emailRoutes,
  sample: {
    from: 'Shop <hello@example.com>',
    to: 'ada@example.com',
    subject: 'Your receipt',
    text: 'Thank you!',
  },
};
