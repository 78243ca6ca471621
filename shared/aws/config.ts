import * as z from 'zod';
import { importSlice_s, isProviderUrl, providerUrls } from '../core/provider-url.ts';
import { retentionDays } from '../core/retention.ts';
import { senderId } from '../core/sms.ts';

const days = ({ usual, least }: { usual: number; least: number }) =>
  z.coerce.number().int().min(least).default(usual);

const providerUrl = (usual: string) => z.string().refine(isProviderUrl).default(usual);

const schema = z.object({
  AWS_REGION: z.string().min(1),
  STAGE: z.string().regex(/^[a-z0-9-]{1,20}$/),
  TABLE_NAME: z.string().min(1),
  BODY_BUCKET: z.string().min(1),
  DELIVER_QUEUE_URL: z.url(),
  WEBHOOK_QUEUE_URL: z.url(),
  DELIVER_DLQ_URL: z.url(),
  WEBHOOK_DLQ_URL: z.url(),
  FEEDBACK_QUEUE_URL: z.url(),
  FEEDBACK_DLQ_URL: z.url(),
  /** Where Lambda reports changes of the table that were never counted. */
  COUNT_DLQ_URL: z.url(),
  REMOVAL_QUEUE_URL: z.url(),
  REMOVAL_DLQ_URL: z.url(),
  ADVANCE_QUEUE_URL: z.url(),
  ADVANCE_DLQ_URL: z.url(),
  ADVANCE_QUEUE_ARN: z.string().startsWith('arn:'),
  DOMAIN_TASK_QUEUE_URL: z.url(),
  DOMAIN_TASK_DLQ_URL: z.url(),
  NOTICE_QUEUE_URL: z.url(),
  NOTICE_DLQ_URL: z.url(),
  RECEIVE_QUEUE_URL: z.url(),
  RECEIVE_DLQ_URL: z.url(),
  DELIVER_QUEUE_ARN: z.string().startsWith('arn:'),
  /** The queue of scheduled mail in bulk. */
  BULK_QUEUE_URL: z.url(),
  BULK_DLQ_URL: z.url(),
  BULK_QUEUE_ARN: z.string().startsWith('arn:'),
  /** Where the schedules of emails live, and the role in which they send to these queues. */
  SCHEDULER_GROUP: z.string().min(1),
  SCHEDULER_ROLE_ARN: z.string().startsWith('arn:'),
  /** Without them there is no sandbox sender, and no domain of a customer can be verified (A1). */
  SERVICE_DOMAIN: z.string().min(1).optional(),
  /** Host name of the SMTP relay; a deployment without one has none (R59). */
  SMTP_HOST: z.string().min(1).optional(),
  /** The door of received mail (R58); by default our own receiver where the relay is. */
  INBOUND: z.enum(['smtp', 'ses', 'off']).optional(),
  /** Encrypts DKIM keys and stored credentials; the deployment's secret does without one (P30). */
  KMS_KEY_ARN: z.string().startsWith('arn:').optional(),
  SANDBOX_DOMAIN: z.string().min(1).optional(),
  /** Scheme and host of the deployment; the API is below `/api`. */
  PUBLIC_ORIGIN: z.url(),
  /** How people sign in to the dashboard, and the provider of who does not by mail (D9). */
  SIGN_IN: z.enum(['link', 'oidc', 'link,oidc']).default('link,oidc'),
  OIDC_ISSUER: z.string().refine(isProviderUrl).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET_ARN: z.string().startsWith('arn:').optional(),
  WEBHOOK_TARGETS: z.enum(['public', 'any']).default('public'),
  /** `host:port,…` of the resolvers to ask; the system's when absent. */
  DNS_SERVERS: z.string().optional(),
  /** The APIs of DNS hosts that records are written through. */
  CLOUDFLARE_API_URL: z.url().default('https://api.cloudflare.com/client/v4'),
  DIGITALOCEAN_API_URL: z.url().default('https://api.digitalocean.com/v2'),
  /** The APIs of the providers that customers leave (M7). */
  IMPORT_SENDGRID_US_URL: providerUrl(providerUrls.sendgrid_us),
  IMPORT_SENDGRID_EU_URL: providerUrl(providerUrls.sendgrid_eu),
  IMPORT_POSTMARK_URL: providerUrl(providerUrls.postmark),
  IMPORT_MAILGUN_US_URL: providerUrl(providerUrls.mailgun_us),
  IMPORT_MAILGUN_EU_URL: providerUrl(providerUrls.mailgun_eu),
  /** Less than API Gateway's 30 s, with what ends a request (M16). */
  IMPORT_SLICE_SECONDS: z.coerce.number().int().min(1).max(importSlice_s).default(importSlice_s),
  IMPORT_GIVE_UP_SECONDS: z.coerce.number().int().min(1).max(3600).default(600),
  WEBHOOK_DISABLE_AFTER_S: z.coerce.number().int().positive().default(259_200),
  WEBHOOK_DISABLE_MIN: z.coerce.number().int().positive().default(20),
  SOFT_BOUNCE_THRESHOLD: z.coerce.number().int().positive().default(1),
  /** Who takes text messages of automations, as whom they come, and how many an account sends a day (U62). */
  SMS_PROVIDER: z.enum(['sns', 'none']).default('none'),
  SMS_SENDER_ID: z.string().regex(senderId).optional(),
  SMS_DAILY_LIMIT: z.coerce.number().int().min(0).default(1_000),
  ACCOUNT_RAMP: z.enum(['true', 'false']).default('false'),
  /** Of a cloud other than AWS: the SDK reads it, and buckets are addressed by path there (P34). */
  AWS_ENDPOINT_URL: z.url().optional(),
  /** Multiplies the time-outs of AWS clients, for a cloud that is slower than AWS. */
  AWS_TIMEOUT_FACTOR: z.coerce.number().min(1).default(1),
  /** H42. */
  RETENTION_BODY_DAYS: days(retentionDays.body),
  RETENTION_EMAIL_DAYS: days(retentionDays.email),
  RETENTION_EVENT_DAYS: days(retentionDays.event),
  RETENTION_RUN_DAYS: days(retentionDays.run),
  RETENTION_WEBHOOK_LOG_DAYS: days(retentionDays.webhook_log),
  RETENTION_RECEIVED_DAYS: days(retentionDays.received),
});

