import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type Aws, clientOptions } from './clients.ts';

/**
 * Runs one of our functions, by `name:alias`, and waits for its result. Throws if it didn't run or failed.
 */
export function functionStarter(aws: Aws): (name: string, event: object) => Promise<unknown> {
  const client = new LambdaClient(clientOptions(aws, 'lambda'));
  return async (FunctionName, event) => {
    const asked = new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) });
    const { FunctionError, Payload } = await client.send(asked);
    if (FunctionError !== undefined) throw Object.assign(new Error(FunctionError), { name: 'FunctionError' });
    return JSON.parse(Payload?.transformToString() ?? '');
  };
}
