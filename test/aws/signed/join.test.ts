import { hash } from 'node:crypto';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { publicError } from '../../../shared/core/errors.ts';
import { isConditionFailed } from '../../../shared/store/table.ts';
import { type Behaviour, fails, says } from '../../support/hostile-aws.ts';
import { type Body, closeJoined, type Json, joinedCalls, keyOf } from '../../support/joined-calls.ts';
import { until } from '../../support/until.ts';

afterEach(closeJoined);

const requestsOf = ({ RequestItems }: Body) => (RequestItems as Record<string, unknown>).t;
const keysOf = (body: Body) => (requestsOf(body) as { Keys: Json[] }).Keys.map(({ sk }) => sk?.S);
const isConsistent = (body: Body) => (requestsOf(body) as { ConsistentRead: boolean }).ConsistentRead;
const putsOf = (body: Body) =>
  (requestsOf(body) as { PutRequest: { Item: Json } }[]).map(({ PutRequest }) => PutRequest.Item.sk?.S);

/** Answers a read with an item for each key that it asks for, but for those that begin with `-`. */
const reads =
  (unprocessed: string[] = []): Behaviour =>
  (response, asked) => {
    if (!('RequestItems' in asked.body)) return says(200, { Item: asked.body.Key })(response, asked);
    const keys = keysOf(asked.body).map((sk = '') => ({ pk: { S: 'P' }, sk: { S: sk } }));
    const left = keys.filter(({ sk }) => unprocessed.includes(sk.S));
    const found = keys.filter((key) => !left.includes(key) && !key.sk.S.startsWith('-'));
    const tags = { L: [{ S: 'x' }] };
    says(200, {
      Responses: { t: found.map((key) => ({ ...key, tags })) },
      UnprocessedKeys: left.length > 0 ? { t: { Keys: left } } : {},
    })(response, asked);
  };

type Entries = { Id: string; MessageBody: string }[];
const entriesOf = ({ Entries }: Body) => Entries as Entries;

/** Takes messages, but refuses those that say `bad`, and loses part of those that say `broken`. */
const takes: Behaviour = (response, asked) => {
  const results = entriesOf(asked.body).map(({ Id, MessageBody }) => {
    if (MessageBody === 'bad') return { Id, Code: 'InvalidMessageContents', SenderFault: true };
    return { Id, MessageId: '0', MD5OfMessageBody: hash('md5', MessageBody.replace('broken', 'brok')) };
  });
  const Failed = results.filter((result) => 'Code' in result);
  says(200, { Successful: results.filter((result) => !('Code' in result)), Failed })(response, asked);
};

const outcomesOf = (calls: Promise<unknown>[]) =>
  Promise.all(
    calls.map((call) =>
      call.then(
        () => 'ok',
        (error) => (isConditionFailed(error) ? 'condition' : publicError(error).code),
      ),
    ),
  );

