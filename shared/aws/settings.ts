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

/** If the relay runs on the same machine as its clients, its host is `localhost`, which isn't in DNS. */
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
 * value to read, because nearly all settings keep their default, and creating every schema would slow down
 * cold starts.
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
   * The deployment's name. The value in cdk.json is `dev`. Use 1-13 lowercase letters and digits, starting
   * with a letter. Several stages can share an AWS account and region. One stage's policies don't give access
   * to another stage
   */
  stage: required('STAGE', () =>
    z.string().refine(isStageName, { error: '1 to 20 characters from a-z and 0-9, starting with a letter' }),
  ),
  /**
   * The domain for the return path, the SPF host, the sandbox sender, and `api.<serviceDomain>`. Requires
   * `hostedZoneId`. Without a service domain, customers can't verify their domains
   */
  serviceDomain: setting('SERVICE_DOMAIN', domainName),
  /** The sandbox sender's domain. Defaults to `sandbox.<serviceDomain>` */
  sandboxDomain: setting('SANDBOX_DOMAIN', domainName),
  /**
   * The host for tracked links and pixels, under `serviceDomain`, such as `links.mail.example.com`. Defaults
   * to the API's host. Don't change this setting later, because links in sent mail would stop working
   */
  trackingHost: setting('TRACKING_HOST', domainName),
  /**
   * The host that SMTP clients connect to. Defaults to `smtp.<serviceDomain>`. If the host is outside your
   * Route 53 zone, point its DNS record at the load balancer (output `SmtpBalancer`)
   */
  smtpHost: setting('SMTP_HOST', smtpName),
  /**
   * The port that SMTP clients connect to with STARTTLS. Change it if you run the relay elsewhere (`-c
   * smtp=role`) on a different port
   */
  smtpPort: setting('SMTP_PORT', () => wholeNumber(1, { max: 65_535 }), 587),
  /**
   * Where Mailwright receives mail: `smtp` (port 25 of the SMTP task), `ses`, or `off`. Defaults to `smtp` if
   * there is an SMTP task. To choose, see [inbound.md](../inbound.md#which-door)
   */
  inbound: setting('INBOUND', () => choice('smtp', 'ses', 'off')),
  /**
   * With `public`, webhooks can use only https and public addresses. With `any`, webhooks can also use plain
   * http and private addresses
   */
  webhookTargets: setting('WEBHOOK_TARGETS', () => choice('public', 'any'), 'public'),
  /**
   * Mailwright disables a webhook endpoint when all its deliveries have failed for this many seconds. The
   * endpoint must also have reached `webhookDisableAttempts` failures
   */
  webhookDisableAfterSeconds: setting('WEBHOOK_DISABLE_AFTER_S', () => seconds(), 259_200),
  /**
   * Minimum number of consecutive failed deliveries before an endpoint is disabled.
   * `webhookDisableAfterSeconds` must also have passed
   */
  webhookDisableAttempts: setting('WEBHOOK_DISABLE_MIN', () => wholeNumber(1), 20),
  /** Mailwright suppresses an address after this many soft bounces within 7 days */
  softBounceThreshold: setting('SOFT_BOUNCE_THRESHOLD', () => wholeNumber(1), 1),
  /**
   * With `true`, each account starts with daily limits of 30,000 transactional and 10,000 product recipients.
   * The limits double after each good day ([Ramp](../deliverability.md#ramp)). To exempt an account, run
   * `set-plan --limits '{"account_ramp": false}'`
   */
  accountRamp: setting('ACCOUNT_RAMP', truth, false),
  /**
   * Maximum number of bytes that an account on the `dedicated` plan can upload per UTC day (`POST
   * /attachments`). Defaults to 1 TB
   */
  uploadBytesPerDay: setting('UPLOAD_BYTES_DAY', () => wholeNumber(0), 1e12),
  /**
   * Maximum number of emails that an account on the `dedicated` plan can have scheduled at the same time.
   * Unlimited by default
   */
  maxScheduledEmails: setting('MAX_SCHEDULED_EMAILS', () => wholeNumber(0)),
  /**
   * Maximum number of suppressions that an account on the `dedicated` plan can add, including its tenants'
   * suppressions. Unlimited by default
   */
  maxSuppressions: setting('MAX_SUPPRESSIONS', () => wholeNumber(0)),
  /**
   * Maximum number of enabled webhook endpoints for an account on the `dedicated` plan. By default, only the
   * plan's own limit applies
   */
  maxEnabledWebhooks: setting('MAX_ENABLED_WEBHOOKS', () => wholeNumber(0)),
  /** Maximum number of enabled webhook endpoints per account and host name, on any plan */
  maxWebhooksPerHost: setting('MAX_WEBHOOKS_PER_HOST', () => wholeNumber(1), 20),
  /**
   * With `sns`, automations send text messages through Amazon SNS. See [Text
   * messages](../operations.md#text-messages). With `none`, automations with text message steps can't be
   * activated
   */
  sms: setting('SMS_PROVIDER', () => choice('none', 'sns'), 'none'),
  /**
   * The sender name for text messages, with 3-11 letters and digits. The name has no effect in countries that
   * require a phone number
   */
  smsSenderId: setting('SMS_SENDER_ID', () =>
    z.string().regex(senderId, { error: '3 to 11 letters and digits, with at least one letter' }),
  ),
  /**
   * Maximum number of text messages per account and UTC day. This setting also limits how many texts someone
   * with a stolen key can send
   */
  smsDailyLimit: setting('SMS_DAILY_LIMIT', () => wholeNumber(0), 1_000),
  /**
   * How people sign in to the dashboard: `link`, `oidc`, or `link,oidc`. Defaults to `link`, or to
   * `link,oidc` if you set `oidcIssuer`. With `oidc`, Mailwright doesn't email sign-in links
   */
  signIn: setting('SIGN_IN', () => choice('link', 'oidc', 'link,oidc')),
  /**
   * The OpenID Connect provider for signing in to the dashboard. See [Sign-in with your
   * organization](../operations.md#sign-in-with-your-organization). Requires `oidcClientId` and
   * `oidcSecretArn`
   */
  oidcIssuer: setting('OIDC_ISSUER', providerUrl),
  /** The dashboard's client id at the OpenID Connect provider */
  oidcClientId: setting('OIDC_CLIENT_ID', () => z.string().min(1)),
  /** The ARN of the Secrets Manager secret that contains the dashboard's client secret as plain text */
  oidcSecretArn: setting('OIDC_CLIENT_SECRET_ARN', () =>
    z.string().regex(/^arn:.*:secretsmanager:/, {
      error: 'the ARN of a Secrets Manager secret whose text is the client secret',
    }),
  ),
  /**
   * The URL of SendGrid's API for imports. Use https, or http for localhost. The URL can include a path, but
   * not a query
   */
  importSendgridUsUrl: setting('IMPORT_SENDGRID_US_URL', providerUrl, providerUrls.sendgrid_us),
  /** The URL of SendGrid's EU API for imports */
  importSendgridEuUrl: setting('IMPORT_SENDGRID_EU_URL', providerUrl, providerUrls.sendgrid_eu),
  /** The URL of Postmark's API for imports */
  importPostmarkUrl: setting('IMPORT_POSTMARK_URL', providerUrl, providerUrls.postmark),
  /** The URL of Mailgun's API for imports */
  importMailgunUsUrl: setting('IMPORT_MAILGUN_US_URL', providerUrl, providerUrls.mailgun_us),
  /** The URL of Mailgun's EU API for imports */
  importMailgunEuUrl: setting('IMPORT_MAILGUN_EU_URL', providerUrl, providerUrls.mailgun_eu),
  /**
   * Maximum run time of one import request, in seconds, up to 25. API Gateway ends requests after 30 seconds
   */
  importSliceSeconds: setting('IMPORT_SLICE_SECONDS', () => seconds(importSlice_s), importSlice_s),
  /**
   * Number of seconds, up to 3,600, that an import waits for an unavailable provider before it skips a list
   */
  importGiveUpSeconds: setting('IMPORT_GIVE_UP_SECONDS', () => seconds(3600), 600),
  /**
   * The DNS resolvers to use, as `host:port,host:port`. By default, Mailwright uses the system's resolvers
   */
  dnsServers: setting('DNS_SERVERS', () => z.string()),
  /** Number of days that Mailwright keeps email bodies */
  bodyDays: retention('RETENTION_BODY_DAYS', retentionDays.body),
  /** Number of days that Mailwright keeps email records */
  emailDays: retention('RETENTION_EMAIL_DAYS', retentionDays.email),
  /** Number of days that Mailwright keeps events */
  eventDays: retention('RETENTION_EVENT_DAYS', retentionDays.event),
  /** Number of days that Mailwright keeps finished automation runs */
  runDays: retention('RETENTION_RUN_DAYS', retentionDays.run),
  /** Number of days that Mailwright keeps the webhook log */
  webhookLogDays: retention('RETENTION_WEBHOOK_LOG_DAYS', retentionDays.webhook_log),
  /** Number of days that Mailwright keeps received emails */
  receivedDays: retention('RETENTION_RECEIVED_DAYS', retentionDays.received),
};

type Row = (typeof settings)[keyof typeof settings];

type Values = { [R in Row as R['variable']]: z.output<ReturnType<R['schema']>> | R['usual'] };

/** By variable: the default of each one that is missing from `environment`, and the schema of each other one. */
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
