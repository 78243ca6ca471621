import type { Node } from 'constructs';
import { importSlice_s, isProviderUrl } from '../shared/core/provider-url.ts';
import { retentionDays } from '../shared/core/retention.ts';
import { senderId } from '../shared/core/sms.ts';
import { type Concurrency, readConcurrency } from './concurrency.ts';
import { count, domain, flag, oneOf, text } from './context.ts';
import { readLogRetention } from './log-retention.ts';
import { type Oidc, readSignIn, type SignIn } from './sign-in-config.ts';
import { readInbound, readSmtp, type SmtpConfig } from './smtp-config.ts';
import { isStageName } from './stage-name.ts';

type Limit = { rate: number; burst: number };

/** What one deployment is, read from the CDK context (`-c name=value`). */
export type Config = {
  /** Names the stacks, the functions and the SES configuration sets; `dev` by default. */
  stage: string;
  /** Domain that hosts return path, SPF and sandbox sender (A1, A15); needs `hostedZoneId`. */
  serviceDomain: string | undefined;
  hostedZoneId: string | undefined;
  /** Domain of the sandbox sender; `sandbox.<serviceDomain>` by default. */
  sandboxDomain: string | undefined;
  /** Makes the sandbox domain an SES identity; switched off where CloudFormation gives no DKIM tokens. */
  sandboxIdentity: boolean;
  /** Public origin of the API; a custom domain or the API's own endpoint by default. */
  origin: string | undefined;
  /** Serves the API at `api.<serviceDomain>`. */
  apiDomain: boolean;
  /** Requests a second that the gateway lets through, and how many at once; `public`: those without a key (P14). */
  throttle: Limit & { public: Limit };
  /** Which addresses webhooks may reach (E13). */
  webhookTargets: 'public' | 'any';
  /** Failing webhook endpoints are switched off after so many seconds and attempts (E21, E65). */
  webhookDisable: { afterSeconds: number | undefined; attempts: number | undefined };
  /** Soft bounces of an address within 7 days that suppress it (H17, E65). */
  softBounceThreshold: number | undefined;
  /** Addresses of the providers that customers leave, by their variable (M7). */
  importUrls: Record<string, string | undefined>;
  /** How long a request of an import works, and how long a provider that is down is waited for (M16, M11). */
  importSeconds: { slice: number | undefined; giveUp: number | undefined };
  /** Who takes text messages of automations, as whom they come, and how many an account sends a day (U62). */
  sms: { provider: 'sns' | 'none'; senderId: string | undefined; dailyLimit: number | undefined };
  /** How people sign in to the dashboard, and the provider of who does not by mail (D9). */
  signIn: SignIn;
  oidc: Oidc | undefined;
  /** Accounts have a ramp of their own where an operator did not say otherwise (A65). */
  accountRamp: boolean;
  /** Resolvers as `host:port,host:port`; the system's by default. */
  dnsServers: string | undefined;
  /** `AWS_ENDPOINT_URL_<SERVICE>` of services that the cloud itself lacks; none on AWS. */
  endpoints: Record<string, string>;
  /** Keeps table, bodies, schedules and logs when the stack goes; switched off for stages that are thrown away. */
  deletionProtection: boolean;
  /** Whether the stacks and the table may not be deleted; not yet in a first deploy, which may have to be taken back. */
  locked: boolean;
  /** Single sends a second that the table must take at once; what it needs is warmed (P27). */
  peakSendsPerSecond: number | undefined;
  /** How the table is paid for: by request, or by provisioned units that follow the load. */
  capacity: 'on-demand' | 'provisioned';
  /** A restored table in place of the stack's own, and its stream, which `npm run deploy` finds (P47). */
  restored: { table: string; stream: string } | undefined;
  /** Refuses plain HTTP at queues, topic and bucket; switched off for emulators that speak no TLS. */
  enforceSsl: boolean;
  /** Days that the deployment keeps bodies, records, events and its webhook log (H42). */
  retentionDays: Record<keyof typeof retentionDays, number>;
  concurrency: Concurrency;
  /** Makes the alarms; switched off for emulators that take no metric math. */
  alarms: boolean;
  /** Subscribed to every alarm (P11). */
  alarmEmail: string | undefined;
  /** Dollars a month of the AWS account above which the topic of the alarms is written to (D79). */
  alarmCost: number | undefined;
  /** A KMS key of the deployment's own, or none: what it would encrypt is sealed with the deployment's secret (P30). */
  kms: 'own' | 'aws-owned';
  /** Seconds that reports of SES are gathered for one invocation. */
  feedbackWindow: number;
  /** Days that logs are kept. */
  logRetentionDays: number;
  /** The SMTP relay; a deployment without one makes no SMTP credentials (R59). */
  smtp: SmtpConfig | undefined;
  /** Whether a function sends only as identities with the tag of the stage (P20, P44). */
  sendCondition: 'tag' | 'none';
  /** Where mail comes in (R58): the SMTP task's receiver, SES, or nowhere. */
  inbound: 'smtp' | 'ses' | 'off';
};

