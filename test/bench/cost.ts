import { functions } from '../../infra/functions.ts';
import { retentionDays } from '../../shared/core/retention.ts';
import type { Operation } from './budgets.ts';
import { type Call, roundTrips } from './calls.ts';
import type { HandlerCost } from './handlers.ts';
import type { Measured } from './measure.ts';

/** AWS list prices in dollars, us-east-1, on demand, beyond free tiers, November 2026. */
export const prices = {
  dynamodb_write_million: 0.625,
  dynamodb_read_million: 0.125,
  dynamodb_write_unit_hour: 0.00065,
  dynamodb_read_unit_hour: 0.00013,
  dynamodb_gb_month: 0.25,
  dynamodb_recovery_gb_month: 0.2,
  sqs_request_million: 0.4,
  sqs_fair_request_million: 0.1,
  sns_publish_million: 0.5,
  s3_put_million: 5,
  s3_get_million: 0.4,
  http_api_million: 1,
  lambda_request_million: 0.2,
  lambda_gb_second_arm: 0.0000133334,
  logs_gb: 0.5,
  data_out_gb: 0.09,
};

/** How long one AWS call takes on AWS, while the function waits and is billed. SES takes longer (P29). */
export const awsCall_ms = 5;
export const sesCall_ms = 150;

/** Lambda gives a function one core at this memory size, and a proportional share below it. */
export const core_mb = 1769;

/** According to AWS, fewer than 1 % of invocations start cold. The duration on AWS is an assumption. */
export const cold = { share: 0.01, init_ms: 300 };

/** What the gateway logs per request (P12), and the head of a response. */
const accessLine_bytes = 250;

/** What `count` logs per batch. */
const countLine_bytes = 200;

const answerHead_bytes = 500;

/** A response of POST /emails, or of each email in a batch of 100. */
const answer_bytes = 80;

/** What DynamoDB adds to an item, and to an index entry with its four keys. */
const itemExtra_bytes = 100;
const indexEntry_bytes = 250;

type Step = {
  operation: Operation;
  /** The handler whose CPU and log count. */
  handler: string;
  source: 'http' | 'queue' | 'stream';
  emails: number;
  /** Bytes that it logs. Default: its handler's. */
  bytes?: number;
};

const queued = (operation: Operation, handler: string): Step => ({
  operation,
  handler,
  source: 'queue',
  emails: 1,
});

const feedback: Step[] = [
  {
    operation: 'notification: send',
    handler: 'feedback (delivery)',
    source: 'queue',
    emails: 1,
    bytes: 0,
  },
  queued('notification: delivery', 'feedback (delivery)'),
];

/**
 * Lambda collects changes for 5 s, so a single email makes two batches. `count` takes about as much CPU as feedback.
 */
const counting = (['count: accepted and sent', 'count: delivered'] as const).map(
  (operation): Step => ({
    operation,
    handler: 'feedback (delivery)',
    source: 'stream',
    emails: 1,
    bytes: countLine_bytes,
  }),
);

/** The steps of a delivered email, starting with the request. One step may cover many emails. */
const paths: Record<'single' | 'batched', Step[]> = {
  single: [
    {
      operation: 'POST /emails, Idempotency-Key',
      handler: 'POST /emails',
      source: 'http',
      emails: 1,
    },
    queued('deliver, no webhook', 'deliver'),
    ...feedback,
    ...counting,
  ],
  batched: [
    {
      operation: 'POST /emails/batch of 100, Idempotency-Key',
      handler: 'POST /emails',
      source: 'http',
      emails: 100,
    },
    queued('deliver, of a batch', 'deliver'),
    ...feedback,
    ...counting,
  ],
};

const counters = 'counters, by `count`';

export type CostLine = { part: string; dollars: number };

/**
 * Total dollars per million emails with an Idempotency-Key, without webhooks and SES (P29). `batch` is how many
 * messages a worker gets at once: 1 when idle, up to 10 when busy.
 */
export function costOfMillion(
  measured: Measured,
  handlers: HandlerCost[],
  { path, batch }: { path: keyof typeof paths; batch: number },
): CostLine[] {
  const parts: Record<string, number> = {};
  const add = (part: string, dollars: number) => {
    parts[part] = (parts[part] ?? 0) + dollars;
  };
  const steps = paths[path];
  for (const step of steps) {
    const { operation, source, emails } = step;
    const runs = measured[operation];
    const calls = runs.at(-1) ?? [];
    const handler = handlers.find(({ name }) => name === step.handler);
    if (!handler) throw new Error(`no measured handler for ${operation}`);
    const share = source === 'http' ? 1 / emails : 1 / batch;
    // A `count` batch writes each of its counters once, however many emails it covers.
    const units = source === 'stream' ? share : 1 / emails;
    for (const [part, dollars] of Object.entries(dollarsOf(calls)))
      add(source === 'stream' ? counters : part, dollars * units);
    if (source === 'http') {
      add('API Gateway', share * prices.http_api_million);
      add('CloudWatch logs', gb(share * accessLine_bytes) * prices.logs_gb);
      add('data out', gb(share * answerHead_bytes + answer_bytes) * prices.data_out_gb);
    }
    // One receive and one batch delete per invocation.
    else if (source === 'queue') add('SQS', 2 * share * prices.sqs_request_million);
    // SNS delivers to SQS free of charge.
    if (operation.startsWith('notification')) add('SNS', prices.sns_publish_million);
    add('Lambda requests', share * prices.lambda_request_million);
    add('Lambda time', gbSeconds(runs, handler, share) * 1e6 * prices.lambda_gb_second_arm);
    add('Lambda INIT', initGbSeconds(handler, share) * 1e6 * prices.lambda_gb_second_arm);
    const bytes = step.bytes ?? handler.bytes;
    add('CloudWatch logs', gb(source === 'queue' ? bytes : share * bytes) * prices.logs_gb);
  }
  add('storage', storage(steps, measured));
  return Object.entries(parts).map(([part, dollars]) => ({ part, dollars }));
}

