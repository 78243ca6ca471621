import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type TableDescription,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { unlessMissing } from './unless-missing.ts';

async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription | null> {
  const asked = client.send(new DescribeTableCommand({ TableName }));
  return (await unlessMissing(asked, 'ResourceNotFoundException'))?.Table ?? null;
}

const streamIn = (table: TableDescription | null): string | null =>
  (table?.StreamSpecification?.StreamEnabled && table.LatestStreamArn) || null;

/** A table and its stream, which is null if there is none yet. Null if the table doesn't exist. */
export async function findTable(region: string, name: string): Promise<{ stream: string | null } | null> {
  const table = await describe(new DynamoDBClient({ region }), name);
  return table && { stream: streamIn(table) };
}

/**
 * Gives a restored table the settings that DynamoDB doesn't restore: stream, expiry, recovery, and
 * protection. Repeatable. Returns the table's stream, or null if the table doesn't exist.
 */
export async function takeTable(
  region: string,
  TableName: string,
  say: (line: string) => void,
): Promise<string | null> {
  const client = new DynamoDBClient({ region });
  const table = await describe(client, TableName);
  if (table === null) return null;
  // Restoring a large table takes hours.
  const isActive = { client, maxWaitTime: 3600, minDelay: 1, maxDelay: 20 };
  if (table.TableStatus === 'CREATING') say(`Waiting up to an hour for table ${TableName} to be restored.`);
  await waitUntilTableExists(isActive, { TableName });
  if (streamIn(table) === null) {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const };
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
    await waitUntilTableExists(isActive, { TableName });
  }
  if (!table.DeletionProtectionEnabled)
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
  await expireItems(client, TableName);
  await recover(client, TableName);
  return streamIn(table) ?? streamIn(await describe(client, TableName));
}

/** DynamoDB takes up to an hour to turn this on, and rejects further requests until then. */
const expiring = ['ENABLING', 'ENABLED'];

async function expireItems(client: DynamoDBClient, TableName: string): Promise<void> {
  const { TimeToLiveDescription: found } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (expiring.includes(found?.TimeToLiveStatus ?? '')) return;
  const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

async function recover(client: DynamoDBClient, TableName: string): Promise<void> {
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
}
