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

/** How the keys of objects in the bucket begin (`shared/store/object-keys.ts`). */
export type ObjectPrefix =
  | 'bodies'
  | 'scheduled'
  | 'refusals'
  | 'events'
  | 'attachments'
  | 'exports'
  | 'templates'
  | 'automations'
  | 'received'
  | 'imports'
  | 'import-rows'
  | 'ses';

/** What a function does with the objects of a prefix. */
export type ObjectAction = 'get' | 'put' | 'delete';
