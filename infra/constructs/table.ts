import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
  type TableProps,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { needsOf, type Throughput } from '../peak.ts';
import { removalOf } from './keep.ts';

/** The indexes that lists read; keys only, so that nothing mutable is copied into them. */
export const indexNames = ['gsi1', 'gsi2'] as const;

/** Auto scaling keeps this share of the provisioned units in use. */
const targetUtilizationPercent = 70;
const leastProvisioned = 5;

/** The one table of the service; `shared/store/schema.ts` says what lives in it. */
export function makeTable(scope: Construct, config: Config, key: Key | undefined): Table {
  const peak = config.peakSendsPerSecond;
  const needs = peak === undefined ? undefined : needsOf(peak);
  const table = new Table(scope, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    ...capacityOf(config, needs?.table),
    ...(key
      ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key }
      : { encryption: TableEncryption.DEFAULT }),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    timeToLiveAttribute: 'ttl',
    // Numbers are added up from what changed (A6).
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
      ...(needs && { warmThroughput: needs.index }),
    });
  }
  if (config.capacity === 'provisioned' && needs) scaleCapacity(table, needs.table, needs.index);
  return table;
}

function capacityOf({ capacity }: Config, warmThroughput: Throughput | undefined): Partial<TableProps> {
  const provisioned = {
    billingMode: BillingMode.PROVISIONED,
    readCapacity: leastProvisioned,
    writeCapacity: leastProvisioned,
  };
  return {
    ...(capacity === 'provisioned' ? provisioned : { billingMode: BillingMode.PAY_PER_REQUEST }),
    ...(warmThroughput && { warmThroughput }),
  };
}

/** Between a trickle and what the peak needs; cheaper than on demand where the load is even (P27). */
function scaleCapacity(table: Table, most: Throughput, index: Throughput): void {
  const range = (maxCapacity: number) => ({ minCapacity: leastProvisioned, maxCapacity });
  const goal = { targetUtilizationPercent };
  table.autoScaleReadCapacity(range(most.readUnitsPerSecond)).scaleOnUtilization(goal);
  table.autoScaleWriteCapacity(range(most.writeUnitsPerSecond)).scaleOnUtilization(goal);
  for (const name of indexNames) {
    table
      .autoScaleGlobalSecondaryIndexReadCapacity(name, range(index.readUnitsPerSecond))
      .scaleOnUtilization(goal);
    table
      .autoScaleGlobalSecondaryIndexWriteCapacity(name, range(index.writeUnitsPerSecond))
      .scaleOnUtilization(goal);
  }
}
