import type { Cost } from './dynamo.ts';

/** One AWS API call, as the meter saw it. */
export type Call = {
  service: string;
  action: string;
  status: number;
  /** Milliseconds of `performance.now()`. */
  began: number;
  ended: number;
  request_bytes: number;
  response_bytes: number;
  /** DynamoDB's write and read units, or 0 for other services. */
  writes: number;
  reads: number;
  written: Cost['written'];
};

type Incoming = { method: string; path: string; headers: Record<string, unknown>; body: string };

/** Services by the prefix of X-Amz-Target. */
const targets: Record<string, string> = { DynamoDB_20120810: 'dynamodb', AmazonSQS: 'sqs' };

/**
 * Names a call by its protocol: X-Amz-Target (JSON), Action (Query), or method and path (REST, with the service from
 * the signature's scope).
 */
export function nameCall({ method, path, headers, body }: Incoming): { service: string; action: string } {
  const scope =
    /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(String(headers.authorization ?? ''))?.[1] ?? '';
  const [prefix = '', operation] = String(headers['x-amz-target'] ?? '').split('.');
  if (operation) return { service: targets[prefix] ?? prefix.toLowerCase(), action: operation };
  if (String(headers['content-type']).startsWith('application/x-www-form-urlencoded')) {
    return { service: scope, action: new URLSearchParams(body).get('Action') ?? 'unknown' };
  }
  if (scope === 's3') return { service: 's3', action: s3Action(method, path) };
  return { service: scope || 'unknown', action: `${method} ${path.split('?', 1)[0]}` };
}

function s3Action(method: string, path: string): string {
  const kind = /^\/[^/?]+\/[^?]/.test(path) ? 'Object' : 'Bucket';
  const verbs: Record<string, string> = { GET: 'Get', PUT: 'Put', DELETE: 'Delete', HEAD: 'Head' };
  return `${verbs[method] ?? method}${kind}`;
}

/**
 * The longest chain of calls that each start after the previous one ends. An operation waits for that long, however
 * many calls run in parallel. Repeatedly taking the call that ends first finds it.
 */
export function roundTrips(calls: Pick<Call, 'began' | 'ended'>[]): number {
  let trips = 0;
  let free = Number.NEGATIVE_INFINITY;
  for (const { began, ended } of [...calls].sort((a, b) => a.ended - b.ended)) {
    if (began < free) continue;
    trips++;
    free = ended;
  }
  return trips;
}
