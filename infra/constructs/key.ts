import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { queuesOfGrant } from '../chains.ts';
import type { Config } from '../config.ts';
import type { Grant, Rights } from '../function-spec.ts';
import { removalOf } from './keep.ts';

/**
 * The deployment's only KMS key. It encrypts table, bucket, and queues, and seals DKIM private keys and
 * stored DNS credentials. Without the right to this key, account readers and copies of the table reveal
 * nothing. It costs a dollar a month; with `-c kms=aws-owned`, the deployment's secret in the table seals
 * values instead.
 */
export function makeKey(scope: Construct, config: Config): Key | undefined {
  if (config.kms === 'aws-owned') return undefined;
  return new Key(scope, 'Key', {
    description: `Mailwright ${config.stage}: table, bucket, queues, DKIM keys and stored credentials`,
    enableKeyRotation: true,
    removalPolicy: removalOf(config),
  });
}

type Through = 'dynamodb' | 's3' | 'sqs';

const sends = (grant: Grant): boolean => grant in queuesOfGrant;

/** The services through which a function reaches encrypted data. */
function servicesOf({ table, objects = {}, queues = [], stream, grants }: Rights): Through[] {
  const usesQueues = queues.length > 0 || stream !== undefined || grants.includes('dead-letters:drain');
  return [
    ...(Object.keys(table).length > 0 ? (['dynamodb'] as const) : []),
    ...(Object.keys(objects).length > 0 ? (['s3'] as const) : []),
    ...(usesQueues || grants.some(sends) ? (['sqs'] as const) : []),
  ];
}

/** Objects and messages get their own data keys. The table's key is DynamoDB's. */
const makesDataKeys = ({ objects = {}, stream, grants }: Rights): boolean =>
  // Batches dropped by a stream go to a dead-letter queue.
  stream !== undefined ||
  Object.values(objects).some((actions) => actions.includes('put')) ||
  grants.some(sends);

/**
 * The key permissions a function needs for its table, objects, and queues. Granted only through these
 * services, never directly.
 */
export function keyStatements(key: Key | undefined, spec: Rights): PolicyStatement[] {
  const services = servicesOf(spec);
  if (key === undefined || services.length === 0) return [];
  return [throughServices(key, services, makesDataKeys(spec))];
}

/** Lets the services decrypt and, with `writes`, create data keys for new data. */
export function throughServices(key: Key, services: Through[], writes: boolean): PolicyStatement {
  const { region } = Stack.of(key);
  return new PolicyStatement({
    actions: ['kms:Decrypt', ...(writes ? ['kms:GenerateDataKey'] : [])],
    resources: [key.keyArn],
    conditions: {
      StringEquals: { 'kms:ViaService': services.map((service) => `${service}.${region}.amazonaws.com`) },
    },
  });
}
