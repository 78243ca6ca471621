import type { IncomingMessage } from 'node:http';
import { nameCall } from '../bench/calls.ts';

/** A process of the product that the soak kills. */
export type Role = 'api' | 'events' | 'advance-run' | 'deliver' | 'feedback' | 'sweep';

/** One call to AWS, with its service and its name in the table of kills. */
type Call = { service: string; boundary: string };

type Json = Record<string, unknown>;

/** `MSG` for `MSG#msg_…`, and the sort key unless it includes an id. */
function keyOf(item: unknown): string {
  const { pk, sk } = (item ?? {}) as { pk?: { S?: string }; sk?: { S?: string } };
  const kind = pk?.S?.split('#')[0] ?? '?';
  const part = sk?.S?.split('#').slice(0, 2).join(' ') ?? '';
  return /[_\d]/.test(part) || part === kind ? kind : `${kind} ${part}`;
}

function dynamoDetail(operation: string, body: Json): string {
  if (operation === 'UpdateItem') {
    const expression = String(body.UpdateExpression ?? '');
    const state = /#state = :(\w+)/.exec(expression)?.[1];
    return state ? `state = ${state}` : keyOf(body.Key);
  }
  if (operation === 'PutItem') return keyOf(body.Item);
  if (operation === 'BatchWriteItem')
    return JSON.stringify(body).includes('DeleteRequest') ? 'delete' : 'put';
  if (operation === 'Query') return String(JSON.stringify(body).match(/"S":"([A-Z]+)#/)?.[1] ?? '');
  return body.Key ? keyOf(body.Key) : '';
}

/** The queue of a message call, without this run's prefix. */
const queueDetail = (body: Json) => String(body.QueueUrl ?? '').replace(/^.*-/, '');

/** Names an AWS request by service, operation, and subject: `dynamodb UpdateItem state = sent`. */
export function describeCall(incoming: IncomingMessage, octets: Buffer): Call {
  const { method = 'GET', url: path = '/', headers } = incoming;
  const body = octets.toString('utf8');
  const { service, action } = nameCall({ method, path, headers, body });
  const details: Record<string, () => string> = {
    dynamodb: () => dynamoDetail(action, JSON.parse(body)),
    sqs: () => queueDetail(JSON.parse(body)),
  };
  return { service, boundary: [service, action, details[service]?.()].filter(Boolean).join(' ') };
}
