import * as z from 'zod';
import { importSlice_s, isProviderUrl, providerUrls } from '../core/provider-url.ts';
import { retentionDays } from '../core/retention.ts';
import { isStageName } from '../core/stage-name.ts';

/** A whole number of at least `least`, and at most `max` if given. */
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

/** A host name in lower case, without a final dot: DNS names are made from it by joining. */
export const domainName = () =>
  z.string().regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/, {
    error: 'a lowercase domain name without a trailing dot',
  });

/** The sender of a text message, as SNS takes it. */
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
 * `variable` of what runs in the deployment, and its value where the operator says nothing. The schema is made when there
 * is a value to read: nearly all settings are at their default, and a cold start would pay for all of their schemas.
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

/** The days that something is kept. */
const retention = <Variable extends string>(
  variable: Variable,
  { usual, least }: { usual: number; least: number },
) => setting(variable, () => wholeNumber(least, { unit: 'whole days' }), usual);

/** A setting that every deployment must give. */
const required = <Variable extends string, Schema extends z.ZodType>(
  variable: Variable,
  schema: () => Schema,
) => ({ ...setting<Variable, Schema, never>(variable, schema), required: true });

/**
 * The settings that an operator gives a deployment, by their names in the CDK context. The stacks pass those that are
 * given to functions and SMTP task, which read them by their variables; `npm run generate` writes the comments into the
 * table of docs/operations/settings.md.
 */
