import type { ObjectPrefix } from '../shared/store/objects.ts';

/**
 * DynamoDB's name of an action on the table or an index. Scan isn't included, because every query has a key.
 */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'Query:gsi1'
  | 'Query:gsi2'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'BatchWriteItem';

export type ObjectAction = 'get' | 'put' | 'delete';

/** A right a function can have; `infra/constructs/grants.ts` defines what each one allows. */
export type Grant =
  | 'deliver:send'
  | 'webhook:send'
  | 'dead-letters:drain'
  | 'queues:drain'
  | 'feedback:send'
  | 'schedules:write'
  | 'schedules:delete'
  | 'secrets:seal'
  | 'secrets:open'
  | 'domains:send'
  | 'removals:send'
  | 'runs:send'
  | 'receive:send'
  | 'notices:send'
  | 'ses:read-identities'
  | 'ses:identities'
  | 'ses:send'
  | 'ses:notify'
  | 'ses:rate'
  | 'sms:send'
  | 'oidc:secret';

export type QueueName =
  | 'deliver'
  | 'bulk'
  | 'feedback'
  | 'attempt-webhook'
  | 'domain-tasks'
  | 'advance-run'
  | 'tenant-removals'
  | 'notices'
  | 'receive';

export type FunctionSpec = {
  /** Paths under the API; `/x` means `/x` and everything under it, `$default` the rest. */
  routes?: string[];
  /** Public routes without a key. They have their own limits (P14). */
  open?: true;
  /**
   * The queues that feed the function: at most `batchSize` messages at a time, in at most `maxConcurrency`
   * copies (P8).
   */
  queues?: { name: QueueName; batchSize: number; maxConcurrency: number }[];
  /** Fed by the table stream's changes to items whose `et` is in `shows`, each shard in order. */
  stream?: { shows: string[]; batchSize: number; batchingWindow: number };
  /** Minutes between runs. A failed run isn't repeated, because the next run does the same work. */
  everyMinutes?: number;
  /** Max copies, taken from the account's concurrency whether they run or not. */
  reservedConcurrency?: number;
  /** Seconds. */
  timeout: number;
  /** MB; CPU grows with it. */
  memory: number;
  /** With a list, allows only items whose key has one of these prefixes before its first `#`. */
  table: TableAction[] | Partial<Record<TableAction, string[]>>;
  objects?: Partial<Record<ObjectPrefix, ObjectAction[]>>;
  grants: Grant[];
};

export type Rights = Pick<FunctionSpec, 'table' | 'objects' | 'grants' | 'queues' | 'stream'>;
