import { production } from './templates.ts';

/** What an account with rules asks for (P56). */
export const strict = {
  ...production,
  tags: 'cost-center=4711,team=Mail and Co',
  permissionsBoundary: 'arn:aws:iam::111122223333:policy/acme/boundary',
  logGroupPrefix: '/acme',
  '@aws-cdk/core:bootstrapQualifier': 'acme',
};

/** As many of the switches as go together, for checks that take seconds each. */
export const mostSwitches = {
  ...strict,
  smtpSize: 'small',
  smtpZones: '1',
  capacity: 'provisioned',
  peakSendsPerSecond: '100',
  inbound: 'ses',
  kms: 'aws-owned',
  trackingHost: 'links.mail.example.com',
  alarmCost: '100',
};
