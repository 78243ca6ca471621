import type { Node } from 'constructs';
import * as z from 'zod';
import { choice, flag, type settings, wholeNumber } from '../shared/aws/settings.ts';
import { isAddress } from '../shared/core/addresses.ts';

const certificates = [
  /^arn:aws[\w-]*:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+$/,
  /^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/,
];

/** CloudWatch allows only these retention periods. */
const logDays = [
  ...[1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545],
  ...[731, 1096, 1827, 2192, 2557, 2922, 3288, 3653],
];

/** Characters that every AWS service accepts in a tag's key and value. */
const tagForm = /^(?!aws:|mailwright)[\p{L}\p{N} _.:/+@-]{1,128}=[\p{L}\p{N} _.:/=+@-]{0,256}$/u;

const isEndpoint = ([service = '', url = '']: string[]) => /^[A-Z0-9_]+$/.test(service) && URL.canParse(url);

/** A domain, or every name under one. */
const isSender = (domain: string) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain);

const taskRange = 'min-max, from 1-1 to 10-10';

function isTaskRange(range: string): boolean {
  const [min = 0, max = 0] = range.split('-').map(Number);
  return min >= 1 && max <= 10 && min <= max;
}

/**
 * The values that only the stacks read, by their names in the CDK context. As with `settings`, these comments
 * are the table in docs/operations/settings.md.
 */
