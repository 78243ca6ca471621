import { type Behaviour, breaks, says } from '../../support/hostile-aws.ts';
import { type Body, closeJoined, type Json, joinedCalls, keyOf } from '../../support/joined-calls.ts';

afterEach(closeJoined);

const condition = 'attribute_not_exists(pk)';
const accept = (sk: string) => [
  { label: 'email', put: keyOf(sk), condition },
  { label: 'claim', put: keyOf(`claim ${sk}`), condition },
];
type Actions = { Put: { Item: Json; ConditionExpression: string } }[];
const actionsOf = ({ TransactItems }: Body) => TransactItems as Actions;
const sksOf = (body: Body) => actionsOf(body).map(({ Put }) => Put.Item.sk?.S);
const tokenOf = ({ body }: { body: Body }) => body.ClientRequestToken;

/** Cancels a transaction that puts `taken`, and answers as DynamoDB does. */
const takes: Behaviour = (response, asked) => {
  const reasons = sksOf(asked.body).map((sk) =>
    sk === 'taken'
      ? { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'P' }, sk: { S: sk } } }
      : { Code: 'None' },
  );
  if (!sksOf(asked.body).includes('taken')) return says(200, {})(response, asked);
  const __type = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException';
  says(400, { __type, message: 'no', CancellationReasons: reasons })(response, asked);
};

test('those of one turn that only put items are one, with all conditions', async () => {
  const { asked, table, targets } = await joinedCalls();
  await Promise.all(['a', 'b', 'c'].map((sk) => table.transact(accept(sk))));
  expect(targets()).toEqual(['TransactWriteItems']);
  const [one] = asked;
  expect(sksOf(one?.body ?? {})).toEqual(['a', 'claim a', 'b', 'claim b', 'c', 'claim c']);
  expect(actionsOf(one?.body ?? {}).every(({ Put }) => Put.ConditionExpression === condition)).toBe(true);
});

test('one has 20 items at most; two that put one item, or one that counts, are two', async () => {
  const { asked, table } = await joinedCalls();
  await Promise.all(Array.from({ length: 12 }, (_, i) => table.transact(accept(String(i)))));
  expect(asked.map(({ body }) => sksOf(body).length).sort()).toEqual([20, 4]);
  asked.splice(0);
  const count = { update: keyOf('count'), expression: 'ADD n :n', values: { ':n': 1 } };
  await Promise.all([
    table.transact(accept('a')),
    table.transact([...accept('b'), { put: keyOf('a'), condition }]),
    table.transact([...accept('c'), count]),
    table.transact([...accept('d'), count]),
  ]);
  expect(asked.map(({ body }) => actionsOf(body).length).sort()).toEqual([2, 3, 3, 3]);
});

test('where one is refused each is made by itself: the others are taken, and its caller learns what failed', async () => {
  const { asked, table } = await joinedCalls(takes, takes, takes, takes);
  const [a, taken, b] = [accept('a'), accept('taken'), accept('b')].map((writes) => table.transact(writes));
  await expect(taken).rejects.toMatchObject({ failed: new Map([['email', keyOf('taken')]]) });
  await Promise.all([a, b]);
  expect(asked.map(({ body }) => sksOf(body).length)).toEqual([6, 2, 2, 2]);
  expect(new Set(asked.map(tokenOf)).size).toBe(4);
});

test('one whose answer is lost is sent again as the same one, and never by its callers', async () => {
  const { asked, table } = await joinedCalls(breaks);
  await Promise.all([table.transact(accept('a')), table.transact(accept('b'))]);
  expect(asked).toHaveLength(2);
  expect(asked[1]?.body).toEqual(asked[0]?.body);
  const down = await joinedCalls(...Array<Behaviour>(6).fill(breaks));
  const calls = [down.table.transact(accept('a')), down.table.transact(accept('b'))];
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([down.asked.length, new Set(down.asked.map(tokenOf)).size]).toEqual([6, 1]);
});
