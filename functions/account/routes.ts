import * as z from 'zod';
import { tenantOfQuery } from '../../shared/domain/accounts/days-query.ts';
import { AccountRecord, getAccount } from '../../shared/domain/accounts/get-account.ts';
import {
  DeliverabilityQuery,
  DeliverabilityRecord,
  getDeliverability,
} from '../../shared/domain/accounts/get-deliverability.ts';
import { getUsage, UsageQuery, UsageRecord } from '../../shared/domain/accounts/get-usage.ts';
import type { Base, Counters, Identity, ReadableSendingState, Tenants } from '../../shared/domain/context.ts';
import { type Route, route } from '../../shared/http/route.ts';

const read = {
  method: 'GET',
  scope: ['account:read'],
  bucket: 'other',
  tenant_keys: 'closed',
  status: 200,
} as const;

export const accountRoutes: Route<Base & Identity & Counters & ReadableSendingState & Tenants>[] = [
  route({
    ...read,
    path: '/account',
    sdk: 'account.get',
    summary: 'Get the account with its plan, limits, and usage',
    description: 'In `limits`, null means no limit.',
    response: z.object({ account: AccountRecord }),
    run: async (ctx, { caller }) => ({ body: { account: await getAccount(ctx, caller) } }),
  }),
  route({
    ...read,
    path: '/usage',
    sdk: 'usage.get',
    summary: 'Get usage by day',
    description:
      'Counts recipients. Data can be up to a minute old. Covers the account, or one tenant if you pass `tenant`.',
    also: [404],
    query: UsageQuery,
    response: z.object({ usage: UsageRecord }),
    find: tenantOfQuery,
    run: async (ctx, { caller, query, found }) => ({
      body: { usage: await getUsage(ctx, caller, { days: query.days, tenant: found }) },
    }),
  }),
  route({
    ...read,
    path: '/deliverability',
    sdk: 'deliverability.get',
    summary: 'Get delivery results',
    description:
      'Covers the account. To narrow it down, pass `tenant`, `domain`, or both. Counts recipients. Data can be up to a minute old.',
    also: [404],
    query: DeliverabilityQuery,
    response: z.object({ deliverability: DeliverabilityRecord }),
    find: tenantOfQuery,
    run: async (ctx, { caller, query: { days, domain = null, until = null }, found }) => ({
      body: { deliverability: await getDeliverability(ctx, caller, { days, until, domain, tenant: found }) },
    }),
  }),
];
