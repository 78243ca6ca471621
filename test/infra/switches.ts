import { emulatorContext } from '../../localstack/deploy.ts';
import { production } from './templates.ts';

/** What an account with rules asks for (P56). */
export const strict = {
  ...production,
  tags: 'cost-center=4711,team=Mail and Co',
  permissionsBoundary: 'arn:aws:iam::111122223333:policy/acme/boundary',
  logGroupPrefix: '/acme',
  '@aws-cdk/core:bootstrapQualifier': 'acme',
};

const place = { stage: 'prod', serviceDomain: 'mail.example.com', hostedZoneId: 'Z0123456789ABC' };
const provisioned = { capacity: 'provisioned', peakSendsPerSecond: '100' };
const small = { smtp: 'true', smtpSize: 'small', smtpZones: '1' };
const table = 'mailwright-prod-restored';
const tableStream = `arn:aws:dynamodb:eu-west-1:111122223333:table/${table}/stream/2026-11-28T00:00:00.000`;

/** Deployments as operators switch them together; each has to come out of `npm run check -- synth`. */
export const switchSets: Record<string, Record<string, string>> = {
  'the least': {},
  'without SMTP': place,
  production,
  'a small relay in one zone': { ...place, ...small },
  'a relay elsewhere': { ...place, smtp: 'role', smtpHost: 'smtp.example.net' },
  'SES receives': { ...place, inbound: 'ses' },
  'a relay, and SES receives': { ...production, inbound: 'ses' },
  'no key of its own': { ...place, kms: 'aws-owned' },
  'a quota of 10': { ...production, lambdaConcurrency: '10' },
  'provisioned units': { ...place, ...provisioned },
  'a restored table': { ...place, table, tableStream },
  'an account with rules': strict,
  'tracked links at a host of their own': {
    ...place,
    trackingHost: 'links.mail.example.com',
    apiDomain: 'false',
  },
  'behind CloudFront, with a budget': {
    ...place,
    origin: 'https://mail-api.example.com',
    alarmEmail: 'ops@example.com',
    alarmCost: '100',
  },
  'thrown away': { ...place, deletionProtection: 'false', sendFrom: 'example.com', feedbackWindow: '0' },
  'the first pass': { ...production, firstDeploy: 'true' },
  'the local cloud': { ...production, ...emulatorContext, enforceSsl: 'false' },
};

/** As many of the switches as go together, for checks that take seconds each. */
export const mostSwitches = {
  ...strict,
  ...small,
  ...provisioned,
  inbound: 'ses',
  kms: 'aws-owned',
  trackingHost: 'links.mail.example.com',
  alarmCost: '100',
};
