import type { Node } from 'constructs';
import * as z from 'zod';
import { choice, flag, type settings, wholeNumber } from '../shared/aws/settings.ts';
import { isAddress } from '../shared/core/addresses.ts';

const certificates = [
  /^arn:aws[\w-]*:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+$/,
  /^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/,
];

/** CloudWatch keeps a log for one of these only. */
const logDays = [
  ...[1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545],
  ...[731, 1096, 1827, 2192, 2557, 2922, 3288, 3653],
];

/** Characters that every service of AWS takes in the key and the value of a tag. */
const tagForm = /^(?!aws:|mailwright)[\p{L}\p{N} _.:/+@-]{1,128}=[\p{L}\p{N} _.:/=+@-]{0,256}$/u;

const isEndpoint = ([service = '', url = '']: string[]) => /^[A-Z0-9_]+$/.test(service) && URL.canParse(url);

/** A domain, or every name below one. */
const isSender = (domain: string) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain);

const taskRange = 'min-max, from 1-1 to 10-10';

function isTaskRange(range: string): boolean {
  const [min = 0, max = 0] = range.split('-').map(Number);
  return min >= 1 && max <= 10 && min <= max;
}

/**
 * The values that only the stacks read, by their names in the CDK context; as with `settings`, the comments are the
 * table of docs/operations/settings.md.
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
  /** makes the sandbox domain an SES identity; `false` where CloudFormation gives no DKIM tokens */
  sandboxIdentity: flag(true),
  /** scheme and host of the API when clients reach it through another server; by default those of `apiDomain` */
  origin: z
    .string()
    .transform((text) => text.replace(/\/$/, ''))
    .optional(),
  /** serves the API at `api.<serviceDomain>`; the gateway's own endpoint is closed then */
  apiDomain: flag(true),
  /** requests a second that the gateway lets through */
  apiRate: wholeNumber(1).default(2000),
  /** requests that it lets through at once */
  apiBurst: wholeNumber(1).default(1000),
  /** requests a second for what needs no key: links in emails */
  publicRate: wholeNumber(1).default(500),
  /** requests at once for the same */
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
   * single sends a second that the table must take at once: its throughput is warmed for them, which costs once and is not
   * taken back; a lower value is refused, an empty one asks for nothing
   */
  peakSendsPerSecond: wholeNumber(1).optional(),
  /** `provisioned`: units that follow the load between a fifth of `peakSendsPerSecond` and all of it; cheaper where it is even */
  capacity: choice('on-demand', 'provisioned').default('on-demand'),
  /** a restored table in place of the stack's own, see [Restore](#restore) */
  table: z.string().optional(),
  /** the ARN of its stream; `npm run deploy` finds it */
  tableStream: z.string().optional(),
  /** `false` for stages that are thrown away */
  deletionProtection: flag(true),
  /** leaves the protection to a second pass; `npm run deploy` sets it */
  firstDeploy: flag(false),
  /** `false` for emulators without TLS */
  enforceSsl: flag(true),
  /** the account's quota of concurrent executions; `npm run deploy` reads it */
  lambdaConcurrency: wholeNumber(1).default(1000),
  /** SES's pricing plan, for the dollars on the CloudWatch dashboard; `npm run deploy` reads it */
  sesPlan: z.string().default('NONE'),
  /** `false` for emulators that take no metric math: no alarm, dashboard or saved query */
  alarms: flag(true),
  /**
   * `aws-owned`: no KMS key of the deployment's own ($1 a month); AWS's own keys encrypt table, bucket and queues, and DKIM
   * keys are encrypted with the deployment's secret, which is in the table
   */
  kms: choice('own', 'aws-owned').default('own'),
  /** address that every alarm writes to; AWS asks it to confirm first */
  alarmEmail: z.string().refine(isAddress, { error: 'must be an email address' }).optional(),
  /**
   * dollars a month: the topic of the alarms is written to when AWS forecasts more for this AWS account, or it has cost
   * more
   */
  alarmCost: wholeNumber(1, { unit: 'whole dollars' }).optional(),
  /**
   * seconds that reports of SES are gathered, up to ten, for one run of `feedback`: events and webhooks come so much later
   * at most; 0: none, 30 at most: a send whose worker died is tried again after 180 s without a report
   */
  feedbackWindow: wholeNumber(0, { max: 30, unit: 'whole seconds' }).default(1),
  /** days that logs are kept: one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653 */
  logRetentionDays: wholeNumber(1, { unit: 'whole days' })
    .refine((days) => logDays.includes(days), { error: `must be one of ${logDays.join(', ')}` })
    .default(30),
  /**
   * domains that this stage may send from, `example.com,*.example.org`, in addition to the sandbox domain: for a stage that must not
   * send as another one in the same AWS account. By default any verified domain. Not in effect while SES is in its sandbox
   */
  sendFrom: z
    .string()
    .transform((list) => list.toLowerCase().split(','))
    .refine((domains) => domains.every(isSender), {
      error: 'must be domains such as example.com,*.example.org',
    })
    .optional(),
  /**
   * `name=value,name=value`, up to 40: tags that every resource gets beside `mailwright:stage`. AWS counts costs by a tag
   * once it is activated for billing
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
  /** the ARN of a managed policy that every role of the deployment gets as its permissions boundary */
  permissionsBoundary: z
    .string()
    .regex(/^arn:aws:iam::\d{12}:policy\/[\w+=,.@/-]{1,512}$/, {
      error: 'must be the full ARN of a managed policy',
    })
    .optional(),
  /**
   * what the name of every log group begins with, such as `/acme`. By default CloudFormation names them, and the access log
   * is under `/aws/vendedlogs`, where the gateway needs no room in the account's resource policy. A new value starts
   * new logs and keeps the former ones
   */
  logGroupPrefix: z
    .string()
    .regex(/^[\w./#-]{0,199}[\w.#-]$/, {
      error: "must contain only letters, digits, and _.-/#, and not end with '/'",
    })
    .optional(),
  /**
   * `true`: deploys the SMTP stack too, see [The SMTP relay](#the-smtp-relay). `role`: only the role of its task, which runs
   * elsewhere. Without either no SMTP credential is made
   */
  smtp: choice('true', 'false', 'role').default('false'),
  /** ARN of its certificate: a Secrets Manager secret, or an exportable ACM certificate ([smtp.md](smtp.md#the-certificate-of-a-deployment)) */
  smtpCertificate: z
    .string()
    .refine((arn) => certificates.some((kind) => kind.test(arn)), {
      error: 'must be the full ARN of a Secrets Manager secret or an ACM certificate',
    })
    .optional(),
  /** the image that the task's begins with, by digest: `…@sha256:…`; by default the one of `functions/smtp/Dockerfile` */
  smtpBaseImage: z
    .string()
    .regex(/^[a-z0-9][\w./:-]*@sha256:[0-9a-f]{64}$/, {
      error: 'must be an image with its digest, name@sha256:…',
    })
    .optional(),
  /**
   * `small`: SMTP tasks of 0.25 vCPU and 0.5 GB, each with half the sessions, for $7.21 less per month; see
   * [The SMTP relay](#the-smtp-relay)
   */
  smtpSize: choice('small', 'standard').default('standard'),
  /** `1`: balancer and tasks in one availability zone, without an address of the second, for $3.65 a month less. Choose it before the first deploy of the relay */
  smtpZones: choice('1', '2').default('2'),
  /** SMTP tasks at least and at most */
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
 * A value of the CDK context (`-c name=value`), its default when it is not given or empty. The command line gives
 * strings, cdk.json booleans too: both are understood. Throws with the name of the value that is wrong.
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
