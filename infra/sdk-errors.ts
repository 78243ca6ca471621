import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * The modeled errors that our code distinguishes by class, and those that the SDK marks as retryable by class. Every
 * other error comes as the client's base exception, with the same name, message and fields: the SDK does so for
 * errors that it does not know.
 */
export const keptErrors: readonly string[] = [
  'DynamoDBServiceException',
  'ConditionalCheckFailedException',
  'ReplicatedWriteConflictException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'SQSServiceException',
];

/** `n0_registry.registerError(Name$, Name);` keeps the class, its schema and its names in the bundle. */
const registration = /^\w+\.registerError\(\w+\$, (\w+)\);$/gm;

/** The schemas of a client without the errors that nothing asks for by class. */
export const withoutErrors = (source: string): string =>
  source.replace(registration, (line, name: string) => (keptErrors.includes(name) ? line : ''));

/** Leaves most errors of DynamoDB and SQS out of the functions: 27 KB that are parsed at each cold start. */
export const sdkErrors: Plugin = {
  name: 'sdk-errors',
  setup: ({ onLoad }) => {
    onLoad(
      { filter: /@aws-sdk[\\/]client-(?:dynamodb|sqs)[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ },
      async ({ path }) => ({ contents: withoutErrors(await readFile(path, 'utf8')), loader: 'js' }),
    );
  },
};