export const stackValues = {
  /** The id of the Route 53 zone for `serviceDomain` */
  hostedZoneId: z
    .string()
    .transform((id) => id.replace(/^\/hostedzone\//, ''))
    .refine((id) => /^[A-Z0-9]{1,32}$/.test(id), {
      error: 'must be a hosted zone id, such as Z0123456789ABC',
    })
    .optional(),
  /**
   * With `true`, the deploy creates an SES identity for the sandbox domain. Use `false` if CloudFormation
   * can't get DKIM tokens
   */
  sandboxIdentity: flag(true),
  /**
   * The API's scheme and host, such as `https://mail-api.example.com`, if clients reach the API through
   * another server. Defaults to the API's own address (see `apiDomain`)
   */
  origin: z
    .string()
    .transform((text) => text.replace(/\/$/, ''))
    .optional(),
  /**
   * With `true`, the API is served at `api.<serviceDomain>`, and the gateway's default endpoint is disabled
   */
  apiDomain: flag(true),
  /** Maximum number of requests per second that the API gateway accepts */
  apiRate: wholeNumber(1).default(2000),
  /** Maximum number of requests that the API gateway accepts in a burst */
  apiBurst: wholeNumber(1).default(1000),
  /** Maximum number of requests per second that don't use an API key, such as clicks on links in emails */
  publicRate: wholeNumber(1).default(500),
  /** Maximum number of requests in a burst that don't use an API key */
  publicBurst: wholeNumber(1).default(250),
  /**
   * Endpoints to use instead of AWS's own, as `SERVICE=url,…`. Use this setting for clouds that lack an AWS
   * service
   */
  endpoints: z
    .string()
    .transform((list) => list.split(',').map((pair) => pair.split(/=(.*)/s, 2)))
    .refine((pairs) => pairs.every(isEndpoint), { error: 'must be SERVICE=url,SERVICE=url' })
    .transform((pairs) =>
      Object.fromEntries(pairs.map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url])),
    )
    .default({}),
  /**
   * The emails per second, at one per request, that the table can handle right after the deploy.
   * Deploying this setting pre-warms the DynamoDB table, for which AWS charges a one-time fee. You can't undo
   * this or lower the value later. By default, the table isn't pre-warmed
   */
  peakSendsPerSecond: wholeNumber(1).optional(),
  /**
   * The table's capacity mode. `provisioned` is cheaper if the load is steady. The capacity then follows the
   * load, from a fifth of `peakSendsPerSecond` up to the full value
   */
  capacity: choice('on-demand', 'provisioned').default('on-demand'),
  /** The name of a restored table to use instead of the stack's own table. See [Restore](restore.md) */
  table: z.string().optional(),
  /** The ARN of the restored table's stream. `npm run deploy` sets this value */
  tableStream: z.string().optional(),
  /** With `true`, the stacks and their data are protected from deletion. Use `false` for temporary stages */
  deletionProtection: flag(true),
  /**
   * With `true`, deletion protection stays off until the deploy's second pass. `npm run deploy` sets this
   * value
   */
  firstDeploy: flag(false),
  /**
   * With `true`, the bucket, queues, and topics accept only TLS connections. Use `false` for emulators
   * without TLS
   */
  enforceSsl: flag(true),
  /** The AWS account's quota of concurrent Lambda executions. `npm run deploy` sets this value */
  lambdaConcurrency: wholeNumber(1).default(1000),
  /**
   * The AWS account's SES pricing plan. The CloudWatch dashboard uses it to calculate costs. `npm run deploy`
   * sets this value
   */
  sesPlan: z.string().default('NONE'),
  /**
   * With `true`, the deploy creates alarms, the CloudWatch dashboard, and saved queries. Use `false` for
   * emulators without metric math
   */
  alarms: flag(true),
  /**
   * With `own`, the deployment has its own KMS key ($1 a month). With `aws-owned`, AWS-owned keys encrypt the
   * table, the bucket, and the queues. DKIM keys are then encrypted with the deployment's secret, which is
   * stored in the table
   */
  kms: choice('own', 'aws-owned').default('own'),
  /** The email address that receives every alarm. AWS first sends a confirmation link to this address */
  alarmEmail: z.string().refine(isAddress, { error: 'must be an email address' }).optional(),
  /**
   * A monthly cost in dollars. The alarm topic gets a message when the AWS account's cost exceeds this
   * amount, or when AWS forecasts that it will
   */
  alarmCost: wholeNumber(1, { unit: 'whole dollars' }).optional(),
  /**
   * How long Mailwright waits, in seconds, to collect up to ten SES reports for one invocation of `feedback`.
   * This wait also delays events and webhooks. To turn off the wait, use 0. If a worker dies
   * during a send, Mailwright waits 180 seconds for the SES report before it retries. Reports must arrive
   * well within that time, so the maximum is 30
   */
  feedbackWindow: wholeNumber(0, { max: 30, unit: 'whole seconds' }).default(1),
  /**
   * Number of days that CloudWatch keeps logs. Use 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545,
   * 731, 1096, 1827, 2192, 2557, 2922, 3288, or 3653
   */
  logRetentionDays: wholeNumber(1, { unit: 'whole days' })
    .refine((days) => logDays.includes(days), { error: `must be one of ${logDays.join(', ')}` })
    .default(30),
  /**
   * A comma-separated list of domains that this stage can send from, in addition to the sandbox domain.
   * Example: `example.com,*.example.org`. This setting prevents the stage from sending from another stage's
   * domains in the same AWS account. By default, the stage can send from any verified domain. While the AWS
   * account is in the SES sandbox, the setting has no effect
   */
  sendFrom: z
    .string()
    .transform((list) => list.toLowerCase().split(','))
    .refine((domains) => domains.every(isSender), {
      error: 'must be domains such as example.com,*.example.org',
    })
    .optional(),
  /**
   * Up to 40 tags for every resource, as `name=value,name=value`, in addition to `mailwright:stage`. To see
   * costs by tag, activate your tags as cost allocation tags in AWS Billing
   */
  tags: z
    .string()
    .transform((list) => list.split(','))
    .refine((pairs) => pairs.length <= 40 && pairs.every((pair) => tagForm.test(pair)), {
      error:
        'must be name=value,name=value, with letters, digits, spaces, and _.:/=+@-. Names must not start with aws: or mailwright',
    })
    .transform(
      (pairs): Record<string, string> => Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2))),
    )
    .default({}),
  /** The ARN of a managed policy to use as the permissions boundary of every role */
  permissionsBoundary: z
    .string()
    .regex(/^arn:aws:iam::\d{12}:policy\/[\w+=,.@/-]{1,512}$/, {
      error: 'must be the full ARN of a managed policy',
    })
    .optional(),
  /**
   * The prefix for all log group names, such as `/acme`. By default, CloudFormation names the log groups.
   * Only the API's access log has a prefix, `/aws/vendedlogs`, which exempts it from the size limit of the
   * AWS account's CloudWatch Logs resource policy. If you change the prefix, the deploy
   * creates new log groups and keeps the old ones
   */
  logGroupPrefix: z
    .string()
    .regex(/^[\w./#-]{0,199}[\w.#-]$/, {
      error: "must contain only letters, digits, and _.-/#, and not end with '/'",
    })
    .optional(),
  /**
   * If `true`, the SMTP stack is also deployed. See [The SMTP relay](../operations.md#the-smtp-relay).
   * `role` deploys only the IAM role, for an SMTP task that you run elsewhere. With `false`, customers can't
   * create SMTP credentials
   */
  smtp: choice('true', 'false', 'role').default('false'),
  /**
   * The ARN of the relay's certificate, which can be a Secrets Manager secret or an exportable ACM
   * certificate ([smtp.md](../smtp.md#set-a-certificate-for-the-relay))
   */
  smtpCertificate: z
    .string()
    .refine((arn) => certificates.some((kind) => kind.test(arn)), {
      error: 'must be the full ARN of a Secrets Manager secret or an ACM certificate',
    })
    .optional(),
  /**
   * The base image for the SMTP task's container, with its digest: `…@sha256:…`. Defaults to the image in
   * `functions/smtp/Dockerfile`
   */
  smtpBaseImage: z
    .string()
    .regex(/^[a-z0-9][\w./:-]*@sha256:[0-9a-f]{64}$/, {
      error: 'must be an image with its digest, name@sha256:…',
    })
    .optional(),
  /**
   * With `small`, each SMTP task has 0.25 vCPU and 0.5 GB of memory and handles half as many sessions. The
   * relay then costs $7.21 less per month. See [The SMTP relay](../operations.md#the-smtp-relay)
   */
  smtpSize: choice('small', 'standard').default('standard'),
  /**
   * With `1`, the load balancer and SMTP tasks run in one availability zone, which saves $3.65 per month
   * for the second zone's IP address. Choose the number of zones before you first deploy the relay
   */
  smtpZones: choice('1', '2').default('2'),
  /** Minimum and maximum number of SMTP tasks */
  smtpTasks: z
    .string()
    .regex(/^\d{1,2}-\d{1,2}$/, { error: taskRange })
    .refine(isTaskRange, { error: taskRange })
    .default('1-10'),
};

type Settings = {
  [Name in keyof typeof settings]:
    | z.output<ReturnType<(typeof settings)[Name]['schema']>>
    | (typeof settings)[Name]['usual'];
};
type StackValues = { [Name in keyof typeof stackValues]: z.output<(typeof stackValues)[Name]> };

export type ContextValues = Settings & StackValues;

/**
 * A CDK context value (`-c name=value`), or its default if missing or empty. The command line passes strings,
 * cdk.json also booleans; both work. Throws with the name of an invalid value.
 */
export function readValue<Schema extends z.ZodType>(
  node: Pick<Node, 'tryGetContext'>,
  name: string,
  schema: Schema,
): z.output<Schema> {
  const value: unknown = node.tryGetContext(name);
  const absent = value === undefined || value === '';
  const simple = typeof value === 'boolean' || typeof value === 'number';
  const parsed = schema.safeParse(absent ? undefined : simple ? String(value) : value);
  if (parsed.success) return parsed.data;
  throw new Error(`context ${name}: ${parsed.error.issues[0]?.message}`);
}
