import type { Config } from './config.ts';
import type { Join } from './signed/join.ts';
import type { CredentialsOf } from './signed/refreshed.ts';

/**
 * The AWS to call. `timeout_factor`: for a slower cloud; `path_style`: for one whose buckets have no host names;
 * `credentials`: for the table and the queues, in place of the environment's or the container's; `join`: joins calls of
 * several callers to the table and the queues into one request.
 */
export type Aws = {
  region: string;
  timeout_factor?: number;
  path_style?: boolean;
  credentials?: CredentialsOf;
  join?: Join;
};

export const awsOf = (config: Config): Aws => ({
  region: config.AWS_REGION,
  timeout_factor: config.AWS_TIMEOUT_FACTOR,
  path_style: config.AWS_ENDPOINT_URL !== undefined,
});

/** Milliseconds until the answer begins, and between its parts. S3 and SES transfer whole messages, Lambda answers at the end. */
export const answer_ms = {
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
 * Options of an AWS client (P13). By itself the SDK waits minutes for a stalled socket, and only warns about a slow
 * answer. Retries wait for a random time, up to a limit that doubles.
 */
export function clientOptions(aws: Aws, service: keyof typeof answer_ms) {
  const { region, timeout_factor = 1, path_style = false } = aws;
  const timeout_ms = answer_ms[service] * timeout_factor;
  return {
    region,
    // A text message that is sent again is sent twice (U4), and a function would be started twice.
    ...((service === 'sns' || service === 'lambda') && { maxAttempts: 1 }),
    ...(service === 's3' && { forcePathStyle: path_style }),
    requestHandler: {
      connectionTimeout: 1_000 * timeout_factor,
      requestTimeout: timeout_ms,
      throwOnRequestTimeout: true,
      socketTimeout: timeout_ms,
    },
  };
}
