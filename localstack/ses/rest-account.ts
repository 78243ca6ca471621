import { sendQuota } from './quota.ts';
import type { Routes } from './rest-api.ts';

export const accountRoutes: Routes = {
  'GET /account': (ses) => ({
    DedicatedIpAutoWarmupEnabled: false,
    EnforcementStatus: 'HEALTHY',
    ProductionAccessEnabled: true,
    SendingEnabled: ses.account.sending_enabled,
    SendQuota: sendQuota(ses),
    SuppressionAttributes: { SuppressedReasons: ses.account.suppressed_reasons },
  }),
  'PUT /account/sending': (ses, { body }) => {
    ses.account.sending_enabled = body.SendingEnabled === true;
  },
  'PUT /account/suppression': (ses, { body }) => {
    ses.account.suppressed_reasons = body.SuppressedReasons ?? [];
  },
  'PUT /suppression/addresses': (ses, { body }) => ses.suppressions.put(body.EmailAddress, body.Reason),
  'GET /suppression/addresses/*': (ses, { names: [address = ''] }) => ({
    SuppressedDestination: ses.suppressions.get(address),
  }),
  'DELETE /suppression/addresses/*': (ses, { names: [address = ''] }) => ses.suppressions.remove(address),
  'GET /suppression/addresses': (ses, { query }) => {
    const all = ses.suppressions.list(query.getAll('Reason'));
    const start = Number(query.get('NextToken') ?? 0);
    const end = start + Number(query.get('PageSize') ?? 1000);
    const NextToken = end < all.length ? String(end) : undefined;
    return { SuppressedDestinationSummaries: all.slice(start, end), NextToken };
  },
};