export type Config = z.output<typeof schema>;

const smtpSchema = z.object({
  /** Submission with STARTTLS, submission over TLS, and inbound mail, as the balancer maps them (P3). */
  SMTP_PORTS: z
    .string()
    .regex(/^\d+,\d+(?:,\d+)?$/)
    .transform((text) => text.split(',').map(Number)),
  /** What the task does of `relay` and `receive` (R61); by default both, where the receiver is the door of mail. */
  SMTP_ROLES: z
    .string()
    .regex(/^(?:relay|receive|relay,receive)$/)
    .optional(),
  SMTP_HEALTH_PORT: z.coerce.number().int().default(8080),
  /** The address to listen on; all when absent. */
  SMTP_ADDRESS: z.string().optional(),
  /** ARN of a Secrets Manager secret or of an exportable ACM certificate (R64). */
  SMTP_CERTIFICATE: z.string().startsWith('arn:').optional(),
});

type SmtpConfig = z.output<typeof smtpSchema>;

/** The deployment's settings; the only reader of the environment. A missing one fails the start, not a request. */
export const readConfig = (environment: Record<string, string | undefined> = process.env): Config =>
  read(schema, environment);

/** What the SMTP task needs besides. */
export const readSmtpConfig = (): SmtpConfig => read(smtpSchema, process.env);

function read<Schema extends z.ZodType>(
  wanted: Schema,
  environment: Record<string, string | undefined>,
): z.output<Schema> {
  const parsed = wanted.safeParse(environment);
  if (parsed.success) return parsed.data;
  const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))];
  throw new Error(`Configuration is missing or malformed: ${names.join(', ')}`);
}

const optionalText = z.string().min(1).optional().catch(undefined);

/** AWS's own variables, as every SDK reads them. */
const awsSchema = z.object({
  AWS_ENDPOINT_URL: optionalText,
  AWS_ENDPOINT_URL_DYNAMODB: optionalText,
  AWS_ENDPOINT_URL_SQS: optionalText,
  AWS_ACCESS_KEY_ID: optionalText,
  AWS_SECRET_ACCESS_KEY: optionalText,
  AWS_SESSION_TOKEN: optionalText,
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: optionalText,
  AWS_CONTAINER_CREDENTIALS_FULL_URI: optionalText,
  AWS_CONTAINER_AUTHORIZATION_TOKEN: optionalText,
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: optionalText,
  AWS_SDK_UA_APP_ID: optionalText,
});

export type AwsVariables = z.output<typeof awsSchema>;

/** Where AWS is and who calls it; an empty variable is none. */
export const readAwsVariables = (environment: NodeJS.ProcessEnv = process.env): AwsVariables =>
  awsSchema.parse(environment);
