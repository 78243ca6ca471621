import type { ObjectPrefix } from '../shared/store/objects.ts';

/** DynamoDB's name of an action on the table or on one of its indexes. No Scan: every question has a key. */
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

/** A right that a function may hold; `infra/constructs/grants.ts` says what each one allows. */
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
  /** Paths below the API; `/x` stands for `/x` and everything under it, `$default` for the rest. */
  routes?: string[];
  /** Anyone may call its routes, without a key: they have limits of their own (P14). */
  open?: true;
  /** The queues that feed it, each at most `batchSize` messages at a time, in at most `maxConcurrency` copies (P8). */
  queues?: { name: QueueName; batchSize: number; maxConcurrency: number }[];
  /** Fed by the changes of the table's stream that `shows` names by their `et`, each shard in its order. */
  stream?: { shows: string[]; batchSize: number; batchingWindow: number };
  /** Minutes between two runs; a run that fails is not repeated, since the next one does the same. */
  everyMinutes?: number;
  /** Copies at most, taken from the account's concurrency whether they run or not. */
  reservedConcurrency?: number;
  /** Seconds. */
  timeout: number;
  /** MB; CPU grows with it. */
  memory: number;
  /** With lists: only on items whose key begins like one of them, up to its first `#`. */
  table: TableAction[] | Partial<Record<TableAction, string[]>>;
  objects?: Partial<Record<ObjectPrefix, ObjectAction[]>>;
  grants: Grant[];
};

export type Rights = Pick<FunctionSpec, 'table' | 'objects' | 'grants' | 'queues' | 'stream'>;
