import { type Answer, json, SesError, wireError } from './errors.ts';
import { identityRoutes } from './rest-identities.ts';
import { tenantRoutes } from './rest-tenants.ts';
import { sendMessage } from './send.ts';
import type { Routes, Ses } from './state.ts';
import { checkUnused } from './tenant-resources.ts';

// The rate and quota of an account without its own.
const plentyPerSecond = 10_000;
const plentyPerDay = 100_000_000;

const accountRoutes: Routes = {
  'GET /account': (ses) => ({
    DedicatedIpAutoWarmupEnabled: false,
    Details: ses.details,
    EnforcementStatus: 'HEALTHY',
    PricingAttributes: { CurrentPlan: ses.control.plan },
    ProductionAccessEnabled: !ses.control.sandbox,
    SendingEnabled: true,
    SendQuota: {
      Max24HourSend: plentyPerDay,
      MaxSendRate: ses.control.rate_per_second ?? plentyPerSecond,
      SentLast24Hours: ses.sent.total,
    },
    DeliveryAttributes: { SharedPoolDeliveryMode: 'GLOBAL' },
    VdmAttributes: { VdmEnabled: 'DISABLED' },
  }),
  'POST /account/details': (ses, { body }) => {
    ses.details = { ...body, ReviewDetails: { Status: 'PENDING', CaseId: 'case-1' } };
  },
  'PUT /suppression/addresses': (ses, { body: { EmailAddress, Reason } }) => {
    const LastUpdateTime = Math.floor(ses.now() / 1000);
    ses.suppressed.set(EmailAddress, { EmailAddress, Reason, LastUpdateTime });
  },
  'GET /suppression/addresses': (ses, { query }) => {
    const start = Number(query.get('NextToken') ?? 0);
    const end = start + Number(query.get('PageSize') ?? 1000);
    const SuppressedDestinationSummaries = [...ses.suppressed.values()].slice(start, end);
    return { SuppressedDestinationSummaries, ...(end < ses.suppressed.size && { NextToken: String(end) }) };
  },
};

const setRoutes: Routes = {
  'POST /configuration-sets': (ses, { body }) => ses.sets.create(body),
  'GET /configuration-sets/*': (ses, { names: [name = ''] }) => {
    const { EventDestinations, ...set } = ses.sets.get(name);
    return set;
  },
  'DELETE /configuration-sets/*': (ses, { names: [name = ''] }) => {
    checkUnused(ses, `configuration-set/${name}`);
    return ses.sets.remove(name);
  },
  'GET /configuration-sets/*/event-destinations': (ses, { names: [name = ''] }) => ({
    EventDestinations: ses.sets.get(name).EventDestinations,
  }),
  'POST /configuration-sets/*/event-destinations': (ses, { names: [name = ''], body }) => {
    const definition = body.EventDestination ?? {};
    if (!definition.MatchingEventTypes?.length)
      throw new SesError('invalid', 'At least one event type must be specified.');
    const destination = { Enabled: false, ...definition, Name: body.EventDestinationName };
    return ses.sets.addDestination(name, destination);
  },
  'PUT /configuration-sets/*/delivery-options': (ses, { names: [name = ''], body }) =>
    ses.sets.change(name, { DeliveryOptions: body }),
  'PUT /configuration-sets/*/sending': (ses, { names: [name = ''], body }) =>
    ses.sets.change(name, { SendingOptions: body }),
};

const sendingRoutes: Routes = {
  'POST /outbound-emails': async (ses, { body }) => {
    const { Raw } = body.Content ?? {};
    if (!Raw) throw new SesError('invalid', 'The stand-in supports only raw content.');
    const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = body.Destination ?? {};
    const MessageId = await sendMessage(ses, {
      raw: Buffer.from(Raw.Data ?? '', 'base64'),
      source: body.FromEmailAddress,
      destinations: [...ToAddresses, ...CcAddresses, ...BccAddresses],
      tags: body.EmailTags ?? [],
      configurationSet: body.ConfigurationSetName,
      tenant: body.TenantName,
      overrides: body.ConfigurationOverrides,
    });
    return { MessageId };
  },
};

const routes = Object.entries({
  ...sendingRoutes,
  ...identityRoutes,
  ...setRoutes,
  ...accountRoutes,
  ...tenantRoutes,
}).map(([route, handle]) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, pattern: new RegExp(`^/v2/email${path.replaceAll('*', '([^/]+)')}/?$`), handle };
});

export async function answerRest(ses: Ses, method: string, url: URL, body: Buffer): Promise<Answer> {
  try {
    for (const route of routes) {
      const match = route.method === method ? route.pattern.exec(url.pathname) : null;
      if (!match) continue;
      const names = match.slice(1).map(decodeURIComponent);
      const input = body.length > 0 ? JSON.parse(body.toString('utf8')) : {};
      const result = await route.handle(ses, { names, query: url.searchParams, body: input });
      return { ...json(200, result ?? {}), tookMessage: url.pathname.includes('/outbound-emails') };
    }
    throw new SesError('unknown_call', `The stand-in does not support ${method} ${url.pathname}`);
  } catch (error) {
    const { name, status, message } = wireError(error, 'v2');
    return json(status, { message }, { 'x-amzn-errortype': name });
  }
}
