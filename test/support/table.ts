import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoTable } from '../../shared/aws/table.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import type { Table } from '../../shared/store/table.ts';
import { environment } from './environment.ts';

/** The table of the local cloud, for states that no request makes. */
export function testTable(): Table {
  const { AWS_REGION = '', TABLE_NAME = '' } = environment();
  return dynamoTable(new DynamoDBClient({ region: AWS_REGION }), TABLE_NAME, systemRuntime());
}
