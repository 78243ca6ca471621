import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StackFile } from '../../localstack/environment.ts';

/** A running stack has them all. */
type Stack = { [Field in keyof StackFile]: NonNullable<StackFile[Field]> };

const stackFile = () => {
  const file = process.env.MAILWRIGHT_STACK;
  if (file === undefined) throw new Error('MAILWRIGHT_STACK is not set: run the tests by `npm test`');
  return file;
};

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** The local cloud that this test run started. */
export const readStack = (): Stack => readJson<Stack>(stackFile());

/** The keys of that cloud, as the SDK takes them. */
export function cloudKeys(): { accessKeyId: string; secretAccessKey: string } {
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = readStack();
  return { accessKeyId, secretAccessKey };
}

/** The environment that the deployed functions have, endpoints and credentials of the local cloud included. */
export function environment(): Record<string, string> {
  const values = readJson<Record<string, string>>(join(dirname(stackFile()), 'environment.json'));
  // Tests make hundreds of calls at once in one process, beside others on the same machine: 24 s without an answer of
  // S3 were seen at a load of 23.
  values.AWS_TIMEOUT_FACTOR = '30';
  Object.assign(process.env, values);
  return values;
}