/** Auto scaling keeps this share of the provisioned units in use (`infra/constructs/table.ts`). */
const provisionedUse = 0.7;

/** The same with `capacity=provisioned`, for a load that auto scaling can follow. */
export function provisioned(lines: CostLine[]): CostLine[] {
  const aMillion = (unit_hour: number) => (unit_hour / 3600 / provisionedUse) * 1e6;
  const writes = aMillion(prices.dynamodb_write_unit_hour) / prices.dynamodb_write_million;
  const cheaper: Record<string, number> = {
    'DynamoDB writes': writes,
    [counters]: writes,
    'DynamoDB reads': aMillion(prices.dynamodb_read_unit_hour) / prices.dynamodb_read_million,
  };
  return lines.map(({ part, dollars }) => ({ part, dollars: dollars * (cheaper[part] ?? 1) }));
}

/** Gigabytes of a million times this many bytes. */
const gb = (bytes: number) => (bytes * 1e6) / 1e9;

function dollarsOf(calls: Call[]): Record<string, number> {
  const sum = (pick: (call: Call) => number) => calls.reduce((total, call) => total + pick(call), 0);
  const count = (service: string, action: string) =>
    calls.filter((call) => call.service === service && call.action.startsWith(action)).length;
  return {
    'DynamoDB writes': sum(({ writes }) => writes) * prices.dynamodb_write_million,
    'DynamoDB reads': sum((call) => call.reads) * prices.dynamodb_read_million,
    SQS: count('sqs', '') * prices.sqs_request_million,
    'SQS fair queues': count('sqs', 'Send') * prices.sqs_fair_request_million,
    S3: count('s3', 'Put') * prices.s3_put_million + count('s3', 'Get') * prices.s3_get_million,
  };
}

const memoryOf = (handler: HandlerCost) => functions[handler.function]?.memory ?? 1024;

/** A batch shares its waiting time, but not its CPU time, which takes longer with a share of a core. */
function gbSeconds(runs: Call[][], handler: HandlerCost, share: number): number {
  const asksSes = runs.flat().some(({ service }) => service === 'ses');
  const trips = Math.min(...runs.map(roundTrips));
  const waits_ms = trips * awsCall_ms + (asksSes ? sesCall_ms - awsCall_ms : 0);
  const memory = memoryOf(handler);
  const milliseconds = handler.cpu_ms * Math.max(1, core_mb / memory) + share * waits_ms;
  return (milliseconds / 1000) * (memory / 1024);
}

const initGbSeconds = (handler: HandlerCost, share: number) =>
  share * cold.share * (cold.init_ms / 1000) * (memoryOf(handler) / 1024);

/**
 * How long each kind of item is kept, by the prefix of its sort key. 0 means soon deleted, or shared by many emails.
 */
const keptDays: [begin: string, days: number][] = [
  ['EMAIL', retentionDays.email.usual],
  ['ENVELOPE', retentionDays.email.usual],
  ['EVT#', retentionDays.event.usual],
  ['BODY', retentionDays.body.usual],
  ['IDEM', 1],
  ['BATCH', 7],
];

/** Dollars to store a million emails for the lifetime of each item, with point-in-time recovery. */
function storage(steps: Step[], measured: Measured): number {
  const bytes = new Map<string, number>();
  for (const { operation, emails } of steps) {
    const sums = new Map<string, number>();
    for (const { sk, bytes: size, keys } of (measured[operation].at(-1) ?? []).flatMap(
      (call) => call.written,
    ))
      if (size > 0) {
        const all = size + itemExtra_bytes + (keys.indexes.length > 0 ? indexEntry_bytes : 0);
        sums.set(sk, (sums.get(sk) ?? 0) + all / emails);
      }
    // Each step writes the email's item again.
    for (const [sk, size] of sums) bytes.set(sk, Math.max(bytes.get(sk) ?? 0, size));
  }
  const perGb = prices.dynamodb_gb_month + prices.dynamodb_recovery_gb_month;
  return [...bytes].reduce((sum, [sk, size]) => {
    const days = keptDays.find(([begin]) => sk.startsWith(begin))?.[1] ?? 0;
    return sum + gb(size) * (days / 30) * perGb;
  }, 0);
}
