import * as z from 'zod';
import { type BatchResult, sendBatch } from '../../shared/domain/batches/send-batch.ts';
import { getEmail } from '../../shared/domain/emails/get-email.ts';
import { listEmails } from '../../shared/domain/emails/list-emails.ts';
import { sendEmail } from '../../shared/domain/emails/send-email.ts';
import { SendRequest, sendAliases } from '../../shared/domain/emails/send-request.ts';
import { emailRecord } from '../../shared/domain/emails/status.ts';
import { readItem } from '../../shared/http/body.ts';
import { errorBody } from '../../shared/http/errors.ts';
import { type Route, route } from '../../shared/http/route.ts';
import { ListQuery, listOf } from '../../shared/http/schemas.ts';
import { multilineSendFields, requestHash } from '../../shared/mail/canonical.ts';
import { BatchAnswer, BatchRequest, EmailRecord, SendAnswer } from './schemas.ts';

const sendItem = { body: SendRequest, aliases: sendAliases, multiline: multilineSendFields };

/** H15: the error of an item is the error it would have had alone, with its status. */
function batchAnswer(result: BatchResult, dashboard_url: string) {
  if (result.status !== 'failed') return result;
  const { error, ...rest } = result;
  return { ...rest, error: { ...errorBody(error, dashboard_url).error, status: error.status } };
}

/** The emails group. */
export const emailRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/emails',
    summary: 'Send an email',
    scope: ['emails:send'],
    bucket: 'send',
    tenant_keys: 'own',
    body: SendRequest,
    aliases: sendAliases,
    multiline: multilineSendFields,
    idempotent: true,
    status: 200,
    response: SendAnswer,
    run: async (ctx, { caller, body, raw, idempotency_key }) => {
      const idempotency =
        idempotency_key === null ? null : { key: idempotency_key, hash: requestHash('POST', '/emails', raw) };
      const { id, status, replayed } = await sendEmail(ctx, caller, body, { source: 'api', idempotency });
      return { body: { id, status }, ...(replayed && { headers: { 'idempotency-replayed': 'true' } }) };
    },
  }),
  route({
    method: 'POST',
    path: '/emails/batch',
    summary: 'Send up to 100 emails; only under an Idempotency-Key can a lost answer be asked for again',
    scope: ['emails:send'],
    bucket: 'send',
    tenant_keys: 'own',
    body: BatchRequest,
    items: 'emails',
    idempotent: true,
    status: 200,
    response: BatchAnswer,
    run: async (ctx, { caller, body, raw, idempotency_key }) => {
      const read = body.emails.map((email) => readItem(email, sendItem));
      const whole = { ...raw, emails: read.map((one) => one.raw) };
      const idempotency =
        idempotency_key === null
          ? null
          : { key: idempotency_key, hash: requestHash('POST', '/emails/batch', whole) };
      const items = read.map(({ item }) => item);
      const { data, replayed } = await sendBatch(ctx, caller, items, { source: 'api', idempotency });
      return {
        body: { data: data.map((result) => batchAnswer(result, ctx.settings.dashboard_url)) },
        ...(replayed && { headers: { 'idempotency-replayed': 'true' } }),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/emails',
    summary: 'List emails, newest first',
    scope: ['emails:read'],
    bucket: 'other',
    tenant_keys: 'own',
    query: ListQuery,
    status: 200,
    response: listOf('emails', EmailRecord),
    run: async (ctx, { caller, query }) => ({ body: await listEmails(ctx, caller, query) }),
  }),
  route({
    method: 'GET',
    path: '/emails/{id}',
    summary: 'Get an email',
    scope: ['emails:read', 'emails:send'],
    bucket: 'other',
    tenant_keys: 'own',
    status: 200,
    response: z.object({ email: EmailRecord }),
    run: async (ctx, { caller, params }) => ({
      body: { email: emailRecord(await getEmail(ctx, caller, params.id ?? ''), null) },
    }),
  }),
];
