import { functions } from '../../infra/functions.ts';
import type { Operation } from './budgets.ts';
import { type Call, roundTrips } from './calls.ts';
import type { HandlerCost } from './handlers.ts';
import type { Measured } from './measure.ts';

/** AWS list prices in dollars, us-east-1, on demand, beyond free tiers, November 2026. */
export const prices = {
  dynamodb_write_million: 0.625,
  dynamodb_read_million: 0.125,
  sqs_request_million: 0.4,
  sns_publish_million: 0.5,
  s3_put_million: 5,
  s3_get_million: 0.4,
  http_api_million: 1,
  lambda_request_million: 0.2,
  lambda_gb_second_arm: 0.0000133334,
  logs_gb: 0.5,
};

/** What one AWS call takes on AWS, for the time that a function waits and is billed for. */
export const awsCall_ms = 5;

/** The steps of one send whose mail is delivered: operation, the handler that runs it, and its source. */
const steps: [Operation, string, 'http' | 'queue'][] = [
  ['POST /emails', 'POST /emails', 'http'],
  ['deliver, no webhook', 'deliver', 'queue'],
  ['notification: send', 'feedback (delivery)', 'queue'],
  ['notification: delivery', 'feedback (delivery)', 'queue'],
];

export type CostLine = { part: string; dollars: number };

/**
 * Dollars per million single sends without webhooks, besides SES. `batch`: messages that a worker gets at
 * once, 1 when the deployment is idle and up to 10 when it is busy.
 */
export function costOfMillion(measured: Measured, handlers: HandlerCost[], batch: number): CostLine[] {
  const parts: Record<string, number> = {};
  const add = (part: string, dollars: number) => {
    parts[part] = (parts[part] ?? 0) + dollars;
  };
  for (const [operation, handlerName, source] of steps) {
    const calls = measured[operation].at(-1) ?? [];
    const handler = handlers.find(({ name }) => name === handlerName);
    if (!handler) throw new Error(`no handler was measured for ${operation}`);
    const share = source === 'http' ? 1 : 1 / batch;
    for (const [part, dollars] of Object.entries(dollarsOf(calls))) add(part, dollars);
    if (source === 'http') add('API Gateway', prices.http_api_million);
    // One receive and one batch delete per invocation.
    else add('SQS', 2 * share * prices.sqs_request_million);
    // SNS delivers to SQS free of charge.
    if (operation.startsWith('notification')) add('SNS', prices.sns_publish_million);
    add('Lambda requests', share * prices.lambda_request_million);
    add('Lambda time', gbSeconds(calls, handler, share) * 1e6 * prices.lambda_gb_second_arm);
    add('CloudWatch logs', ((handler.bytes * 1e6) / 1e9) * prices.logs_gb);
  }
  return Object.entries(parts).map(([part, dollars]) => ({ part, dollars }));
}

function dollarsOf(calls: Call[]): Record<string, number> {
  const sum = (pick: (call: Call) => number) => calls.reduce((total, call) => total + pick(call), 0);
  const count = (service: string, action: string) =>
    calls.filter((call) => call.service === service && call.action.startsWith(action)).length;
  return {
    'DynamoDB writes': sum((call) => call.writes) * prices.dynamodb_write_million,
    'DynamoDB reads': sum((call) => call.reads) * prices.dynamodb_read_million,
    SQS: count('sqs', '') * prices.sqs_request_million,
    S3: count('s3', 'Put') * prices.s3_put_million + count('s3', 'Get') * prices.s3_get_million,
  };
}

/** Waiting is shared by the messages of a batch, computing is not. */
function gbSeconds(calls: Call[], handler: HandlerCost, share: number): number {
  const milliseconds = handler.cpu_ms + share * roundTrips(calls) * awsCall_ms;
  return (milliseconds / 1000) * ((functions[handler.function]?.memory ?? 1024) / 1024);
}
