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
  /** the Route 53 zone of `serviceDomain` */
  hostedZoneId: z
    .string()
    .transform((id) => id.replace(/^\/hostedzone\//, ''))
    .refine((id) => /^[A-Z0-9]{1,32}$/.test(id), {
      error: 'must be a hosted zone id, such as Z0123456789ABC',
    })
    .optional(),
  /** makes the sandbox domain an SES identity; `false` if CloudFormation can't get DKIM tokens */
  sandboxIdentity: flag(true),
  /** scheme and host of the API, if clients reach it through another server; by default those of `apiDomain` */
  origin: z
    .string()
    .transform((text) => text.replace(/\/$/, ''))
    .optional(),
  /** serves the API at `api.<serviceDomain>` and closes the gateway's own endpoint */
  apiDomain: flag(true),
  /** requests per second that the gateway accepts */
  apiRate: wholeNumber(1).default(2000),
  /** requests at once that it accepts */
  apiBurst: wholeNumber(1).default(1000),
  /** requests per second without a key: links in emails */
  publicRate: wholeNumber(1).default(500),
  /** requests at once without a key */
  publicBurst: wholeNumber(1).default(250),
  /** `SERVICE=url,…` for clouds that lack an AWS service */
  endpoints: z
    .string()
    .transform((list) => list.split(',').map((pair) => pair.split(/=(.*)/s, 2)))
    .refine((pairs) => pairs.every(isEndpoint), { error: 'must be SERVICE=url,SERVICE=url' })
    .transform((pairs) =>
      Object.fromEntries(pairs.map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url])),
    )
    .default({}),
  /**
   * single sends per second that the table must handle at once. Warming its throughput costs once and can't
   * be undone: a lower value is rejected, an empty one requests nothing
   */
  peakSendsPerSecond: wholeNumber(1).optional(),
  /**
   * `provisioned`: capacity follows the load between a fifth of `peakSendsPerSecond` and all of it; cheaper
   * if the load is even
   */
  capacity: choice('on-demand', 'provisioned').default('on-demand'),
  /** a restored table that replaces the stack's own, see [Restore](restore.md) */
  table: z.string().optional(),
  /** the ARN of its stream; set by `npm run deploy` */
  tableStream: z.string().optional(),
  /** `false` for temporary stages */
  deletionProtection: flag(true),
  /** leaves the protection to a second pass; set by `npm run deploy` */
  firstDeploy: flag(false),
  /** `false` for emulators without TLS */
  enforceSsl: flag(true),
  /** the account's quota of concurrent executions; set by `npm run deploy` */
  lambdaConcurrency: wholeNumber(1).default(1000),
  /** SES's pricing plan, for the dollars on the CloudWatch dashboard; set by `npm run deploy` */
  sesPlan: z.string().default('NONE'),
  /** `false` for emulators without metric math: no alarms, dashboard, or saved queries */
  alarms: flag(true),
  /**
   * `aws-owned`: no KMS key of its own ($1 a month); AWS's keys encrypt table, bucket, and queues, and the
   * deployment's secret in the table encrypts DKIM keys
   */
  kms: choice('own', 'aws-owned').default('own'),
  /** the address that receives every alarm; AWS asks it to confirm first */
  alarmEmail: z.string().refine(isAddress, { error: 'must be an email address' }).optional(),
  /**
   * dollars per month: the alarm topic gets a message when AWS forecasts more for this AWS account, or the
   * cost is already higher
   */
  alarmCost: wholeNumber(1, { unit: 'whole dollars' }).optional(),
  /**
   * seconds that up to ten SES reports are gathered for one run of `feedback`, which delays events and
   * webhooks by as much. 0 turns it off; at most 30, because a send whose worker died is retried after 180 s
   * without a report
   */
  feedbackWindow: wholeNumber(0, { max: 30, unit: 'whole seconds' }).default(1),
  /**
   * days that logs are kept: one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096,
   * 1827, 2192, 2557, 2922, 3288, 3653
   */
  logRetentionDays: wholeNumber(1, { unit: 'whole days' })
    .refine((days) => logDays.includes(days), { error: `must be one of ${logDays.join(', ')}` })
    .default(30),
  /**
   * domains this stage can send from besides the sandbox domain, `example.com,*.example.org`, so it can't
   * send as another stage in the same AWS account. By default any verified domain. Has no effect while SES is
   * in its sandbox
   */
  sendFrom: z
    .string()
    .transform((list) => list.toLowerCase().split(','))
    .refine((domains) => domains.every(isSender), {
      error: 'must be domains such as example.com,*.example.org',
    })
    .optional(),
  /**
   * `name=value,name=value`, up to 40: tags for every resource besides `mailwright:stage`. AWS reports costs
   * by tag once it is activated for billing
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
  /** the ARN of a managed policy that becomes the permissions boundary of every role */
  permissionsBoundary: z
    .string()
    .regex(/^arn:aws:iam::\d{12}:policy\/[\w+=,.@/-]{1,512}$/, {
      error: 'must be the full ARN of a managed policy',
    })
    .optional(),
  /**
   * the prefix of all log group names, such as `/acme`. By default CloudFormation names them, and the access
   * log is under `/aws/vendedlogs`, which needs no room in the account's resource policy. A new value starts
   * new logs and keeps the old ones
   */
  logGroupPrefix: z
    .string()
    .regex(/^[\w./#-]{0,199}[\w.#-]$/, {
      error: "must contain only letters, digits, and _.-/#, and not end with '/'",
    })
    .optional(),
  /**
   * `true`: also deploys the SMTP stack, see [The SMTP relay](../operations.md#the-smtp-relay). `role`: only the role for a
   * task that runs elsewhere. With `false`, no SMTP credentials can be created
   */
  smtp: choice('true', 'false', 'role').default('false'),
  /**
   * ARN of the relay's certificate: a Secrets Manager secret or an exportable ACM certificate
   * ([smtp.md](../smtp.md#the-certificate-of-a-deployment))
   */
  smtpCertificate: z
    .string()
    .refine((arn) => certificates.some((kind) => kind.test(arn)), {
      error: 'must be the full ARN of a Secrets Manager secret or an ACM certificate',
    })
    .optional(),
  /**
   * the base image of the task's image, by digest: `…@sha256:…`; by default the one in
   * `functions/smtp/Dockerfile`
   */
  smtpBaseImage: z
    .string()
    .regex(/^[a-z0-9][\w./:-]*@sha256:[0-9a-f]{64}$/, {
      error: 'must be an image with its digest, name@sha256:…',
    })
    .optional(),
  /**
   * `small`: SMTP tasks with 0.25 vCPU and 0.5 GB, each with half the sessions, for $7.21 less per month; see
   * [The SMTP relay](../operations.md#the-smtp-relay)
   */
  smtpSize: choice('small', 'standard').default('standard'),
  /**
   * `1`: balancer and tasks in one availability zone, without the second zone's address, for $3.65 less per
   * month. Choose it before the relay's first deploy
   */
  smtpZones: choice('1', '2').default('2'),
  /** min and max number of SMTP tasks */
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