describe('reads', () => {
  test('those of one turn are one call, each key once; each caller has items of its own, in its order', async () => {
    const { asked, table, targets } = await joinedCalls(reads());
    const [a, several, again] = await Promise.all([
      table.get(keyOf('a')),
      table.batchGet([keyOf('c'), keyOf('-'), keyOf('a')]),
      table.get(keyOf('a')),
    ]);
    expect(targets()).toEqual(['BatchGetItem']);
    expect(keysOf(asked[0]?.body ?? {})).toEqual(['a', 'c', '-']);
    expect(several.map((item) => item?.sk ?? null)).toEqual(['c', null, 'a']);
    expect(a).toEqual({ pk: 'P', sk: 'a', tags: ['x'] });
    expect(again).toEqual(a);
    expect([again?.tags === a?.tags, several[2]?.tags === a?.tags]).toEqual([false, false]);
  });

  test('consistent ones and others are two calls', async () => {
    const { asked, table } = await joinedCalls(reads(), reads());
    await Promise.all([
      table.get(keyOf('a'), { consistent: true }),
      table.get(keyOf('a')),
      table.batchGet([keyOf('b')]),
      table.batchGet([keyOf('c')], { consistent: true }),
    ]);
    const calls = asked.map(({ body }) => [isConsistent(body), keysOf(body)]);
    expect(calls.sort()).toEqual([
      [false, ['a', 'b']],
      [true, ['a', 'c']],
    ]);
  });

  test('a call has 100 keys at most', async () => {
    const { asked, table } = await joinedCalls(reads(), reads(), reads());
    const many = Array.from({ length: 60 }, (_, i) => keyOf(String(i)));
    const found = await Promise.all([
      table.batchGet(many),
      table.batchGet(many.map(({ sk }) => keyOf(`other ${sk}`))),
      table.batchGet(many.slice(0, 50)),
    ]);
    expect(found.map((items) => items.filter((item) => item !== null).length)).toEqual([60, 60, 50]);
    expect(asked.map(({ body }) => keysOf(body).length).sort()).toEqual([50, 60, 60]);
  });

  test('parts of keys that are the same only together are two keys', async () => {
    const { asked, table } = await joinedCalls();
    await Promise.all([table.get({ pk: 'a b', sk: 'c' }), table.get({ pk: 'a', sk: 'b c' })]);
    expect((requestsOf(asked[0]?.body ?? {}) as { Keys: Json[] }).Keys).toHaveLength(2);
  });

  test('those of two turns are two calls: none waits for another', async () => {
    const { asked, table } = await joinedCalls(() => {}, reads(), reads());
    void table.get(keyOf('a')).catch(() => {});
    await until(async () => asked.length === 1);
    const others = [table.get(keyOf('b')), table.get(keyOf('c'))];
    await endOfTurn();
    await endOfTurn();
    others.push(table.get(keyOf('d')));
    expect((await Promise.all(others)).map((item) => item?.sk)).toEqual(['b', 'c', 'd']);
    expect(asked.slice(1).map(({ body }) => ('RequestItems' in body ? keysOf(body) : body))).toEqual([
      ['b', 'c'],
      ['d'],
    ]);
  });

  test('a call that takes long holds no other up', async () => {
    let answer = () => {};
    const { table } = await joinedCalls((response, one) => {
      answer = () => reads()(response, one);
    }, reads());
    const first = table.get(keyOf('a'));
    await endOfTurn();
    expect((await table.get(keyOf('b')))?.sk).toBe('b');
    answer();
    expect((await first)?.sk).toBe('a');
  });

  test('keys that were not processed are asked for again by their own caller', async () => {
    const { asked, table, targets } = await joinedCalls(reads(['b', 'c']), reads(), reads());
    const [a, several, c] = await Promise.all([
      table.get(keyOf('a')),
      table.batchGet([keyOf('a'), keyOf('b')]),
      table.get(keyOf('c')),
    ]);
    expect([a, ...several, c].map((item) => item?.sk)).toEqual(['a', 'a', 'b', 'c']);
    expect(targets().sort()).toEqual(['BatchGetItem', 'BatchGetItem', 'GetItem']);
    expect(asked.map(({ body }) => ('RequestItems' in body ? keysOf(body) : body.Key))).toContainEqual(['b']);
  });

  test('a call that is refused because of one caller fails only that caller', async () => {
    const refuse: Behaviour = (response, asked) =>
      (JSON.stringify(asked.body).includes('wrong') ? fails('ValidationException') : reads())(
        response,
        asked,
      );
    const { table } = await joinedCalls(refuse, refuse, refuse, refuse);
    const calls = [
      table.batchGet([keyOf('a')]),
      table.batchGet([keyOf('wrong')]),
      table.batchGet([keyOf('b')]),
    ];
    expect(await outcomesOf(calls)).toEqual(['ok', 'internal_error', 'ok']);
  });

  test('a caller whose key cannot be written fails alone', async () => {
    const { table } = await joinedCalls(reads(), reads());
    const wrong = { ...keyOf('a'), extra: Number.NaN };
    const calls = [table.batchGet([keyOf('a')]), table.batchGet([wrong]), table.batchGet([keyOf('b')])];
    expect(await outcomesOf(calls)).toEqual(['ok', 'internal_error', 'ok']);
  });

  test('a table that is throttled or down fails all of them, and is not asked again by each', async () => {
    const { asked, table } = await joinedCalls(
      ...Array<Behaviour>(6).fill(fails('InternalServerError', 500)),
    );
    const calls = [table.get(keyOf('a')), table.get(keyOf('b')), table.batchGet([keyOf('c')])];
    expect(await outcomesOf(calls)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(asked).toHaveLength(6);
  });
});

describe('writes', () => {
  const put = (sk: string, note = '') => ({ puts: [{ ...keyOf(sk), note }] });

  test('unconditional ones are one call, of 25 at most', async () => {
    const { asked, table } = await joinedCalls();
    await Promise.all(Array.from({ length: 30 }, (_, i) => table.batchWrite(put(String(i)))));
    expect(asked.map(({ body }) => putsOf(body).length).sort()).toEqual([25, 5]);
  });

  test('two of one item are two calls', async () => {
    const { asked, table } = await joinedCalls();
    await Promise.all([
      table.batchWrite(put('a', '1')),
      table.batchWrite(put('b')),
      table.batchWrite(put('a', '2')),
    ]);
    expect(asked.map(({ body }) => putsOf(body)).sort()).toEqual([['a'], ['a', 'b']]);
  });

  test('one that was not processed is written again by its own caller', async () => {
    const Item = { pk: { S: 'P' }, sk: { S: 'b' }, note: { S: '' } };
    const left = says(200, { UnprocessedItems: { t: [{ PutRequest: { Item } }] } });
    const { asked, table } = await joinedCalls(left);
    const order: string[] = [];
    await Promise.all(['a', 'b'].map((sk) => table.batchWrite(put(sk)).then(() => order.push(sk))));
    expect([asked.map(({ body }) => putsOf(body)), order]).toEqual([
      [['a', 'b'], ['b']],
      ['a', 'b'],
    ]);
  });

  test('a refused call is made by each caller', async () => {
    const refuse: Behaviour = (response, asked) =>
      (putsOf(asked.body).includes('wrong') ? fails('ValidationException') : says(200, {}))(response, asked);
    const { asked, table } = await joinedCalls(refuse, refuse, refuse);
    const calls = [table.batchWrite(put('a')), table.batchWrite(put('wrong'))];
    expect(await outcomesOf(calls)).toEqual(['ok', 'internal_error']);
    expect(asked.map(({ body }) => putsOf(body))).toEqual([['a', 'wrong'], ['a'], ['wrong']]);
  });

  test('conditions, updates, transactions that do more than put, and queries go alone', async () => {
    const { table, targets } = await joinedCalls(fails('ConditionalCheckFailedException'));
    const condition = 'attribute_not_exists(pk)';
    const first = table.put(keyOf('a'), { condition });
    await endOfTurn();
    const rest = [
      table.put(keyOf('a')),
      table.delete(keyOf('b')),
      table.update(keyOf('c'), 'SET n = :n', { values: { ':n': 1 } }),
      table.transact([{ put: keyOf('d') }, { check: keyOf('e'), condition }]),
      table.query({ pk: 'P' }),
    ];
    expect(await outcomesOf([first])).toEqual(['condition']);
    await Promise.all(rest);
    const alone = ['DeleteItem', 'PutItem', 'PutItem', 'Query', 'TransactWriteItems', 'UpdateItem'];
    expect(targets().sort()).toEqual(alone);
  });
});

describe('messages', () => {
  test('those of one turn are one call, of ten and 240 KB at most, and each answer has the ids of its caller', async () => {
    const { asked, send } = await joinedCalls(takes, takes, takes, takes);
    const large = 'x'.repeat(100 * 1024);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, i) => send(`a${i}`, `b${i}`)),
      ...[1, 2, 3].map(() => send(large)),
    ]);
    expect(answers.map(({ Successful = [] }) => Successful.map(({ Id }) => Id))).toEqual([
      ...Array(6).fill(['0', '1']),
      ...Array(3).fill(['0']),
    ]);
    const sizes = asked.map(({ body }) => entriesOf(body).length);
    expect(sizes.sort()).toEqual([1, 10, 4]);
    for (const { body } of asked) {
      const ids = entriesOf(body).map(({ Id }) => Id);
      expect(new Set(ids).size).toBe(ids.length);
      const bytes = entriesOf(body).reduce((sum, { MessageBody }) => sum + MessageBody.length, 0);
      expect(bytes).toBeLessThanOrEqual(240 * 1024);
    }
  });

  test('one that is refused, or taken as another, is so for its caller alone', async () => {
    const { asked, send } = await joinedCalls(takes);
    const [first, bad, broken] = [send('one', 'bad'), send('bad'), send('broken')];
    const last = send('two');
    expect((await first).Failed).toMatchObject([{ Id: '1', Code: 'InvalidMessageContents' }]);
    expect((await first).Successful).toMatchObject([{ Id: '0' }]);
    expect((await bad).Failed).toMatchObject([{ Id: '0' }]);
    expect(await outcomesOf([broken, last])).toEqual(['unavailable', 'ok']);
    expect(asked).toHaveLength(1);
  });

  test('a refused call is made by each caller; one that may have been taken is not', async () => {
    const refused = await joinedCalls(fails('AWS.SimpleQueueService.BatchRequestTooLong'), takes, takes);
    expect(await outcomesOf([refused.send('a'), refused.send('b')])).toEqual(['ok', 'ok']);
    expect(refused.asked).toHaveLength(3);
    const down = await joinedCalls(...Array<Behaviour>(3).fill(fails('InternalFailure', 500)));
    expect(await outcomesOf([down.send('a'), down.send('b')])).toEqual(['unavailable', 'unavailable']);
    expect(down.asked).toHaveLength(3);
  });
});
