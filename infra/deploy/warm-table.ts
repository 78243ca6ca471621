import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Throughput, Warm } from '../peak.ts';

type Described = { ReadUnitsPerSecond?: number | undefined; WriteUnitsPerSecond?: number | undefined };

/** The largest value of each. */
const maxOf = (all: (Described | undefined)[]): Throughput => ({
  readUnitsPerSecond: Math.max(0, ...all.map((one) => one?.ReadUnitsPerSecond ?? 0)),
  writeUnitsPerSecond: Math.max(0, ...all.map((one) => one?.WriteUnitsPerSecond ?? 0)),
});

/** The warm capacity of a table and its indexes. 0 if the cloud doesn't report it. */
export async function warmthOf(region: string, TableName: string): Promise<Warm> {
  const { Table } = await new DynamoDBClient({ region }).send(new DescribeTableCommand({ TableName }));
  const indexes = Table?.GlobalSecondaryIndexes ?? [];
  return {
    table: maxOf([Table?.WarmThroughput]),
    index: maxOf(indexes.map(({ WarmThroughput }) => WarmThroughput)),
  };
}