export const settings = {
  /**
   * names the deployment, `dev` in cdk.json, in 1-13 lower-case letters and digits, a letter first; several may live in
   * one account and region, and the policies of one reach no other
   */
  stage: required('STAGE', () =>
    z.string().refine(isStageName, { error: '1 to 20 characters from a-z and 0-9, starting with a letter' }),
  ),
  /**
   * return path, SPF host, sandbox sender and `api.<serviceDomain>` live in this zone; needs `hostedZoneId`.
   * Without, no domain of a customer can be verified
   */
  serviceDomain: setting('SERVICE_DOMAIN', domainName),
  /** domain of the sandbox sender, by default `sandbox.<serviceDomain>` */
  sandboxDomain: setting('SANDBOX_DOMAIN', domainName),
  /**
   * host of tracked links and of pixels, below `serviceDomain`, such as `links.mail.example.com`; by default they are at the
   * API. Keep it: links in sent mail stop working without it
   */
  trackingHost: setting('TRACKING_HOST', domainName),
  /**
   * name that SMTP clients connect to, by default `smtp.<serviceDomain>`; one outside the zone is for you to point
   * at the balancer (output `SmtpBalancer`)
   */
  smtpHost: setting('SMTP_HOST', smtpName),
  /** port that SMTP clients connect to with STARTTLS; set it if a relay that runs elsewhere (`-c smtp=role`) doesn't use 587 */
  smtpPort: setting('SMTP_PORT', () => wholeNumber(1, { max: 65_535 }), 587),
  /**
   * where mail comes in: `smtp`, port 25 of the SMTP task, the default where there is one; `ses`, SES receives;
   * `off`. [inbound.md](inbound.md#which-door) says which to choose
   */
  inbound: setting('INBOUND', () => choice('smtp', 'ses', 'off')),
  /** `any`: webhooks may reach private addresses and plain http */
  webhookTargets: setting('WEBHOOK_TARGETS', () => choice('public', 'any'), 'public'),
  /** an endpoint whose deliveries all fail is switched off after so many seconds and `webhookDisableAttempts` deliveries */
  webhookDisableAfterSeconds: setting('WEBHOOK_DISABLE_AFTER_S', () => seconds(), 259_200),
  /** failed deliveries in a row that switch an endpoint off, after `webhookDisableAfterSeconds` */
  webhookDisableAttempts: setting('WEBHOOK_DISABLE_MIN', () => wholeNumber(1), 20),
  /** soft bounces within 7 days that suppress an address */
  softBounceThreshold: setting('SOFT_BOUNCE_THRESHOLD', () => wholeNumber(1), 1),
  /**
   * accounts begin at 30,000 transactional and 10,000 product recipients a day and double with good days; `set-plan
   * --limits '{"account_ramp": false}'` leaves one out
   */
  accountRamp: setting('ACCOUNT_RAMP', truth, false),
  /** most bytes that an account on plan `dedicated` can upload per UTC day (`POST /attachments`), 1 TB by default */
  uploadBytesPerDay: setting('UPLOAD_BYTES_DAY', () => wholeNumber(0), 1e12),
  /** most scheduled emails that an account on plan `dedicated` can have at a time; no limit if not set */
  maxScheduledEmails: setting('MAX_SCHEDULED_EMAILS', () => wholeNumber(0)),
  /** most suppressions that an account on plan `dedicated` can add, including its tenants; no limit if not set */
  maxSuppressions: setting('MAX_SUPPRESSIONS', () => wholeNumber(0)),
  /** most enabled webhook endpoints of an account on plan `dedicated`; if not set, only the plan's limit applies */
  maxEnabledWebhooks: setting('MAX_ENABLED_WEBHOOKS', () => wholeNumber(0)),
  /** most enabled webhook endpoints per host name in an account, on every plan */
  maxWebhooksPerHost: setting('MAX_WEBHOOKS_PER_HOST', () => wholeNumber(1), 20),
  /**
   * `sns`: automations send text messages over Amazon SNS, see [Text messages](#text-messages). Without, an
   * automation with such a step is not activated
   */
  sms: setting('SMS_PROVIDER', () => choice('none', 'sns'), 'none'),
  /** the name that texts come from, 3-11 letters and digits; countries that want numbers ignore it */
  smsSenderId: setting('SMS_SENDER_ID', () =>
    z.string().regex(senderId, { error: '3 to 11 letters and digits, with at least one letter' }),
  ),
  /** texts of an account in a UTC day; a stolen key cannot send more */
  smsDailyLimit: setting('SMS_DAILY_LIMIT', () => wholeNumber(0), 1_000),
  /** the ways to sign in that the dashboard offers, by default `link`, with a provider `link,oidc`; `oidc` mails no links */
  signIn: setting('SIGN_IN', () => choice('link', 'oidc', 'link,oidc')),
  /**
   * the OpenID Connect provider that people sign in to the dashboard with, see [Sign-in with your
   * organization](#sign-in-with-your-organization); with `oidcClientId` and `oidcSecretArn` or not at all
   */
  oidcIssuer: setting('OIDC_ISSUER', providerUrl),
  /** the client id of the dashboard at the provider */
  oidcClientId: setting('OIDC_CLIENT_ID', () => z.string().min(1)),
  /** ARN of the Secrets Manager secret whose text is the client secret */
  oidcSecretArn: setting('OIDC_CLIENT_SECRET_ARN', () =>
    z.string().regex(/^arn:.*:secretsmanager:/, {
      error: 'the ARN of a Secrets Manager secret whose text is the client secret',
    }),
  ),
  /** where imports find SendGrid: https, or http on this machine, with a path at most */
  importSendgridUsUrl: setting('IMPORT_SENDGRID_US_URL', providerUrl, providerUrls.sendgrid_us),
  /** the same for its region EU */
  importSendgridEuUrl: setting('IMPORT_SENDGRID_EU_URL', providerUrl, providerUrls.sendgrid_eu),
  /** the same for Postmark */
  importPostmarkUrl: setting('IMPORT_POSTMARK_URL', providerUrl, providerUrls.postmark),
  /** the same for Mailgun */
  importMailgunUsUrl: setting('IMPORT_MAILGUN_US_URL', providerUrl, providerUrls.mailgun_us),
  /** the same for its region EU */
  importMailgunEuUrl: setting('IMPORT_MAILGUN_EU_URL', providerUrl, providerUrls.mailgun_eu),
  /** seconds that one request of an import works, 25 at most: API Gateway ends a request after 30 */
  importSliceSeconds: setting('IMPORT_SLICE_SECONDS', () => seconds(importSlice_s), importSlice_s),
  /** seconds that an import waits for a provider that is down before it leaves a list out, 3600 at most */
  importGiveUpSeconds: setting('IMPORT_GIVE_UP_SECONDS', () => seconds(3600), 600),
  /** resolvers, `host:port,host:port`; by default the system's */
  dnsServers: setting('DNS_SERVERS', () => z.string()),
  /** days that bodies of emails are kept */
  bodyDays: retention('RETENTION_BODY_DAYS', retentionDays.body),
  /** days that records of emails are kept */
  emailDays: retention('RETENTION_EMAIL_DAYS', retentionDays.email),
  /** days that events are kept */
  eventDays: retention('RETENTION_EVENT_DAYS', retentionDays.event),
  /** days that ended runs of automations are kept */
  runDays: retention('RETENTION_RUN_DAYS', retentionDays.run),
  /** days that the webhook log is kept */
  webhookLogDays: retention('RETENTION_WEBHOOK_LOG_DAYS', retentionDays.webhook_log),
  /** days that received emails are kept */
  receivedDays: retention('RETENTION_RECEIVED_DAYS', retentionDays.received),
};

type Row = (typeof settings)[keyof typeof settings];

type Values = { [R in Row as R['variable']]: z.output<ReturnType<R['schema']>> | R['usual'] };

/** The settings by their variables: the values of those that `environment` does not give, and the schemas of the others. */
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

/** The schema of a setting, with its usual value where it is not given. */
export const schemaOf = ({ schema, usual, required }: Row): z.ZodType => {
  if (required) return schema();
  return usual === undefined ? schema().optional() : (schema() as z.ZodType).default(usual);
};
