import { wire } from '../../shared/aws/wire.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { type ConditionFailed, isConditionFailed, type Write } from '../../shared/store/table.ts';
import { testTable } from '../support/table.ts';

const runtime = systemRuntime();
const table = testTable();

const calls: string[] = [];
const { pass } = wire;
wire.pass = (call, next) => {
  calls.push(call.operation);
  return pass(call, next);
};

const fresh = 'attribute_not_exists(pk)';
const item = (n: number) => ({ pk: 'TEST', sk: runtime.id('req'), n });
const put = (label: string, n: number): Write => ({ label, put: item(n), condition: fresh });

const failureOf = async (writes: Write[]): Promise<ConditionFailed> => {
  const error = await table.transact(writes).then(
    () => null,
    (thrown) => thrown,
  );
  if (!isConditionFailed(error)) throw error ?? new Error('it was written');
  return error;
};

test('a failed transaction names the parts whose condition failed, each with what is stored there', async () => {
  const [first, last] = [put('first', 1), put('last', 3)];
  await table.transact([first, last]);
  const key = { pk: 'TEST', sk: runtime.id('req') };
  const missing: Write = { label: 'missing', check: key, condition: 'attribute_exists(pk)' };
  const { failed, item: stored } = await failureOf([put('free', 2), last, missing, first]);
  expect([...failed.keys()].sort()).toEqual(['first', 'last', 'missing']);
  expect(failed.get('first')).toMatchObject({ n: 1 });
  expect(failed.get('missing')).toBeNull();
  expect(stored).toMatchObject({ n: 3 });
});

test('a single part is sent without a transaction, and fails by its label too', async () => {
  const one = put('one', 1);
  calls.length = 0;
  await table.transact([one]);
  const { failed } = await failureOf([one]);
  expect(failed.get('one')).toMatchObject({ n: 1 });
  expect(calls).toEqual(['PutItem', 'PutItem']);
});
