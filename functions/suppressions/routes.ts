import * as z from 'zod';
import type { Base, Caller, ExportFiles, Lists, Paging, Tenants } from '../../shared/domain/context.ts';
import { addSuppression } from '../../shared/domain/suppressions/add-suppression.ts';
import { BatchResult, batchSuppressions } from '../../shared/domain/suppressions/batch-suppressions.ts';
import { csvType } from '../../shared/domain/suppressions/csv.ts';
import { type Exported, exportSuppressions } from '../../shared/domain/suppressions/export-suppressions.ts';
import { listOptOuts, removeOptOut } from '../../shared/domain/suppressions/opt-outs.ts';
import {
  OptOutRecord,
  SuppressionRecord,
  suppressionRecord,
} from '../../shared/domain/suppressions/records.ts';
import {
  AddSuppression,
  BatchSuppressions,
  ExportQuery,
  NamedAddress,
  NamedList,
  NamedOptOut,
  OptOutFilters,
  SuppressionFilters,
} from '../../shared/domain/suppressions/requests.ts';
import {
  getSuppression,
  listSuppressions,
  removeSuppression,
} from '../../shared/domain/suppressions/suppressions.ts';
import { actingFor } from '../../shared/domain/tenants/guard.ts';
import { namedTenant, otherTenant } from '../../shared/domain/tenants/named-tenant.ts';
import { withTenantName } from '../../shared/domain/tenants/names.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { done, ListQuery, listOf, Ok } from '../../shared/http/schemas.ts';

/** The caller, acting on the list in the query. Rejects an invalid tenant before anything else. */
const find = async (ctx: Base & Tenants, { caller, search }: FindInput): Promise<Caller> =>
  actingFor(caller, await namedTenant(ctx, caller, search.get('tenant')));

/** The caller, acting on the list named in the body. */
const findInBody = async (ctx: Base & Tenants, { caller, raw }: FindInput): Promise<Caller> =>
  actingFor(caller, await namedTenant(ctx, caller, raw.tenant));

const read = {
  scope: ['suppressions:read'],
  bucket: 'other',
  tenant_keys: 'own',
  status: 200,
  find,
} as const;
const write = { ...read, scope: ['suppressions:write'] } as const;

function csvAnswer(exported: Exported): Answer<string> {
  if ('location' in exported) return { redirect: exported.location };
  return {
    body: exported.csv,
    headers: { 'content-disposition': 'attachment; filename="suppressions.csv"' },
  };
}

export const suppressionRoutes: Route<Base & Lists & Tenants & ExportFiles & Paging>[] = [
  route({
    ...read,
    method: 'GET',
    path: '/suppressions',
    sdk: 'suppressions.list',
    summary: 'List suppressions, newest first',
    description: "Returns the account's list, or a tenant's list with `tenant`.",
    also: [404],
    query: z.object({ ...ListQuery.shape, ...SuppressionFilters.shape }),
    response: listOf('suppressions', SuppressionRecord),
    run: async (ctx, { found: caller, query }) => ({ body: await listSuppressions(ctx, caller, query) }),
  }),
  route({
    ...write,
    find: findInBody,
    method: 'POST',
    path: '/suppressions',
    sdk: 'suppressions.create',
    summary: 'Add an address to the suppression list',
    description: 'If the address is already on the list, returns 200 with the existing entry.',
    also: [200, 404],
    body: AddSuppression,
    status: 201,
    response: z.object({ suppression: SuppressionRecord }),
    run: async (ctx, { found: caller, body }) => {
      const { suppression, created } = await addSuppression(ctx, caller, body);
      const record = await withTenantName(ctx, caller.account.id, suppression, suppressionRecord);
      return { body: { suppression: record }, status: created ? 201 : 200 };
    },
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/suppressions',
    sdk: 'suppressions.delete',
    summary: 'Remove an address from the suppression list',
    description:
      'Remove a bounced address only if it works again. Otherwise, the next bounce adds it back. Remove a complaint only if the recipient asks you to.',
    also: [404],
    query: NamedAddress,
    response: Ok,
    run: (ctx, { found: caller, query }) => removeSuppression(ctx, caller, query.email).then(() => done),
  }),
  route({
    ...write,
    find: findInBody,
    method: 'POST',
    path: '/suppressions/batch',
    sdk: 'suppressions.batch',
    summary: 'Add or remove up to 1,000 suppressions',
    description: 'Invalid addresses are reported in `failed`. The rest are processed.',
    also: [404],
    body: BatchSuppressions,
    response: BatchResult,
    run: async (ctx, { found: caller, body }) => ({ body: await batchSuppressions(ctx, caller, body) }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/suppressions/export',
    sdk: 'suppressions.export',
    summary: 'Export the suppression list as CSV',
    description:
      'Returns up to 20,000 rows. For a longer list, redirects (302) to a file. A very long list takes several requests. After each 503, wait the number of seconds in `Retry-After`, then repeat the request.',
    also: [302, 404],
    query: ExportQuery,
    find: async (ctx, input) => {
      const all = input.search.get('tenant') === '*';
      if (!all) return { caller: await find(ctx, input), all };
      if (input.caller.tenant !== null) throw otherTenant();
      return { caller: input.caller, all };
    },
    produces: csvType,
    response: z.string(),
    run: async (ctx, { found: { caller, all } }) => csvAnswer(await exportSuppressions(ctx, caller, { all })),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/suppressions/{id}',
    sdk: 'suppressions.get',
    summary: 'Get a suppression',
    description:
      "Includes the email that caused it, if any. For an entry on a tenant's list, pass its `tenant` or use the tenant's key.",
    query: NamedList,
    response: z.object({ suppression: SuppressionRecord }),
    run: async (ctx, { found: caller, params }) => {
      const suppression = await getSuppression(ctx, caller, params.id);
      return {
        body: { suppression: await withTenantName(ctx, caller.account.id, suppression, suppressionRecord) },
      };
    },
  }),
  route({
    ...read,
    method: 'GET',
    path: '/opt-outs',
    sdk: 'optOuts.list',
    summary: 'List category opt-outs, newest first',
    description: 'Returns addresses that unsubscribed from one category.',
    also: [404],
    query: z.object({ ...ListQuery.shape, ...OptOutFilters.shape }),
    response: listOf('opt_outs', OptOutRecord),
    run: async (ctx, { found: caller, query }) => ({ body: await listOptOuts(ctx, caller, query) }),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/opt-outs',
    sdk: 'optOuts.delete',
    summary: 'Remove a category opt-out',
    description: 'Remove an opt-out only if the recipient asks to receive this category again.',
    also: [404],
    query: NamedOptOut,
    response: Ok,
    run: (ctx, { found: caller, query }) => removeOptOut(ctx, caller, query).then(() => done),
  }),
];

type ListResource = Resource<Base & Lists & Tenants & ExportFiles & Paging>;

const rights = { read: read.scope, write: write.scope, tenant_keys: 'own' } as const;

/** These operations take a list, and an address instead of an id. */
export const suppressions: ListResource = {
  ...rights,
  path: '/suppressions',
  id: 'sup',
  one: 'suppression',
  many: 'suppressions',
  noun: 'a suppression',
  about: "Addresses that Mailwright doesn't send to.",
  routes: suppressionRoutes,
  sample: { email: 'gone@example.com' },
};

export const optOuts: ListResource = {
  ...rights,
  path: '/opt-outs',
  id: 'opt',
  one: 'opt_out',
  many: 'opt_outs',
  noun: 'an opt-out',
  about: 'Addresses that unsubscribed from one category of email.',
  routes: suppressionRoutes,
  sample: null,
};