/** That of a deployment with a relay. */
export type WithSmtp = Config & { smtp: SmtpConfig };

/** Reads and checks the context; throws with the name of the value that is wrong. */
export function readConfig(node: Node): Config {
  const serviceDomain = domain(node, 'serviceDomain');
  const smtp = readSmtp(node, serviceDomain);
  const config: Config = {
    stage: text(node, 'stage') ?? 'dev',
    serviceDomain,
    hostedZoneId: text(node, 'hostedZoneId'),
    sandboxDomain: domain(node, 'sandboxDomain'),
    sandboxIdentity: flag(node, 'sandboxIdentity', true),
    origin: text(node, 'origin')?.replace(/\/$/, ''),
    apiDomain: flag(node, 'apiDomain', true),
    throttle: {
      rate: count(node, 'apiRate', 1) ?? 2000,
      burst: count(node, 'apiBurst', 1) ?? 1000,
      public: { rate: count(node, 'publicRate', 1) ?? 500, burst: count(node, 'publicBurst', 1) ?? 250 },
    },
    webhookTargets: oneOf(node, 'webhookTargets', ['public', 'any']),
    webhookDisable: {
      afterSeconds: count(node, 'webhookDisableAfterSeconds', 1, 'whole seconds'),
      attempts: count(node, 'webhookDisableAttempts', 1),
    },
    softBounceThreshold: count(node, 'softBounceThreshold', 1),
    importUrls: {
      IMPORT_SENDGRID_US_URL: providerUrl(node, 'importSendgridUsUrl'),
      IMPORT_SENDGRID_EU_URL: providerUrl(node, 'importSendgridEuUrl'),
      IMPORT_POSTMARK_URL: providerUrl(node, 'importPostmarkUrl'),
      IMPORT_MAILGUN_US_URL: providerUrl(node, 'importMailgunUsUrl'),
      IMPORT_MAILGUN_EU_URL: providerUrl(node, 'importMailgunEuUrl'),
    },
    importSeconds: {
      slice: between(node, 'importSliceSeconds', importSlice_s),
      giveUp: between(node, 'importGiveUpSeconds', 3600),
    },
    sms: {
      provider: oneOf(node, 'sms', ['none', 'sns']),
      senderId: smsSender(text(node, 'smsSenderId')),
      dailyLimit: count(node, 'smsDailyLimit', 0),
    },
    ...readSignIn(node),
    accountRamp: flag(node, 'accountRamp', false),
    dnsServers: text(node, 'dnsServers'),
    endpoints: endpointsOf(text(node, 'endpoints')),
    deletionProtection: flag(node, 'deletionProtection', true),
    locked: flag(node, 'deletionProtection', true) && !flag(node, 'firstDeploy', false),
    peakSendsPerSecond: count(node, 'peakSendsPerSecond', 1),
    capacity: oneOf(node, 'capacity', ['on-demand', 'provisioned']),
    restored: restoredTable(node),
    enforceSsl: flag(node, 'enforceSsl', true),
    retentionDays: {
      body: days(node, 'bodyDays', retentionDays.body),
      email: days(node, 'emailDays', retentionDays.email),
      event: days(node, 'eventDays', retentionDays.event),
      run: days(node, 'runDays', retentionDays.run),
      webhook_log: days(node, 'webhookLogDays', retentionDays.webhook_log),
      received: days(node, 'receivedDays', retentionDays.received),
    },
    concurrency: readConcurrency(node),
    alarms: flag(node, 'alarms', true),
    alarmEmail: text(node, 'alarmEmail'),
    alarmCost: count(node, 'alarmCost', 1, 'whole dollars'),
    feedbackWindow: count(node, 'feedbackWindow', 0, 'whole seconds') ?? 1,
    logRetentionDays: readLogRetention(node),
    kms: oneOf(node, 'kms', ['own', 'aws-owned']),
    sendCondition: oneOf(node, 'sendCondition', ['tag', 'none']),
    smtp,
    inbound: readInbound(node, { smtp, serviceDomain }),
  };
  if (!isStageName(config.stage)) {
    throw new Error(
      'context stage: 1 to 20 of a-z, 0-9 and "-", beginning with a letter, not ending in -smtp',
    );
  }
  if (config.serviceDomain && !config.hostedZoneId) {
    throw new Error('context serviceDomain needs hostedZoneId: the Route 53 zone that holds it');
  }
  if (config.capacity === 'provisioned' && !config.peakSendsPerSecond) {
    throw new Error('context capacity=provisioned needs peakSendsPerSecond: the units end there');
  }
  if (config.restored) checkRestored(config, config.restored);
  checkSandbox(config);
  return { ...config, sandboxDomain: config.sandboxDomain ?? sandboxOf(config.serviceDomain) };
}

