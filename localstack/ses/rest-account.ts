import type { Routes } from './rest-routes.ts';
import { suppressedReasons } from './tenants.ts';

// What an account without a rate of its own gets.
const plentyPerSecond = 10_000;
const plentyPerDay = 100_000_000;

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
};
