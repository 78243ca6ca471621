import { type AwsApi, callDynamodb } from './aws-api.ts';
import { declared } from './deploy.ts';

/** A replacement for the emulator's DynamoDB, for the product and its tests. */
export type Dynamodb = {
  endpoint: string;
  /** It has its own tables, so the stack's table is created there too. A proxy has none. */
  ownTables: boolean;
  close: () => Promise<void>;
};

type Table = Record<
  'AttributeDefinitions' | 'KeySchema' | 'GlobalSecondaryIndexes' | 'StreamSpecification',
  unknown
>;

/** Creates the stack's table as in its template, with keys, indexes, and stream. Returns the stream's ARN. */
export async function createDeclaredTable(aws: AwsApi, TableName: string, folder: string): Promise<string> {
  const [table] = await declared<Table>(folder, 'AWS::DynamoDB::Table');
  if (table === undefined) throw new Error('The stack has no table.');
  const [, { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, StreamSpecification }] = table;
  const { TableDescription } = await callDynamodb<{ TableDescription: { LatestStreamArn: string } }>(
    aws,
    'DynamoDB_20120810.CreateTable',
    {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions,
      KeySchema,
      GlobalSecondaryIndexes: (GlobalSecondaryIndexes as Record<string, unknown>[]).map(
        ({ IndexName, KeySchema: keys, Projection }) => ({ IndexName, KeySchema: keys, Projection }),
      ),
      StreamSpecification: { StreamEnabled: true, ...(StreamSpecification as object) },
    },
  );
  return TableDescription.LatestStreamArn;
}