function restoredTable(node: Node): Config['restored'] {
  const [table, stream] = [text(node, 'table'), text(node, 'tableStream')];
  if (table === undefined) return undefined;
  if (stream === undefined) throw new Error('context table needs tableStream: `npm run deploy` finds it');
  return { table, stream };
}

/** The policies of docs/operations.md name the tables of a stage by how they begin. */
function checkRestored(
  { stage, capacity }: Config,
  { table, stream }: NonNullable<Config['restored']>,
): void {
  if (!table.startsWith(`mailwright-${stage}-`) || !/^[\w.-]{3,255}$/.test(table))
    throw new Error(`context table: a table whose name begins with mailwright-${stage}-`);
  if (!stream.includes(`:table/${table}/stream/`))
    throw new Error(`context tableStream: the ARN of the stream of ${table}`);
  if (capacity === 'provisioned')
    throw new Error('context table: capacity=provisioned is for the table of the stack; set it at this one');
}

/** Its records go into the zone of the service domain. */
function checkSandbox({ serviceDomain, sandboxDomain }: Config): void {
  if (!serviceDomain || !sandboxDomain) return;
  if (sandboxDomain !== serviceDomain && !sandboxDomain.endsWith(`.${serviceDomain}`)) {
    throw new Error(`context sandboxDomain: ${serviceDomain} or a name below it`);
  }
}

/** `SES=http://localhost:1,SESV2=http://localhost:1` as variables of the SDK. */
function endpointsOf(list: string | undefined): Config['endpoints'] {
  const pairs = (list?.split(',') ?? []).map((pair) => pair.split(/=(.*)/s, 2) as [string, string?]);
  return Object.fromEntries(
    pairs.map(([service, url]) => {
      if (!/^[A-Z0-9_]+$/.test(service) || !url || !URL.canParse(url)) {
        throw new Error('context endpoints: SERVICE=url,SERVICE=url');
      }
      return [`AWS_ENDPOINT_URL_${service}`, url];
    }),
  );
}

function sandboxOf(serviceDomain: string | undefined): string | undefined {
  return serviceDomain ? `sandbox.${serviceDomain}` : undefined;
}

/** A key of a customer's old account travels there: never in plain text to another machine. */
function providerUrl(node: Node, name: string): string | undefined {
  const url = text(node, name);
  if (url !== undefined && !isProviderUrl(url)) {
    throw new Error(
      `context ${name}: an https URL (http for this machine only), without user name and query`,
    );
  }
  return url;
}

function smsSender(name: string | undefined): string | undefined {
  if (name !== undefined && !senderId.test(name))
    throw new Error('context smsSenderId: 3 to 11 letters and digits, one letter at least');
  return name;
}

function between(node: Node, name: string, most: number): number | undefined {
  const seconds = count(node, name, 1, 'whole seconds');
  if (seconds !== undefined && seconds > most) throw new Error(`context ${name}: ${most} at most`);
  return seconds;
}

function days(node: Node, name: string, { usual, least }: { usual: number; least: number }): number {
  return count(node, name, least, 'whole days') ?? usual;
}
