import { crc32 } from 'node:zlib';
import { type Runtime, systemRuntime } from '../../core/runtime.ts';
import { type Aws, answer_ms } from '../clients.ts';
import { type AwsVariables, readAwsVariables } from '../config.ts';
import type { Answer } from './answer.ts';
import { standardCredentials } from './credentials.ts';
import { inputJson, outputOf } from './documents.ts';
import { endpointOf, type Service } from './endpoint.ts';
import { AwsError, brokenAnswer, errorName } from './errors.ts';
import type { Send } from './join.ts';
import { createPool } from './pool.ts';
import { createRetries } from './retries.ts';
import { type Credentials, createSigner, timeOfRequest } from './sign.ts';
import { wire } from './wire.ts';

const plain = { write: JSON.stringify, read: (output: unknown) => output };

/**
 * The differences between the services that speak AWS's JSON 1.0. DynamoDB is tried more often, because a throttled
 * partition recovers within seconds, and sooner, as by the SDK.
 */
const services = {
  dynamodb: { target: 'DynamoDB_20120810', attempts: 6, base_ms: 25, write: inputJson, read: outputOf },
  sqs: { target: 'AmazonSQS', attempts: 3, base_ms: 50, ...plain },
};

/** The difference of clocks that is corrected; AWS tolerates five minutes. */
const skew_ms = 240_000;

/** AWS's error names for a request whose time is wrong, or may be. */
const untimely = new Set([
  'AuthFailure',
  'InvalidSignatureException',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);

/** A signed client of one service, with connections that are kept. */
type AwsClient = { send: Send; close: () => void };

type Own = {
  attempts?: number;
  runtime?: Pick<Runtime, 'now' | 'random' | 'sleep'>;
  variables?: AwsVariables;
};

/** The body of an answer; throws where it is not what the service sent (DynamoDB says its checksum). */
function outputIn({ status, headers, body }: Answer): unknown {
  const checksum = headers['x-amz-crc32'];
  if (checksum !== undefined && crc32(body) !== Number(checksum))
    throw brokenAnswer('the answer does not have its checksum', status);
  try {
    return body.length === 0 ? {} : JSON.parse(body.toString());
  } catch {
    if (status < 300) throw brokenAnswer('the answer is no JSON', status);
    return {};
  }
}

function errorOf(answer: Answer, read: (output: unknown) => unknown): AwsError {
  const { status, headers } = answer;
  const { __type, message, Message, ...fields } = read(outputIn(answer)) as Record<string, unknown>;
  const name = errorName(__type ?? headers['x-amzn-errortype'], status);
  const request_id = headers['x-amzn-requestid'];
  return new AwsError(name, { ...fields, message: String(message ?? Message ?? name), status, request_id });
}

const expired = /^(?:ExpiredToken(?:Exception)?|UnrecognizedClientException|InvalidClientTokenId)$/;

type Signing = { keys: Credentials; at_ms: number };

/** A client of DynamoDB or SQS (docs/decisions/0026): signed by ourselves, with the SDK's retries and time-outs. */
export function signedClient(aws: Aws, service: Service, own: Own = {}): AwsClient {
  const { runtime = systemRuntime(), variables = readAwsVariables() } = own;
  const { target, attempts, base_ms, write, read } = services[service];
  const { region, timeout_factor = 1, join } = aws;
  const { credentials = standardCredentials(variables, runtime.now) } = aws;
  const time_outs = { connect_ms: 1_000 * timeout_factor, answer_ms: answer_ms[service] * timeout_factor };
  const url = endpointOf(service, region, variables);
  const pool = createPool(url, time_outs, runtime.now);
  const sign = createSigner({ region, service });
  const { AWS_SDK_UA_APP_ID: app } = variables;
  // Not signed, as proxies may change it; CloudTrail shows it.
  const agentName = ['user-agent', app === undefined ? 'mailwright' : `mailwright app/${app}`] as const;
  const retrying = createRetries({ attempts: own.attempts ?? attempts, base_ms }, runtime);
  const hints = new WeakMap<object, number>();
  let offset_ms = 0;

  async function postOnce(operation: string, body: string, by: Signing): Promise<Answer> {
    const { keys, at_ms } = by;
    const time = timeOfRequest(at_ms);
    const headers: (readonly [string, string])[] = [
      ['content-type', 'application/x-amz-json-1.0'],
      ['host', url.host],
      ['x-amz-date', time],
    ];
    if (keys.sessionToken !== undefined) headers.push(['x-amz-security-token', keys.sessionToken]);
    headers.push(['x-amz-target', `${target}.${operation}`]);
    const authorization = sign({ method: 'POST', headers, body }, keys, time);
    return pool.post([...headers, ['authorization', authorization], agentName], body);
  }

  /** Notes what an error says of the next attempt: that the server's clock differs, or how long to wait. */
  function learn(error: AwsError, { headers }: Answer, { at_ms }: Signing): AwsError {
    const server_ms = Date.parse(headers.date ?? '');
    if (untimely.has(error.name) && Math.abs(server_ms - at_ms) >= skew_ms) {
      offset_ms = server_ms - runtime.now();
      return Object.assign(error, { $retryable: {} });
    }
    const hint = Number(headers['x-amz-retry-after'] ?? Number(headers['retry-after'] ?? 0) * 1000);
    if (hint > 0) hints.set(error, hint);
    return error;
  }

  let refused: Credentials | undefined;
  async function attempt(operation: string, body: string): Promise<object> {
    // Calls at one time are signed by the same keys, and each learns by itself that these have ended.
    const known = refused;
    const keys = await credentials(known);
    const by = { keys, at_ms: runtime.now() + offset_ms };
    const answer = await postOnce(operation, body, by);
    if (answer.status < 300) return read(outputIn(answer)) as object;
    const error = learn(errorOf(answer, read), answer, by);
    if (expired.test(error.name) && keys.expiration !== undefined && keys !== known) {
      refused = keys;
      Object.assign(error, { $retryable: {} });
    }
    throw error;
  }

  const send: Send = (operation, input, options) =>
    wire.pass({ service, operation, input }, async () => {
      const body = write(input);
      const hintOf = (error: unknown) => hints.get(error as object) ?? 0;
      return retrying(() => attempt(operation, body), hintOf, options);
    });

  return { send: join?.(service, send) ?? send, close: pool.close };
}
