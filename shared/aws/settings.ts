import * as z from 'zod';
import { importSlice_s, isProviderUrl, providerUrls } from '../core/provider-url.ts';
import { retentionDays } from '../core/retention.ts';
import { isStageName } from '../core/stage-name.ts';

/** A whole number of at least `least` and, if given, at most `max`. */
export const wholeNumber = (least: number, { max = 1e15, unit = 'a whole number' } = {}) => {
  const error = max === 1e15 ? `${unit}, at least ${least}` : `${unit}, ${least} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, { error })
    .transform(Number)
    .refine((number) => number >= least && number <= max, { error });
};

const truth = () =>
  z.enum(['true', 'false'], { error: 'true or false' }).transform((text) => text === 'true');

export const flag = (usual: boolean) => truth().default(usual);

export const choice = <Choice extends string>(...choices: [Choice, ...Choice[]]) =>
  z.enum(choices, { error: `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` });

/** A lower-case host name without a final dot: other DNS names are built from it. */
export const domainName = () =>
  z.string().regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/, {
    error: 'a lowercase domain name without a trailing dot',
  });

/** A text message's sender, as SNS accepts it. */
const senderId = /^(?=.*[A-Za-z])[A-Za-z0-9]{3,11}$/;

/** A relay on its clients' machine is `localhost`, which isn't in DNS. */
const smtpName = () =>
  z.string().refine((name) => name === 'localhost' || domainName().safeParse(name).success, {
    error: 'a lowercase domain name without a trailing dot, or localhost',
  });

const seconds = (max?: number) => wholeNumber(1, { unit: 'whole seconds', ...(max && { max }) });

const providerUrl = () =>
  z.string().refine(isProviderUrl, {
    error: 'an https URL (http only for localhost) without a user name or query',
  });

/**
 * A setting: its `variable` in the running parts, and its default. The schema is created only when there is a
 * value to read: nearly all settings keep their default, and cold starts would pay for every schema.
 */
const setting = <
  Variable extends string,
  Schema extends z.ZodType,
  Usual extends z.output<Schema> | undefined,
>(
  variable: Variable,
  schema: () => Schema,
  usual?: Usual,
) => ({ variable, schema, usual: usual as Usual, required: false });

/** How many days something is kept. */
const retention = <Variable extends string>(
  variable: Variable,
  { usual, least }: { usual: number; least: number },
) => setting(variable, () => wholeNumber(least, { unit: 'whole days' }), usual);

/** A setting every deployment must give. */
const required = <Variable extends string, Schema extends z.ZodType>(
  variable: Variable,
  schema: () => Schema,
) => ({ ...setting<Variable, Schema, never>(variable, schema), required: true });

/**
 * The operator's settings for a deployment, by their names in the CDK context. The stacks pass given ones to
 * functions and the SMTP task, which read them by variable. `npm run generate` writes these comments into the
 * table of docs/operations/settings.md.
 */
export const settings = {
  /**
   * names the deployment; `dev` in cdk.json. 1-13 lower-case letters and digits, starting with a letter.
   * Several stages can share an account and region; the policies of one don't reach another
   */
  stage: required('STAGE', () =>
    z.string().refine(isStageName, { error: '1 to 20 characters from a-z and 0-9, starting with a letter' }),
  ),
  /**
   * the zone for return path, SPF host, sandbox sender, and `api.<serviceDomain>`; needs `hostedZoneId`.
   * Without it, no customer domain can be verified
   */
  serviceDomain: setting('SERVICE_DOMAIN', domainName),
  /** the sandbox sender's domain; by default `sandbox.<serviceDomain>` */
  sandboxDomain: setting('SANDBOX_DOMAIN', domainName),
  /**
   * host for tracked links and pixels, under `serviceDomain`, such as `links.mail.example.com`; by default
   * they use the API's host. Don't change it later: links in sent mail stop working without it
   */
  trackingHost: setting('TRACKING_HOST', domainName),
  /**
   * the name that SMTP clients connect to; by default `smtp.<serviceDomain>`. If it is outside the zone,
   * point it at the balancer (output `SmtpBalancer`)
   */
  smtpHost: setting('SMTP_HOST', smtpName),
  /**
   * the port that SMTP clients connect to with STARTTLS; set it if a relay that runs elsewhere (`-c
   * smtp=role`) doesn't use 587
   */
  smtpPort: setting('SMTP_PORT', () => wholeNumber(1, { max: 65_535 }), 587),
  /**
   * where mail is received: `smtp` (port 25 of the SMTP task, the default if there is one), `ses`, or `off`.
   * [inbound.md](../inbound.md#which-door) helps you choose
   */
  inbound: setting('INBOUND', () => choice('smtp', 'ses', 'off')),
  /** `any`: webhooks can use private addresses and plain http */
  webhookTargets: setting('WEBHOOK_TARGETS', () => choice('public', 'any'), 'public'),
  /**
   * an endpoint is switched off when all its deliveries fail for this many seconds and at least
   * `webhookDisableAttempts` times
   */
  webhookDisableAfterSeconds: setting('WEBHOOK_DISABLE_AFTER_S', () => seconds(), 259_200),
  /** consecutive failed deliveries that switch an endpoint off, after `webhookDisableAfterSeconds` */
  webhookDisableAttempts: setting('WEBHOOK_DISABLE_MIN', () => wholeNumber(1), 20),
  /** soft bounces within 7 days that suppress an address */
  softBounceThreshold: setting('SOFT_BOUNCE_THRESHOLD', () => wholeNumber(1), 1),
  /**
   * accounts start at 30,000 transactional and 10,000 product recipients per day, and double with each
   * good day; `set-plan --limits '{"account_ramp": false}'` exempts an account
   */
  accountRamp: setting('ACCOUNT_RAMP', truth, false),
  /**
   * max bytes that an account on plan `dedicated` can upload per UTC day (`POST /attachments`); 1 TB by
   * default
   */
  uploadBytesPerDay: setting('UPLOAD_BYTES_DAY', () => wholeNumber(0), 1e12),
  /** max scheduled emails of an account on plan `dedicated` at a time; no limit if not set */
  maxScheduledEmails: setting('MAX_SCHEDULED_EMAILS', () => wholeNumber(0)),
  /**
   * max suppressions that an account on plan `dedicated` can add, including its tenants; no limit if not set
   */
  maxSuppressions: setting('MAX_SUPPRESSIONS', () => wholeNumber(0)),
  /**
   * max enabled webhook endpoints of an account on plan `dedicated`; if not set, only the plan's limit
   * applies
   */
  maxEnabledWebhooks: setting('MAX_ENABLED_WEBHOOKS', () => wholeNumber(0)),
  /** max enabled webhook endpoints per host name in an account, on every plan */
  maxWebhooksPerHost: setting('MAX_WEBHOOKS_PER_HOST', () => wholeNumber(1), 20),
  /**
   * `sns`: automations send text messages over Amazon SNS, see [Text messages](../operations.md#text-messages). Without it,
   * automations with text message steps can't be activated
   */
  sms: setting('SMS_PROVIDER', () => choice('none', 'sns'), 'none'),
  /** the sender name of text messages, 3-11 letters and digits; ignored in countries that require numbers */
  smsSenderId: setting('SMS_SENDER_ID', () =>
    z.string().regex(senderId, { error: '3 to 11 letters and digits, with at least one letter' }),
  ),
  /** max text messages per account and UTC day; this also limits a stolen key */
  smsDailyLimit: setting('SMS_DAILY_LIMIT', () => wholeNumber(0), 1_000),
  /**
   * how people sign in to the dashboard; by default `link`, or `link,oidc` with a provider. With `oidc`, no
   * links are mailed
   */
  signIn: setting('SIGN_IN', () => choice('link', 'oidc', 'link,oidc')),
  /**
   * the OpenID Connect provider for signing in to the dashboard, see [Sign-in with your
   * organization](../operations.md#sign-in-with-your-organization); requires `oidcClientId` and `oidcSecretArn`
   */
  oidcIssuer: setting('OIDC_ISSUER', providerUrl),
  /** the dashboard's client id at the provider */
  oidcClientId: setting('OIDC_CLIENT_ID', () => z.string().min(1)),
  /** ARN of the Secrets Manager secret whose text is the client secret */
  oidcSecretArn: setting('OIDC_CLIENT_SECRET_ARN', () =>
    z.string().regex(/^arn:.*:secretsmanager:/, {
      error: 'the ARN of a Secrets Manager secret whose text is the client secret',
    }),
  ),
  /** SendGrid's API for imports: https, or http on this machine, with at most a path */
  importSendgridUsUrl: setting('IMPORT_SENDGRID_US_URL', providerUrl, providerUrls.sendgrid_us),
  /** the same for its EU region */
  importSendgridEuUrl: setting('IMPORT_SENDGRID_EU_URL', providerUrl, providerUrls.sendgrid_eu),
  /** the same for Postmark */
  importPostmarkUrl: setting('IMPORT_POSTMARK_URL', providerUrl, providerUrls.postmark),
  /** the same for Mailgun */
  importMailgunUsUrl: setting('IMPORT_MAILGUN_US_URL', providerUrl, providerUrls.mailgun_us),
  /** the same for its EU region */
  importMailgunEuUrl: setting('IMPORT_MAILGUN_EU_URL', providerUrl, providerUrls.mailgun_eu),
  /** seconds that one import request works, at most 25: API Gateway ends requests after 30 */
  importSliceSeconds: setting('IMPORT_SLICE_SECONDS', () => seconds(importSlice_s), importSlice_s),
  /** seconds that an import waits for an unavailable provider before it skips a list, at most 3,600 */
  importGiveUpSeconds: setting('IMPORT_GIVE_UP_SECONDS', () => seconds(3600), 600),
  /** DNS resolvers, `host:port,host:port`; by default the system's */
  dnsServers: setting('DNS_SERVERS', () => z.string()),
  /** days that email bodies are kept */
  bodyDays: retention('RETENTION_BODY_DAYS', retentionDays.body),
  /** days that email records are kept */
  emailDays: retention('RETENTION_EMAIL_DAYS', retentionDays.email),
  /** days that events are kept */
  eventDays: retention('RETENTION_EVENT_DAYS', retentionDays.event),
  /** days that finished automation runs are kept */
  runDays: retention('RETENTION_RUN_DAYS', retentionDays.run),
  /** days that the webhook log is kept */
  webhookLogDays: retention('RETENTION_WEBHOOK_LOG_DAYS', retentionDays.webhook_log),
  /** days that received emails are kept */
  receivedDays: retention('RETENTION_RECEIVED_DAYS', retentionDays.received),
};

type Row = (typeof settings)[keyof typeof settings];

type Values = { [R in Row as R['variable']]: z.output<ReturnType<R['schema']>> | R['usual'] };

/** The settings by variable: defaults for those missing from `environment`, schemas for the others. */
export function settingsFor(environment: Record<string, string | undefined>) {
  const isRead = (row: Row) => row.required || environment[row.variable] !== undefined;
  const rows = Object.values(settings);
  const usual = rows.filter((row) => !isRead(row)).map((row) => [row.variable, row.usual]);
  const schemas = rows.filter(isRead).map((row) => [row.variable, row.schema()]);
  return {
    usual: Object.fromEntries(usual) as Values,
    schemas: Object.fromEntries(schemas) as { [Variable in keyof Values]: z.ZodType<Values[Variable]> },
  };
}

/** A setting's schema, with its default if it isn't set. */
export const schemaOf = ({ schema, usual, required }: Row): z.ZodType => {
  if (required) return schema();
  return usual === undefined ? schema().optional() : (schema() as z.ZodType).default(usual);
};
