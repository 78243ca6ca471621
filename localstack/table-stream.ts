import { setTimeout as wait } from 'node:timers/promises';
import {
  type AwsApi,
  AwsError,
  callDynamodb,
  changeEventSource,
  type EventSource,
  eventSourcesOf,
  invokeFunction,
  isStream,
} from './aws-api.ts';

/**
 * Lambda's side of the table's stream. The emulator also calls a function for a stream, but without a
 * batching or tumbling window (and so without the shard's name), and without halving a failed batch. While it
 * waits for the function, it delivers no message from any queue. This code behaves like AWS, except for two
 * numbers: changes wait half a second, and a failed batch is retried after a second.
 */
const batchingWindow_ms = 500;
const retry_ms = 1000;

/** The most records that GetRecords returns. */
const maxRecords = 1000;

type StreamSource = {
  streamArn: string;
  functionArn: string;
  batchSize: number;
  /** Values of `et` that the event source's filter passes. */
  shows: string[];
};

async function declaredSource(aws: AwsApi): Promise<EventSource> {
  const found = (await eventSourcesOf(aws)).find(isStream);
  if (found === undefined) throw new Error("The stack has no event source mapping for the table's stream.");
  return found;
}

/** Stops the emulator's own calls. */
export async function disableStream(aws: AwsApi): Promise<void> {
  await changeEventSource(aws, await declaredSource(aws), { Enabled: false });
}

function sourceOf({ EventSourceArn, FunctionArn, BatchSize, FilterCriteria }: EventSource): StreamSource {
  const [filter] = FilterCriteria.Filters;
  const { dynamodb } = JSON.parse(filter?.Pattern ?? '{}');
  const shows: string[] = dynamodb.NewImage.et.S;
  return { streamArn: EventSourceArn, functionArn: FunctionArn, batchSize: BatchSize, shows };
}

type Image = Record<string, { S?: string }>;
type StreamRecord = { dynamodb: { SequenceNumber: string; NewImage?: Image } };

const dynamoStreams = <T>(aws: AwsApi, operation: string, input: object): Promise<T> =>
  callDynamodb(aws, `DynamoDBStreams_20120810.${operation}`, input);

type Shard = { ShardId: string };

/** Reads a shard from the beginning, page by page. `next` is empty when there is nothing new. */
function readShard(aws: AwsApi, StreamArn: string, { ShardId }: Shard) {
  let iterator: string | undefined;
  let last: string | undefined;
  const open = async () => {
    const from = last
      ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last }
      : { ShardIteratorType: 'TRIM_HORIZON' };
    const input = { StreamArn, ShardId, ...from };
    const { ShardIterator } = await dynamoStreams<{ ShardIterator: string }>(aws, 'GetShardIterator', input);
    return ShardIterator;
  };
  return async function next(): Promise<StreamRecord[]> {
    try {
      iterator ??= await open();
      const input = { ShardIterator: iterator, Limit: maxRecords };
      const page = await dynamoStreams<{ Records: StreamRecord[]; NextShardIterator?: string }>(
        aws,
        'GetRecords',
        input,
      );
      iterator = page.NextShardIterator;
      last = page.Records.at(-1)?.dynamodb.SequenceNumber ?? last;
      return page.Records;
    } catch (error) {
      // Iterators are valid for 15 minutes.
      if (!(error instanceof AwsError)) throw error;
      iterator = undefined;
      return [];
    }
  };
}

/** Calls the function with a batch. Returns false if it failed. */
async function invoke(
  aws: AwsApi,
  { functionArn, streamArn }: StreamSource,
  { ShardId }: Shard,
  records: StreamRecord[],
): Promise<boolean> {
  const quarter_ms = 15 * 60_000;
  const start = Math.floor(Date.now() / quarter_ms) * quarter_ms;
  const answer = await invokeFunction(aws, functionArn, {
    Records: records.map((record) => ({ ...record, eventSourceARN: streamArn })),
    shardId: ShardId,
    eventSourceARN: streamArn,
    window: { start: new Date(start).toISOString(), end: new Date(start + quarter_ms).toISOString() },
    state: {},
    isFinalInvokeForWindow: false,
    isWindowTerminatedEarly: false,
  });
  return typeof (JSON.parse(answer) as { state?: unknown } | null)?.state === 'object';
}

/**
 * Calls the function of the table's stream, shard by shard, until it is closed. `other` is for a table outside the
 * emulator's DynamoDB.
 */
export async function followStream(
  aws: AwsApi,
  other?: { tables: AwsApi; streamArn: string },
): Promise<{ close: () => Promise<void> }> {
  const declared = sourceOf(await declaredSource(aws));
  const source = { ...declared, streamArn: other?.streamArn ?? declared.streamArn };
  const tables = other?.tables ?? aws;
  const closing = new AbortController();
  const pause = (ms: number) => wait(ms, undefined, { signal: closing.signal }).catch(() => undefined);

  const deliver = async (shard: Shard, records: StreamRecord[]): Promise<void> => {
    if (closing.signal.aborted) return;
    if (await invoke(aws, source, shard, records).catch(() => false)) return;
    await pause(retry_ms);
    const half = Math.ceil(records.length / 2);
    await deliver(shard, records.slice(0, half));
    if (half < records.length) await deliver(shard, records.slice(half));
  };

  const follow = async (shard: Shard): Promise<void> => {
    const next = readShard(tables, source.streamArn, shard);
    while (!closing.signal.aborted) {
      const read = await next().catch(() => []);
      const records = read.filter(({ dynamodb }) => source.shows.includes(dynamodb.NewImage?.et?.S ?? ''));
      for (let i = 0; i < records.length; i += source.batchSize)
        await deliver(shard, records.slice(i, i + source.batchSize));
      if (read.length < maxRecords) await pause(batchingWindow_ms);
    }
  };

  type Described = { StreamDescription: { Shards: Shard[] } };
  const described = await dynamoStreams<Described>(tables, 'DescribeStream', { StreamArn: source.streamArn });
  const done = Promise.all(described.StreamDescription.Shards.map(follow));
  return {
    close: async () => {
      closing.abort();
      await done;
    },
  };
}
