import * as z from 'zod';
import { byName } from '../core/by-name.ts';
import { settingsFor } from './settings.ts';

const queues = [
  'DELIVER',
  'BULK',
  'WEBHOOK',
  'FEEDBACK',
  'REMOVAL',
  'ADVANCE',
  'DOMAIN_TASK',
  'NOTICE',
  'RECEIVE',
] as const;

const url = z.url();

type UrlName = `${(typeof queues)[number]}_${'QUEUE' | 'DLQ'}_URL`;

const urlNames = queues.flatMap((queue): UrlName[] => [`${queue}_QUEUE_URL`, `${queue}_DLQ_URL`]);

const arn = z.string().startsWith('arn:');

/** The parts of a deployment; the Core stack knows their names once it is deployed. */
const parts = {
  TABLE_NAME: z.string().min(1),
  BODY_BUCKET: z.string().min(1),
  ...byName(urlNames, () => url),
  /** The queue of changes of the table that were never counted. */
  COUNT_DLQ_URL: url,
  /** The queues that schedules send to, the group of the schedules, and the role in which they send. */
  DELIVER_QUEUE_ARN: arn,
  BULK_QUEUE_ARN: arn,
  ADVANCE_QUEUE_ARN: arn,
  SCHEDULER_GROUP: z.string().min(1),
  SCHEDULER_ROLE_ARN: arn,
  /** Scheme and host of the deployment; the API is below `/api`. */
  PUBLIC_ORIGIN: url,
};

export type PartName = keyof typeof parts;

/** The variables that the SMTP task needs as well; its stack reads them from SSM. */
export const partNames = Object.keys(parts) as PartName[];

const others = {
  AWS_REGION: z.string().min(1),
  /** Encrypts DKIM keys and stored credentials; without one, the deployment's secret does. */
  KMS_KEY_ARN: arn.optional(),
  /** The APIs of DNS hosts that records are written through. */
  CLOUDFLARE_API_URL: url.default('https://api.cloudflare.com/client/v4'),
  DIGITALOCEAN_API_URL: url.default('https://api.digitalocean.com/v2'),
  /** The endpoint of a cloud other than AWS: the SDK reads it, and buckets are addressed by path there. */
  AWS_ENDPOINT_URL: url.optional(),
  /** The version and the git commit that were deployed; only functions that show them have them. */
  VERSION: z.string().default('unknown'),
  COMMIT: z.string().optional(),
  /** Multiplies the time-outs of AWS clients and of DNS, for a cloud that is slower than AWS. */
  AWS_TIMEOUT_FACTOR: z.coerce.number().min(1).default(1),
};

const schemaOf = (settings: ReturnType<typeof settingsFor>['schemas']) =>
  z.object({ ...parts, ...settings, ...others });

export type Config = z.output<ReturnType<typeof schemaOf>>;

const smtpSchema = () =>
  z.object({
    /** Submission with STARTTLS, submission over TLS, and inbound mail, as the balancer maps them. */
    SMTP_PORTS: z
      .string()
      .regex(/^\d+,\d+(?:,\d+)?$/)
      .transform((text) => text.split(',').map(Number)),
    /** The task's roles, of `relay` and `receive`; by default both, where the receiver of mail is the task's. */
    SMTP_ROLES: z
      .string()
      .regex(/^(?:relay|receive|relay,receive)$/)
      .optional(),
    SMTP_HEALTH_PORT: z.coerce.number().int().default(8080),
    /** The address to listen on; all when absent. */
    SMTP_ADDRESS: z.string().optional(),
    /** ARN of a Secrets Manager secret or of an exportable ACM certificate. */
    SMTP_CERTIFICATE: arn.optional(),
  });

type SmtpConfig = z.output<ReturnType<typeof smtpSchema>>;

/** The deployment's settings; the only reader of the environment. A missing one fails the start, not a request. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const { usual, schemas } = settingsFor(environment);
  return { ...usual, ...read(schemaOf(schemas), environment) };
}

export const readSmtpConfig = (): SmtpConfig => read(smtpSchema(), process.env);

/** A parser that zod compiles is slower than one that it interprets, where it parses once. */
const once = { jitless: true };

function read<Schema extends z.ZodType>(
  wanted: Schema,
  environment: Record<string, string | undefined>,
): z.output<Schema> {
  const parsed = wanted.safeParse(environment, once);
  if (parsed.success) return parsed.data;
  const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))];
  throw new Error(`Configuration is missing or malformed: ${names.join(', ')}`);
}
