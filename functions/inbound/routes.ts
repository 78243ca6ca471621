import * as z from 'zod';
import type { Base, Inbound, Paging, ReceivedFiles, Tenants } from '../../shared/domain/context.ts';
import { getReceived, openReceived, removeReceived } from '../../shared/domain/receiving/get-received.ts';
import { listReceived, ReceivedFilters } from '../../shared/domain/receiving/list-received.ts';
import { ReceivedRecord, ReceivedSummary } from '../../shared/domain/receiving/received-record.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { done, ListQuery, listOf, Ok } from '../../shared/http/schemas.ts';

const read = { scope: ['inbound:read'], bucket: 'other', tenant_keys: 'closed', status: 200 } as const;
const write = { ...read, scope: ['inbound:write'] } as const;

const find = (ctx: Inbound, { caller, params }: FindInput<{ id: string }>) =>
  getReceived(ctx, caller, params.id);

/** The group of received emails (H25). */
export const inboundRoutes: Route<Base & Inbound & ReceivedFiles & Tenants & Paging>[] = [
  route({
    ...read,
    method: 'GET',
    path: '/received-emails',
    summary: 'List received emails, newest first',
    description:
      'A page may hold fewer than `limit` emails while `has_more` is true, when filters are given.',
    query: ListQuery.extend(ReceivedFilters.shape),
    response: listOf('received_emails', ReceivedSummary),
    run: async (ctx, { caller, query }) => ({ body: await listReceived(ctx, caller, query) }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/received-emails/{id}',
    summary: 'Get a received email with its bodies and files',
    description:
      'Files are base64 while the answer has at most 5 MB; every file has a link that lives an hour.',
    response: z.object({ received_email: ReceivedRecord }),
    find,
    run: async (ctx, { found }) => ({ body: { received_email: await openReceived(ctx, found) } }),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/received-emails/{id}',
    summary: 'Delete a received email with its files',
    response: Ok,
    find,
    run: (ctx, { caller, found }) => removeReceived(ctx, caller, found).then(() => done),
  }),
];
