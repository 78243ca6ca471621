import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { callDynamodb, createAwsApi } from '../../localstack/aws-api.ts';
import { environment, readStack } from '../support/environment.ts';
import { until } from '../support/until.ts';

const stack = readStack();
const { TABLE_NAME: TableName } = environment();
const aws = createAwsApi(stack.aws_endpoint_url, stack.region);

const ofStream = <T>(operation: string, input: object): Promise<T> =>
  callDynamodb<T>(aws, `DynamoDBStreams_20120810.${operation}`, input);

/** The stream records that the emulator still has. */
async function keptRecords(): Promise<number> {
  const { Streams } = await ofStream<{ Streams: { StreamArn: string }[] }>('ListStreams', { TableName });
  const StreamArn = Streams[0]?.StreamArn;
  const described = { StreamArn };
  const { StreamDescription } = await ofStream<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
    'DescribeStream',
    described,
  );
  const from = {
    StreamArn,
    ShardId: StreamDescription.Shards[0]?.ShardId,
    ShardIteratorType: 'TRIM_HORIZON',
  };
  const { ShardIterator } = await ofStream<{ ShardIterator: string }>('GetShardIterator', from);
  return (await ofStream<{ Records: unknown[] }>('GetRecords', { ShardIterator })).Records.length;
}

test('the emulator drops the records of the stream that were read', async () => {
  const put = (n: number) =>
    callDynamodb(aws, 'DynamoDB_20120810.PutItem', {
      TableName,
      Item: { pk: { S: 'MEMORY#' }, sk: { S: `${n}` }, et: { S: 'none' } },
    });
  for (let n = 0; n < 60; n++) await put(n);
  // The last record read stays. Between the two calls, records may go that the iterator begins at.
  const isTrimmed = (error: unknown) => /TrimmedDataAccess/.test(String(error));
  const kept = () => keptRecords().catch((error) => (isTrimmed(error) ? 60 : Promise.reject(error)));
  await until(async () => (await kept()) <= 1, { within_ms: 20_000, what: 'the records dropped' });
});

test('what outlives a full collection is not looked at again', () => {
  const program = `import os, sys
os.environ.update(AWS_ACCESS_KEY_ID="k", AWS_SECRET_ACCESS_KEY="k", TMPDIR="/nowhere")
sys.path.insert(0, "localstack")
import gc, ministack_memory
kept = [[n] for n in range(100_000)]
gc.collect()
print(gc.get_freeze_count() > 100_000, len(gc.get_objects()) < 50_000)`;
  const python = resolve('.local/venv/bin/python');
  expect(execFileSync(python, ['-B', '-c', program], { encoding: 'utf8' }).trim()).toBe('True True');
});
