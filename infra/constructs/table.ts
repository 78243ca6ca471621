import { Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { needsOf, type Throughput } from '../peak.ts';
import { removalOf } from './keep.ts';

/** The indexes that lists read. Keys only, so no mutable data is copied into them. */
export const indexNames = ['gsi1', 'gsi2'] as const;

/** Auto scaling keeps this share of the provisioned units in use. */
const targetUtilizationPercent = 70;

/**
 * The service's only table; `shared/store/schema.ts` describes its items. A restored table replaces the
 * stack's own, which stays in the account. `npm run deploy` sets up its stream, recovery, expiry, and
 * protection.
 */
export function makeTable(scope: Construct, config: Config, key: Key | undefined): ITable {
  if (config.restored === undefined) return ownTable(scope, config, key);
  const { table: tableName, stream: tableStreamArn } = config.restored;
  const tableArn = Stack.of(scope).formatArn({
    service: 'dynamodb',
    resource: 'table',
    resourceName: tableName,
  });
  return Table.fromTableAttributes(scope, 'RestoredTable', { tableArn, tableStreamArn });
}

function ownTable(scope: Construct, config: Config, key: Key | undefined): Table {
  const peak = config.peakSendsPerSecond;
  const needs = peak === undefined ? undefined : needsOf(peak);
  const provisioned = config.capacity === 'provisioned' ? needs?.provisioned : undefined;
  const table = new Table(scope, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    ...(provisioned
      ? { billingMode: BillingMode.PROVISIONED, ...capacityOf(provisioned.table) }
      : { billingMode: BillingMode.PAY_PER_REQUEST }),
    ...(needs && { warmThroughput: needs.table }),
    ...(key
      ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key }
      : { encryption: TableEncryption.DEFAULT }),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    timeToLiveAttribute: 'ttl',
    // Counters are sums of the changes (A6).
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    deletionProtection: config.locked,
    removalPolicy: removalOf(config),
  });
  for (const indexName of indexNames) {
    table.addGlobalSecondaryIndex({
      indexName,
      partitionKey: { name: `${indexName}pk`, type: AttributeType.STRING },
      sortKey: { name: `${indexName}sk`, type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
      ...(provisioned && capacityOf(provisioned.index)),
      ...(needs && { warmThroughput: needs.index }),
    });
  }
  if (provisioned && needs) scaleCapacity(table, provisioned, needs);
  return table;
}

const capacityOf = ({ readUnitsPerSecond, writeUnitsPerSecond }: Throughput) => ({
  readCapacity: readUnitsPerSecond,
  writeCapacity: writeUnitsPerSecond,
});

type Capacity = { table: Throughput; index: Throughput };

/** Capacity between a fifth and all of the peak's needs. Cheaper than on-demand if the load is even. */
function scaleCapacity(table: Table, min: Capacity, max: Capacity): void {
  const goal = { targetUtilizationPercent };
  const range = (of: keyof Capacity, units: keyof Throughput) => ({
    minCapacity: min[of][units],
    maxCapacity: max[of][units],
  });
  table.autoScaleReadCapacity(range('table', 'readUnitsPerSecond')).scaleOnUtilization(goal);
  table.autoScaleWriteCapacity(range('table', 'writeUnitsPerSecond')).scaleOnUtilization(goal);
  for (const name of indexNames) {
    table
      .autoScaleGlobalSecondaryIndexReadCapacity(name, range('index', 'readUnitsPerSecond'))
      .scaleOnUtilization(goal);
    table
      .autoScaleGlobalSecondaryIndexWriteCapacity(name, range('index', 'writeUnitsPerSecond'))
      .scaleOnUtilization(goal);
  }
}
