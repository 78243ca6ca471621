import { awsOf } from '../../shared/aws/clients.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { type Dynamo, dynamoClient } from '../../shared/aws/dynamo.ts';
import { dynamoTable } from '../../shared/aws/table.ts';
import type { Waiting } from '../../shared/core/backoff.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import type { Table } from '../../shared/store/table.ts';
import { environment } from './environment.ts';

/** The local cloud's DynamoDB. */
export const testDynamo = (): Dynamo => dynamoClient(awsOf(readConfig(environment())));

/** The local cloud's table, for states that no request creates. */
export const testTable = (runtime: Waiting = systemRuntime()): Table =>
  dynamoTable(testDynamo(), environment().TABLE_NAME ?? '', runtime);
