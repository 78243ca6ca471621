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

/** The parts of a deployment, whose names are known only after the Core stack is deployed. */
const parts = {
  TABLE_NAME: z.string().min(1),
  BODY_BUCKET: z.string().min(1),
  ...byName(urlNames, () => url),
  /** The queue for table changes that were never counted. */
  COUNT_DLQ_URL: url,
  /** The queues that schedules send to, the schedules' group, and the role they use. */
  DELIVER_QUEUE_ARN: arn,
  BULK_QUEUE_ARN: arn,
  ADVANCE_QUEUE_ARN: arn,
  SCHEDULER_GROUP: z.string().min(1),
  SCHEDULER_ROLE_ARN: arn,
  /** The deployment's scheme and host. The API is under `/api`. */
  PUBLIC_ORIGIN: url,
};

export type PartName = keyof typeof parts;

/** The variables that the SMTP task also needs. Its stack reads them from SSM. */
export const partNames = Object.keys(parts) as PartName[];

const others = {
  AWS_REGION: z.string().min(1),
  /**
   * The key that encrypts DKIM keys and stored credentials. Without it, the deployment's secret encrypts
   * them.
   */
  KMS_KEY_ARN: arn.optional(),
  /** APIs of DNS hosts, used to write records. */
  CLOUDFLARE_API_URL: url.default('https://api.cloudflare.com/client/v4'),
  DIGITALOCEAN_API_URL: url.default('https://api.digitalocean.com/v2'),
  /** The endpoint of a cloud other than AWS. The SDK reads it, and buckets are then addressed by path. */
  AWS_ENDPOINT_URL: url.optional(),
  /** The deployed version and git commit. Set only for functions that show the release. */
  VERSION: z.string().default('unknown'),
  COMMIT: z.string().optional(),
  /** Multiplies timeouts of AWS clients and DNS, for a cloud slower than AWS. */
  AWS_TIMEOUT_FACTOR: z.coerce.number().min(1).default(1),
};

const schemaOf = (settings: ReturnType<typeof settingsFor>['schemas']) =>
  z.object({ ...parts, ...settings, ...others });

export type Config = z.output<ReturnType<typeof schemaOf>>;

const smtpSchema = () =>
  z.object({
    /** The ports that the balancer maps: submission with STARTTLS, submission over TLS, and inbound mail. */
    SMTP_PORTS: z
      .string()
      .regex(/^\d+,\d+(?:,\d+)?$/)
      .transform((text) => text.split(',').map(Number)),
    /** The task's roles, `relay` and `receive`. Both by default if mail is received by the task. */
    SMTP_ROLES: z
      .string()
      .regex(/^(?:relay|receive|relay,receive)$/)
      .optional(),
    SMTP_HEALTH_PORT: z.coerce.number().int().default(8080),
    /** The address to listen on. Defaults to all addresses. */
    SMTP_ADDRESS: z.string().optional(),
    /** ARN of a Secrets Manager secret or an exportable ACM certificate. */
    SMTP_CERTIFICATE: arn.optional(),
  });

type SmtpConfig = z.output<ReturnType<typeof smtpSchema>>;

/**
 * The deployment's settings. Only this reads the environment. A missing variable fails the start, not a
 * request.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const { usual, schemas } = settingsFor(environment);
  return { ...usual, ...read(schemaOf(schemas), environment) };
}

export const readSmtpConfig = (): SmtpConfig => read(smtpSchema(), process.env);

/** For a single parse, zod's interpreter is faster than a compiled parser. */
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
