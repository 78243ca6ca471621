import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { KMSClient, ScheduleKeyDeletionCommand } from '@aws-sdk/client-kms';
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { DeleteScheduleGroupCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { unlessMissing } from '../deploy/unless-missing.ts';

/**
 * The resources that a data-protecting stage keeps when its stack is deleted. A half-created stage has only
 * some of them.
 */
export type Data = Record<'table' | 'bucket' | 'schedules' | 'key', string | undefined>;

/** Days in which the key's deletion can be canceled, and copies of the table read. */
const keyDays = 30;

/**
 * A table's approximate item count, which DynamoDB updates every six hours. Null if the table doesn't exist.
 */
export async function countItems(region: string, TableName: string): Promise<number | null> {
  const asked = new DynamoDBClient({ region }).send(new DescribeTableCommand({ TableName }));
  const found = await unlessGone(asked);
  return found === null ? null : (found.Table?.ItemCount ?? 0);
}

/** Deletes every version of every object. Returns how many versions were deleted. */
export async function emptyBucket(region: string, Bucket: string): Promise<number> {
  const client = s3(region);
  let deleted = 0;
  for (;;) {
    const page = await unlessGone(client.send(new ListObjectVersionsCommand({ Bucket })));
    const versions = [...(page?.Versions ?? []), ...(page?.DeleteMarkers ?? [])];
    if (versions.length === 0) return deleted;
    const Objects = versions.map(({ Key, VersionId }) => ({ Key, VersionId }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    const [refused] = Errors;
    if (refused) throw new Error(`Couldn't delete ${refused.Key} from bucket ${Bucket}: ${refused.Message}`);
    deleted += Objects.length;
  }
}

/** Deletes the resources left by the stack. Missing resources are fine. */
export async function deleteData(region: string, { table, bucket, schedules, key }: Data): Promise<void> {
  if (table) await deleteTable(region, table);
  if (bucket) await deleteBucket(region, bucket);
  if (schedules) await deleteSchedules(region, schedules);
  if (key) await deleteKey(region, key);
}

async function deleteBucket(region: string, Bucket: string): Promise<void> {
  await emptyBucket(region, Bucket);
  await unlessGone(s3(region).send(new DeleteBucketCommand({ Bucket })));
}

async function deleteSchedules(region: string, Name: string): Promise<void> {
  await unlessGone(new SchedulerClient({ region }).send(new DeleteScheduleGroupCommand({ Name })));
}

async function deleteKey(region: string, KeyId: string): Promise<void> {
  const ends = new ScheduleKeyDeletionCommand({ KeyId, PendingWindowInDays: keyDays });
  // A key already pending deletion is fine too.
  await unlessGone(new KMSClient({ region }).send(ends));
}

async function deleteTable(region: string, TableName: string): Promise<void> {
  const client = new DynamoDBClient({ region });
  const found = await unlessGone(client.send(new DescribeTableCommand({ TableName })));
  // A large table may still be deleting from an earlier, interrupted run.
  if (found === null || found.Table?.TableStatus === 'DELETING') return;
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
  // DynamoDB can't delete a table while it is being changed.
  await waitUntilTableExists({ client, maxWaitTime: 600, minDelay: 1, maxDelay: 10 }, { TableName });
  await client.send(new DeleteTableCommand({ TableName }));
}

const s3 = (region: string) =>
  new S3Client({ region, forcePathStyle: process.env.AWS_ENDPOINT_URL !== undefined });

const gone = ['ResourceNotFoundException', 'NoSuchBucket', 'NotFoundException', 'KMSInvalidStateException'];

const unlessGone = <Answer>(asked: Promise<Answer>) => unlessMissing(asked, ...gone);
