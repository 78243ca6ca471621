import type { Config } from './config.ts';
import { keptConnections } from './kept-connections.ts';

/**
 * The cloud to call. `timeout_factor` is for one that is slower than AWS. `path_style` is for a cloud whose
 * buckets have no host names.
 */
export type Aws = { region: string; timeout_factor?: number; path_style?: boolean };

export const awsOf = (config: Config): Aws => ({
  region: config.AWS_REGION,
  timeout_factor: config.AWS_TIMEOUT_FACTOR,
  path_style: config.AWS_ENDPOINT_URL !== undefined,
});

/**
 * Milliseconds until a response starts, and between its parts. S3 and SES transfer whole messages. Lambda
 * responds at the end.
 */
const answer_ms = {
  dynamodb: 3_000,
  sqs: 3_000,
  scheduler: 3_000,
  kms: 3_000,
  'secrets-manager': 3_000,
  acm: 3_000,
  sns: 10_000,
  s3: 20_000,
  ses: 20_000,
  lambda: 20_000,
};

/**
 * Attempts per call where the SDK's default of three doesn't fit. A throttled DynamoDB partition recovers
 * within seconds. A retried text message would be sent twice, and a retried function would start twice.
 */
export const attempts = { dynamodb: 6, sns: 1, lambda: 1 };

/**
 * Options of an AWS client. By default the SDK waits minutes for a stalled socket and only warns about a slow
 * response. Retries wait for a random time, up to a limit that doubles.
 */
export function clientOptions(aws: Aws, service: keyof typeof answer_ms) {
  const { region, timeout_factor = 1, path_style = false } = aws;
  const timeout_ms = answer_ms[service] * timeout_factor;
  return {
    region,
    cacheMiddleware: true,
    ...(service in attempts && { maxAttempts: attempts[service as keyof typeof attempts] }),
    ...(service === 's3' && { forcePathStyle: path_style }),
    requestHandler: keptConnections({
      connectionTimeout: 1_000 * timeout_factor,
      requestTimeout: timeout_ms,
      throwOnRequestTimeout: true,
      socketTimeout: timeout_ms,
    }),
  };
}

type Client = { middlewareStack: { remove: (name: string) => boolean } };

/** A client without the steps for logs and AWS's SDK statistics, which cost CPU on each call. */
export function lean<Made extends Client>(client: Made): Made {
  for (const name of ['loggerMiddleware', 'getUserAgentMiddleware']) client.middlewareStack.remove(name);
  return client;
}
