import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StackFile } from '../../localstack/environment.ts';

/** A running stack has all of them. */
type Stack = { [Field in keyof StackFile]: NonNullable<StackFile[Field]> };

const stackFile = () => {
  const file = process.env.MAILWRIGHT_STACK;
  if (file === undefined) throw new Error('MAILWRIGHT_STACK is not set. Run the tests with `npm test`');
  return file;
};

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** The local cloud of this test run. */
export const readStack = (): Stack => readJson<Stack>(stackFile());

/** The cloud's keys in the SDK's format. */
export function cloudKeys(): { accessKeyId: string; secretAccessKey: string } {
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = readStack();
  return { accessKeyId, secretAccessKey };
}

/** The environment of the deployed functions, with the local cloud's endpoints and credentials. */
export function environment(): Record<string, string> {
  const values = readJson<Record<string, string>>(join(dirname(stackFile()), 'environment.json'));
  // Tests make hundreds of concurrent calls on a shared machine. At a load of 23, S3 once took 24 s to respond.
  values.AWS_TIMEOUT_FACTOR = '30';
  Object.assign(process.env, values);
  return values;
}
