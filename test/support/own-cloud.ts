import { randomBytes } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { type Config, readConfig } from '../../shared/aws/config.ts';
import { wire } from '../../shared/aws/wire.ts';
import { dropTable, itemsOf, makeTable } from '../compat/table.ts';
import { environment } from './environment.ts';

/** What was sent to queues, by URL, because SQS doesn't show waiting messages. */
const sent = new Map<string, string[]>();
const { pass } = wire;
wire.pass = (call, next) => {
  const { QueueUrl = '' } = call.input as { QueueUrl?: string };
  if (call.service === 'sqs') sent.set(QueueUrl, [...(sent.get(QueueUrl) ?? []), JSON.stringify(call.input)]);
  return pass(call, next);
};

/** Everything stored: items by key in DynamoDB's JSON, objects in base64, and the number of waiting messages. */
export type Inventory = { items: Record<string, unknown>; objects: Record<string, string>; messages: number };

const text = (key: unknown) => (key as { S: string }).S;

/** A table, a bucket, and a queue in the local cloud for a single test, which put everything there. */
export async function ownCloud() {
  const name = `own-${randomBytes(8).toString('hex')}`;
  const region = environment().AWS_REGION ?? '';
  const s3 = new S3Client({ region, forcePathStyle: true });
  const sqs = new SQSClient({ region });
  const [{ QueueUrl = '' }] = await Promise.all([
    sqs.send(new CreateQueueCommand({ QueueName: name })),
    s3.send(new CreateBucketCommand({ Bucket: name })),
    makeTable(name),
  ]);
  const shared = readConfig(environment());
  const queues = Object.keys(shared).filter((variable) => variable.endsWith('_QUEUE_URL'));
  const config = {
    ...shared,
    TABLE_NAME: name,
    BODY_BUCKET: name,
    ...Object.fromEntries(queues.map((variable) => [variable, QueueUrl])),
  } as Config;

  const keysOf = async () => {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: name }));
    return Contents.map(({ Key = '' }) => Key);
  };
  const read = async (Key: string) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: name, Key }));
    return [Key, (await Body?.transformToString('base64')) ?? ''] as const;
  };
  const waiting = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesDelayed'] as const;

  const inventory = async (): Promise<Inventory> => {
    const [items, objects, { Attributes = {} }] = await Promise.all([
      itemsOf(name),
      keysOf().then((keys) => Promise.all(keys.map(read))),
      sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...waiting] })),
    ]);
    return {
      items: Object.fromEntries(items.map((item) => [`${text(item.pk)} ${text(item.sk)}`, item])),
      objects: Object.fromEntries(objects),
      messages: waiting.reduce((sum, one) => sum + Number(Attributes[one] ?? 0), 0),
    };
  };

  const drop = async (): Promise<void> => {
    const Objects = (await keysOf()).map((Key) => ({ Key }));
    if (Objects.length > 0) await s3.send(new DeleteObjectsCommand({ Bucket: name, Delete: { Objects } }));
    await Promise.all([
      s3.send(new DeleteBucketCommand({ Bucket: name })),
      sqs.send(new DeleteQueueCommand({ QueueUrl })),
      dropTable(name),
    ]);
  };
  /** What was sent to its queue, as SQS got it. */
  const messages = () => (sent.get(QueueUrl) ?? []).filter((input) => input.includes('MessageBody'));
  return { name, config, inventory, messages, drop };
}

/** The keys of what differs between two inventories, and the number of messages if it differs. */
export function difference(before: Inventory, after: Inventory): string[] {
  const changed = (one: Record<string, unknown>, other: Record<string, unknown>) =>
    [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
      (key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]),
    );
  return [
    ...changed(before.items, after.items),
    ...changed(before.objects, after.objects),
    ...(before.messages === after.messages ? [] : [`messages ${before.messages} ${after.messages}`]),
  ].sort();
}
