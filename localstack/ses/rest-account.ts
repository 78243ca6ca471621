import type { Routes } from './rest-routes.ts';
import type { Ses } from './state.ts';
import { suppressedReasons } from './tenants.ts';

// The rate and quota of an account without its own.
const plentyPerSecond = 10_000;
const plentyPerDay = 100_000_000;

/** The list of the tenant that a call names, else the account's. */
const listOf = (ses: Ses, tenant: string | null | undefined) =>
  tenant ? ses.tenants.get(tenant).suppressions : ses.suppressions;

export const accountRoutes: Routes = {
  'GET /account': (ses) => ({
    DedicatedIpAutoWarmupEnabled: false,
    EnforcementStatus: 'HEALTHY',
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: {
      Max24HourSend: plentyPerDay,
      MaxSendRate: ses.control.rate_per_second ?? plentyPerSecond,
      SentLast24Hours: ses.sent.total,
    },
    SuppressionAttributes: { SuppressedReasons: suppressedReasons },
  }),
  'PUT /suppression/addresses': (ses, { body }) =>
    listOf(ses, body.TenantName).put(body.EmailAddress, body.Reason),
  'GET /suppression/addresses/*': (ses, { names: [address = ''], query }) => ({
    SuppressedDestination: listOf(ses, query.get('TenantName')).get(address),
  }),
  'DELETE /suppression/addresses/*': (ses, { names: [address = ''], query }) =>
    listOf(ses, query.get('TenantName')).remove(address),
  'GET /suppression/addresses': (ses, { query }) => {
    const all = listOf(ses, query.get('TenantName')).list(query.getAll('Reason'));
    const start = Number(query.get('NextToken') ?? 0);
    const end = start + Number(query.get('PageSize') ?? 1000);
    const NextToken = end < all.length ? String(end) : undefined;
    return { SuppressedDestinationSummaries: all.slice(start, end), NextToken };
  },
};
