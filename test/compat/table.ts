import {
  type AttributeValue,
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { environment } from '../support/environment.ts';

/** An item in DynamoDB's own JSON, with bytes as `{"B": "<base64>"}`. */
type StoredItem = Record<string, unknown>;

const client = () => new DynamoDBClient({ region: environment().AWS_REGION ?? '' });
const bucket = () => ({
  s3: new S3Client({ region: environment().AWS_REGION ?? '', forcePathStyle: true }),
  Bucket: environment().BODY_BUCKET ?? '',
});

const key = (name: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName: name, KeyType });

/** An empty table of its own, because a deployment has one secret, one sweep mark, and one outbox. */
export async function makeTable(name: string, db = client()): Promise<void> {
  const indexes = ['gsi1', 'gsi2'];
  const names = ['', ...indexes].flatMap((prefix) => [`${prefix}pk`, `${prefix}sk`]);
  await db.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
      GlobalSecondaryIndexes: indexes.map((IndexName) => ({
        IndexName,
        KeySchema: [key(`${IndexName}pk`, 'HASH'), key(`${IndexName}sk`, 'RANGE')],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      })),
    }),
  );
}

export const dropTable = async (name: string, db = client()): Promise<void> => {
  await db.send(new DeleteTableCommand({ TableName: name }));
};

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

/** JSON of an SDK response, with bytes as base64. */
const writable = (value: unknown): unknown => {
  if (isBytes(value)) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(writable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, writable(each)]));
};

/** Converts the output of `writable` for the SDK. Only the value of a `B` is base64. */
const readable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === 'B' && typeof each === 'string' ? Buffer.from(each, 'base64') : readable(each),
    ]),
  );
};

/** Every item of a table, in key order. */
export async function itemsOf(name: string): Promise<StoredItem[]> {
  const items: Record<string, AttributeValue>[] = [];
  for (let from: Record<string, AttributeValue> | undefined; ; ) {
    const page = await client().send(
      new ScanCommand({ TableName: name, ...(from && { ExclusiveStartKey: from }) }),
    );
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
    if (from === undefined) break;
  }
  const text = ({ pk, sk }: Record<string, AttributeValue>) => `${pk?.S} ${sk?.S}`;
  return items.toSorted((a, b) => (text(a) < text(b) ? -1 : 1)).map((item) => writable(item) as StoredItem);
}

export async function putItems(name: string, items: StoredItem[]): Promise<void> {
  const db = client();
  for (const item of items) {
    const Item = readable(item) as Record<string, AttributeValue>;
    await db.send(new PutItemCommand({ TableName: name, Item }));
  }
}

/** An account's objects, as base64 by key. The account follows the prefix. `also` names others. */
export async function objectsOf(account: string, ...also: string[]): Promise<Record<string, string>> {
  const { s3, Bucket } = bucket();
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  const own = Contents.map(({ Key = '' }) => Key).filter(
    (name) => name.includes(`/${account}/`) || also.includes(name),
  );
  const read = async (name: string) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: name }));
    return [name, await Body?.transformToString('base64')] as const;
  };
  return Object.fromEntries(await Promise.all(own.sort().map(read))) as Record<string, string>;
}

export async function putObjects(objects: Record<string, string>): Promise<void> {
  const { s3, Bucket } = bucket();
  for (const [name, text] of Object.entries(objects))
    await s3.send(new PutObjectCommand({ Bucket, Key: name, Body: Buffer.from(text, 'base64') }));
}
