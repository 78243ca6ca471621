/** A value as DynamoDB writes it on the wire; keys are strings. */
export type Wire = Record<string, { S?: string }>;

/** One item that a call writes, and the indexes whose keys it sets. */
export type Written = { pk: string; sk: string; deleted: boolean; indexes: string[] };

type Write = { Item?: Wire; Key?: Wire; UpdateExpression?: string; ExpressionAttributeNames?: object };
type Transacted = { Put?: Write; Update?: Write; Delete?: Write };
type Batched = { PutRequest?: Write; DeleteRequest?: Write };

const indexes = ['gsi1', 'gsi2'];

function writtenBy(write: Write, deleted: boolean): Written[] {
  const { pk, sk } = write.Item ?? write.Key ?? {};
  if (pk?.S === undefined || sk?.S === undefined) return [];
  // An update names the attributes that it sets in its expression, or behind its placeholders.
  const named = write.Item
    ? Object.keys(write.Item).join(' ')
    : `${write.UpdateExpression ?? ''} ${Object.values(write.ExpressionAttributeNames ?? {}).join(' ')}`;
  const set = indexes.filter((index) => named.includes(`${index}pk`));
  return [{ pk: pk.S, sk: sk.S, deleted, indexes: set }];
}

/** What a call of DynamoDB's API writes, if it succeeds. */
export function writesOf(operation: string, input: Record<string, unknown>): Written[] {
  if (operation === 'PutItem' || operation === 'UpdateItem') return writtenBy(input as Write, false);
  if (operation === 'DeleteItem') return writtenBy(input as Write, true);
  if (operation === 'TransactWriteItems') {
    return (input.TransactItems as Transacted[]).flatMap(({ Put, Update, Delete }) => [
      ...(Put ? writtenBy(Put, false) : []),
      ...(Update ? writtenBy(Update, false) : []),
      ...(Delete ? writtenBy(Delete, true) : []),
    ]);
  }
  if (operation === 'BatchWriteItem') {
    return Object.values(input.RequestItems as Record<string, Batched[]>)
      .flat()
      .flatMap(({ PutRequest, DeleteRequest }) =>
        PutRequest ? writtenBy(PutRequest, false) : writtenBy(DeleteRequest ?? {}, true),
      );
  }
  return [];
}
